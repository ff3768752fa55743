/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact.h - the rotor `exact`: see core/rotors/exact_simd.c for the formulas and notation,
 * exact_phase.h for the units.
 */
#ifndef RGS_EXACT_H
#define RGS_EXACT_H
#include "axes_order.h"
#include "exact_phase.h"
#include "moments.h"
#include "quaternion.h"

/* ---- constants of a body --------------------------------------------------------------------- */
/* order: of the axes, see axes_order.h.  a3 and beta are in the host's units once prepared; nan
 * says that rgs_exact_far is needed: one of them does not fit into a number, or
 * rgs_exact_is_slow. */
typedef struct rgs_exact_shape {
  double order, a3, beta, w1;
} rgs_exact_shape;

/* Largest moments between these have reciprocals, and differences of them, that a number can
 * hold. */
#define RGS_EXACT_LEAST_MOMENT 1e-200
#define RGS_EXACT_LARGEST_MOMENT 1e200

/* Without units, with axes i1, i2, i3 of the body as axes 1, 2, 3. */
RGS_INLINE rgs_exact_shape rgs_exact_shape_with(const double moment[3], const double a[3], int i1,
                                                int i2, int i3) {
  const double beta = rgs_difference_of(moment, a, i1, i3);
  rgs_exact_shape shape;
  shape.order = rgs_axes_order(i1, i2);
  shape.a3 = a[i3];
  shape.beta = beta;
  shape.w1 = beta != 0 ? rgs_difference_of(moment, a, i2, i3) / beta : 0;
  return shape;
}

/* Which axes of the body play axes 1, 2, 3. */
RGS_INLINE void rgs_exact_axes(const double moment[3], const double a[3], int axes[3]) {
  /* The first three keep the frame right-handed. */
  const int ORDER[6][3] = { { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
                            { 2, 1, 0 }, { 0, 2, 1 }, { 1, 0, 2 } };
  for (int order = 0;; order++) {
    for (int k = 0; k < 3; k++) axes[k] = ORDER[order][k];
    const double near_ = rgs_difference_of(moment, a, axes[1], axes[2]);
    const double far_ = rgs_difference_of(moment, a, axes[0], axes[1]);
    if (order == 5 || (near_ * far_ >= 0 && fabs(near_) <= fabs(far_))) return;
  }
}

/* Is the moment about axis 1 so large that a slow rotation about this axis is the difference of two
 * fast ones?  In a mass distribution a_3 is at most 2.42 a_1 then. */
RGS_INLINE int rgs_exact_is_slow(const double a[3], const int axes[3]) {
  return a[axes[0]] > 0 && a[axes[2]] > 3 * a[axes[0]];
}

RGS_INLINE rgs_exact_shape rgs_exact_prepare(const double moment[3]) {
  const rgs_moments m = rgs_moments_of(moment);
  const double largest = rgs_largest_of(moment);
  const int fits =
      largest == 0 || (largest > RGS_EXACT_LEAST_MOMENT && largest < RGS_EXACT_LARGEST_MOMENT);
  int axes[3];
  rgs_exact_axes(moment, m.reciprocal, axes);
  const int usual = fits && !rgs_exact_is_slow(m.reciprocal, axes);
  rgs_exact_shape shape = rgs_exact_shape_with(moment, m.reciprocal, axes[0], axes[1], axes[2]);
  shape.a3 = usual ? shape.a3 * m.per_largest : NAN;
  shape.beta = usual ? shape.beta * m.per_largest : NAN;
  return shape;
}

/* ---- bodies ---------------------------------------------------------------------------------- */
/* Some bodies at the start of the step, with their axes relabelled. */
typedef struct rgs_exact_body {
  rgs_lanes q[4];  /* orientation, as the host has it */
  rgs_lanes y[3];  /* momentum in the body frame, in the host's units; if far from 1, of length 1 */
  rgs_lanes l2;    /* its square */
  rgs_lanes T, T2; /* of half the step; T2 = T^2 */
  rgs_lanes slow;  /* the part of chi that grows linearly with time */
  rgs_lanes w1;
  rgs_bits order;
} rgs_exact_body;

/* Usually T^2, the square of the slow angle, |l|^2 and their products are below these.  Then
 * nothing that follows over- or underflows where it matters. */
/* An orientation's square is as close to 1 as RGS_EXACT_UNIT, and closer, where a method left it; then
 * 1 - x is 1/(1 + x) to rounding. */
#define RGS_EXACT_LARGEST 1e100
#define RGS_EXACT_LARGEST_ANGLE2 1e160
#define RGS_EXACT_UNIT 4e-9

/* A2 of section 3 for |l| = 1: is it above 1/2, so that the body rotates about axis 1 rather than about
 * axis 3?  It is an invariant. */
RGS_INLINE int rgs_exact_is_about_1(const double q[4], const double l[3], const int axes[3],
                                    double w1) {
  double t[3], y[3];
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    t[k] = 2 * (l[i] * q[1 + j] - l[j] * q[1 + i]);
  }
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    y[k] = l[k] + q[0] * t[k] + (t[i] * q[1 + j] - t[j] * q[1 + i]);
  }
  return y[axes[0]] * y[axes[0]] + w1 * (y[axes[1]] * y[axes[1]]) > 0.5;
}

