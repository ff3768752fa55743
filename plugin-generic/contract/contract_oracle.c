/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_oracle.c - what is right, in long double: forces between the two bodies of a pair, and how
 * bodies move.
 */
#include "contract.h"

#include <math.h>
#include <string.h>

/* ---- quaternions ----------------------------------------------------------------------------- */
static void multiply(const real p[4], const real q[4], real r[4]) {
  const real v[4] = { p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                      p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                      p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
                      p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1] };
  memcpy(r, v, sizeof v);
}

static void rotate(const real q[4], const real v[3], bool back, real w[3]) {
  const real sign = back ? -1 : 1;
  const real r[4] = { q[0], sign * q[1], sign * q[2], sign * q[3] },
             s[4] = { r[0], -r[1], -r[2], -r[3] };
  real p[4] = { 0, v[0], v[1], v[2] };
  multiply(r, p, p);
  multiply(p, s, p);
  memcpy(w, p + 1, 3 * sizeof *w);
}

static void cross(const real u[3], const real v[3], real w[3]) {
  const real product[3] = { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                            u[0] * v[1] - u[1] * v[0] };
  memcpy(w, product, sizeof product);
}

real exact_angle(const real p[4], const real q[4]) {
  const real back[4] = { p[0], -p[1], -p[2], -p[3] };
  real d[4];
  multiply(back, q, d);
  return 2 * atan2l(sqrtl(d[1] * d[1] + d[2] * d[2] + d[3] * d[3]), fabsl(d[0]));
}

void exact_body_momentum(const exact_body *b, real y[3]) { rotate(b->q, b->l, true, y); }

double orientation_distance(const double p[4], const double q[4]) {
  const real a[4] = { p[0], p[1], p[2], p[3] }, b[4] = { q[0], q[1], q[2], q[3] };
  return (double)exact_angle(a, b);
}

/* ---- forces between the two bodies of a pair ------------------------------------------------- */
static const real ARM[2][3] = { { 0.3L, -0.2L, 0.4L }, { -0.1L, 0.5L, 0.2L } };
static const real COUPLING = 0.8L;

static void arms(const exact_body b[2], real d[2][3]) {
  for (int i = 0; i < 2; i++) rotate(b[i].q, ARM[i], false, d[i]);
}

real pair_potential(const exact_body b[2]) {
  real d[2][3], energy = 0;
  arms(b, d);
  for (int k = 0; k < 3; k++) {
    const real r = b[0].x[k] - b[1].x[k];
    energy += r * r / 2 + COUPLING * r * (d[0][k] - d[1][k]);
  }
  return energy;
}

void pair_share(const exact_body b[2], real of_distance, real of_arms, real f[2][3],
                real tau[2][3]) {
  const real coupling = of_arms * COUPLING;
  real d[2][3], r[3], g[3];
  arms(b, d);
  for (int k = 0; k < 3; k++) {
    r[k] = b[0].x[k] - b[1].x[k];
    g[k] = coupling * r[k];
    f[0][k] = -of_distance * r[k] - coupling * (d[0][k] - d[1][k]);
    f[1][k] = -f[0][k];
  }
  cross(g, d[0], tau[0]);
  cross(d[1], g, tau[1]);
}

void pair_force(const exact_body b[2], real f[2][3], real tau[2][3]) {
  pair_share(b, 1, 1, f, tau);
}

void momentum_force(const exact_body b[2], real f[2][3], real tau[2][3]) {
  const real friction[3] = { 0.4L, 0.3L, 0.2L }, field[3] = { 0.2L, -0.3L, 0.5L };
  for (int i = 0; i < 2; i++) {
    real of_p[3], of_l[3];
    cross(field, b[i].p, of_p);
    cross(field, b[i].l, of_l);
    for (int k = 0; k < 3; k++) {
      f[i][k] += of_p[k] - friction[k] * b[i].p[k];
      tau[i][k] += of_l[k] - friction[k] * b[i].l[k];
    }
  }
}

/* Angular velocity in space of a momentum or, for the gradient, of a torque. */
static void velocity(const start *s, const real q[4], const real l[3], real w[3]) {
  rotate(q, l, true, w);
  for (int k = 0; k < 3; k++) w[k] = s->inertia[k] > 0 ? w[k] / s->inertia[k] : 0;
  rotate(q, w, false, w);
}

