/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cayley_flow.h - the flows of the rotors dmv2 to dmv10 and midpoint: see cayley.h for the
 * equation, dmv_simd.c and dmv_series.h for the methods.
 *
 * Each lane takes the stages and Newton steps that its own body needs.  A lane that is done or has
 * failed does not change while the others go on.
 */
#pragma once
#include "simd/instruction_set.h"
#include "rotors/cayley.h"
#include "free_motion/free_body.h"
#include "simd/sincos.h"

/* ---- the equation ---------------------------------------------------------------------------- */
/* The equation for Newton's method.  Components of vectors are by the axes as relabelled. */
typedef struct rgs_cayley_equation {
  double stretch;
  rgs_lanes a3, beta, delta;
  rgs_lanes a[3], k[3]; /* (e x p)_1 = k1 p2 p3 and cyclic; rounded, for the Jacobian only */
} rgs_cayley_equation;

RGS_INLINE rgs_lanes rgs_square3(const rgs_lanes v[3]) {
  return rgs_madd(v[2], v[2], rgs_madd(v[1], v[1], v[0] * v[0]));
}

RGS_INLINE void rgs_cayley_e(const rgs_cayley_equation *c, const rgs_lanes p[3], rgs_lanes e[3]) {
  e[0] = rgs_madd(c->beta, p[0], c->a3 * p[0]);
  e[1] = rgs_madd(c->delta, p[1], c->a3 * p[1]);
  e[2] = c->a3 * p[2];
}

RGS_INLINE void rgs_cayley_cross(const rgs_cayley_equation *c, const rgs_lanes p[3],
                                 rgs_lanes e_cross_p[3]) {
  e_cross_p[0] = c->delta * p[1] * p[2];
  e_cross_p[1] = -(c->beta * p[2] * p[0]);
  e_cross_p[2] = rgs_msub(c->beta, p[0], c->delta * p[0]) * p[1];
}

RGS_INLINE rgs_lanes rgs_cayley_alpha(const rgs_cayley_equation *c, rgs_lanes e2) {
  if (c->stretch == 0) return rgs_same(1);
  return 1 + c->stretch * e2;
}

/* One Newton step from p to next.  Returns the lanes in which the branch goes on.  change2 and e2
 * are the squares of the change in e and of e. */
RGS_INLINE rgs_mask rgs_cayley_newton(const rgs_cayley_equation *c, const rgs_lanes m[3],
                                      const rgs_lanes p[3], rgs_lanes next[3], rgs_lanes *change2,
                                      rgs_lanes *e2) {
  const rgs_lanes *a = c->a, *k = c->k;
  rgs_lanes e[3], f[3];
  rgs_cayley_e(c, p, e);
  rgs_cayley_cross(c, p, f);
  *e2 = rgs_square3(e);
  const rgs_lanes alpha = rgs_cayley_alpha(c, *e2);
  for (int j = 0; j < 3; j++) f[j] += rgs_nmadd(alpha, m[j], p[j]);

  /* Rows of the Jacobian. */
  rgs_lanes r1[3] = { rgs_same(1), k[0] * p[2], k[0] * p[1] };
  rgs_lanes r2[3] = { k[1] * p[2], rgs_same(1), k[1] * p[0] };
  rgs_lanes r3[3] = { k[2] * p[1], k[2] * p[0], rgs_same(1) };
  if (c->stretch != 0) {
    const double twice = 2 * c->stretch;
    for (int j = 0; j < 3; j++) {
      const rgs_lanes g = twice * a[j] * e[j];
      r1[j] = rgs_nmadd(m[0], g, r1[j]);
      r2[j] = rgs_nmadd(m[1], g, r2[j]);
      r3[j] = rgs_nmadd(m[2], g, r3[j]);
    }
  }
  rgs_lanes c1[3], c2[3], c3[3]; /* cross products of the rows: the inverse times det */
  rgs_cross(r2, r3, c1);
  rgs_cross(r3, r1, c2);
  rgs_cross(r1, r2, c3);
  const rgs_lanes det = rgs_madd(r1[2], c1[2], rgs_madd(r1[1], c1[1], r1[0] * c1[0]));
  const rgs_lanes inverse = 1 / det;
  rgs_lanes part[3];
  for (int j = 0; j < 3; j++) {
    const rgs_lanes change = -rgs_madd(f[2], c3[j], rgs_madd(f[1], c2[j], f[0] * c1[j])) * inverse;
    next[j] = p[j] + change;
    part[j] = a[j] * change;
  }
  *change2 = rgs_square3(part);
  return rgs_less(rgs_same(0), det);
}

