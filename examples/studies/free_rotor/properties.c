/* SPDX-License-Identifier: BSD-3-Clause
 *
 * properties.c - what free rotation keeps, rotor by rotor, measured: Table 2 of G. Vilmart, Rigid
 * body dynamics (2013), for every rotor there is.
 *
 *   properties [MODULE.so ...]                rotors of these modules too
 *
 * order       slope of the error over the step, in logarithms; errors against a Taylor series in
 *             long double; "exact" where a step of any length is right to rounding
 * Q y         largest change of a component of the momentum in space, of |l|
 * C(y), H(y)  largest relative change of |y|^2/2, y = Q^T l, and of the energy
 * reversal    angle that a step of h, then one of -h, leave
 * Poisson     |A y^ A^T - (Ay)^|, A the derivative of y -> y', hats for cross products
 * symplectic  the same of the whole map (Q, y) and the canonical form of T*SO(3)
 *
 * All numbers are for |l| = 1 and moments of about 1; derivatives are differences, good to 1e-9.  A
 * star marks what the rotor also declares; exits with 1 if it declares what it does not keep.
 */
#include "free_run.h"
#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 6, CROWD = 101, STEPS = 20000 };
#define KEPT 1e-11     /* quadratic invariants over STEPS steps, reversal                       */
#define KEPT_FORM 5e-9 /* what the differences leave of a form that is kept                     */
#define ROUNDING 3e-15 /* of one step                                                           */

typedef double vector[3], matrix[6][6];

/* ---- bodies ---------------------------------------------------------------------------------- */
static const double INERTIA[BODIES][3] = { { 0.6, 0.8, 1.0 },  { 0.348, 0.653, 1.0 },
                                           { 1.0, 0.55, 0.7 }, { 0.9, 1.0, 0.4 },
                                           { 0.8, 1.0, 0.65 }, { 0.5, 0.45, 0.9 } };
static const double MOMENTUM[BODIES][3] = { { 0.88, 0.2, -0.44 }, { 0.5, -0.6, 0.62 },
                                            { 0.3, 0.7, 0.65 },   { -0.6, 0.45, 0.66 },
                                            { 0.2, 0.9, -0.4 },   { 0.55, 0.55, -0.63 } };
static const double ATTITUDE[BODIES][4] = { { 1, 0, 0, 0 },          { 0.5, 0.5, -0.5, 0.5 },
                                            { 0.3, -0.8, 0.1, 0.4 }, { 0.7, 0.1, 0.6, -0.2 },
                                            { -0.2, 0.5, 0.5, 0.6 }, { 0.1, 0.2, 0.3, 0.9 } };

typedef struct body {
  double inertia[3], l[3], q[4];
} body;

static void normalise(double *v, int n) {
  double square = 0;
  for (int k = 0; k < n; k++) square += v[k] * v[k];
  for (int k = 0; k < n; k++) v[k] /= sqrt(square);
}

static body body_of(int i) {
  body b;
  memcpy(b.inertia, INERTIA[i], sizeof b.inertia);
  memcpy(b.l, MOMENTUM[i], sizeof b.l);
  memcpy(b.q, ATTITUDE[i], sizeof b.q);
  normalise(b.l, 3);
  normalise(b.q, 4);
  return b;
}

/* ---- a rotor --------------------------------------------------------------------------------- */
typedef struct subject {
  rgs_context *context;
  const rgs_about *about;
} subject;

/* False if the rotor refuses the step as too large. */
static bool try_run(const subject *s, body *b, double h, int64_t steps) {
  rgs_error error = RGS_ERROR_INIT;
  free_run *r = free_run_open(s->context, s->about->name, NULL, 1, b->inertia, b->l, b->q, &error);
  const rgs_status status = r == NULL ? error.status : free_run_steps(r, h, steps, &error);
  free_run_close(r);
  if (status == RGS_OK || status == RGS_E_NOCONV) return status == RGS_OK;
  fprintf(stderr, "%s: %s\n", s->about->name, error.text);
  exit(2);
}

