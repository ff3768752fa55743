/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact_flow.h - the flow of the rotor `exact` over columns of bodies.  The mathematics is in
 * rigidstep/device/exact.h, which devices compile too; exact_lanes.c has formulas and notation.
 */
#ifndef RGS_EXACT_FLOW_H
#define RGS_EXACT_FLOW_H
#include "lanes/path.h"
#include "rotors/exact_top.h"
#include <rigidstep/device/exact.h>

/* ---- bodies ---------------------------------------------------------------------------------- */
/* Bodies that are not as usual: see rgs_exact_far. */
RGS_APART void rgs_exact_load_far(const rgs_flow *flow, int64_t i, unsigned usual, rgs_lanes q2,
                                  rgs_lanes q[4], rgs_lanes l[3], rgs_exact_body *b) {
  double each_q2[RGS_WIDTH], each_q[4][RGS_WIDTH], each_l[3][RGS_WIDTH];
  double T[RGS_WIDTH], slow[RGS_WIDTH], w1[RGS_WIDTH], order[RGS_WIDTH];
  rgs_to_memory(each_q2, q2);
  for (int k = 0; k < 4; k++) rgs_to_memory(each_q[k], q[k]);
  for (int k = 0; k < 3; k++) rgs_to_memory(each_l[k], l[k]);
  rgs_to_memory(T, b->T);
  rgs_to_memory(slow, b->slow);
  rgs_to_memory(w1, b->w1);
  rgs_to_memory(order, rgs_of_bits(b->order));
  for (int lane = 0; lane < RGS_WIDTH; lane++) {
    if (usual >> lane & 1) continue;
    const int64_t body = i + lane < flow->n ? i + lane : flow->n - 1;
    const double moment[3] = RGS_MOMENTS_AT(&flow->inertia, body);
    double q_body[4], l_body[3];
    for (int k = 0; k < 4; k++) q_body[k] = each_q[k][lane];
    for (int k = 0; k < 3; k++) l_body[k] = each_l[k][lane];
    const rgs_exact_shape shape =
        rgs_exact_far(flow->h, moment, each_q2[lane], q_body, l_body, &T[lane], &slow[lane]);
    w1[lane] = shape.w1;
    order[lane] = shape.order;
    for (int k = 0; k < 4; k++) each_q[k][lane] = q_body[k];
    for (int k = 0; k < 3; k++) each_l[k][lane] = l_body[k];
  }
  for (int k = 0; k < 4; k++) q[k] = rgs_from_memory(each_q[k]);
  for (int k = 0; k < 3; k++) l[k] = rgs_from_memory(each_l[k]);
  b->T = rgs_from_memory(T);
  b->slow = rgs_from_memory(slow);
  b->w1 = rgs_from_memory(w1);
  b->order = rgs_bits_of(rgs_from_memory(order));
}

static inline void rgs_exact_load(const rgs_flow *flow, int64_t i, rgs_exact_body *b) {
  rgs_exact_top t;
  rgs_lanes q[4], l[3];
  rgs_load_prepared(flow->prepared, flow->n, i, sizeof t / sizeof(rgs_lanes), &t.order);
  rgs_load_all(&flow->q, flow->n, i, 4, q);
  rgs_load_all(&flow->l, flow->n, i, 3, l);
  const rgs_lanes half = rgs_same(0.5 * flow->h);
  for (int k = 0; k < 4; k++) b->q[k] = q[k];
  /* cppcheck-suppress uninitvar; rgs_load_prepared fills all of t */
  b->T = half * t.beta;
  b->slow = half * t.a3;
  b->w1 = t.w1;
  b->order = rgs_bits_of(t.order);

  rgs_lanes q2 = rgs_exact_square(q, 4);
  b->l2 = rgs_exact_square(l, 3);
  b->T2 = b->T * b->T;
  const rgs_mask usual = rgs_exact_usual(b, q2);
  if (!rgs_all(usual)) {
    rgs_exact_load_far(flow, i, rgs_mask_bits(usual), q2, q, l, b);
    q2 = rgs_exact_square(q, 4);
    b->l2 = rgs_exact_square(l, 3);
    b->T2 = b->T * b->T;
  }

  rgs_exact_momentum(q, l, q2, b->y);
  rgs_relabel(b->order, b->y);
}

