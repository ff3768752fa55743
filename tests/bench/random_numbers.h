/* SPDX-License-Identifier: BSD-3-Clause
 *
 * random_numbers.h - random numbers, the same on every machine.
 */
#ifndef RANDOM_NUMBERS_H
#define RANDOM_NUMBERS_H
#include <stdint.h>

static uint64_t seed;

static inline double uniform(void) { /* in [0, 1): splitmix64 */
  uint64_t z = seed += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

#endif