static void run(const subject *s, body *b, double h, int64_t steps) {
  if (try_run(s, b, h, steps)) return;
  fprintf(stderr, "%s refuses a step of %g\n", s->about->name, h);
  exit(2);
}

/* NAN if refused. */
static double error_after(const subject *s, const body *start, double h, int64_t steps) {
  body b = *start;
  free_motion m;
  free_end end;
  memcpy(m.inertia, b.inertia, sizeof m.inertia);
  memcpy(m.l, b.l, sizeof m.l);
  memcpy(m.q, b.q, sizeof m.q);
  m.h = h * (double)steps;
  reference_flow(&m, false, &end);
  return try_run(s, &b, h, steps) ? reference_angle(end.q, b.q) : NAN;
}

/* ---- order ----------------------------------------------------------------------------------- */
static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Median over random bodies after the time 4; NAN if one is refused. */
static double median_error(const subject *s, int64_t steps) {
  uint64_t state = 1;
  double errors[CROWD];
  for (int i = 0; i < CROWD; i++) {
    body b;
    double d[3], numbers[10];
    for (int k = 0; k < 10; k++) { /* a linear congruence is random enough here */
      state = state * 6364136223846793005u + 1442695040888963407u;
      numbers[k] = (double)(state >> 11) * 0x1p-53;
    }
    for (int k = 0; k < 3; k++) d[k] = 0.05 + 0.5 * numbers[k], b.l[k] = numbers[3 + k] - 0.5;
    for (int k = 0; k < 3; k++) b.inertia[k] = d[(k + 1) % 3] + d[(k + 2) % 3];
    for (int k = 0; k < 4; k++) b.q[k] = numbers[6 + k] - 0.5;
    normalise(b.l, 3);
    normalise(b.q, 4);
    errors[i] = error_after(s, &b, 4.0 / (double)steps, steps);
    if (isnan(errors[i])) return NAN;
  }
  qsort(errors, CROWD, sizeof *errors, by_size);
  return errors[CROWD / 2];
}

/* Fitted to the last six decades above rounding, where the leading term rules. */
static double slope(const subject *s) {
  enum { MOST = 40 };
  double x[MOST], y[MOST], n = 0, x1 = 0, x2 = 0, y1 = 0, xy = 0;
  int points = 0;
  for (int64_t steps = 1; steps <= 1000; steps += steps / 4 + 1) {
    const double error = median_error(s, steps);
    if (error < 2e-13) break;
    if (!(error < 1e-3)) continue;
    x[points] = -log((double)steps), y[points] = log(error);
    points++;
  }
  for (int i = 0; i < points; i++)
    if (y[i] < y[points - 1] + log(1e6))
      n++, x1 += x[i], x2 += x[i] * x[i], y1 += y[i], xy += x[i] * y[i];
  return (n * xy - x1 * y1) / (n * x2 - x1 * x1);
}

/* INFINITY: no time-step error. */
static double measured_order(const subject *s) {
  bool exact = true;
  for (int i = 0; i < BODIES; i++) {
    const body b = body_of(i);
    for (double h = 0.01; h < 10; h *= 3)
      exact = exact && error_after(s, &b, h, 1) < ROUNDING * fmax(1, h);
  }
  return exact ? INFINITY : slope(s);
}

/* ---- invariants ------------------------------------------------------------------------------ */
typedef struct drift {
  double l, casimir, energy, reversal;
} drift;