/* Derivative of force and torque along the displacement f/m, J^-1 tau. */
void pair_gradient(const start s[2], const exact_body b[2], real gf[2][3], real gtau[2][3]) {
  real f[2][3], tau[2][3], d[2][3], w[2][3], dd[2][3], g[3], dg[3];
  pair_force(b, f, tau);
  arms(b, d);
  for (int i = 0; i < 2; i++) {
    velocity(&s[i], b[i].q, tau[i], w[i]);
    cross(w[i], d[i], dd[i]);
  }
  for (int k = 0; k < 3; k++) {
    const real dr = f[0][k] / s[0].mass - f[1][k] / s[1].mass;
    g[k] = COUPLING * (b[0].x[k] - b[1].x[k]);
    dg[k] = COUPLING * dr;
    gf[0][k] = -dr - COUPLING * (dd[0][k] - dd[1][k]);
    gf[1][k] = -gf[0][k];
  }
  for (int i = 0; i < 2; i++) {
    real one[3], two[3];
    cross(g, dd[i], one);
    cross(dg, d[i], two);
    for (int k = 0; k < 3; k++) gtau[i][k] = (i == 0 ? 1 : -1) * (one[k] + two[k]);
  }
}

exact_body exact_start(const start *s) {
  exact_body b;
  for (int k = 0; k < 3; k++) b.x[k] = s->x[k], b.p[k] = s->p[k], b.l[k] = s->l[k];
  for (int k = 0; k < 4; k++) b.q[k] = s->q[k];
  return b;
}

/* ---- oracle ---------------------------------------------------------------------------------- */
enum { MOST = 2, VARIABLES = 13 };
_Static_assert(sizeof(exact_body) == VARIABLES * sizeof(real), "a body is an array of numbers");

static void slope(const start *s, int n, int forces, const exact_body *b, exact_body *d) {
  real f[MOST][3] = { { 0 } }, tau[MOST][3] = { { 0 } };
  if (forces != NO_FORCES) pair_force(b, f, tau);
  if (forces == MOMENTUM_FORCES) momentum_force(b, f, tau);
  for (int i = 0; i < n; i++) {
    real w[4] = { 0 };
    velocity(&s[i], b[i].q, b[i].l, w + 1);
    multiply(w, b[i].q, d[i].q);
    for (int k = 0; k < 4; k++) d[i].q[k] /= 2;
    for (int k = 0; k < 3; k++) {
      d[i].x[k] = b[i].p[k] / s[i].mass;
      d[i].p[k] = f[i][k];
      d[i].l[k] = tau[i][k];
    }
  }
}

/* One big step: midpoint rule with 2, 4, 6 ... 20 parts, extrapolated (Gragg, Bulirsch, Stoer). */
static void big_step(const start *s, int n, int forces, real h, exact_body *b) {
  enum { COLUMNS_OF_TABLE = 10 };
  const int size = n * VARIABLES;
  real table[COLUMNS_OF_TABLE][MOST * VARIABLES];
  for (int j = 0; j < COLUMNS_OF_TABLE; j++) {
    const int parts = 2 * (j + 1);
    const real step = h / parts;
    exact_body before[MOST] = { { .x = { 0 } } }, d[MOST] = { { .x = { 0 } } }, now[MOST],
               next[MOST];
    real *const old = (real *)before, *const mid = (real *)now, *const new = (real *)next;
    real *const change = (real *)d;
    memcpy(before, b, (size_t)n * sizeof *b);
    slope(s, n, forces, before, d);
    for (int k = 0; k < size; k++) mid[k] = old[k] + step * change[k];
    for (int part = 1; part < parts; part++) {
      slope(s, n, forces, now, d);
      for (int k = 0; k < size; k++) {
        new[k] = old[k] + 2 * step *change[k];
        old[k] = mid[k];
        mid[k] = new[k];
      }
    }
    memcpy(table[j], now, (size_t)size * sizeof(real));
    for (int m = j - 1; m >= 0; m--) {
      const real ratio = (real)parts / (2 * (m + 1));
      for (int k = 0; k < size; k++)
        table[m][k] = table[m + 1][k] + (table[m + 1][k] - table[m][k]) / (ratio * ratio - 1);
    }
  }
  memcpy(b, table[0], (size_t)size * sizeof(real));
  for (int i = 0; i < n; i++) {
    real length = 0;
    for (int k = 0; k < 4; k++) length += b[i].q[k] * b[i].q[k];
    for (int k = 0; k < 4; k++) b[i].q[k] /= sqrtl(length);
  }
}

void oracle(const start *bodies, int n, int forces, double time, exact_body *end) {
  for (int i = 0; i < n; i++) end[i] = exact_start(&bodies[i]);
  const int steps = 1 + (int)(fabs(time) / 0.15);
  for (int i = 0; i < steps; i++) big_step(bodies, n, forces, (real)time / steps, end);
}
