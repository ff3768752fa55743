/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact_flow.h - the flow of the rotor `exact`: see exact_lanes.c for the formulas and notation,
 * exact_phase.h for the units.
 */
#ifndef RGS_EXACT_FLOW_H
#define RGS_EXACT_FLOW_H
#include "lanes/path.h"
#include "rotors/exact_phase.h"
#include "rotors/exact_top.h"

/* ---- bodies ---------------------------------------------------------------------------------- */
/* Some bodies at the start of the step, with their axes relabelled. */
typedef struct rgs_exact_body {
  rgs_lanes q[4];  /* attitude, as the host has it */
  rgs_lanes y[3];  /* momentum in the body frame, in the host's units; if far from 1, of length 1 */
  rgs_lanes l2;    /* its square */
  rgs_lanes T, T2; /* of half the step; T2 = T^2 */
  rgs_lanes slow;  /* the part of chi that grows linearly with time */
  rgs_lanes w1;
  rgs_bits order;
} rgs_exact_body;

/* Usually T^2, the square of the slow angle, |l|^2 and their products are below these.  Then
 * nothing that follows over- or underflows where it matters. */
#define RGS_EXACT_LARGEST 1e100
#define RGS_EXACT_LARGEST_ANGLE2 1e160
/* An attitude's square is this close to 1, and closer, where a method left it; then 1 - x is 1/(1 +
 * x) to rounding. */
#define RGS_EXACT_UNIT 4e-9

/* Of bodies that are not as usual: the dimensionless time, and momentum and attitude brought to
 * length 1, so that no square over- or underflows. */
RGS_APART void rgs_exact_load_far(const rgs_flow *flow, int64_t i, unsigned usual, rgs_lanes q2,
                                  rgs_lanes q[4], rgs_lanes l[3], rgs_exact_body *b) {
  double each_q2[RGS_WIDTH], each_q[4][RGS_WIDTH], each_l[3][RGS_WIDTH];
  double T[RGS_WIDTH], slow[RGS_WIDTH];
  rgs_to_memory(each_q2, q2);
  for (int k = 0; k < 4; k++) rgs_to_memory(each_q[k], q[k]);
  for (int k = 0; k < 3; k++) rgs_to_memory(each_l[k], l[k]);
  rgs_to_memory(T, b->T);
  rgs_to_memory(slow, b->slow);
  for (int lane = 0; lane < RGS_WIDTH; lane++) {
    if (usual >> lane & 1) continue;
    const int64_t body = i + lane < flow->n ? i + lane : flow->n - 1;
    const rgs_moments m = rgs_scale_moments(&flow->inertia, body);
    const rgs_exact_shape shape = rgs_exact_shape_of(&flow->inertia, body, m.reciprocal);
    const double unit = 1 / sqrt(each_q2[lane]);
    double l_body[3], norm, time;
    (void)rgs_free_body_load_far(flow, body, m.per_largest, l_body, &norm, &time);
    T[lane] = 0.5 * time * shape.beta;
    slow[lane] = 0.5 * time * shape.a3;
    for (int k = 0; k < 4; k++) each_q[k][lane] *= unit;
    for (int k = 0; k < 3; k++) each_l[k][lane] = l_body[k] / norm;
  }
  for (int k = 0; k < 4; k++) q[k] = rgs_from_memory(each_q[k]);
  for (int k = 0; k < 3; k++) l[k] = rgs_from_memory(each_l[k]);
  b->T = rgs_from_memory(T);
  b->slow = rgs_from_memory(slow);
}

