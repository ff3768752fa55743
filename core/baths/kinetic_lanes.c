/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kinetic_lanes.c - kinetic energies and total momentum.  No operation is fused, so that all paths
 * have the same bits.
 */
#include "baths/bath_blocks.h"
#include "baths/bath_lanes.h"
#include "lanes/path.h"

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

RGS_LANE_FUNCTION(int, rgs_translation_block,
                  (const rgs_bath_bodies *b, const void *no_step, double *sums),
                  (b, no_step, sums)) {
  (void)no_step;
  rgs_lane_sum sum[3];
  memset(sum, 0, sizeof sum);
  for (int64_t i = 0; i < b->own; i += RGS_WIDTH) {
    const rgs_mask beyond = rgs_not(rgs_lanes_below(i, b->own));
    const rgs_lanes mass = rgs_load(&b->mass, b->n, i, 0);
    const rgs_lanes half = b->p_is_velocity ? 0.5 * mass : 0.5 / mass;
    rgs_lanes p[3];
    rgs_load_all(&b->p, b->n, i, 3, p);
    for (int k = 0; k < 3; k++)
      sum[k].part[i / RGS_WIDTH % RGS_SUM_PARTS] += rgs_unless(beyond, half * (p[k] * p[k]));
  }
  for (int k = 0; k < 3; k++) sums[k] = rgs_sum_up(&sum[k]);
  return rgs_sums_finite(sums, 3);
}

RGS_LANE_FUNCTION(int, rgs_kinetic_block,
                  (const rgs_bath_bodies *b, const void *no_step, double *sums),
                  (b, no_step, sums)) {
  (void)no_step;
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
  return rgs_sums_finite(sums, RGS_BATH_SUMS);
}
