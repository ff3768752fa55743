/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath_lanes.h - what the lanes of all baths have in common.
 */
#ifndef RGS_BATH_LANES_H
#define RGS_BATH_LANES_H
#include "baths/bath_bodies.h"
#include "baths/sum.h"
#include "lanes/columns.h"
#include <rigidstep/device/quaternion.h>

/* Where the bath may act: the lane has a body of its own, and that is chosen. */
static inline rgs_mask rgs_chosen(const rgs_bath_bodies *b, int64_t i) {
  if (b->chosen.data == NULL) return rgs_mask_of_bits(RGS_ALL_LANES);
  return rgs_not(rgs_equal(rgs_load(&b->chosen, b->n, i, 0), rgs_same(0)));
}

/* 1/moment, and 0 for an axis without spin. */
static inline rgs_lanes rgs_mobility(rgs_lanes moment) {
  return rgs_unless(rgs_equal(moment, rgs_same(0)), 1 / moment);
}

#endif /* RGS_BATH_LANES_H */