/* The square of a vector or a quaternion. */
static inline rgs_lanes rgs_exact_square(const rgs_lanes *a, int components) {
  rgs_lanes sum = a[0] * a[0];
  for (int k = 1; k < components; k++) sum = rgs_madd(a[k], a[k], sum);
  return sum;
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
  const rgs_lanes rate2 = rgs_max(b->T2, b->slow * b->slow);
  const rgs_mask usual =
      rgs_and(rgs_and(rgs_less(rate2, rgs_same(RGS_EXACT_LARGEST)),
                      rgs_less(b->l2, rgs_same(RGS_EXACT_LARGEST))),
              rgs_and(rgs_less(rate2 * b->l2, rgs_same(RGS_EXACT_LARGEST_ANGLE2)),
                      rgs_less(rgs_abs(q2 - 1), rgs_same(RGS_EXACT_UNIT))));
  if (!rgs_all(usual)) {
    rgs_exact_load_far(flow, i, rgs_mask_bits(usual), q2, q, l, b);
    q2 = rgs_exact_square(q, 4);
    b->l2 = rgs_exact_square(l, 3);
    b->T2 = b->T * b->T;
  }

  /* y = Q^T l, for q = (q0, e): with u = q0 l - e x l, the vector part of q* l, it is (e.l) e + q0
   * u - e x u over |q|^2, which is 1 but for rounding. */
  const rgs_lanes q0 = q[0], *e = q + 1, beyond = q2 - 1;
  const rgs_lanes el = rgs_madd(e[2], l[2], rgs_madd(e[1], l[1], e[0] * l[0]));
  rgs_lanes u[3], cross[3];
  rgs_cross(e, l, u);
  for (int k = 0; k < 3; k++) u[k] = rgs_msub(q0, l[k], u[k]);
  rgs_cross(u, e, cross);
  for (int k = 0; k < 3; k++) {
    const rgs_lanes y = rgs_madd(el, e[k], rgs_madd(q0, u[k], cross[k]));
    b->y[k] = rgs_nmadd(beyond, y, y);
  }
  rgs_relabel(b->order, b->y);
}

static inline rgs_exact_motion rgs_exact_motion_of(const rgs_exact_body *b) {
  const rgs_lanes y11 = b->y[0] * b->y[0], y22 = b->y[1] * b->y[1], y33 = b->y[2] * b->y[2];
  const rgs_lanes w1 = b->w1, w3 = 1 - w1;
  const rgs_lanes both =
      w1 * w3 * y22; /* rounded alike in both, so that delta is their difference */
  rgs_exact_motion m;
  m.A2 = rgs_madd(w1, y22, y11);
  m.mu1 = rgs_madd(w1, y33, both);
  m.mu3 = rgs_madd(w3, y11, both);
  m.nu = w1 * m.A2;
  m.l2 = b->l2;
  return m;
}

/* Rotates the bodies by the functions at half the step, and writes their attitudes; returns what
 * rgs_store_attitude returns. */
static inline rgs_lanes rgs_exact_end(const rgs_flow *flow, int64_t i, const rgs_lanes y[3],
                                      rgs_lanes w1, rgs_bits order, const rgs_exact_motion *m,
                                      const rgs_exact_phase *p, rgs_lanes q[4]) {
  /* (M1, M2, M3)/D0 is the momentum at half the step, by the addition theorems of sn, cn, dn. */
  const rgs_lanes s = p->s, c = p->c, d = p->d, C = p->C, S = p->S;
  const rgs_lanes y1 = y[0], y2 = y[1], y3 = y[2], w3 = 1 - w1;
  const rgs_lanes D0 = rgs_madd(w1 * p->s2, y3 * y3, c * c);
  const rgs_lanes sc = s * c, cd = c * d, w1sd = w1 * (s * d);
  const rgs_lanes M1 = rgs_nmadd(w1sd, y2 * y3, y1 * c);
  const rgs_lanes M2 = rgs_madd(y2, cd, s * (y1 * y3));
  const rgs_lanes M3 = rgs_nmadd(w3 * sc, y1 * y2, y3 * d);
  const rgs_lanes r0 = rgs_nmadd(sc * m->A2, S, d * C) * D0;
  rgs_lanes r[3]; /* the quaternion of the rotation; its length is arbitrary */
  r[0] = rgs_madd(cd, S, s * C) * M1;
  r[1] = rgs_madd(c, S, w1sd * C) * M2;
  r[2] = rgs_madd(m->nu, p->s2, rgs_same(1)) * S * M3;
  rgs_label_back(order, r);
  rgs_rotate_in_body(q, r0, r[0], r[1], r[2]);
  return rgs_store_attitude(flow, i, q);
}

/* ---- longer times ---------------------------------------------------------------------------- */
/* The state of bodies whose functions have to be doubled, or may have to. */
typedef struct rgs_exact_state {
  int64_t i;
  rgs_exact_motion m;
  rgs_exact_phase p;
  rgs_lanes delta;  /* mu1 - mu3 */
  rgs_lanes part;   /* the fraction of the time that p belongs to */
  rgs_lanes slow;   /* the angle that is still to be added to chi */
  rgs_lanes length; /* of the momentum, which p.S contains; 1 where it does not */
  rgs_lanes y[3], w1;
  rgs_bits order;
} rgs_exact_state;

