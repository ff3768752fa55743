/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draws.h - random numbers that belong to no body: the same on all ranks, with no message.
 */
#pragma once
#include <stdint.h>

/* A series of draws is a function of seed, stream and step; `next` counts them. */
typedef struct rgs_draws {
  uint32_t seed, stream;
  uint64_t step, next;
} rgs_draws;

double rgs_draw_normal(rgs_draws *draws);
double rgs_draw_uniform(rgs_draws *draws); /* above 0, below 1 */
/* Of the density x^(shape - 1) exp(-x)/Gamma(shape), shape >= 1. */
double rgs_draw_gamma(rgs_draws *draws, double shape);
/* The sum of the squares of n normal deviates, n >= 0. */
double rgs_draw_squares(rgs_draws *draws, int64_t n);
