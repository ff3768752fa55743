/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel_exact.h - the flow of the rotor `exact`: see rotor_exact.c for the formulas and notation.
 */
#ifndef RGS_KERNEL_EXACT_H
#define RGS_KERNEL_EXACT_H
#include "axes_order.h"
#include "exact_top.h"
#include "free_body.h"
#include "lane_sincos.h"

/* ---- the five functions of time -------------------------------------------------------------- */
typedef struct rgs_exact_motion { /* invariants */
  rgs_lanes A2, mu1, mu3, delta, nu;
} rgs_exact_motion;

typedef struct rgs_exact_phase {
  rgs_lanes s, c, d, s2; /* s2 = s^2 */
  rgs_lanes C, S;
} rgs_exact_phase;

/* The series around time 0 go as far as this degree in the square of the time, and are exact to rounding
 * where mu T^2 is at most RGS_EXACT_REACH.  One degree for all bodies: a shorter series for the nearer ones would save
 * less than the processor loses by guessing wrongly which it is to be. */
#define RGS_EXACT_DEGREE 5
#define RGS_EXACT_REACH 4.5e-3
/* The largest chi^2 for the polynomials of cos and sin. */
#define RGS_EXACT_REACH_CHI 0.6

/* sqrt(1 - u) for 0 <= u < RGS_EXACT_REACH, to rounding. */
static inline rgs_lanes rgs_exact_sqrt_1m(rgs_lanes u) {
  rgs_lanes sum = rgs_madd(u, rgs_same(21. / 1024), rgs_same(7. / 256));
  sum = rgs_madd(u, sum, rgs_same(5. / 128));
  sum = rgs_madd(u, sum, rgs_same(1. / 16));
  sum = rgs_madd(u, sum, rgs_same(1. / 8));
  sum = rgs_madd(u, sum, rgs_same(0.5));
  return rgs_nmadd(u, sum, rgs_same(1));
}

/* s^2 = T^2 P(T^2), where P follows from the differential equation
 *   (s^2)'' = 2 - 4 (mu1 + mu3) s^2 + 6 mu1 mu3 s^4,
 * and the integral in chi is taken term by term. */
static inline rgs_exact_phase rgs_exact_series(const rgs_exact_motion *m, rgs_lanes T,
                                               rgs_lanes slow_angle) {
  enum { DEGREE = RGS_EXACT_DEGREE };
  const rgs_lanes T2 = T * T;
  const rgs_lanes x1 = m->mu1 * T2, x3 = m->mu3 * T2, x = m->nu * T2;
  const rgs_lanes linear = -4 * (x1 + x3), square = 6 * (x1 * x3);
  rgs_lanes P[DEGREE + 1], g[DEGREE + 1]; /* g: coefficients of s^2 / (1 + nu s^2), over T^2 */
  P[0] = rgs_same(1);
  P[1] = linear * (1.0 / 12);
#pragma GCC unroll 8
  for (int j = 2; j <= DEGREE; j++) {
    rgs_lanes convolution = P[j - 2]; /* times P[0], which is 1 */
#pragma GCC unroll 8
    for (int i = 1; i < j - 2; i++) convolution = rgs_madd(P[i], P[j - 2 - i], convolution);
    if (j > 2) convolution += P[j - 2];
    const rgs_lanes sum = rgs_madd(square, convolution, linear * P[j - 1]);
    P[j] = sum * (1.0 / ((2 * j + 2) * (2 * j + 1)));
  }
  g[0] = rgs_same(1);
#pragma GCC unroll 8
  for (int j = 1; j <= DEGREE; j++) {
    rgs_lanes convolution = g[j - 1];
#pragma GCC unroll 8
    for (int i = 1; i < j - 1; i++) convolution = rgs_madd(P[i], g[j - 1 - i], convolution);
    if (j > 1) convolution += P[j - 1];
    g[j] = rgs_nmadd(x, convolution, P[j]);
  }
  rgs_lanes rest = P[DEGREE], integral = g[DEGREE] * (1.0 / (2 * DEGREE + 3));
#pragma GCC unroll 8
  for (int j = DEGREE - 1; j >= 1; j--) rest += P[j]; /* the smallest first */
#pragma GCC unroll 8
  for (int j = DEGREE - 1; j >= 0; j--)
    integral = rgs_madd(g[j], rgs_same(1.0 / (2 * j + 3)), integral);

  rgs_exact_phase p;
  p.s2 = T2 * (1 + rest);
  p.s = T * rgs_exact_sqrt_1m(-rest);
  p.c = rgs_exact_sqrt_1m(m->mu1 * p.s2);
  p.d = rgs_exact_sqrt_1m(m->mu3 * p.s2);
  rgs_sincos_small(rgs_madd(T, x * integral, slow_angle), &p.S, &p.C);
  return p;
}

/* Near the unstable axis c and d go to zero like exp(-T).  From here on they are held: the body
 * has come within rounding of that axis and stays there. */
#define RGS_EXACT_CLOSEST 1e-30

