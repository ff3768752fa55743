/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jacobian.c - the derivative of the free rotation by momentum, orientation, moments and time.
 *
 * The functions of the rotor `exact` (rotors/exact_simd.c) are differentiated with the formulas that
 * compute them: the first terms of their series, their addition theorems, and the rotation that they
 * make.  Derivatives of elliptic functions by their modulus have closed forms as well, but these
 * divide by what vanishes on the separatrix and for symmetric bodies.  Here nothing does.
 *
 * exact_simd.c counts time in units of 1/beta and divides by beta, which vanishes for spherical
 * bodies.  So s is divided by beta here.  With alpha = a_2 - a_3, beta = a_1 - a_3, gamma = a_1 - a_2
 * everything is a polynomial in these and in y, for |y| = 1 and functions at half the time t:
 *
 *   E = beta y1^2 + alpha y2^2,  n = alpha E
 *   m1 = alpha (beta y3^2 + gamma y2^2),  m3 = gamma (beta y1^2 + alpha y2^2)
 *   s' = c d,  c' = -m1 s d,  d' = -m3 s c,  chi' = a_3 + beta n s^2 / (1 + n s^2)
 *
 * Let the turn theta' (in the body's frame) be the change of the orientation at the end, and theta that
 * at the start.  With y = Q^T l, R the rotation of the flow and w' the angular velocity at the end,
 *
 *   theta' = R^T theta + F_y (Q^T dl + y x theta) + F_I dI + w' dh.
 *
 * F_y and F_I are the derivatives of the rotation R.  On the sphere |y| = 1 they follow from the
 * formulas; along y from the scale, F_y y = h w'.
 */
#include "base/body_check.h"
#include "free_flow/free_flow.h"
#include "rotors/rotors.h"
#include <rigidstep/device/exact.h>
#include <rigidstep/draft.h>

enum {
  INPUTS = 11,    /* l, q, moments, time */
  DIRECTIONS = 6, /* y1 y2 y3 and a1 a2 a3, in the order of exact_simd.c */
  TERMS = 7,      /* of the series */
  AT_ONCE = 64    /* bodies whose orientations fit on the stack */
};
#define REACH 0x1p-8    /* of m t^2 for the series: their terms decrease like (m t^2 / 0.6)^k */
#define SHORTEST 1e-150 /* of the angle h|w|: what comes next in it is below rounding */

/* ---- numbers with their derivatives ---------------------------------------------------------- */
#define INLINE static inline __attribute__((always_inline))
/* Two derivatives to a register. */
typedef double pair __attribute__((vector_size(16)));
typedef struct dual {
  double v;
  pair d[DIRECTIONS / 2];
} dual;

INLINE dual variable(double v, int direction) {
  dual x = { .v = v };
  x.d[direction / 2][direction % 2] = 1;
  return x;
}

/* p a + r b, with the value v */
INLINE dual joined(double v, double p, dual a, double r, dual b) {
  dual x = { .v = v };
  for (int i = 0; i < DIRECTIONS / 2; i++) x.d[i] = p * a.d[i] + r * b.d[i];
  return x;
}
INLINE dual times(dual a, dual b) { return joined(a.v * b.v, a.v, b, b.v, a); }
INLINE dual mix(double p, dual a, double r, dual b) {
  return joined(p * a.v + r * b.v, p, a, r, b);
}
INLINE dual plus(dual a, dual b) { return mix(1, a, 1, b); }
INLINE dual minus(dual a, dual b) { return mix(1, a, -1, b); }

/* f(a), from its value and its derivative there */
INLINE dual mapped(double f, double derivative, dual a) {
  dual x = { .v = f };
  for (int i = 0; i < DIRECTIONS / 2; i++) x.d[i] = derivative * a.d[i];
  return x;
}

/* p + r a */
INLINE dual shifted(double p, double r, dual a) { return mapped(p + r * a.v, r, a); }

INLINE dual root(dual a) {
  const double r = sqrt(a.v);
  return mapped(r, 0.5 / r, a);
}
INLINE dual inverse(dual a) { return mapped(1 / a.v, -1 / (a.v * a.v), a); }

