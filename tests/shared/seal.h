/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seal.h - the checksum of a saved block, for tests that forge one: FNV-1a of all bytes but its own, the 24th to 31st.
 */
#pragma once
#include <stdint.h>
#include <string.h>

static inline void seal(unsigned char *block, size_t size) {
  uint64_t sum = 14695981039346656037u;
  for (size_t i = 0; i < size; i++)
    if (i < 24 || i >= 32) sum = (sum ^ block[i]) * 1099511628211u;
  memcpy(block + 24, &sum, sizeof sum);
}
