/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kinetic_kernel.h - kinetic energies and total momentum.  No operation is fused, so that all
 * paths have the same bits.
 */
#ifndef RGS_KINETIC_KERNEL_H
#define RGS_KINETIC_KERNEL_H
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

/* What the bodies in these lanes add to the sums, in the order of rgs_bath_sums. */
static inline void rgs_kinetic_terms(const rgs_bath_bodies *b, int64_t i,
                                     rgs_lanes term[RGS_BATH_SUMS]) {
  rgs_lanes p[3], l[3], q[4], moment[3], row[3][3];
  const rgs_lanes mass = rgs_load(&b->mass, b->n, i, 0);
  rgs_load_all(&b->p, b->n, i, 3, p);
  rgs_load_all(&b->l, b->n, i, 3, l);
  rgs_load_all(&b->q, b->n, i, 4, q);
  rgs_load_all(&b->inertia, b->n, i, 3, moment);
  rgs_lanes half = 0.5 * mass;
  if (!b->p_is_velocity) half = 0.5 / mass;
  for (int k = 0; k < 3; k++) {
    term[k] = half * (p[k] * p[k]);
    term[4 + k] = p[k];
    if (b->p_is_velocity) term[4 + k] *= mass;
  }
  rgs_rotation_of(q, row);
  rgs_lanes twice = rgs_same(0);
  for (int k = 0; k < 3; k++) {
    const rgs_lanes y = rgs_along_body_axis(row, l, k);
    twice += y * y * rgs_mobility(moment[k]);
  }
  term[3] = 0.5 * twice;
  term[7] = mass;
}

/* Of at most RGS_SUM_BLOCK bodies. */
RGS_KERNEL void rgs_kinetic_block(const rgs_bath_bodies *b, double sums[RGS_BATH_SUMS]) {
  rgs_lane_sum sum[RGS_BATH_SUMS];
  memset(sum, 0, sizeof sum);
  for (int64_t i = 0; i < b->own; i += RGS_SUM_LANES)
    for (int part = 0; part < RGS_SUM_PARTS && i + part * RGS_WIDTH < b->own; part++) {
      const int64_t at = i + part * RGS_WIDTH;
      const rgs_mask counts = rgs_and(rgs_chosen(b, at), rgs_lanes_below(at, b->own));
      rgs_lanes term[RGS_BATH_SUMS];
      rgs_kinetic_terms(b, at, term);
      for (int k = 0; k < RGS_BATH_SUMS; k++)
        sum[k].part[part] += rgs_unless(rgs_not(counts), term[k]);
    }
  for (int k = 0; k < RGS_BATH_SUMS; k++) sums[k] = rgs_sum_up(&sum[k]);
}

#endif /* RGS_KINETIC_KERNEL_H */