INLINE double of(dual a, int direction) { return a.d[direction / 2][direction % 2]; }

/* ---- one body, in the order of axes and without the units of exact_simd.c ---------------------- */
typedef struct body {
  dual y[3], a3, alpha, beta, gamma;
  dual E, n, m1, m3, delta; /* delta = m1 - m3 */
} body;

typedef struct phase {
  dual s, c, d, s2;
  double C, S; /* cosine and sine of chi... */
  dual chi;    /* ...whose derivatives these are */
} phase;

static void invariants(body *b) {
  const dual y11 = times(b->y[0], b->y[0]), y22 = times(b->y[1], b->y[1]);
  const dual y33 = times(b->y[2], b->y[2]);
  b->E = plus(times(b->beta, y11), times(b->alpha, y22));
  b->n = times(b->alpha, b->E);
  b->m1 = times(b->alpha, plus(times(b->beta, y33), times(b->gamma, y22)));
  b->m3 = times(b->gamma, b->E);
  b->delta = times(b->beta, minus(times(b->alpha, y33), times(b->gamma, y11)));
}

/* From (s^2)'' = 2 - 4 (m1 + m3) s^2 + 6 m1 m3 s^4 the coefficients of s^2, and from these the ones of
 * s^2/(1 + n s^2). */
static void series(const body *b, double t, phase *p) {
  const double tt = t * t;
  const dual first = mix(-4 * tt, b->m1, -4 * tt, b->m3), n = shifted(0, tt, b->n);
  const dual second = shifted(0, 6 * tt * tt, times(b->m1, b->m3));
  dual P[TERMS + 1] = { { .v = 1 } }, g[TERMS + 1] = { { .v = 1 } };
  dual square = P[0], integral = shifted(0, 1. / 3, g[0]);
  for (int j = 1; j <= TERMS; j++) {
    dual products = { 0 }, quotients = { 0 };
    for (int i = 0; i <= j - 2; i++) products = plus(products, times(P[i], P[j - 2 - i]));
    P[j] = shifted(0, 1. / ((2 * j + 2) * (2 * j + 1)),
                   plus(times(first, P[j - 1]), times(second, products)));
    for (int i = 0; i < j; i++) quotients = plus(quotients, times(P[i], g[j - 1 - i]));
    g[j] = minus(P[j], times(n, quotients));
    square = plus(square, P[j]);
    integral = mix(1, integral, 1. / (2 * j + 3), g[j]);
  }
  p->s = shifted(0, t, root(square));
  p->s2 = shifted(0, tt, square);
  p->c = root(shifted(1, -1, times(b->m1, p->s2)));
  p->d = root(shifted(1, -1, times(b->m3, p->s2)));
  p->chi = shifted(0, t * tt, times(times(b->beta, b->n), integral));
  p->C = cos(p->chi.v);
  p->S = sin(p->chi.v);
}

/* rgs_exact_twice.  Returns 0 where the body is within rounding of its unstable axis. */
static int twice(const body *b, phase *p) {
  const dual cc = times(p->c, p->c), dd = times(p->d, p->d), cd = times(p->c, p->d);
  const dual ccdd = times(cc, dd), shift = times(b->delta, p->s2);
  const dual per = inverse(plus(cc, times(dd, times(b->m1, p->s2))));
  dual s = shifted(0, 2, times(times(p->s, cd), per));
  dual c = times(minus(ccdd, shift), per), d = times(plus(ccdd, shift), per);
  if (!(c.v * c.v + d.v * d.v >= RGS_EXACT_CLOSEST * RGS_EXACT_CLOSEST)) return 0;

  const dual x = times(b->n, p->s2);
  const dual D1 = shifted(1, 1, times(x, shifted(1, 2, times(ccdd, per))));
  const dual D2 = times(times(x, b->beta), s);
  const double per_length2 = 1 / (D1.v * D1.v + D2.v * D2.v);
  p->chi = mix(2, p->chi, per_length2 * D1.v, D2);
  p->chi = mix(1, p->chi, -per_length2 * D2.v, D1); /* its value does not count */
  const double C2 = p->C * p->C - p->S * p->S, S2 = 2 * p->C * p->S;
  const double C = C2 * D1.v - S2 * D2.v, S = S2 * D1.v + C2 * D2.v;
  const double unit = 1 / sqrt(C * C + S * S);
  p->C = C * unit;
  p->S = S * unit;

  const dual r = mix(-0.5, times(c, c), -0.5, times(b->m1, times(s, s)));
  p->s = times(s, shifted(1.5, 1, r));
  p->c = times(c, shifted(1.5, 1, r));
  p->s2 = times(p->s, p->s);
  p->d = times(d, shifted(1.5, -0.5, plus(times(d, d), times(b->m3, p->s2))));
  return 1;
}