static drift measured_drift(const subject *s) {
  drift d = { 0, 0, 0, 0 };
  for (int i = 0; i < BODIES; i++) {
    const body start = body_of(i);
    body b = start;
    real y0[3], y1[3], c0 = 0;
    reference_body_momentum(start.l, start.q, y0);
    for (int k = 0; k < 3; k++) c0 += y0[k] * y0[k];
    const real e0 = reference_energy(start.inertia, start.l, start.q);
    for (int part = 0; part < 20; part++) {
      run(s, &b, 0.1, STEPS / 20);
      real c1 = 0;
      reference_body_momentum(b.l, b.q, y1);
      for (int k = 0; k < 3; k++) {
        c1 += y1[k] * y1[k];
        d.l = fmax(d.l, fabs(b.l[k] - start.l[k]));
      }
      d.casimir = fmax(d.casimir, fabs((double)(c1 / c0 - 1)));
      d.energy = fmax(d.energy, fabs((double)(reference_energy(b.inertia, b.l, b.q) / e0 - 1)));
    }
    body there = start;
    run(s, &there, 0.3, 1);
    run(s, &there, -0.3, 1);
    const real q[4] = { start.q[0], start.q[1], start.q[2], start.q[3] };
    d.reversal = fmax(d.reversal, reference_angle(q, there.q));
  }
  return d;
}

/* ---- derivatives of the map ------------------------------------------------------------------ */
static void multiply(const double p[4], const double q[4], double r[4]) {
  const double v[4] = { p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                        p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
                        p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1] };
  memcpy(r, v, sizeof v);
}

static void body_momentum(const body *b, vector y) {
  real precise[3];
  reference_body_momentum(b->l, b->q, precise);
  for (int k = 0; k < 3; k++) y[k] = (double)precise[k];
}

/* The map from (Q, y), Q turned by `turn` in the body's frame and y shifted. */
static body image(const subject *s, const body *start, const vector turn, const vector shift,
                  double h) {
  body b = *start;
  vector y;
  body_momentum(start, y);
  for (int k = 0; k < 3; k++) y[k] += shift[k];
  const double half = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]) / 2;
  double r[4] = { cos(half), 0, 0, 0 };
  for (int k = 0; k < 3; k++) r[1 + k] = half > 0 ? turn[k] / 2 * sin(half) / half : 0;
  multiply(b.q, r, b.q);
  normalise(b.q, 4);
  /* l = Q y: what Q^T makes of it again is y. */
  real l[3];
  const double back[4] = { b.q[0], -b.q[1], -b.q[2], -b.q[3] };
  reference_body_momentum(y, back, l);
  for (int k = 0; k < 3; k++) b.l[k] = (double)l[k];
  run(s, &b, h, 1);
  return b;
}

/* Derivative of the map in the body's frame: rows and columns 0-2 the turn, 3-5 y. */
static void derivative(const subject *s, const body *start, double h, matrix D) {
  const double step = 2e-5;
  for (int c = 0; c < 6; c++) {
    body end[2];
    vector y[2];
    for (int side = 0; side < 2; side++) {
      vector turn = { 0 }, shift = { 0 };
      *(c < 3 ? &turn[c] : &shift[c - 3]) = side == 0 ? -step : step;
      end[side] = image(s, start, turn, shift, h);
      body_momentum(&end[side], y[side]);
    }
    const double back[4] = { end[0].q[0], -end[0].q[1], -end[0].q[2], -end[0].q[3] };
    double between[4];
    multiply(back, end[1].q, between);
    for (int k = 0; k < 3; k++) {
      D[k][c] = 2 * between[1 + k] * (between[0] < 0 ? -1 : 1) / (2 * step);
      D[3 + k][c] = (y[1][k] - y[0][k]) / (2 * step);
    }
  }
}

static void hat(const vector v, double m[3][3]) {
  const double h[3][3] = { { 0, -v[2], v[1] }, { v[2], 0, -v[0] }, { -v[1], v[0], 0 } };
  memcpy(m, h, sizeof h);
}

static double poisson_defect(matrix D, const vector y0, const vector y1) {
  double before[3][3], after[3][3], worst = 0;
  hat(y0, before);
  hat(y1, after);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double sum = -after[i][j];
      for (int k = 0; k < 3; k++)
        for (int m = 0; m < 3; m++) sum += D[3 + i][3 + k] * before[k][m] * D[3 + j][3 + m];
      worst = fmax(worst, fabs(sum));
    }
  return worst;
}

/* The form at momentum y: omega((a, b), (c, d)) = a.d - b.c + y.(a x c); turns a, c and changes of
 * y b, d, all in the body's frame. */
