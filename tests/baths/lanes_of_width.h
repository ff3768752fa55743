/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lanes_of_width.h - what the tests of baths ask of each width of lanes.
 */
#ifndef TEST_BATHS_LANES_OF_WIDTH_H
#define TEST_BATHS_LANES_OF_WIDTH_H
#include <stdint.h>

struct rgs_noise;
typedef struct noise_of_width {
  int bodies; /* that get their noise together */
  void (*words)(const struct rgs_noise *from, const uint64_t *key, uint32_t *out);
  void (*normals)(const struct rgs_noise *from, const uint64_t *key, double *out);
  void (*philox)(const uint32_t key[2], const uint32_t counter[4], uint32_t out[4]);
} noise_of_width;

/* Those that this processor has, one lane first; returns how many. */
enum { NOISE_WIDTHS = 4 };
int noise_widths(const noise_of_width *found[NOISE_WIDTHS]);

#endif