/* Adds a_3 t to chi, which was doubled without it. */
static void add_slow(const body *b, double t, phase *p) {
  double sine, cosine;
  rgs_sincos(b->a3.v * t, &sine, &cosine);
  const double C = p->C * cosine - p->S * sine;
  p->S = p->S * cosine + p->C * sine;
  p->C = C;
  p->chi = mix(1, p->chi, t, b->a3);
}

/* The rotation r over twice the time, and the turns by which it changes with each variable. */
static void rotation(const body *b, const phase *p, double r[4], double turn[3][DIRECTIONS]) {
  const dual *y = b->y, C = mapped(p->C, -p->S, p->chi), S = mapped(p->S, p->C, p->chi);
  const dual s = p->s, c = p->c, d = p->d, as = times(b->alpha, s), bs = times(b->beta, s);
  const dual gs = times(b->gamma, s), cd = times(c, d);
  const dual M1 = minus(times(y[0], c), times(times(as, d), times(y[1], y[2])));
  const dual M2 = plus(times(y[1], cd), times(bs, times(y[0], y[2])));
  const dual M3 = minus(times(y[2], d), times(times(gs, c), times(y[0], y[1])));
  const dual D0 = plus(times(c, c), times(times(as, bs), times(y[2], y[2])));
  const dual all[4] = {
    times(minus(times(d, C), times(times(s, c), times(b->E, S))), D0),
    times(plus(times(cd, S), times(bs, C)), M1),
    times(plus(times(c, S), times(times(as, d), C)), M2),
    times(times(shifted(1, 1, times(b->n, p->s2)), S), M3),
  };
  double length2 = 0;
  for (int k = 0; k < 4; k++) length2 += all[k].v * all[k].v;
  const double unit = 1 / sqrt(length2);
  for (int k = 0; k < 4; k++) r[k] = all[k].v * unit;
  for (int i = 0; i < DIRECTIONS; i++)
    for (int k = 0; k < 3; k++) {
      const int j = (k + 1) % 3, l = (k + 2) % 3;
      turn[k][i] = 2 * unit *
                   (r[0] * of(all[1 + k], i) - r[1 + k] * of(all[0], i) -
                    (r[1 + j] * of(all[1 + l], i) - r[1 + l] * of(all[1 + j], i)));
    }
}

/* ---- one body, as the host has it --------------------------------------------------------------- */
/* Of the flow: its rotation R, and its derivatives F_y and F_a by y and a_k, |y| = 1, over the time. */
typedef struct flow_derivative {
  double R[3][3], F_y[3][3], F_a[3][3];
} flow_derivative;