/* Of one body that is not as usual: the shape without units, half the dimensionless time, and momentum
 * and orientation brought to length 1, so that no square over- or underflows.  q2: the square of q.
 *
 * Where rgs_exact_is_slow, rounding of the angle chi and of its counterpart in s and d is large beside
 * their difference.  Then axes 1 and 3 are exchanged for motions about axis 1, and chi alone is the
 * angle.  The other functions allow this: mu1 >= nu >= 0 for A2 <= 1/2 and w1 >= 1/2. */
RGS_APART rgs_exact_shape rgs_exact_far(double h, const double moment[3], double q2, double q[4],
                                        double l[3], double *T, double *slow) {
  const rgs_moments m = rgs_moments_of(moment);
  const double unit = 1 / sqrt(q2);
  double norm, time;
  int axes[3];
  (void)rgs_momentum_far(h, moment, m.per_largest, l, &norm, &time);
  for (int k = 0; k < 4; k++) q[k] *= unit;
  for (int k = 0; k < 3; k++) l[k] = l[k] / norm;
  rgs_exact_axes(moment, m.reciprocal, axes);
  rgs_exact_shape shape = rgs_exact_shape_with(moment, m.reciprocal, axes[0], axes[1], axes[2]);
  if (rgs_exact_is_slow(m.reciprocal, axes) && rgs_exact_is_about_1(q, l, axes, shape.w1))
    shape = rgs_exact_shape_with(moment, m.reciprocal, axes[2], axes[1], axes[0]);
  *T = 0.5 * time * shape.beta;
  *slow = 0.5 * time * shape.a3;
  return shape;
}

/* The square of a vector or a quaternion. */
RGS_INLINE rgs_lanes rgs_exact_square(const rgs_lanes *a, int components) {
  rgs_lanes sum = a[0] * a[0];
  for (int k = 1; k < components; k++) sum = rgs_madd(a[k], a[k], sum);
  return sum;
}

/* Which bodies are as usual.  b: T, T2, slow and l2 are filled. */
RGS_INLINE rgs_mask rgs_exact_usual(const rgs_exact_body *b, rgs_lanes q2) {
  const rgs_lanes rate2 = rgs_max(b->T2, b->slow * b->slow);
  return rgs_and(rgs_and(rgs_less(rate2, rgs_same(RGS_EXACT_LARGEST)),
                         rgs_less(b->l2, rgs_same(RGS_EXACT_LARGEST))),
                 rgs_and(rgs_less(rate2 * b->l2, rgs_same(RGS_EXACT_LARGEST_ANGLE2)),
                         rgs_less(rgs_abs(q2 - 1), rgs_same(RGS_EXACT_UNIT))));
}

