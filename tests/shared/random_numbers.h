/* SPDX-License-Identifier: BSD-3-Clause
 *
 * random_numbers.h - random numbers for tests, the same on every machine.  The generator is splitmix64
 * (G. L. Steele, D. Lea and C. H. Flood, doi 10.1145/2714064.2660195).
 */
#pragma once
#include <math.h>
#include <stdint.h>

static inline uint64_t random_bits(uint64_t *state) {
  uint64_t z = *state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}
static inline double random_between(uint64_t *state, double from, double to) {
  return from + (to - from) * (double)(random_bits(state) >> 11) * 0x1p-53;
}

/* For programs that draw from one state. */
static uint64_t seed;
static inline double uniform(void) { return random_between(&seed, 0, 1); }

static inline void random_orientation(double q[4]) {
  double norm = 0;
  for (int k = 0; k < 4; k++) {
    q[k] = random_between(&seed, -1, 1);
    norm += q[k] * q[k];
  }
  for (int k = 0; k < 4; k++) q[k] /= sqrt(norm);
}