static int differentiate(const double moment[3], const rgs_moments *m, const double y[3],
                         double time, flow_derivative *f) {
  const double *a = m->reciprocal, unturned[4] = { 1, 0, 0, 0 };
  int axes[3];
  rgs_exact_axes(moment, a, axes);
  const double w1 = rgs_exact_shape_with(moment, a, axes[0], axes[1], axes[2]).w1;
  if (rgs_exact_is_slow(a, axes) && rgs_exact_is_about_1(unturned, y, axes, w1)) {
    const int first = axes[0];
    axes[0] = axes[2];
    axes[2] = first;
  }
  const double hand = (axes[0] + 1) % 3 == axes[1] ? 1 : -1, sign[3] = { 1, hand, 1 };
  body b = { .a3 = variable(a[axes[2]], 5) };
  for (int k = 0; k < 3; k++) b.y[k] = variable(sign[k] * y[axes[k]], k);
  b.alpha = minus(variable(rgs_difference_of(moment, a, axes[1], axes[2]), 4), variable(0, 5));
  b.beta = minus(variable(rgs_difference_of(moment, a, axes[0], axes[2]), 3), variable(0, 5));
  b.gamma = minus(variable(rgs_difference_of(moment, a, axes[0], axes[1]), 3), variable(0, 4));
  invariants(&b);

  const double half = 0.5 * time, largest = fmax(b.m1.v, b.m3.v);
  double t = half, r[4], turn[3][DIRECTIONS];
  int doublings = 0;
  while (largest * t * t > REACH) t *= 0.5, doublings++;
  phase p;
  series(&b, t, &p);
  for (; doublings > 0; doublings--)
    if (!twice(&b, &p)) return 0;
  add_slow(&b, half, &p);
  rotation(&b, &p, r, turn);

  double q[4] = { r[0] };
  for (int k = 0; k < 3; k++) q[1 + axes[k]] = sign[k] * r[1 + k];
  rgs_rotation_of(q, f->R);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) {
      f->F_y[axes[k]][axes[i]] = sign[k] * sign[i] * turn[k][i] / time;
      f->F_a[axes[k]][axes[i]] = sign[k] * turn[k][3 + i] / time;
    }
  for (int k = 0; k < 3; k++) { /* along y: the angular velocity at the end */
    double along = 0, momentum = 0;
    for (int i = 0; i < 3; i++) along += f->F_y[k][i] * y[i], momentum += f->R[i][k] * y[i];
    for (int i = 0; i < 3; i++) f->F_y[k][i] += (a[k] * momentum - along) * y[i];
  }
  return 1;
}

/* A time so short that nothing but its first power counts. */
static void differentiate_short(const rgs_moments *m, const double y[3], flow_derivative *f) {
  memset(f, 0, sizeof *f);
  for (int k = 0; k < 3; k++) {
    f->R[k][k] = 1;
    f->F_y[k][k] = m->reciprocal[k];
    f->F_a[k][k] = y[k];
  }
}

/* turns: of the orientation at the end, in the body's frame, per unit of each input. */
static int turns_of(double h, const double moment[3], const double l[3], const double q[4],
                    const double q_end[4], double turns[INPUTS][3]) {
  const rgs_moments m = rgs_moments_of(moment);
  const double largest = rgs_largest_of(moment), per = largest > 0 ? h / largest : 0;
  double Q[3][3], Q_end[3][3], direction[3] = { l[0], l[1], l[2] }, y[3];
  double norm = sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]), time = per * norm;
  int moves = norm > RGS_SHORTEST && norm < RGS_LONGEST && fabs(time) < RGS_LONGEST_TIME;
  if (!moves) moves = rgs_momentum_far(h, moment, m.per_largest, direction, &norm, &time);
  rgs_rotation_of(q, Q);
  rgs_rotation_of(q_end, Q_end);
  for (int k = 0; k < 3; k++) y[k] = rgs_along_body_axis(Q, direction, k) / norm;
  flow_derivative f;
  if (!moves || fabs(time) < SHORTEST)
    differentiate_short(&m, y, &f);
  else if (!differentiate(moment, &m, y, time, &f))
    return 0;

  double crossed[3][3], about[3][3]; /* y x theta; by theta at the start */
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    crossed[k][k] = 0, crossed[i][k] = y[j], crossed[j][k] = -y[i];
  }
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 3; j++) {
      about[k][j] = f.R[j][k];
      for (int i = 0; i < 3; i++) about[k][j] += time * f.F_y[k][i] * crossed[i][j];
    }
  for (int k = 0; k < 3; k++) {
    const double length = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int j = 0; j < 3; j++) {
      turns[j][k] = per * (f.F_y[k][0] * Q[j][0] + f.F_y[k][1] * Q[j][1] + f.F_y[k][2] * Q[j][2]);
      turns[7 + j][k] = moment[j] > 0 ? -f.F_a[k][j] * m.reciprocal[j] / moment[j] * time : 0;
    }
    /* theta = 2 Im(q* dq) / |q|^2 */
    const double *T = about[k], e[3] = { q[1] * length, q[2] * length, q[3] * length };
    const double w = q[0] * length, twice_per = 2 * length;
    turns[3][k] = -twice_per * (T[0] * e[0] + T[1] * e[1] + T[2] * e[2]);
    turns[4][k] = twice_per * (T[0] * w - T[1] * e[2] + T[2] * e[1]);
    turns[5][k] = twice_per * (T[0] * e[2] + T[1] * w - T[2] * e[0]);
    turns[6][k] = twice_per * (T[1] * e[0] - T[0] * e[1] + T[2] * w);
    turns[10][k] = m.reciprocal[k] > 0 ? rgs_along_body_axis(Q_end, l, k) / moment[k] : 0;
  }
  return 1;
}

