/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath_lanes.h - what the lanes of all baths have in common.
 */
#ifndef RGS_BATH_LANES_H
#define RGS_BATH_LANES_H
#include "baths/bath_bodies.h"
#include "baths/sum.h"
#include "lanes/columns.h"

/* Where the bath may act: the lane has a body of its own, and that is chosen. */
static inline rgs_mask rgs_chosen(const rgs_bath_bodies *b, int64_t i) {
  if (b->chosen.data == NULL) return rgs_mask_of_bits(RGS_ALL_LANES);
  return rgs_not(rgs_equal(rgs_load(&b->chosen, b->n, i, 0), rgs_same(0)));
}

/* The rows of the rotation that turns body vectors into space. */
static inline void rgs_rotation_of(const rgs_lanes q[4], rgs_lanes row[3][3]) {
  const rgs_lanes w = q[0], x = q[1], y = q[2], z = q[3];
  const rgs_lanes ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const rgs_lanes wx = w * x, wy = w * y, wz = w * z, xy = x * y, xz = x * z, yz = y * z;
  row[0][0] = (ww + xx) - (yy + zz);
  row[1][1] = (ww + yy) - (xx + zz);
  row[2][2] = (ww + zz) - (xx + yy);
  row[0][1] = 2 * (xy - wz);
  row[1][0] = 2 * (xy + wz);
  row[0][2] = 2 * (xz + wy);
  row[2][0] = 2 * (xz - wy);
  row[1][2] = 2 * (yz - wx);
  row[2][1] = 2 * (yz + wx);
}

/* Component k of a space vector along the body's axis k. */
static inline rgs_lanes rgs_along_body_axis(rgs_lanes row[3][3], const rgs_lanes v[3], int k) {
  return row[0][k] * v[0] + row[1][k] * v[1] + row[2][k] * v[2];
}

/* 1/moment, and 0 for an axis without spin. */
static inline rgs_lanes rgs_mobility(rgs_lanes moment) {
  return rgs_unless(rgs_equal(moment, rgs_same(0)), 1 / moment);
}

#endif /* RGS_BATH_LANES_H */
