/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reference.c - the free rotation of a rigid body by Taylor series.
 *
 *   y' = y x w,  w = y / I,  q' = q (0, w) / 2        y: momentum in the body's frame
 *
 * The coefficients of all orders follow from those before by products of series.  A step is as
 * long as the last two of them allow; the final step stops at the order it needs.
 */
#include "reference.h"
#define TEST_REAL wide
#include "rotations.h"

enum { ORDER = 34, INPUTS = 10, COLUMNS = 6 };
#if defined(REFERENCE_QUAD)
#define TOLERANCE 1e-29 /* of one step; the state is of size 1 */
#else
#define TOLERANCE 1e-20
#endif

typedef struct series { /* coefficients by order, of one step                          */
  wide y[3][ORDER + 1], w[3][ORDER + 1], q[4][ORDER + 1];
} series;

/* How the state depends on what it began with, to first order: column 0-2 per unit of y, 3-5 per
 * relative change of a moment.  eta: of y; theta: the turn of the orientation, in the body's frame. */
typedef struct tangent {
  double eta[COLUMNS][3], theta[COLUMNS][3];
} tangent;

/* ---- small things ---------------------------------------------------------------------------- */
static wide root(wide x) { /* for x of size 1: Newton from the root in double             */
  if (!(x > 0)) return 0;
  wide r = (wide)sqrt((double)x);
  for (int i = 0; i < 2; i++) r = (r + x / r) / 2;
  return r;
}

static wide magnitude(wide x) { return x < 0 ? -x : x; }

static void normalise(wide q[4]) {
  wide square = 0;
  for (int k = 0; k < 4; k++) square += q[k] * q[k];
  const wide length = root(square);
  for (int k = 0; k < 4; k++) q[k] /= length;
}

/* ---- one step -------------------------------------------------------------------------------- */
static wide product(const wide *a, const wide *b, int n) {
  wide sum = 0;
  for (int i = 0; i <= n; i++) sum += a[i] * b[n - i];
  return sum;
}

/* Coefficients of order n + 1 from those up to n. */
static void next_order(series *s, const wide per[3], int n) {
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    s->y[k][n + 1] = (per[j] - per[i]) * product(s->y[i], s->y[j], n) / (n + 1);
    s->w[k][n + 1] = per[k] * s->y[k][n + 1];
  }
  const wide half = (wide)0.5 / (n + 1);
  wide *const q[4] = { s->q[0], s->q[1], s->q[2], s->q[3] };
  q[0][n + 1] =
      -half * (product(q[1], s->w[0], n) + product(q[2], s->w[1], n) + product(q[3], s->w[2], n));
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    q[1 + k][n + 1] = half * (product(q[0], s->w[k], n) + product(q[1 + i], s->w[j], n) -
                              product(q[1 + j], s->w[i], n));
  }
}

static double size_of_order(const series *s, int n) {
  wide largest = 0;
  for (int k = 0; k < 3; k++)
    if (magnitude(s->y[k][n]) > largest) largest = magnitude(s->y[k][n]);
  for (int k = 0; k < 4; k++)
    if (magnitude(s->q[k][n]) > largest) largest = magnitude(s->q[k][n]);
  return (double)largest;
}

static wide sum_of(const wide *c, int order, wide t) {
  wide sum = 0;
  for (int n = order; n >= 0; n--) sum = sum * t + c[n];
  return sum;
}

/* Extends s, of which order 0 is given, and returns the length of the step, at most `rest`. */
static wide extend(series *s, const wide per[3], wide rest, int *order) {
  const double room = (double)magnitude(rest);
  double before = HUGE_VAL, power = 1;
  for (int n = 0; n < ORDER; n++) {
    next_order(s, per, n);
    power *= room;
    const double term = size_of_order(s, n + 1) * power;
    *order = n + 1;
    if (term < TOLERANCE && before < TOLERANCE) return rest;
    before = term;
  }
  double step = room;
  for (int n = ORDER - 1; n <= ORDER; n++)
    step = fmin(step, pow(TOLERANCE / size_of_order(s, n), 1.0 / n));
  return rest < 0 ? -(wide)step : (wide)step;
}

/* ---- the derivative by y and the moments, in double ------------------------------------------ */
static double product_d(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i <= n; i++) sum += a[i] * b[n - i];
  return sum;
}