/* Rotates the bodies by the functions at half the step, and writes their attitudes; returns what
 * rgs_store_attitude returns. */
static inline rgs_lanes rgs_exact_end(const rgs_flow *flow, int64_t i, const rgs_lanes y[3],
                                      rgs_lanes w1, rgs_bits order, const rgs_exact_motion *m,
                                      const rgs_exact_phase *p, rgs_lanes q[4]) {
  rgs_exact_rotate(y, w1, order, m, p, q);
  return rgs_store_attitude(flow, i, q);
}

/* ---- longer times ---------------------------------------------------------------------------- */
/* Bodies that wait until their functions are doubled. */
typedef struct rgs_exact_group {
  int64_t i;
  rgs_exact_state state;
  rgs_lanes y[3], w1;
  rgs_bits order;
} rgs_exact_group;

/* So many groups of bodies are doubled together: the processor works on several of them at once. */
#ifndef RGS_EXACT_GROUPS
#define RGS_EXACT_GROUPS 16
#endif

static inline rgs_lanes rgs_exact_go_on(const rgs_flow *flow, rgs_exact_group *group, int groups,
                                        rgs_lanes faults) {
  int more = groups > 0;
  /* A lane needs another doubling while part < whole.  Where a host has put nan into a body, part
   * may be any number, below 0 too: there the smallest number ends it. */
  for (double whole = 1; more && whole > 0; whole *= 0.5) {
    more = 0;
    for (int g = 0; g < groups; g++) more |= rgs_exact_double(&group[g].state, whole);
  }
  for (int g = 0; g < groups; g++) {
    rgs_exact_group *e = &group[g];
    rgs_lanes q[4];
    rgs_load_all(&flow->q, flow->n, e->i, 4, q);
    rgs_exact_finish(&e->state);
    faults += rgs_exact_end(flow, e->i, e->y, e->w1, e->order, &e->state.m, &e->state.p, q);
  }
  return faults;
}

/* ---- flow ------------------------------------------------------------------------------------ */
RGS_LANE_FLOW(rgs_exact_flow) {
  const rgs_flow flow = *call; /* a copy, so that stores cannot change it: it stays in registers */
  rgs_lanes faults = rgs_same(0);
  for (int64_t i = 0; i < flow.n;) {
    rgs_exact_group group[RGS_EXACT_GROUPS];
    int groups = 0;
    for (; i < flow.n && groups < RGS_EXACT_GROUPS; i += RGS_WIDTH) {
      rgs_exact_body b;
      rgs_exact_load(&flow, i, &b);
      const rgs_exact_motion m = rgs_exact_motion_of(&b);
      const rgs_lanes excess = b.T2 * rgs_max(m.mu1, m.mu3), chi2 = b.slow * b.slow * m.l2;
      const rgs_mask is_short = rgs_and(rgs_at_most(excess, rgs_same(RGS_EXACT_SHORT)),
                                        rgs_at_most(chi2, rgs_same(RGS_EXACT_SHORT_CHI)));
      if (rgs_all(is_short)) {
        const rgs_exact_phase p = rgs_exact_short(&m, b.T, b.T2, b.slow);
        faults += rgs_exact_end(&flow, i, b.y, b.w1, b.order, &m, &p, b.q);
      } else {
        rgs_exact_group *e = &group[groups++];
        rgs_exact_begin(&b, &m, excess, chi2, is_short, &e->state);
        for (int k = 0; k < 3; k++) e->y[k] = b.y[k];
        e->w1 = b.w1;
        e->order = b.order;
        e->i = i;
      }
    }
    faults = rgs_exact_go_on(&flow, group, groups, faults);
  }
  return rgs_attitudes_stored(&flow, faults, bad);
}

#endif /* RGS_EXACT_FLOW_H */