/* 1 / 2^e for 2^e <= a < 2^(e+1), of normal numbers. */
static inline rgs_lanes rgs_reciprocal_power(rgs_lanes a) {
  return rgs_of_bits(((uint64_t)2046 << 52) - (rgs_bits_of(a) & ((uint64_t)2047 << 52)));
}

/* From the functions at time T to those at 2 T. */
static inline rgs_exact_phase rgs_exact_twice(const rgs_exact_motion *m, const rgs_exact_phase *p) {
  const rgs_lanes cc = p->c * p->c, dd = p->d * p->d, cd = p->c * p->d, ccdd = cc * dd;
  const rgs_lanes shift = m->delta * p->s2;
  const rgs_lanes inverse = 1 / rgs_madd(dd, m->mu1 * p->s2, cc);
  rgs_lanes s = 2 * p->s * cd * inverse;
  rgs_lanes c = (ccdd - shift) * inverse, d = (ccdd + shift) * inverse;
  const rgs_mask held = rgs_less(rgs_madd(d, d, c * c),
                                 rgs_same(RGS_EXACT_CLOSEST * RGS_EXACT_CLOSEST));
  if (rgs_any(held)) {
    s = rgs_select(held, p->s, s);
    c = rgs_select(held, p->c, c);
    d = rgs_select(held, p->d, d);
  }

  /* exp(2 i chi) turns by the argument of 1 + more + i D2, from the addition theorem of Pi.  Only the
   * direction counts: a power of two keeps the length from overflowing. */
  const rgs_lanes x = m->nu * p->s2;
  const rgs_lanes more = x * rgs_madd(2 * ccdd, inverse, rgs_same(1)), D2 = x * s;
  const rgs_lanes C2 = rgs_msub(p->C, p->C, p->S * p->S), S2 = 2 * p->C * p->S;
  const rgs_lanes C = C2 + rgs_msub(C2, more, S2 * D2), S = S2 + rgs_madd(S2, more, C2 * D2);
  const rgs_lanes unit = rgs_reciprocal_power(rgs_max(rgs_abs(C), rgs_abs(S)));

  /* One Newton step back to c^2 + mu1 s^2 = 1 and d^2 + mu3 s^2 = 1: rounding does not pile up. */
  const rgs_lanes r = rgs_nmadd(rgs_same(0.5), rgs_madd(c, c, m->mu1 * (s * s)), rgs_same(1.5));
  rgs_exact_phase next;
  next.C = C * unit;
  next.S = S * unit;
  next.s = s * r;
  next.c = c * r;
  next.s2 = next.s * next.s;
  next.d = rgs_nmadd(0.5 * d, rgs_madd(d, d, m->mu3 * next.s2) - 1, d);
  return next;
}

static inline rgs_exact_phase rgs_exact_select(rgs_mask m, const rgs_exact_phase *a,
                                               const rgs_exact_phase *b) {
  return (rgs_exact_phase){ rgs_select(m, a->s, b->s),   rgs_select(m, a->c, b->c),
                            rgs_select(m, a->d, b->d),   rgs_select(m, a->s2, b->s2),
                            rgs_select(m, a->C, b->C),   rgs_select(m, a->S, b->S) };
}

/* The largest 2^-k such that 4^-k `excess` is at most 1; 1 where that is so without.  (Where excess is a
 * power of 4 it is half as much.) */
static inline rgs_lanes rgs_exact_part(rgs_lanes excess) {
  const rgs_bits exponent = rgs_bits_of(excess) >> 52; /* 1023 where excess is 1 */
  const rgs_bits k = (exponent - 1021) >> 1;
  return rgs_select(rgs_at_most(excess, rgs_same(1)), rgs_same(1), rgs_of_bits((1023 - k) << 52));
}

/* ---- flow ------------------------------------------------------------------------------------ */
/* What is known of some bodies on the way. */
typedef struct rgs_exact_state {
  rgs_exact_motion m;
  rgs_exact_phase p;
  rgs_lanes part; /* of the time that p belongs to */
  rgs_lanes slow; /* angle that chi still lacks */
  rgs_lanes y1, y2, y3, w1;
  rgs_bits order;
} rgs_exact_state;