static double cross_d(double (*a)[ORDER + 1], double (*b)[ORDER + 1], int k, int n) {
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  return product_d(a[i], b[j], n) - product_d(a[j], b[i], n);
}

static void move_tangent(tangent *t, const series *s, const wide per_real[3], int order,
                         double time) {
  double y[3][ORDER + 1], w[3][ORDER + 1], per[3];
  for (int k = 0; k < 3; k++) {
    per[k] = (double)per_real[k];
    for (int n = 0; n <= order; n++) y[k][n] = (double)s->y[k][n], w[k][n] = (double)s->w[k][n];
  }
  for (int c = 0; c < COLUMNS; c++) {
    double eta[3][ORDER + 1], theta[3][ORDER + 1], dw[3][ORDER + 1];
    for (int k = 0; k < 3; k++) eta[k][0] = t->eta[c][k], theta[k][0] = t->theta[c][k];
    for (int n = 0; n < order; n++) {
      for (int k = 0; k < 3; k++) dw[k][n] = per[k] * (eta[k][n] - (c == 3 + k ? y[k][n] : 0));
      for (int k = 0; k < 3; k++) {
        eta[k][n + 1] = (cross_d(eta, w, k, n) + cross_d(y, dw, k, n)) / (n + 1);
        theta[k][n + 1] = (cross_d(theta, w, k, n) + dw[k][n]) / (n + 1);
      }
    }
    for (int k = 0; k < 3; k++) {
      t->eta[c][k] = t->theta[c][k] = 0;
      for (int n = order; n >= 0; n--) {
        t->eta[c][k] = t->eta[c][k] * time + eta[k][n];
        t->theta[c][k] = t->theta[c][k] * time + theta[k][n];
      }
    }
  }
}

static double ulp(double x) { return nextafter(fabs(x), HUGE_VAL) - fabs(x); }

/* By how much each input changes. */
static void one_ulp_each(const free_motion *m, bool of_one, double change[INPUTS]) {
  for (int k = 0; k < 3; k++) change[k] = m->inertia[k] > 0 ? ulp(m->inertia[k]) : 0;
  for (int k = 0; k < 3; k++) change[3 + k] = m->l[k] == 0 ? 0 : ulp(m->l[k]);
  for (int k = 0; k < 4; k++) change[6 + k] = of_one ? DBL_EPSILON / 2 : ulp(m->q[k]);
}

static void all_relative(const free_motion *m, double change[INPUTS]) {
  for (int k = 0; k < 3; k++) change[k] = m->inertia[k], change[3 + k] = m->l[k];
  for (int k = 0; k < 4; k++) change[6 + k] = m->q[k];
}

/* How each change of an input turns the orientation at the end.  unit: the momentum that counts as 1. */
static void turns_of(const free_motion *m, const double change[INPUTS], const tangent *t,
                     const wide q0[4], const wide q1[4], const wide y0[3], double unit,
                     double turns[INPUTS][3]) {
  for (int input = 0; input < INPUTS; input++) {
    wide dy[3] = { 0 }, turn[3] = { 0 };
    double dI[3] = { 0 };
    if (input < 3) {
      dI[input] = m->inertia[input] > 0 ? change[input] / m->inertia[input] : 0;
    } else if (input < 6) {
      wide dl[3] = { 0 };
      dl[input - 3] = change[input] / unit;
      rotate_back(q0, dl, dy);
    } else {
      wide dq[4] = { 0 }, back[4];
      dq[input - 6] = change[input];
      conjugate(q0, back);
      multiply(back, dq, dq);
      const wide first[3] = { 2 * dq[1], 2 * dq[2], 2 * dq[3] };
      for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        dy[k] = y0[i] * first[j] - y0[j] * first[i];
      }
      wide flow[4];
      multiply(back, q1, flow);
      rotate_back(flow, first, turn);
    }
    for (int k = 0; k < 3; k++) {
      turns[input][k] = (double)turn[k];
      for (int c = 0; c < 3; c++)
        turns[input][k] += (double)dy[c] * t->theta[c][k] + dI[c] * t->theta[3 + c][k];
    }
  }
}

