/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel_exact.h - the flow of the rotor `exact`: see rotor_exact.c for the formulas and notation.
 */
#ifndef RGS_KERNEL_EXACT_H
#define RGS_KERNEL_EXACT_H
#include "exact_top.h"
#include "free_body.h"
#include "lane_axes.h"
#include "lane_sincos.h"

/* ---- the five functions of time -------------------------------------------------------------- */
typedef struct rgs_exact_motion { /* invariants */
  rgs_lanes A2, mu1, mu3, delta, nu;
} rgs_exact_motion;

typedef struct rgs_exact_phase {
  rgs_lanes s, c, d, s2; /* s2 = s^2 */
  rgs_lanes C, S;
} rgs_exact_phase;

/* sqrt(1 - u) for 0 <= u < 5e-3, to rounding; short for u < 3e-4. */
static inline rgs_lanes rgs_sqrt_1m(rgs_lanes u, int is_short) {
  rgs_lanes series = rgs_same(5. / 128);
  if (!is_short) series = rgs_madd(u, rgs_madd(u, rgs_same(21. / 1024), rgs_same(7. / 256)), series);
  series = rgs_madd(u, series, rgs_same(1. / 16));
  series = rgs_madd(u, series, rgs_same(1. / 8));
  series = rgs_madd(u, series, rgs_same(0.5));
  return rgs_nmadd(u, series, rgs_same(1));
}

/* Series around time 0.  s^2 = T^2 P(T^2), where P follows from the differential equation
 *   (s^2)'' = 2 - 4 (mu1 + mu3) s^2 + 6 mu1 mu3 s^4,
 * and the integral in chi is taken term by term.  `degree` is a constant at every call. */
static inline rgs_exact_phase rgs_exact_series(const rgs_exact_motion *m, rgs_lanes T,
                                               rgs_lanes slow_angle, int degree) {
  enum { MOST = 5 };
  const rgs_lanes T2 = T * T;
  const rgs_lanes x1 = m->mu1 * T2, x3 = m->mu3 * T2, x = m->nu * T2;
  const rgs_lanes linear = -4 * (x1 + x3), square = 6 * (x1 * x3);
  rgs_lanes P[MOST + 1], g[MOST + 1]; /* g: coefficients of s^2 / (1 + nu s^2), over T^2 */
  P[0] = rgs_same(1);
#pragma GCC unroll 8
  for (int j = 1; j <= degree; j++) {
    rgs_lanes sum = linear * P[j - 1];
    if (j >= 2) {
      rgs_lanes convolution = P[0] * P[j - 2];
#pragma GCC unroll 8
      for (int i = 1; i <= j - 2; i++) convolution = rgs_madd(P[i], P[j - 2 - i], convolution);
      sum = rgs_madd(square, convolution, sum);
    }
    P[j] = sum * (1.0 / ((2 * j + 2) * (2 * j + 1)));
  }
  g[0] = rgs_same(1);
#pragma GCC unroll 8
  for (int j = 1; j <= degree; j++) {
    rgs_lanes convolution = P[0] * g[j - 1];
#pragma GCC unroll 8
    for (int i = 1; i < j; i++) convolution = rgs_madd(P[i], g[j - 1 - i], convolution);
    g[j] = rgs_nmadd(x, convolution, P[j]);
  }
  rgs_lanes rest = rgs_same(0), integral = g[degree] * (1.0 / (2 * degree + 3));
#pragma GCC unroll 8
  for (int j = degree; j >= 1; j--) {
    rest += P[j]; /* the smallest first */
    integral = rgs_madd(g[j - 1], rgs_same(1.0 / (2 * j + 1)), integral);
  }

  rgs_exact_phase p;
  const int is_short = degree <= 3;
  p.s2 = T2 * (1 + rest);
  p.s = T * rgs_sqrt_1m(-rest, is_short);
  p.c = rgs_sqrt_1m(m->mu1 * p.s2, is_short);
  p.d = rgs_sqrt_1m(m->mu3 * p.s2, is_short);
  rgs_sincos_small(rgs_madd(T, x * integral, slow_angle), &p.S, &p.C);
  return p;
}