/* is_short: the lanes that use the short series.  excess: mu T^2. */
static inline void rgs_exact_begin(const rgs_exact_body *b, const rgs_exact_motion *m,
                                   rgs_lanes excess, rgs_lanes chi2, rgs_mask is_short,
                                   rgs_exact_state *e) {
  const rgs_lanes y11 = b->y[0] * b->y[0], y33 = b->y[2] * b->y[2];
  e->delta = rgs_msub(b->w1, y33, (1 - b->w1) * y11);
  excess *= 1 / RGS_EXACT_REACH;
  const rgs_lanes excess_chi = chi2 * (1 / RGS_EXACT_REACH_CHI);
  /* The slow part of chi, which may be many radians, is not doubled with the rest: each time that
   * would round it anew. */
  const rgs_lanes slow = rgs_unless(rgs_at_most(rgs_max(excess, excess_chi), rgs_same(1)), b->slow);
  e->length = rgs_select(is_short, rgs_same(1), rgs_sqrt(m->l2));
  e->slow = slow * e->length;
  e->part = rgs_exact_part(excess);
  e->p = rgs_exact_series(m, e->length, e->part * b->T, b->slow - slow);
  if (rgs_any(is_short)) {
    const rgs_exact_phase p = rgs_exact_short(m, b->T, b->T2, b->slow);
    e->p = rgs_exact_select(is_short, &p, &e->p);
  }
  e->m = *m;
  for (int k = 0; k < 3; k++) e->y[k] = b->y[k];
  e->w1 = b->w1;
  e->order = b->order;
}

/* Adds the slow angle to what was doubled without it. */
static inline void rgs_exact_add_slow(rgs_exact_state *e) {
  if (rgs_all(rgs_equal(e->slow, rgs_same(0)))) return;
  const rgs_lanes C = e->p.C, S = e->p.S;
  rgs_lanes sine, cosine;
  rgs_sincos(e->slow, &sine, &cosine);
  e->p.C = rgs_msub(C, cosine, S * sine);
  e->p.S = rgs_madd(S, cosine, C * sine);
}

/* So many groups of bodies are doubled together: the processor works on several of them at once. */
#ifndef RGS_EXACT_GROUPS
#define RGS_EXACT_GROUPS 16
#endif

static inline rgs_lanes rgs_exact_go_on(const rgs_flow *flow, rgs_exact_state *state, int groups,
                                        rgs_lanes faults) {
  int more = groups > 0;
  /* A lane needs another doubling while part < whole.  Where a host has put nan into a body, part
   * may be any number, below 0 too: there the smallest number ends it. */
  for (double whole = 1; more && whole > 0; whole *= 0.5) {
    more = 0;
    for (int g = 0; g < groups; g++) {
      rgs_exact_state *e = &state[g];
      const rgs_mask again = rgs_less(e->part, rgs_same(whole));
      if (!rgs_any(again)) continue;
      const rgs_exact_phase next = rgs_exact_twice(&e->m, e->delta, e->length, &e->p);
      e->p = rgs_exact_select(again, &next, &e->p);
      more = 1;
    }
  }
  for (int g = 0; g < groups; g++) {
    rgs_exact_state *e = &state[g];
    rgs_lanes q[4];
    rgs_load_all(&flow->q, flow->n, e->i, 4, q);
    rgs_exact_add_slow(e);
    e->p.C *= e->length; /* instead of dividing S by it: only their ratio counts */
    faults += rgs_exact_end(flow, e->i, e->y, e->w1, e->order, &e->m, &e->p, q);
  }
  return faults;
}

/* ---- flow ------------------------------------------------------------------------------------ */
RGS_LANE_FLOW(rgs_exact_flow) {
  const rgs_flow flow = *call; /* a copy, so that stores cannot change it: it stays in registers */
  rgs_lanes faults = rgs_same(0);
  for (int64_t i = 0; i < flow.n;) {
    rgs_exact_state state[RGS_EXACT_GROUPS];
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
        rgs_exact_begin(&b, &m, excess, chi2, is_short, &state[groups]);
        state[groups++].i = i;
      }
    }
    faults = rgs_exact_go_on(&flow, state, groups, faults);
  }
  return rgs_attitudes_stored(&flow, faults, bad);
}

#endif /* RGS_EXACT_FLOW_H */