/* ---- its solution ---------------------------------------------------------------------------- */
/* After a change c, Newton's method leaves an error of about coupling c^2; it ends when that is at
 * most this fraction of |e|. */
#define RGS_CAYLEY_LEFT 1e-17
/* The length of e, times the coupling, that one stage may add. */
#define RGS_CAYLEY_STAGE 0.25

/* The number of stages.  Bodies that would need too many are taken out of *wanted. */
RGS_INLINE rgs_lanes rgs_cayley_stages(rgs_lanes reach2, rgs_lanes coupling, double most,
                                       rgs_mask *wanted) {
  const rgs_lanes one = rgs_same(1);
  const rgs_mask near =
      rgs_less(reach2 * (coupling * coupling), rgs_same(RGS_CAYLEY_STAGE * RGS_CAYLEY_STAGE));
  if (rgs_all(near)) return one;
  const rgs_lanes reach = rgs_sqrt(reach2) * coupling;
  *wanted = rgs_and(*wanted, rgs_or(near, rgs_less(reach, rgs_same(RGS_CAYLEY_STAGE * most))));
  const rgs_lanes times = reach / RGS_CAYLEY_STAGE, nearest = (times + RGS_ROUND) - RGS_ROUND;
  const rgs_lanes whole = rgs_select(rgs_less(times, nearest), nearest - 1, nearest);
  return rgs_select(near, one, 1 + whole);
}

/* p for the first stage: four terms in powers of h, one by each round. */
RGS_INLINE void rgs_cayley_begin(const rgs_cayley_equation *c, const rgs_lanes target[3],
                                 rgs_lanes p[3]) {
  for (int j = 0; j < 3; j++) p[j] = target[j];
  for (int round = 0; round < 3; round++) {
    rgs_lanes e[3], cross[3];
    rgs_cayley_e(c, p, e);
    rgs_cayley_cross(c, p, cross);
    const rgs_lanes alpha = rgs_cayley_alpha(c, rgs_square3(e));
    for (int j = 0; j < 3; j++) p[j] = rgs_msub(alpha, target[j], cross[j]);
  }
}

/* Solves for e of the bodies that are wanted; returns which of them have a solution. */
RGS_INLINE rgs_mask rgs_cayley_solve(const rgs_cayley_top *t, double stretch, const rgs_lanes y[3],
                                     rgs_lanes time, rgs_mask wanted, double max_iterations,
                                     rgs_lanes e[3]) {
  const rgs_cayley_equation c = {
    stretch,
    t->a3,
    t->beta,
    t->delta,
    { t->a3 + t->beta, t->a3 + t->delta, t->a3 },
    { t->delta, -t->beta, t->beta - t->delta },
  };
  rgs_lanes m[3], p[3], reach[3];
  for (int j = 0; j < 3; j++) {
    m[j] = 0.5 * time * y[j];
    p[j] = rgs_same(0);
    reach[j] = c.a[j] * m[j];
  }
  const rgs_lanes stages =
      rgs_cayley_stages(rgs_square3(reach), t->coupling, max_iterations, &wanted);
  rgs_lanes iterations = rgs_same(0);
  for (double stage = 1;; stage++) {
    rgs_mask running = rgs_and(wanted, rgs_at_most(rgs_same(stage), stages));
    if (!rgs_any(running)) break;
    rgs_lanes target[3] = { m[0], m[1], m[2] };
    const rgs_mask partly = rgs_less(rgs_same(stage), stages);
    if (rgs_any(partly)) {
      const rgs_lanes part = rgs_select(partly, stage / stages, rgs_same(1));
      for (int j = 0; j < 3; j++) target[j] *= part;
    }
    if (stage == 1)
      rgs_cayley_begin(&c, target, p);
    else
      for (int j = 0; j < 3; j++) p[j] = rgs_select(running, p[j] * (stage / (stage - 1)), p[j]);
    do {
      const rgs_mask left_over = rgs_less(iterations, rgs_same(max_iterations));
      rgs_lanes next[3], change2, e2;
      const rgs_mask on = rgs_and(left_over, rgs_cayley_newton(&c, target, p, next, &change2, &e2));
      wanted = rgs_and(wanted, rgs_or(rgs_not(running), on));
      running = rgs_and(running, on);
      for (int j = 0; j < 3; j++) p[j] = rgs_select(running, next[j], p[j]);
      iterations = rgs_select(running, iterations + 1, iterations);
      const rgs_lanes left = t->coupling * change2;
      const rgs_mask done = rgs_at_most(left * left, RGS_CAYLEY_LEFT * RGS_CAYLEY_LEFT * e2);
      running = rgs_and(running, rgs_not(done));
    } while (rgs_any(running));
  }
  rgs_cayley_e(&c, p, e);
  return wanted;
}