/* Over all combinations of signs. */
static double largest_turn(double turns[INPUTS][3]) {
  double largest = 0;
  for (unsigned signs = 0; signs < 1u << (INPUTS - 1); signs++) {
    double sum[3] = { 0 };
    for (int input = 0; input < INPUTS; input++)
      for (int k = 0; k < 3; k++) sum[k] += signs >> input & 1 ? -turns[input][k] : turns[input][k];
    largest = fmax(largest, sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
  }
  return sqrt(largest);
}

/* ---- the whole flow -------------------------------------------------------------------------- */
void reference_flow(const free_motion *m, bool with_one_ulp, free_end *end) {
  /* Units in which momentum and angular velocity are of size 1, whatever the caller's. */
  double momentum = 0;
  for (int k = 0; k < 3; k++) momentum = fmax(momentum, fabs(m->l[k]));
  wide q[4], y[3], l[3], per[3], rate = 0;
  for (int k = 0; k < 4; k++) q[k] = (wide)m->q[k];
  normalise(q);
  for (int k = 0; k < 3; k++) l[k] = momentum > 0 ? (wide)m->l[k] / (wide)momentum : 0;
  rotate_back(q, l, y);
  for (int k = 0; k < 3; k++) {
    per[k] = m->inertia[k] > 0 ? (wide)momentum / (wide)m->inertia[k] : 0;
    if (magnitude(per[k] * y[k]) > rate) rate = magnitude(per[k] * y[k]);
  }
  memcpy(end->q, q, sizeof q);
  end->one_ulp = end->one_ulp_of_one = end->cond = 0;
  if (rate == 0) return;
  for (int k = 0; k < 3; k++) per[k] /= rate;
  const wide q0[4] = { q[0], q[1], q[2], q[3] }, y0[3] = { y[0], y[1], y[2] };
  wide rest = (wide)m->h * rate;

  tangent t = { { { 0 } }, { { 0 } } };
  for (int c = 0; c < 3; c++) t.eta[c][c] = 1;
  while (rest != 0) {
    series s;
    int order;
    for (int k = 0; k < 3; k++) s.y[k][0] = y[k], s.w[k][0] = per[k] * y[k];
    for (int k = 0; k < 4; k++) s.q[k][0] = q[k];
    const wide step = extend(&s, per, rest, &order);
    for (int k = 0; k < 3; k++) y[k] = sum_of(s.y[k], order, step);
    for (int k = 0; k < 4; k++) q[k] = sum_of(s.q[k], order, step);
    if (with_one_ulp) move_tangent(&t, &s, per, order, (double)step);
    rest -= step;
  }
  normalise(q);
  memcpy(end->q, q, sizeof q);
  if (!with_one_ulp) return;
  double change[INPUTS], turns[INPUTS][3], spin = 0;
  one_ulp_each(m, false, change);
  turns_of(m, change, &t, q0, q, y0, momentum, turns);
  end->one_ulp = largest_turn(turns);
  one_ulp_each(m, true, change);
  turns_of(m, change, &t, q0, q, y0, momentum, turns);
  end->one_ulp_of_one = largest_turn(turns);
  all_relative(m, change);
  turns_of(m, change, &t, q0, q, y0, momentum, turns);
  for (int k = 0; k < 3; k++) spin = hypot(spin, (double)(per[k] * y[k] * rate));
  end->cond = fabs(m->h) * spin;
  for (int k = 0; k < INPUTS; k++) end->cond += hypot(hypot(turns[k][0], turns[k][1]), turns[k][2]);
}

/* ---- comparisons ----------------------------------------------------------------------------- */
double reference_angle(const wide want[4], const double got[4]) {
  wide back[4], d[4] = { (wide)got[0], (wide)got[1], (wide)got[2], (wide)got[3] };
  conjugate(want, back);
  multiply(back, d, d);
  const double sine = sqrt((double)(d[1] * d[1] + d[2] * d[2] + d[3] * d[3]));
  return 2 * atan2(sine, fabs((double)d[0]));
}

wide reference_energy(const double inertia[3], const double l[3], const double q[4]) {
  const wide v[3] = { (wide)l[0], (wide)l[1], (wide)l[2] };
  wide r[4] = { (wide)q[0], (wide)q[1], (wide)q[2], (wide)q[3] }, y[3], energy = 0;
  normalise(r);
  rotate_back(r, v, y);
  for (int k = 0; k < 3; k++)
    if (inertia[k] > 0) energy += y[k] * y[k] / (2 * (wide)inertia[k]);
  return energy;
}
