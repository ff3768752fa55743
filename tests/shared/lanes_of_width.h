/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lanes_of_width.h - what tests ask of each width of lanes that the compiler can make.
 */
#pragma once
#include <stdint.h>

struct rgs_noise;
typedef struct lanes_of_width {
  int width, bodies; /* that get their noise together */
  void (*sincos)(int n, const double *x, double *sine, double *cosine);
  void (*words)(const struct rgs_noise *from, const uint64_t *tag, uint32_t *out);
  void (*normals)(const struct rgs_noise *from, const uint64_t *tag, double *out);
  void (*philox)(const uint32_t key[2], const uint32_t counter[4], uint32_t out[4]);
} lanes_of_width;

/* Those that this processor has, one lane first; returns how many. */
enum { LANE_WIDTHS = 4 };
int lane_widths(const lanes_of_width *found[LANE_WIDTHS]);