/* Near the unstable axis c and d go to zero like exp(-T).  From here on they are held: the body
 * has come within rounding of that axis and stays there. */
#define RGS_EXACT_CLOSEST 1e-30

/* From the functions at time T to those at 2 T. */
static inline rgs_exact_phase rgs_exact_twice(const rgs_exact_motion *m, const rgs_exact_phase *p) {
  const rgs_lanes cc = p->c * p->c, dd = p->d * p->d, cd = p->c * p->d, ccdd = cc * dd;
  const rgs_lanes shift = m->delta * p->s2;
  const rgs_lanes inverse = 1 / rgs_madd(dd, m->mu1 * p->s2, cc);
  rgs_lanes s = 2 * p->s * cd * inverse;
  rgs_lanes c = (ccdd - shift) * inverse, d = (ccdd + shift) * inverse;
  const rgs_mask held = rgs_less(rgs_madd(d, d, c * c),
                                 rgs_same(RGS_EXACT_CLOSEST * RGS_EXACT_CLOSEST));
  s = rgs_select(held, p->s, s);
  c = rgs_select(held, p->c, c);
  d = rgs_select(held, p->d, d);

  /* exp(2 i chi) turns by the argument of D1 + i D2, from the addition theorem of Pi.  Only the
   * direction counts; the length is taken out at once, or else it overflows in the end. */
  const rgs_lanes x = m->nu * p->s2;
  const rgs_lanes D1 = rgs_madd(x, rgs_madd(2 * ccdd, inverse, rgs_same(1)), rgs_same(1));
  const rgs_lanes D2 = x * s;
  const rgs_lanes C2 = rgs_msub(p->C, p->C, p->S * p->S), S2 = 2 * p->C * p->S;
  const rgs_lanes C = rgs_msub(C2, D1, S2 * D2), S = rgs_madd(S2, D1, C2 * D2);
  const rgs_lanes unit = 1 / rgs_sqrt(rgs_madd(C, C, S * S));

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

/* The largest mu T^2 at which each series is exact to rounding, and the largest chi^2 for the
 * polynomials of cos and sin. */
#define RGS_EXACT_REACH_3 2.5e-4
#define RGS_EXACT_REACH_5 4.5e-3
#define RGS_EXACT_REACH_CHI 0.6

static inline rgs_exact_phase rgs_exact_select(rgs_mask m, const rgs_exact_phase *a,
                                               const rgs_exact_phase *b) {
  return (rgs_exact_phase){ rgs_select(m, a->s, b->s),   rgs_select(m, a->c, b->c),
                            rgs_select(m, a->d, b->d),   rgs_select(m, a->s2, b->s2),
                            rgs_select(m, a->C, b->C), rgs_select(m, a->S, b->S) };
}

static inline rgs_mask rgs_exact_within(rgs_lanes x, double reach, rgs_lanes z) {
  return rgs_and(rgs_at_most(x, rgs_same(reach)), rgs_at_most(z, rgs_same(RGS_EXACT_REACH_CHI)));
}

static inline rgs_exact_phase rgs_exact_functions(const rgs_exact_motion *m, rgs_lanes T,
                                                  rgs_lanes slow_angle) {
  rgs_lanes x = T * T * rgs_max(m->mu1, m->mu3), z = slow_angle * slow_angle;
  const rgs_mask near = rgs_exact_within(x, RGS_EXACT_REACH_3, z);
  if (rgs_all(near)) return rgs_exact_series(m, T, slow_angle, 3);

  rgs_lanes part = rgs_same(1), doublings = rgs_same(0);
  for (;;) {
    const rgs_mask enough = rgs_exact_within(x, RGS_EXACT_REACH_5, z);
    if (rgs_all(enough)) break;
    const rgs_lanes quarter = rgs_select(enough, rgs_same(1), rgs_same(0.25));
    x *= quarter;
    z *= quarter;
    part *= rgs_select(enough, rgs_same(1), rgs_same(0.5));
    doublings += rgs_select(enough, rgs_same(0), rgs_same(1));
  }
  rgs_exact_phase p = rgs_exact_series(m, part * T, part * slow_angle, 5);
  for (double done = 0;; done++) {
    const rgs_mask more = rgs_less(rgs_same(done), doublings);
    if (!rgs_any(more)) break;
    const rgs_exact_phase next = rgs_exact_twice(m, &p);
    p = rgs_exact_select(more, &next, &p);
  }
  if (rgs_any(near)) {
    const rgs_exact_phase short_one = rgs_exact_series(m, T, slow_angle, 3);
    p = rgs_exact_select(near, &short_one, &p);
  }
  return p;
}

/* ---- flow ------------------------------------------------------------------------------------ */
/* Turns the bodies for b->time. */
static inline void rgs_exact_turn(const rgs_exact_top *t, rgs_free_body *b) {
  const rgs_axes axes = rgs_axes_of(t->order);
  const rgs_lanes hand = rgs_hand(&axes);
  rgs_relabel(&axes, b->y);
  const rgs_lanes y1 = b->y[0], y2 = b->y[1], y3 = b->y[2];
  const rgs_lanes w1 = t->w1, w3 = 1 - w1;

  const rgs_lanes y11 = y1 * y1, y22 = y2 * y2, y33 = y3 * y3;
  const rgs_lanes both = w1 * w3 * y22; /* one term rounded alike in both, so that delta stays */
  rgs_exact_motion m;                   /* their difference */
  m.A2 = rgs_madd(w1, y22, y11);
  m.mu1 = rgs_madd(w1, y33, both);
  m.mu3 = rgs_madd(w3, y11, both);
  m.nu = w1 * m.A2;
  m.delta = rgs_msub(w1, y33, w3 * y11); /* mu1 - mu3 */
  const rgs_lanes half = 0.5 * b->time;
  const rgs_exact_phase p = rgs_exact_functions(&m, half * t->beta, half * t->a3);

  /* (M1, M2, M3)/D0 is the momentum at half the step, by the addition theorems of sn, cn, dn. */
  const rgs_lanes s = p.s, c = p.c, d = p.d, C = p.C, S = p.S;
  const rgs_lanes D0 = rgs_madd(w1 * p.s2, y33, c * c);
  const rgs_lanes M1 = rgs_nmadd(hand * w1 * (s * d), y2 * y3, y1 * c);
  const rgs_lanes M2 = rgs_madd(y2, c * d, hand * s * (y1 * y3));
  const rgs_lanes M3 = rgs_nmadd(hand * w3 * (s * c), y1 * y2, y3 * d);
  const rgs_lanes r0 = rgs_nmadd(s * c * m.A2, S, d * C) * D0;
  rgs_lanes r[3]; /* quaternion of the turn; its length is arbitrary */
  r[0] = rgs_madd(c * d, S, s * C) * M1;
  r[1] = rgs_madd(c, S, s * d * w1 * C) * M2;
  r[2] = rgs_madd(m.nu, p.s2, rgs_same(1)) * S * M3;
  rgs_relabel_back(&axes, r);
  rgs_turn_in_body(b->q, r0, r[0], r[1], r[2]);
}

RGS_KERNEL rgs_status rgs_exact_flow(const rgs_flow *call, int64_t *bad) {
  (void)bad;
  for (int64_t i = 0; i < call->n; i += RGS_WIDTH) {
    rgs_exact_top t;
    rgs_free_body b;
    rgs_load_prepared(call->prepared, call->n, i, sizeof t / sizeof(rgs_lanes), &t.order);
    rgs_free_body_load(call, i, t.per_largest, &b);
    rgs_exact_turn(&t, &b);
    rgs_store_attitude(call, i, b.q);
  }
  return RGS_OK;
}

#endif /* RGS_KERNEL_EXACT_H */
