/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rotor_exact.c - the free rotation without any time-step error.
 *
 * The textbook solution (Jacobi's elliptic functions for the momentum, an elliptic integral of the
 * third kind for the attitude: R. van Zon and J. Schofield, J. Comput. Phys. 225 (2007) 145;
 * E. Celledoni and A. Zanna, doi 10.1145/1731022.1731036) has to tell apart the two kinds of motion
 * and the separatrix, and costs several evaluations of elliptic integrals.  Here a different way is
 * taken: the motion over a short time from power series, then the time doubled as often as needed
 * by the addition theorems (DLMF 22.8 and 19.11), which hold for all kinds of motion alike.
 *
 * Notation, in the dimensionless units of free_body.h: a_k = 1/I_k, y the momentum in the body
 * frame, |y| = 1.  The axes are relabelled so that a_2 is the middle one and a_3 the one closer to
 * it; hand = +1 if that is a cyclic relabelling, -1 if it makes a mirror image of the frame.
 *
 *   beta = a_1 - a_3                                   the whole spread of the reciprocal moments
 *   w1 = (a_2 - a_3)/beta,  w3 = 1 - w1                0 <= w1 <= 1/2 <= w3
 *   T = beta time                                      the time that counts for the momentum
 *   A2 = y1^2 + w1 y2^2,  B2 = y3^2 + w3 y2^2          invariants, A2 + B2 = 1
 *   mu1 = w1 B2,  mu3 = w3 A2,  nu = w1 A2             all >= 0, and nu <= mu3
 *
 * Euler's equations are then dy/dT = hand (-w1 y2 y3, y1 y3, -w3 y1 y2).  Their solutions are made
 * of three functions of T that stand for sn, cn and dn.  They begin at (0, 1, 1) and obey
 *
 *   s' = c d,   c' = -mu1 s d,   d' = -mu3 s c,   so   c^2 + mu1 s^2 = 1 = d^2 + mu3 s^2.
 *
 * They depend on the state only through invariants, so their argument is a time and not a phase:
 * there is nothing to invert.  (mu1 < mu3: y goes around axis 1; mu1 > mu3: around axis 3; equal:
 * the separatrix.)  The attitude needs one more such function, an angle
 *
 *   chi' = nu s^2 / (1 + nu s^2)  + a_3/beta
 *
 * of which only C = cos chi and S = sin chi are used.  Because nu s^2 >= 0, this integral has no
 * pole: that is what the choice of axis 3 is for.  (The more usual angle about axis 2 has
 * -A2 B2 in place of nu, and loses digits whenever y passes near axis 2.)  All five functions are
 * taken at half the step; the turn of the whole step follows from them and from y.
 */
#include "free_body.h"
#include "rotors.h"

/* ---- constants of a body --------------------------------------------------------------------- */
typedef struct top {
  double order; /* index into ORDER */
  double per_largest;
  double a3, beta, w1;
} top;