static void canonical_form(const vector y, matrix W) {
  double cross[3][3];
  hat(y, cross);
  memset(W, 0, sizeof(matrix));
  for (int i = 0; i < 3; i++) {
    W[i][3 + i] = 1;
    W[3 + i][i] = -1;
    for (int j = 0; j < 3; j++) W[i][j] = -cross[i][j];
  }
}

static double symplectic_defect(matrix D, const vector y0, const vector y1) {
  matrix before, after;
  double worst = 0;
  canonical_form(y0, before);
  canonical_form(y1, after);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      double sum = -before[i][j];
      for (int k = 0; k < 6; k++)
        for (int m = 0; m < 6; m++) sum += D[k][i] * after[k][m] * D[m][j];
      worst = fmax(worst, fabs(sum));
    }
  return worst;
}

static void measured_forms(const subject *s, double *poisson, double *symplectic) {
  *poisson = *symplectic = 0;
  for (int i = 0; i < BODIES; i++) {
    const double h = 0.4;
    const body start = body_of(i);
    body end = start;
    vector y0, y1;
    matrix D;
    derivative(s, &start, h, D);
    run(s, &end, h, 1);
    body_momentum(&start, y0);
    body_momentum(&end, y1);
    *poisson = fmax(*poisson, poisson_defect(D, y0, y1));
    *symplectic = fmax(*symplectic, symplectic_defect(D, y0, y1));
  }
}

/* ---- the table ------------------------------------------------------------------------------- */
static int broken;

static void cell(double defect, double bar, bool declared) {
  const bool kept = defect <= bar;
  if (declared && !kept) broken++;
  printf("  %3s%c %7.0e", kept ? "yes" : "no", declared ? '*' : ' ', defect);
}

static void print_row(const subject *s) {
  const rgs_about *about = s->about;
  const double order = measured_order(s);
  const drift d = measured_drift(s);
  double poisson, symplectic;
  measured_forms(s, &poisson, &symplectic);
  printf("%-12s", about->name);
  if (isinf(order))
    printf(" exact");
  else
    printf(" %5.2f", order);
  const bool reached = about->order == RGS_EXACT ? isinf(order) : order >= about->order - 0.15;
  if (!reached) broken++;
  printf("%c", reached ? '*' : '!');
  const uint32_t c = about->claims;
  cell(d.l, 0, c & RGS_KEEPS_MOMENTUM);
  cell(d.casimir, KEPT, c & RGS_KEEPS_MOMENTUM);
  cell(d.energy, KEPT, c & RGS_KEEPS_ENERGY);
  cell(d.reversal, ROUNDING, c & RGS_SYMMETRIC);
  cell(poisson, KEPT_FORM, c & RGS_SYMPLECTIC);
  cell(symplectic, KEPT_FORM, c & RGS_SYMPLECTIC);
  printf("\n");
  fflush(stdout);
}

int main(int argc, char **argv) {
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context;
  if (rgs_context_create(NULL, &context, &error) != RGS_OK)
    return fprintf(stderr, "properties: %s\n", error.text), 2;
  for (int i = 1; i < argc; i++)
    if (rgs_module_load(context, argv[i], &error) != RGS_OK)
      return fprintf(stderr, "properties: %s\n", error.text), 2;

  printf(
      "Free rotation by every rotor: %d bodies, |w| about 1.5; invariants over %d steps of 0.1,\n"
      "reversal by 0.3 and back, forms at a step of 0.4.  * declared   ! declared, not kept\n\n"
      "%-12s %6s  %12s  %12s  %12s  %12s  %12s  %12s\n",
      BODIES, STEPS, "rotor", "order", "Q y", "C(y)", "H(y)", "reversal", "Poisson", "symplectic");
  for (int64_t i = 0; i < rgs_about_count(context, RGS_KIND_ROTOR); i++) {
    const subject s = { context, rgs_about_at(context, RGS_KIND_ROTOR, i) };
    print_row(&s);
  }
  rgs_context_destroy(context);
  if (broken) printf("\n%d declared properties are not kept\n", broken);
  return broken > 0;
}