/* Fills l2 and T2, and *q2 with the square of q.  Returns which bodies are as usual; after rgs_exact_far it
 * is called again. */
RGS_INLINE rgs_mask rgs_exact_measure(const rgs_lanes q[4], const rgs_lanes l[3], rgs_exact_body *b,
                                      rgs_lanes *q2) {
  *q2 = rgs_exact_square(q, 4);
  b->l2 = rgs_exact_square(l, 3);
  b->T2 = b->T * b->T;
  return rgs_exact_usual(b, *q2);
}

/* y = Q^T l, for q = (q0, e): with u = q0 l - e x l, the vector part of q* l, it is (e.l) e + q0
 * u - e x u over |q|^2, which is 1 but for rounding. */
RGS_INLINE void rgs_exact_momentum(const rgs_lanes q[4], const rgs_lanes l[3], rgs_lanes q2,
                                   rgs_lanes y[3]) {
  const rgs_lanes q0 = q[0], *e = q + 1, beyond = q2 - 1;
  const rgs_lanes el = rgs_madd(e[2], l[2], rgs_madd(e[1], l[1], e[0] * l[0]));
  rgs_lanes u[3], cross[3];
  rgs_cross(e, l, u);
  for (int k = 0; k < 3; k++) u[k] = rgs_msub(q0, l[k], u[k]);
  rgs_cross(u, e, cross);
  for (int k = 0; k < 3; k++) {
    const rgs_lanes a = rgs_madd(el, e[k], rgs_madd(q0, u[k], cross[k]));
    y[k] = rgs_nmadd(beyond, a, a);
  }
}