/* ---- flow ------------------------------------------------------------------------------------ */
/* Loads body i and those after it, with the momentum by the axes as relabelled; returns which of
 * them move. */
RGS_INLINE rgs_mask rgs_cayley_load(const rgs_flow *flow, int64_t i, const rgs_cayley_top *t,
                                    rgs_free_body *b) {
  /* cppcheck-suppress uninitvar; rgs_load_prepared has filled it */
  const rgs_mask moving = rgs_free_body_load(flow, i, t->per_largest, b);
  rgs_relabel(rgs_bits_of(t->order), b->y);
  return moving;
}

/* Finds the first lane without a solution, and why: either its numbers are not finite, or the
 * equation has none. */
RGS_APART rgs_status rgs_cayley_refuse(unsigned failed, unsigned finite, int64_t i, int64_t n,
                                       int64_t *bad) {
  unsigned lane = 0;
  while (!(failed >> lane & 1)) lane++;
  *bad = i + lane < n ? i + lane : n - 1;
  return finite >> lane & 1 ? RGS_E_NOCONV : RGS_E_NONFINITE;
}

/* Rotates the bodies by the solution of the equation.  Fails at *bad, the first body that moves but
 * is not wanted or has no solution. */
RGS_INLINE rgs_status rgs_cayley_rotate(const rgs_flow *flow, int64_t i, const rgs_cayley_top *t,
                                        double stretch, rgs_mask moving, rgs_mask wanted,
                                        rgs_free_body *b, int64_t *bad) {
  const rgs_cayley_params *params = (const rgs_cayley_params *)flow->params;
  rgs_lanes e[3];
  const rgs_mask solved = rgs_cayley_solve(t, stretch, b->y, b->time, rgs_and(moving, wanted),
                                           (double)params->max_iterations, e);
  rgs_mask failed = rgs_and(moving, rgs_not(solved));
  if (!rgs_any(failed)) {
    for (int k = 0; k < 3; k++) e[k] = rgs_select(moving, e[k], rgs_same(0));
    rgs_label_back(rgs_bits_of(t->order), e);
    rgs_rotate_in_body(b->q, rgs_same(1), e[0], e[1], e[2]);
    failed = rgs_not(rgs_less(rgs_store_orientation(flow, i, b->q), rgs_same(RGS_LARGEST_FAULT)));
    if (!rgs_any(failed)) return RGS_OK;
  }
  const rgs_lanes sum = b->time + (b->y[0] + b->y[1] + b->y[2]);
  const rgs_mask finite = rgs_equal(sum - sum, rgs_same(0));
  const rgs_status status =
      rgs_cayley_refuse(rgs_mask_bits(failed), rgs_mask_bits(finite), i, flow->n, bad);
  rgs_leave();
  return status;
}

RGS_INLINE rgs_status rgs_cayley_flow(const rgs_flow *call, double stretch, int64_t *bad) {
  const rgs_flow flow = *call;
  for (int64_t i = 0; i < flow.n; i += RGS_WIDTH) {
    rgs_cayley_top t;
    memset(&t, 0, sizeof t); /* GCC does not see that the next call fills it */
    rgs_free_body b;
    rgs_load_prepared(flow.prepared, flow.n, i, RGS_CAYLEY_TOP, &t.order);
    const rgs_mask moving = rgs_cayley_load(&flow, i, &t, &b);
    const rgs_status status = rgs_cayley_rotate(&flow, i, &t, stretch, moving, moving, &b, bad);
    if (status != RGS_OK) return status;
  }
  return RGS_OK;
}