/* Which axis of the body plays axes 1, 2, 3; the first three keep the frame right-handed. */
static const int ORDER[6][3] = { { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
                                 { 2, 1, 0 }, { 0, 2, 1 }, { 1, 0, 2 } };

static void prepare(const void *params, int64_t n, const rgs_column *inertia, double *prepared) {
  (void)params;
  top *t = (top *)prepared;
  for (int64_t i = 0; i < n; i++, t++) {
    const rgs_moments m = rgs_scale_moments(inertia, i);
    const double *a = m.reciprocal;
    t->per_largest = m.per_largest;
    for (int order = 0; order < 6; order++) {
      const int i1 = ORDER[order][0], i2 = ORDER[order][1], i3 = ORDER[order][2];
      const double near = rgs_reciprocal_difference(inertia, i, a, i2, i3);
      const double far = rgs_reciprocal_difference(inertia, i, a, i1, i2);
      const double beta = rgs_reciprocal_difference(inertia, i, a, i1, i3);
      if (near * far >= 0 && fabs(near) <= fabs(far)) {
        t->order = order;
        t->a3 = a[i3];
        t->beta = beta;
        t->w1 = beta != 0 ? near / beta : 0;
        break;
      }
    }
  }
}

/* ---- the five functions of time -------------------------------------------------------------- */
typedef struct motion { /* invariants */
  double A2, B2, mu1, mu3, delta, nu;
} motion;

typedef struct phase {
  double s, c, d, s2; /* s2 = s^2 */
  double C, S;
} phase;

/* sqrt(1 - u) for 0 <= u < 5e-3, to rounding; short for u < 3e-4. */
static inline double sqrt_1m(double u, int is_short) {
  if (is_short) return 1 - u * (0.5 + u * (1. / 8 + u * (1. / 16 + u * (5. / 128))));
  return 1 - u * (0.5 + u * (1. / 8 +
                             u * (1. / 16 + u * (5. / 128 + u * (7. / 256 + u * (21. / 1024))))));
}

/* Series around time 0.  s^2 = T^2 P(T^2), where P follows from the differential equation
 *   (s^2)'' = 2 - 4 (mu1 + mu3) s^2 + 6 mu1 mu3 s^4,
 * and the integral in chi is taken term by term.  `degree` is a constant at every call. */
static inline phase series(const motion *m, double T, double slow_angle, int degree) {
  enum { MOST = 5 };
  const double T2 = T * T;
  const double x1 = m->mu1 * T2, x3 = m->mu3 * T2, x = m->nu * T2;
  const double linear = -4 * (x1 + x3), square = 6 * (x1 * x3);
  double P[MOST + 1], g[MOST + 1]; /* g: coefficients of s^2 / (1 + nu s^2), over T^2 */
  P[0] = 1;
#pragma GCC unroll 8
  for (int j = 1; j <= degree; j++) {
    double sum = linear * P[j - 1];
    if (j >= 2) {
      double convolution = 0;
#pragma GCC unroll 8
      for (int i = 0; i <= j - 2; i++) convolution += P[i] * P[j - 2 - i];
      sum += square * convolution;
    }
    P[j] = sum * (1.0 / ((2 * j + 2) * (2 * j + 1)));
  }
  g[0] = 1;
#pragma GCC unroll 8
  for (int j = 1; j <= degree; j++) {
    double convolution = 0;
#pragma GCC unroll 8
    for (int i = 0; i < j; i++) convolution += P[i] * g[j - 1 - i];
    g[j] = P[j] - x * convolution;
  }
  double rest = 0, integral = g[degree] * (1.0 / (2 * degree + 3));
#pragma GCC unroll 8
  for (int j = degree; j >= 1; j--) {
    rest += P[j]; /* the smallest first */
    integral += g[j - 1] * (1.0 / (2 * j + 1));
  }

  phase p;
  const int is_short = degree <= 3;
  p.s2 = T2 * (1 + rest);
  p.s = T * sqrt_1m(-rest, is_short);
  p.c = sqrt_1m(m->mu1 * p.s2, is_short);
  p.d = sqrt_1m(m->mu3 * p.s2, is_short);

  /* cos and sin of |chi| < pi/4, with fdlibm's coefficients. */
  const double chi = slow_angle + T * (x * integral);
  const double z = chi * chi;
  p.C = 1 + z * (-0.5 + z * (4.16666666666666019037e-02 +
                             z * (-1.38888888888741095749e-03 +
                                  z * (2.48015872894767294178e-05 +
                                       z * (-2.75573143513906633035e-07 +
                                            z * (2.08757232129817482790e-09 +
                                                 z * -1.13596475577881948265e-11))))));
  p.S = chi + chi * (z * (-1.66666666666666324348e-01 +
                          z * (8.33333333332248946124e-03 +
                               z * (-1.98412698298579493134e-04 +
                                    z * (2.75573137070700676789e-06 +
                                         z * (-2.50507602534068634195e-08 +
                                              z * 1.58969099521155010221e-10))))));
  return p;
}

/* Near the unstable axis c and d go to zero like exp(-T).  From here on they are held: the body
 * has come within rounding of that axis and stays there. */
static const double CLOSEST = 1e-30;

/* From the functions at time T to those at 2 T. */
static inline void twice(const motion *m, phase *p) {
  const double cc = p->c * p->c, dd = p->d * p->d, cd = p->c * p->d, ccdd = cc * dd;
  const double shift = m->delta * p->s2;
  const double inverse = 1 / (cc + dd * (m->mu1 * p->s2));
  double s = 2 * p->s * cd * inverse;
  double c = (ccdd - shift) * inverse, d = (ccdd + shift) * inverse;
  if (c * c + d * d < CLOSEST * CLOSEST) {
    s = p->s;
    c = p->c;
    d = p->d;
  }

  /* exp(2 i chi) turns by the argument of D1 + i D2, from the addition theorem of Pi.  Only the
   * direction counts; the length is taken out at once, or else it overflows in the end. */
  const double x = m->nu * p->s2;
  const double D1 = 1 + x * (1 + 2 * ccdd * inverse), D2 = x * s;
  const double C2 = p->C * p->C - p->S * p->S, S2 = 2 * p->C * p->S;
  const double C = C2 * D1 - S2 * D2, S = S2 * D1 + C2 * D2;
  const double unit = 1 / sqrt(C * C + S * S);
  p->C = C * unit;
  p->S = S * unit;

  /* One Newton step back to c^2 + mu1 s^2 = 1 and d^2 + mu3 s^2 = 1: rounding does not pile up. */
  const double r = 1.5 - 0.5 * (c * c + m->mu1 * (s * s));
  p->s = s * r;
  p->c = c * r;
  p->s2 = p->s * p->s;
  p->d = d - 0.5 * d * (d * d + m->mu3 * p->s2 - 1);
}

/* The largest mu T^2 at which each series is exact to rounding, and the largest chi^2 for the
 * polynomials of cos and sin. */
static const double REACH_3 = 2.5e-4, REACH_5 = 4.5e-3, REACH_CHI = 0.6;

static inline phase functions_at(const motion *m, double T, double slow_angle) {
  double x = T * T * (m->mu1 > m->mu3 ? m->mu1 : m->mu3), z = slow_angle * slow_angle;
  if (x <= REACH_3 && z <= REACH_CHI) return series(m, T, slow_angle, 3);
  double part = 1;
  int doublings = 0;
  for (; x > REACH_5 || z > REACH_CHI; doublings++) {
    x *= 0.25;
    z *= 0.25;
    part *= 0.5;
  }
  phase p = series(m, part * T, part * slow_angle, 5);
  for (; doublings > 0; doublings--) twice(m, &p);
  return p;
}

/* ---- flow ------------------------------------------------------------------------------------ */
/* Turns the body for b->time. */
static inline void turn(const top *t, rgs_free_body *b) {
  const int *axis = ORDER[(int)t->order];
  const double hand = t->order < 3 ? 1 : -1;
  const double y1 = b->y[axis[0]], y2 = b->y[axis[1]], y3 = b->y[axis[2]];
  const double w1 = t->w1, w3 = 1 - w1;

  motion m;
  m.A2 = y1 * y1 + w1 * (y2 * y2);
  m.B2 = y3 * y3 + w3 * (y2 * y2);
  m.mu1 = w1 * (y3 * y3) + w1 * w3 * (y2 * y2); /* one term rounded alike in both, */
  m.mu3 = w3 * (y1 * y1) + w1 * w3 * (y2 * y2); /* so that delta stays their difference */
  m.nu = w1 * m.A2;
  m.delta = w1 * (y3 * y3) - w3 * (y1 * y1); /* mu1 - mu3 */
  const double half = 0.5 * b->time;
  const phase p = functions_at(&m, half * t->beta, half * t->a3);

  /* (M1, M2, M3)/D0 is the momentum at half the step, by the addition theorems of sn, cn, dn. */
  const double s = p.s, c = p.c, d = p.d, C = p.C, S = p.S;
  const double D0 = c * c + w1 * p.s2 * (y3 * y3);
  const double M1 = y1 * c - hand * w1 * (s * d) * (y2 * y3);
  const double M2 = y2 * (c * d) + hand * s * (y1 * y3);
  const double M3 = y3 * d - hand * w3 * (s * c) * (y1 * y2);
  const double r0 = (d * C - s * c * m.A2 * S) * D0;
  double r[3]; /* quaternion of the turn; its length is arbitrary */
  r[axis[0]] = (c * d * S + s * C) * M1;
  r[axis[1]] = (c * S + s * d * w1 * C) * M2;
  r[axis[2]] = (1 + m.nu * p.s2) * S * M3;
  rgs_turn_in_body(b->q, r0, r[0], r[1], r[2]);
}

static rgs_status flow(const rgs_flow *call, int64_t *bad) {
  (void)bad;
  const top *t = (const top *)call->prepared;
  for (int64_t i = 0; i < call->n; i++, t++) {
    rgs_free_body b;
    if (rgs_free_body_load(call, i, t->per_largest, &b)) turn(t, &b);
    rgs_store_attitude(call, i, b.q);
  }
  return RGS_OK;
}

static const rgs_about about = {
  RGS_HEAD(rgs_about),
  "exact",
  "The free rotation itself, to rounding, at any step; for bodies of every shape.",
  "series and addition theorems; cf. 10.1145/1731022.1731036 and 10.1137/070704393",
  RGS_EXACT,
  RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS,
  0,
  0,
  NULL,
  0,
  0,
};
const rgs_rotor rgs_rotor_exact = {
  RGS_HEAD(rgs_rotor), &about, flow, prepare, sizeof(top) / sizeof(double), 0, NULL,
};