RGS_INLINE rgs_exact_motion rgs_exact_motion_of(const rgs_exact_body *b) {
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

/* Rotates q by the functions at half the step; its length is arbitrary afterwards. */
RGS_INLINE void rgs_exact_rotate(const rgs_lanes y[3], rgs_lanes w1, rgs_bits order,
                                 const rgs_exact_motion *m, const rgs_exact_phase *p,
                                 rgs_lanes q[4]) {
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
}

/* ---- longer times ---------------------------------------------------------------------------- */
/* The state of bodies whose functions have to be doubled, or may have to. */
typedef struct rgs_exact_state {
  rgs_exact_motion m;
  rgs_exact_phase p;
  rgs_lanes delta; /* mu1 - mu3 */
  rgs_lanes part;  /* the fraction of the time that p belongs to */
  rgs_lanes slow; /* the angle, over the length of the momentum, that is still to be added to chi */
} rgs_exact_state;

/* How long is half the step?  See RGS_EXACT_SHORT. */
typedef struct rgs_exact_extent {
  rgs_lanes reach; /* mu T^2 over its largest value for the long series */
  rgs_lanes chi;   /* the same of the slow part of chi, squared */
  rgs_mask is_short;
} rgs_exact_extent;

RGS_INLINE rgs_exact_extent rgs_exact_extent_of(const rgs_exact_body *b,
                                                const rgs_exact_motion *m) {
  const rgs_lanes excess = b->T2 * rgs_max(m->mu1, m->mu3), chi2 = b->slow * b->slow * m->l2;
  rgs_exact_extent extent;
  extent.reach = excess * rgs_same(1 / RGS_EXACT_REACH);
  extent.chi = chi2 * rgs_same(1 / RGS_EXACT_REACH_CHI);
  extent.is_short = rgs_and(rgs_at_most(excess, rgs_same(RGS_EXACT_SHORT)),
                            rgs_at_most(chi2, rgs_same(RGS_EXACT_SHORT_CHI)));
  return extent;
}

RGS_INLINE void rgs_exact_begin(const rgs_exact_body *b, const rgs_exact_motion *m,
                                const rgs_exact_extent *extent, rgs_exact_state *e) {
  const rgs_lanes both = rgs_max(extent->reach, extent->chi);
  e->m = *m;
  e->delta = e->slow = rgs_same(0);
  e->part = rgs_same(1);
  rgs_lanes T = b->T, slow = b->slow;
  if (!rgs_all(rgs_at_most(both, rgs_same(1)))) {
    const rgs_lanes y11 = b->y[0] * b->y[0], y33 = b->y[2] * b->y[2];
    e->delta = rgs_msub(b->w1, y33, (1 - b->w1) * y11);
    /* The slow part of chi may be many radians.  It is doubled with the rest where one doubling is
     * enough, and is added at the end elsewhere: each doubling would round it anew. */
    const rgs_mask once = rgs_at_most(both, rgs_same(4));
    e->part = rgs_exact_part(rgs_select(once, both, extent->reach));
    e->slow = rgs_unless(once, slow);
    T = e->part * T;
    slow = e->part * (slow - e->slow);
  }
  e->p = rgs_exact_series(m, T, slow);
  if (rgs_any(extent->is_short)) {
    const rgs_exact_phase p = rgs_exact_short(m, b->T, b->T2, b->slow);
    e->p = rgs_exact_select(extent->is_short, &p, &e->p);
  }
}

/* Doubles the time of those lanes whose part of it is below `whole`; tells whether there were any. */
RGS_INLINE int rgs_exact_double(rgs_exact_state *e, double whole) {
  const rgs_mask again = rgs_less(e->part, rgs_same(whole));
  if (!rgs_any(again)) return 0;
  const rgs_exact_phase next = rgs_exact_twice(&e->m, e->delta, &e->p);
  e->p = rgs_exact_select(again, &next, &e->p);
  return 1;
}

/* Adds the slow angle to what was doubled without it.  C is scaled instead of dividing S by the
 * length: only their ratio counts. */
RGS_INLINE void rgs_exact_finish(rgs_exact_state *e) {
  const rgs_mask none = rgs_equal(e->slow, rgs_same(0));
  if (rgs_all(none)) return;
  const rgs_lanes length = rgs_sqrt(e->m.l2), C = e->p.C, S = e->p.S * length;
  rgs_lanes sine, cosine;
  rgs_sincos(e->slow * length, &sine, &cosine);
  e->p.C = rgs_select(none, C, rgs_msub(C, cosine, S * sine) * length);
  e->p.S = rgs_select(none, e->p.S, rgs_madd(S, cosine, C * sine));
}

/* ---- flow ------------------------------------------------------------------------------------ */
/* Some bodies between the parts of the flow. */
typedef struct rgs_exact_group {
  rgs_exact_body b;
  rgs_exact_state e;
  int is_long; /* doubling and the slow angle may be left to do */
} rgs_exact_group;

/* The functions at half the step, or at a fraction of it; returns whether anything is left to do. */
RGS_INLINE int rgs_exact_start(rgs_exact_group *g) {
  const rgs_exact_motion m = rgs_exact_motion_of(&g->b);
  const rgs_exact_extent extent = rgs_exact_extent_of(&g->b, &m);
  g->is_long = !rgs_all(extent.is_short);
  if (g->is_long) {
    rgs_exact_begin(&g->b, &m, &extent, &g->e);
  } else {
    g->e.m = m;
    g->e.p = rgs_exact_short(&m, g->b.T, g->b.T2, g->b.slow);
  }
  return g->is_long;
}

RGS_INLINE void rgs_exact_go_on(rgs_exact_group *group, int groups) {
  int more = 1;
  /* A lane needs another doubling while part < whole.  Where a host has put nan into a body, part
   * may be any number, below 0 too: there the smallest number ends it. */
  for (double whole = 1; more && whole > 0; whole *= 0.5) {
    more = 0;
    for (int g = 0; g < groups; g++)
      if (group[g].is_long) more |= rgs_exact_double(&group[g].e, whole);
  }
  for (int g = 0; g < groups; g++)
    if (group[g].is_long) rgs_exact_finish(&group[g].e);
}

#endif /* RGS_EXACT_H */
