/* SPDX-License-Identifier: BSD-3-Clause
 *
 * axis_rotations.h - what the rotors have in common that are made of turns about the body's axes: symrot,
 * threerot and nosquish.
 */
#ifndef RGS_AXIS_TURNS_H
#define RGS_AXIS_TURNS_H
#include "rotors/axes_order.h"
#include "rotors/free_body.h"
#include "lanes/sincos.h"

/* Constants of a body: numbers in an ordinary file, lanes in a kernel. */
typedef struct rgs_axis_turns {
  rgs_lanes order; /* axes_order.h */
  rgs_lanes per_largest;
  rgs_lanes a[3]; /* reciprocal moments, scaled, or differences of such; axes in their order */
} rgs_axis_turns;

/* The body turns by `angle` about its axis k: q <- q exp(angle e_k / 2), y turns back. */
static inline void rgs_turn_about_axis(rgs_free_body *b, int k, rgs_lanes angle) {
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

/* Body i and those after it, axes in their order. */
static inline void rgs_axis_turns_load(const rgs_flow *call, int64_t i, rgs_axis_turns *t,
                                       rgs_free_body *b) {
  rgs_load_prepared(call->prepared, call->n, i, sizeof *t / sizeof(rgs_lanes), &t->order);
  rgs_free_body_load(call, i, t->per_largest, b);
  const rgs_bits order = rgs_bits_of(t->order);
  rgs_relabel(order, b->y);
  rgs_relabel(order, b->q + 1);
}

static inline rgs_lanes rgs_axis_turns_store(const rgs_flow *call, int64_t i,
                                             const rgs_axis_turns *t, rgs_free_body *b) {
  rgs_label_back(rgs_bits_of(t->order), b->q + 1);
  return rgs_store_attitude(call, i, b->q);
}

#endif /* RGS_AXIS_TURNS_H */
