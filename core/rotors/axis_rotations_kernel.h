/* SPDX-License-Identifier: BSD-3-Clause
 *
 * axis_rotations_kernel.h - the flows of threerot and nosquish (threerot_lanes.c) and of symrot
 * (symrot_lanes.c).
 */
#ifndef RGS_KERNEL_AXIS_TURNS_H
#define RGS_KERNEL_AXIS_TURNS_H
#include "rotors/axis_rotations.h"

/* So many groups of bodies make each turn together: one body's turns have to wait for each other, and
 * the processor works on the other bodies meanwhile. */
enum { RGS_TURNING = 4 };

typedef struct rgs_turning {
  int groups;
  rgs_axis_turns t[RGS_TURNING];
  rgs_free_body b[RGS_TURNING];
} rgs_turning;

static inline void rgs_turning_load(const rgs_flow *call, int64_t first, rgs_turning *w) {
  const int64_t left = (call->n - first + RGS_WIDTH - 1) / RGS_WIDTH;
  w->groups = left < RGS_TURNING ? (int)left : RGS_TURNING;
  for (int g = 0; g < w->groups; g++)
    rgs_axis_turns_load(call, first + g * RGS_WIDTH, &w->t[g], &w->b[g]);
}

/* Returns the sum of what rgs_store_attitude returns. */
static inline rgs_lanes rgs_turning_store(const rgs_flow *call, int64_t first, rgs_turning *w) {
  rgs_lanes faults = rgs_same(0);
  for (int g = 0; g < w->groups; g++)
    faults += rgs_axis_turns_store(call, first + g * RGS_WIDTH, &w->t[g], &w->b[g]);
  return faults;
}

/* About axis k at the rate a[k] y[k], for `share` of the time. */
static inline void rgs_turning_about(rgs_turning *w, int k, double share) {
  for (int g = 0; g < w->groups; g++) {
    rgs_free_body *b = &w->b[g];
    rgs_turn_about_axis(b, k, share * b->time * (w->t[g].a[k] * b->y[k]));
  }
}

/* About the momentum, which stays where it is. */
static inline void rgs_turning_about_momentum(rgs_turning *w, int k) {
  for (int g = 0; g < w->groups; g++) {
    rgs_free_body *b = &w->b[g];
    rgs_lanes c, s;
    rgs_sincos(0.5 * b->time * w->t[g].a[k], &s, &c);
    rgs_turn_in_body(b->q, c, s * b->y[0], s * b->y[1], s * b->y[2]);
  }
}

RGS_KERNEL rgs_status rgs_split_flow(const rgs_flow *call, int64_t *bad) {
  const rgs_flow flow = *call;
  rgs_lanes faults = rgs_same(0);
  for (int64_t i = 0; i < flow.n; i += RGS_TURNING * RGS_WIDTH) {
    rgs_turning w;
    rgs_turning_load(&flow, i, &w);
    rgs_turning_about(&w, 2, 0.5);
    rgs_turning_about(&w, 1, 0.5);
    rgs_turning_about(&w, 0, 1);
    rgs_turning_about(&w, 1, 0.5);
    rgs_turning_about(&w, 2, 0.5);
    faults += rgs_turning_store(&flow, i, &w);
  }
  return rgs_attitudes_stored(&flow, faults, bad);
}

/* Axes 0, 1, 2 are r, m, z of symrot_lanes.c; a: a_r - a_m, a_m, a_z - a_m. */
RGS_KERNEL rgs_status rgs_symrot_flow(const rgs_flow *call, int64_t *bad) {
  const rgs_flow flow = *call;
  rgs_lanes faults = rgs_same(0);
  for (int64_t i = 0; i < flow.n; i += RGS_TURNING * RGS_WIDTH) {
    rgs_turning w;
    rgs_turning_load(&flow, i, &w);
    rgs_turning_about(&w, 0, 0.5);
    rgs_turning_about_momentum(&w, 1);
    rgs_turning_about(&w, 2, 1);
    rgs_turning_about(&w, 0, 0.5);
    faults += rgs_turning_store(&flow, i, &w);
  }
  return rgs_attitudes_stored(&flow, faults, bad);
}

#endif /* RGS_KERNEL_AXIS_TURNS_H */
