/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scale_lanes.c - baths that scale momenta, drag, and free flight with pistons.  No operation is
 * fused, so that all paths have the same bits.
 */
#include "baths/bath_blocks.h"
#include "baths/bath_lanes.h"
#include "lanes/path.h"

RGS_LANE_FUNCTION(int, rgs_scale_block, (const rgs_bath_bodies *b, const rgs_scale_step *step),
                  (b, step)) {
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
                  (const rgs_bath_bodies *b, const rgs_column *x, double slide,
                   const rgs_scale_step *step),
                  (b, x, slide, step)) {
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
    rgs_load_all(x, b->n, i, 3, a);
    for (int k = 0; k < 3; k++) {
      const rgs_lanes scaled = step->translation * p[k] + stays[k] * mass;
      a[k] += share * (p[k] + scaled);
      p[k] = scaled;
      l[k] = step->rotation * l[k];
      sum += (p[k] - p[k]) + (l[k] - l[k]) + (a[k] - a[k]);
    }
    rgs_store_all(&b->p, b->n, i, 3, p);
    rgs_store_all(&b->l, b->n, i, 3, l);
    rgs_store_all(x, b->n, i, 3, a);
  }
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}

RGS_LANE_FUNCTION(double, rgs_drag_block, (const rgs_bath_bodies *b, const rgs_drag_step *step),
                  (b, step)) {
  const double translation = step->translation * step->translation - 1;
  rgs_lane_sum sum;
  memset(&sum, 0, sizeof sum);
  for (int64_t i = 0; i < b->n; i += RGS_WIDTH) {
    const rgs_mask act = rgs_chosen(b, i);
    const rgs_mask counts = rgs_and(act, rgs_lanes_below(i, b->own));
    rgs_lanes p[3], l[3], q[4], moment[3], row[3][3], y[3], lost = rgs_same(0);
    rgs_lanes share = rgs_load(&b->mass, b->n, i, 0);
    if (!b->p_is_velocity) share = 1 / share;
    rgs_load_all(&b->p, b->n, i, 3, p);
    rgs_load_all(&b->l, b->n, i, 3, l);
    rgs_load_all(&b->q, b->n, i, 4, q);
    rgs_load_all(&b->inertia, b->n, i, 3, moment);
    rgs_rotation_of(q, row);
    for (int k = 0; k < 3; k++) {
      const double keep = step->rotation[k];
      y[k] = rgs_along_body_axis(row, l, k);
      lost += (keep * keep - 1) * (y[k] * y[k]) * rgs_mobility(moment[k]);
      lost += translation * (p[k] * p[k]) * share;
      y[k] *= keep;
      p[k] = rgs_select(act, step->translation * p[k], p[k]);
    }
    for (int j = step->flat ? 2 : 0; j < 3; j++)
      l[j] = rgs_select(act, row[j][0] * y[0] + row[j][1] * y[1] + row[j][2] * y[2], l[j]);
    rgs_store_all(&b->p, b->n, i, 3, p);
    rgs_store_all(&b->l, b->n, i, 3, l);
    sum.part[i / RGS_WIDTH % RGS_SUM_PARTS] += rgs_unless(rgs_not(counts), 0.5 * lost);
  }
  return rgs_sum_up(&sum);
}

RGS_LANE_FUNCTION(int, rgs_fly_block,
                  (const rgs_bath_bodies *b, const rgs_column *x, const rgs_piston_step *step),
                  (b, x, step)) {
  rgs_lanes sum = rgs_same(0);
  for (int64_t i = 0; i < b->n; i += RGS_WIDTH) {
    rgs_lanes a[3], p[3], share = rgs_same(1);
    if (!b->p_is_velocity) share = 1 / rgs_load(&b->mass, b->n, i, 0);
    rgs_load_all(x, b->n, i, 3, a);
    rgs_load_all(&b->p, b->n, i, 3, p);
    for (int k = 0; k < 3; k++) {
      a[k] += step->growth[k] * (a[k] - step->centre[k]) + step->slide[k] * share * p[k];
      p[k] *= step->squeeze[k];
      sum += a[k] - a[k];
    }
    rgs_store_all(x, b->n, i, 3, a);
    rgs_store_all(&b->p, b->n, i, 3, p);
  }
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}
