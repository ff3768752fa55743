/* SPDX-License-Identifier: BSD-3-Clause
 *
 * axis_rotations.h - what symrot, threerot and nosquish have in common: they are made of rotations
 * about the body's axes.
 */
#pragma once
#include "simd/instruction_set.h"
#include "free_motion/free_body.h"
#include "simd/sincos.h"

/* The constants of a body: lanes where a flow uses them, numbers where they are prepared. */
typedef struct rgs_axis_rotations {
  rgs_lanes order; /* axes_order.h */
  rgs_lanes per_largest;
  rgs_lanes a[3]; /* scaled reciprocal moments, or their differences, by the axes as relabelled */
} rgs_axis_rotations;

/* The body rotates by `angle` about its axis k: q <- q exp(angle e_k / 2), and y rotates back. */
RGS_INLINE void rgs_rotate_about_axis(rgs_free_body *b, int k, rgs_lanes angle) {
  const int k1 = k == 2 ? 0 : k + 1, k2 = k == 0 ? 2 : k - 1;
  rgs_lanes c, s;
  rgs_sincos(0.5 * angle, &s, &c);
  const rgs_lanes cos_angle = (c - s) * (c + s), sin_angle = 2 * s * c;
  const rgs_lanes y1 = b->y[k1], y2 = b->y[k2];
  b->y[k1] = rgs_madd(cos_angle, y1, sin_angle * y2);
  b->y[k2] = rgs_msub(cos_angle, y2, sin_angle * y1);

  rgs_lanes *q = b->q;
  const rgs_lanes q0 = q[0], qk = q[1 + k], q1 = q[1 + k1], q2 = q[1 + k2];
  q[0] = rgs_msub(c, q0, s * qk);
  q[1 + k] = rgs_madd(c, qk, s * q0);
  q[1 + k1] = rgs_madd(c, q1, s * q2);
  q[1 + k2] = rgs_msub(c, q2, s * q1);
}

/* Loads body i and those after it, with the axes relabelled. */
RGS_INLINE void rgs_axis_rotations_load(const rgs_flow *call, int64_t i, rgs_axis_rotations *t,
                                        rgs_free_body *b) {
  rgs_load_prepared(call->prepared, call->n, i, sizeof *t / sizeof(rgs_lanes), &t->order);
  rgs_free_body_load(call, i, t->per_largest, b);
  const rgs_bits order = rgs_bits_of(t->order);
  rgs_relabel(order, b->y);
  rgs_relabel(order, b->q + 1);
}

RGS_INLINE rgs_lanes rgs_axis_rotations_store(const rgs_flow *call, int64_t i,
                                              const rgs_axis_rotations *t, rgs_free_body *b) {
  rgs_label_back(rgs_bits_of(t->order), b->q + 1);
  return rgs_store_orientation(call, i, b->q);
}

/* So many groups of bodies make each rotation together: the rotations of one body depend on each
 * other, and meanwhile the processor works on the other bodies. */
#ifndef RGS_ROTATING
#define RGS_ROTATING 4
#endif

typedef struct rgs_rotating {
  int groups;
  rgs_axis_rotations t[RGS_ROTATING];
  rgs_free_body b[RGS_ROTATING];
} rgs_rotating;

RGS_INLINE void rgs_rotating_load(const rgs_flow *call, int64_t first, rgs_rotating *w) {
  const int64_t left = (call->n - first + RGS_WIDTH - 1) / RGS_WIDTH;
  w->groups = left < RGS_ROTATING ? (int)left : RGS_ROTATING;
  for (int g = 0; g < w->groups; g++)
    rgs_axis_rotations_load(call, first + g * RGS_WIDTH, &w->t[g], &w->b[g]);
}

/* Returns the sum of what rgs_store_orientation returns. */
RGS_INLINE rgs_lanes rgs_rotating_store(const rgs_flow *call, int64_t first, rgs_rotating *w) {
  rgs_lanes faults = rgs_same(0);
  for (int g = 0; g < w->groups; g++)
    faults += rgs_axis_rotations_store(call, first + g * RGS_WIDTH, &w->t[g], &w->b[g]);
  return faults;
}

/* Rotates about axis k at the rate a[k] y[k], for the fraction `share` of the time. */
RGS_INLINE void rgs_rotating_about(rgs_rotating *w, int k, double share) {
  for (int g = 0; g < w->groups; g++) {
    rgs_free_body *b = &w->b[g];
    rgs_rotate_about_axis(b, k, share * b->time * (w->t[g].a[k] * b->y[k]));
  }
}

/* Rotates about the momentum, which does not change. */
RGS_INLINE void rgs_rotating_about_momentum(rgs_rotating *w, int k) {
  for (int g = 0; g < w->groups; g++) {
    rgs_free_body *b = &w->b[g];
    rgs_lanes c, s;
    rgs_sincos(0.5 * b->time * w->t[g].a[k], &s, &c);
    rgs_rotate_in_body(b->q, c, s * b->y[0], s * b->y[1], s * b->y[2]);
  }
}
