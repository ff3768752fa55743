/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scale_lanes.c - baths that scale momenta, and free flight with pistons.  No operation is
 * fused, so that all paths have the same bits.
 */
#include "baths/bath_blocks.h"
#include "baths/bath_lanes.h"
#include "lanes/path.h"

RGS_LANE_FUNCTION(int, rgs_scale_block,
                  (const rgs_bath_bodies *b, const void *scale, double *no_sums),
                  (b, scale, no_sums)) {
  const rgs_scale_step *step = scale;
  (void)no_sums;
  rgs_lanes sum = rgs_same(0);
  double stays[3];
  for (int k = 0; k < 3; k++) stays[k] = (1 - step->translation) * step->drift[k];
  for (int64_t i = 0; i < b->n; i += RGS_WIDTH) {
    const rgs_mask act = rgs_chosen(b, i);
    rgs_lanes p[3], l[3], mass = rgs_same(1);
    if (!b->p_is_velocity) mass = rgs_load(&b->mass, b->n, i, 0);
    rgs_load_all(&b->p, b->n, i, 3, p);
    rgs_load_all(&b->l, b->n, i, 3, l);
    for (int k = 0; k < 3; k++) {
      p[k] = rgs_select(act, step->translation * p[k] + stays[k] * mass, p[k]);
      l[k] = rgs_select(act, step->rotation * l[k], l[k]);
      sum += (p[k] - p[k]) + (l[k] - l[k]);
    }
    rgs_store_all(&b->p, b->n, i, 3, p);
    rgs_store_all(&b->l, b->n, i, 3, l);
  }
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}

RGS_LANE_FUNCTION(int, rgs_slide_and_scale_block,
                  (const rgs_bath_bodies *b, const void *scale, double *no_sums),
                  (b, scale, no_sums)) {
  const rgs_scale_step *step = scale;
  const double slide = step->slide;
  (void)no_sums;
  rgs_lanes sum = rgs_same(0);
  double stays[3];
  for (int k = 0; k < 3; k++) stays[k] = (1 - step->translation) * step->drift[k];
  for (int64_t i = 0; i < b->n; i += RGS_WIDTH) {
    rgs_lanes p[3], l[3], a[3], mass = rgs_same(1), share = rgs_same(slide);
    if (!b->p_is_velocity) {
      mass = rgs_load(&b->mass, b->n, i, 0);
      share = slide / mass;
    }
    rgs_load_all(&b->p, b->n, i, 3, p);
    rgs_load_all(&b->l, b->n, i, 3, l);
    rgs_load_all(&b->x, b->n, i, 3, a);
    for (int k = 0; k < 3; k++) {
      const rgs_lanes scaled = step->translation * p[k] + stays[k] * mass;
      a[k] += share * (p[k] + scaled);
      p[k] = scaled;
      l[k] = step->rotation * l[k];
      sum += (p[k] - p[k]) + (l[k] - l[k]) + (a[k] - a[k]);
    }
    rgs_store_all(&b->p, b->n, i, 3, p);
    rgs_store_all(&b->l, b->n, i, 3, l);
    rgs_store_all(&b->x, b->n, i, 3, a);
  }
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}

RGS_LANE_FUNCTION(int, rgs_fly_block,
                  (const rgs_bath_bodies *b, const void *flight, double *no_sums),
                  (b, flight, no_sums)) {
  const rgs_piston_step *step = flight;
  (void)no_sums;
  rgs_lanes sum = rgs_same(0);
  for (int64_t i = 0; i < b->n; i += RGS_WIDTH) {
    rgs_lanes a[3], p[3], share = rgs_same(1);
    if (!b->p_is_velocity) share = 1 / rgs_load(&b->mass, b->n, i, 0);
    rgs_load_all(&b->x, b->n, i, 3, a);
    rgs_load_all(&b->p, b->n, i, 3, p);
    for (int k = 0; k < 3; k++) {
      a[k] += step->growth[k] * (a[k] - step->centre[k]) + step->slide[k] * share * p[k];
      p[k] *= step->squeeze[k];
      sum += a[k] - a[k];
    }
    rgs_store_all(&b->x, b->n, i, 3, a);
    rgs_store_all(&b->p, b->n, i, 3, p);
  }
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}