static rgs_status jacobian_of(int64_t i, double h, const double moment[3], const double l[3],
                              const double q[4], const double q_end[4], double *J,
                              rgs_error *error) {
  double turns[INPUTS][3], largest = 0;
  if (turns_of(h, moment, l, q, q_end, turns)) {
    const double w = 0.5 * q_end[0], x = 0.5 * q_end[1], y = 0.5 * q_end[2], z = 0.5 * q_end[3];
    for (int c = 0; c < INPUTS; c++) {
      const double *t = turns[c];
      J[c] = -x * t[0] - y * t[1] - z * t[2];
      J[INPUTS + c] = w * t[0] - z * t[1] + y * t[2];
      J[2 * INPUTS + c] = z * t[0] + w * t[1] - x * t[2];
      J[3 * INPUTS + c] = -y * t[0] + x * t[1] + w * t[2];
    }
    for (int c = 0; c < 4 * INPUTS; c++) largest += fabs(J[c]);
    if (isfinite(largest)) return RGS_OK;
  }
  return rgs_set_error(
      error, RGS_E_NONFINITE, i,
      "body %lld: a derivative grows beyond 1e30 within the time h = %g, along the "
      "unstable axis; divide h, and multiply the derivatives",
      (long long)i, h);
}

/* ---- the call ------------------------------------------------------------------------------------ */
rgs_status rgs_draft_free_flow_jacobian(int64_t n, double h, const double *inertia, const double *l,
                                        const double *q, double *jacobian, rgs_error *error) {
  rgs_status status = rgs_check_free_flow("exact", n, h, inertia, l, q, &rgs_quaternions, error);
  if (status == RGS_OK && n > 0 && jacobian == NULL)
    status = rgs_set_error(error, RGS_E_ARG, -1, "jacobian is null");
  if (status != RGS_OK) return status;
  double end[4 * AT_ONCE];
  for (int64_t i = 0; i < n; i++) {
    const int64_t place = i % AT_ONCE, rest = n - i < AT_ONCE ? n - i : AT_ONCE;
    if (place == 0) {
      memcpy(end, q + 4 * i, (size_t)rest * 4 * sizeof *end);
      status = rgs_free_flow("exact", rest, h, inertia + 3 * i, l + 3 * i, end, error);
      if (status != RGS_OK) /* the check above was satisfied with them */
        return rgs_set_error(
            error, status, i,
            "inertia, l or q changed during the call, from body %lld on; jacobian must not "
            "overlap them",
            (long long)i);
    }
    status = jacobian_of(i, h, inertia + 3 * i, l + 3 * i, q + 4 * i, end + 4 * place,
                         jacobian + 4 * INPUTS * i, error);
    if (status != RGS_OK) return status;
  }
  return RGS_OK;
}
