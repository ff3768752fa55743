/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath_lanes.h - what the lanes of all baths have in common.
 */
#ifndef RGS_BATH_LANES_H
#define RGS_BATH_LANES_H
#include "baths/baths.h"
#include "lanes/columns.h"
#include <rigidstep/device/quaternion.h>

/* The lanes whose bodies the bath acts on. */
static inline rgs_mask rgs_chosen(const rgs_bath_bodies *b, int64_t i) {
  if (b->chosen.data == NULL) return rgs_mask_of_bits(RGS_ALL_LANES);
  return rgs_not(rgs_equal(rgs_load(&b->chosen, b->n, i, 0), rgs_same(0)));
}

/* 1/moment, and 0 for an axis without spin. */
static inline rgs_lanes rgs_mobility(rgs_lanes moment) {
  return rgs_unless(rgs_equal(moment, rgs_same(0)), 1 / moment);
}

/* ---- sums over bodies with the same bits on all paths ------------------------------------------
 * Whatever the width, there are eight partial sums: body i of a batch adds to sum i mod 8.  They
 * are added up in one order at the end. */
#define RGS_SUM_LANES 8
#define RGS_SUM_PARTS (RGS_SUM_LANES / RGS_WIDTH)

typedef struct rgs_lane_sum {
  rgs_lanes part[RGS_SUM_PARTS];
} rgs_lane_sum;

static inline double rgs_sum_up(const rgs_lane_sum *sum) {
  double each[RGS_SUM_LANES];
  for (int part = 0; part < RGS_SUM_PARTS; part++)
    rgs_to_memory(each + part * RGS_WIDTH, sum->part[part]);
  return ((each[0] + each[4]) + (each[2] + each[6])) + ((each[1] + each[5]) + (each[3] + each[7]));
}

static inline int rgs_sums_finite(const double *sums, int n) {
  double zero = 0;
  for (int k = 0; k < n; k++) zero += sums[k] - sums[k];
  return zero == 0;
}

/* The lanes whose bodies i, i + 1, .. lie below `end`. */
static inline rgs_mask rgs_lanes_below(int64_t i, int64_t end) {
  const int64_t left = end - i;
  if (left >= RGS_WIDTH) return rgs_mask_of_bits(RGS_ALL_LANES);
  return rgs_mask_of_bits(left <= 0 ? 0 : (1u << left) - 1);
}

#endif /* RGS_BATH_LANES_H */