static inline void rgs_exact_begin(const rgs_exact_top *t, rgs_free_body *b, rgs_exact_state *e) {
  e->order = rgs_bits_of(t->order);
  rgs_relabel(e->order, b->y);
  const rgs_lanes y1 = e->y1 = b->y[0], y2 = e->y2 = b->y[1], y3 = e->y3 = b->y[2];
  const rgs_lanes w1 = e->w1 = t->w1, w3 = 1 - w1;

  const rgs_lanes y11 = y1 * y1, y22 = y2 * y2, y33 = y3 * y3;
  const rgs_lanes both = w1 * w3 * y22; /* one term rounded alike in both, so that delta stays */
  rgs_exact_motion m;                   /* their difference */
  m.A2 = rgs_madd(w1, y22, y11);
  m.mu1 = rgs_madd(w1, y33, both);
  m.mu3 = rgs_madd(w3, y11, both);
  m.nu = w1 * m.A2;
  m.delta = rgs_msub(w1, y33, w3 * y11); /* mu1 - mu3 */

  const rgs_lanes half = 0.5 * b->time, T = half * t->beta, slow_angle = half * t->a3;
  const rgs_lanes excess = T * T * rgs_max(m.mu1, m.mu3) * (1 / RGS_EXACT_REACH);
  const rgs_lanes excess_chi = slow_angle * slow_angle * (1 / RGS_EXACT_REACH_CHI);
  /* The slow part of chi, which may be many radians, is not doubled with the rest: each time that would round
   * it anew. */
  e->slow = rgs_unless(rgs_at_most(rgs_max(excess, excess_chi), rgs_same(1)), slow_angle);
  e->part = rgs_exact_part(excess);
  e->p = rgs_exact_series(&m, e->part * T, slow_angle - e->slow);
  e->m = m;
}

/* The turn of the bodies at the end. */
static inline void rgs_exact_end(const rgs_exact_state *e, rgs_lanes q[4]) {
  /* (M1, M2, M3)/D0 is the momentum at half the step, by the addition theorems of sn, cn, dn. */
  const rgs_exact_phase p = e->p;
  const rgs_lanes s = p.s, c = p.c, d = p.d;
  rgs_lanes C = p.C, S = p.S;
  if (!rgs_all(rgs_equal(e->slow, rgs_same(0)))) {
    rgs_lanes sine, cosine;
    rgs_sincos(e->slow, &sine, &cosine);
    C = rgs_msub(p.C, cosine, p.S * sine);
    S = rgs_madd(p.S, cosine, p.C * sine);
  }
  const rgs_lanes y1 = e->y1, y2 = e->y2, y3 = e->y3, w1 = e->w1, w3 = 1 - w1;
  const rgs_lanes D0 = rgs_madd(w1 * p.s2, y3 * y3, c * c);
  const rgs_lanes sc = s * c, sd = s * d, cd = c * d, w1sd = w1 * sd;
  const rgs_lanes M1 = rgs_nmadd(w1sd, y2 * y3, y1 * c);
  const rgs_lanes M2 = rgs_madd(y2, cd, s * (y1 * y3));
  const rgs_lanes M3 = rgs_nmadd(w3 * sc, y1 * y2, y3 * d);
  const rgs_lanes r0 = rgs_nmadd(sc * e->m.A2, S, d * C) * D0;
  rgs_lanes r[3]; /* quaternion of the turn; its length is arbitrary */
  r[0] = rgs_madd(cd, S, s * C) * M1;
  r[1] = rgs_madd(c, S, w1sd * C) * M2;
  r[2] = rgs_madd(e->m.nu, p.s2, rgs_same(1)) * S * M3;
  rgs_label_back(e->order, r);
  rgs_turn_in_body(q, r0, r[0], r[1], r[2]);
}

/* Bodies that go through the stages together: the processor works on several at once. */
#ifndef RGS_EXACT_GROUPS
#define RGS_EXACT_GROUPS 16
#endif

RGS_KERNEL rgs_status rgs_exact_flow(const rgs_flow *call, int64_t *bad) {
  (void)bad;
  const rgs_flow flow = *call; /* what is stored may not alter it: it stays in registers */
  for (int64_t first = 0; first < flow.n; first += RGS_EXACT_GROUPS * RGS_WIDTH) {
    rgs_exact_state state[RGS_EXACT_GROUPS];
    int groups = 0, more = 0;
    for (int64_t i = first; i < flow.n && groups < RGS_EXACT_GROUPS; i += RGS_WIDTH, groups++) {
      rgs_exact_top t;
      rgs_free_body b;
      rgs_load_prepared(flow.prepared, flow.n, i, sizeof t / sizeof(rgs_lanes), &t.order);
      /* cppcheck-suppress uninitvar; the line before fills all of it */
      rgs_free_body_load(&flow, i, t.per_largest, &b);
      rgs_exact_begin(&t, &b, &state[groups]);
      more |= rgs_any(rgs_less(state[groups].part, rgs_same(1)));
    }
    for (double whole = 1; more; whole *= 0.5) { /* a lane needs another doubling while part < whole */
      more = 0;
      for (int g = 0; g < groups; g++) {
        rgs_exact_state *e = &state[g];
        const rgs_mask again = rgs_less(e->part, rgs_same(whole));
        if (!rgs_any(again)) continue;
        const rgs_exact_phase next = rgs_exact_twice(&e->m, &e->p);
        e->p = rgs_exact_select(again, &next, &e->p);
        more = 1;
      }
    }
    for (int g = 0; g < groups; g++) {
      rgs_lanes q[4];
      rgs_load_all(&flow.q, flow.n, first + g * RGS_WIDTH, 4, q);
      rgs_exact_end(&state[g], q);
      rgs_store_attitude(&flow, first + g * RGS_WIDTH, q);
    }
  }
  return RGS_OK;
}

#endif /* RGS_KERNEL_EXACT_H */
