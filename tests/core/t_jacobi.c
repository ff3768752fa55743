/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_jacobi.c - `semiexact` against its order, and the flow of matrices against the flow of quaternions.
 */
#include "check.h"
#include "free_run.h"
#include "random_numbers.h"
#include "rotations.h"

static const double EPS = 0x1p-52;

/* ---- matrices of rotations, row by row ------------------------------------------------------- */
static void matrix_of(const double q[4], double Q[9]) {
  double m[3][3];
  rotation_matrix(q, m);
  memcpy(Q, m, sizeof m);
}

static double off_orthogonal(const double Q[9]) {
  double worst = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const double p = Q[i] * Q[j] + Q[3 + i] * Q[3 + j] + Q[6 + i] * Q[6 + j];
      worst = fmax(worst, fabs(p - (i == j)));
    }
  return worst;
}

/* ---- random bodies --------------------------------------------------------------------------- */

typedef struct body {
  double inertia[3], l[3], q[4], h;
} body;

/* A body that can exist, of any shape, often nearly symmetric, in a motion that is often close to
 * one of the special ones; turns by up to about 30 radians. */
static body random_body(void) {
  body b;
  double y[3], Q[9], spread[3]; /* spread: mass times square of width */
  for (int k = 0; k < 3; k++) {
    spread[k] = pow(10, -6 * uniform() * uniform());
    y[k] = (2 * uniform() - 1) * pow(10, uniform() < 0.3 ? -12 * uniform() : 0);
  }
  const int j = (int)(3 * uniform()), near = (j + 1) % 3;
  if (uniform() < 0.3) spread[near] = spread[j] * (1 + pow(10, -16 * uniform()));
  for (int k = 0; k < 3; k++) b.inertia[k] = spread[(k + 1) % 3] + spread[(k + 2) % 3];
  random_orientation(b.q);
  matrix_of(b.q, Q);
  for (int i = 0; i < 3; i++) b.l[i] = Q[3 * i] * y[0] + Q[3 * i + 1] * y[1] + Q[3 * i + 2] * y[2];
  double fastest = 0;
  for (int i = 0; i < 3; i++) fastest = fmax(fastest, fabs(y[i]) / b.inertia[i]);
  b.h = (uniform() < 0.2 ? -1 : 1) * pow(10, 1.5 - 5 * uniform()) / fastest;
  return b;
}

/* One that is far from symmetric, whose momentum is of length 1, and turns by about 6 radians. */
static body random_top(void) {
  body b = random_body();
  const double size = sqrt(b.l[0] * b.l[0] + b.l[1] * b.l[1] + b.l[2] * b.l[2]);
  b.inertia[0] = 1, b.inertia[1] = 0.5 + 0.3 * uniform(), b.inertia[2] = 0.8 + 0.2 * uniform();
  for (int k = 0; k < 3; k++) b.l[k] /= size;
  b.h = 6;
  return b;
}

/* What a relative change of the momentum by 1e-12 does, over that: the condition number.  A larger one
 * would turn bodies near the separatrix all the way round, and show less than their condition. */
static double condition(const body *b, const double q_at_h[4]) {
  double worst = 1;
  const double size = sqrt(b->l[0] * b->l[0] + b->l[1] * b->l[1] + b->l[2] * b->l[2]);
  for (int k = 0; k < 3; k++) {
    double l[3], q[4];
    memcpy(l, b->l, sizeof l);
    memcpy(q, b->q, sizeof q);
    l[k] += 1e-12 * size;
    OK(rgs_free_flow("exact", 1, b->h, b->inertia, l, q, NULL));
    worst = fmax(worst, angle_from(q, q_at_h) / 1e-12);
  }
  return worst;
}

/* ---- semiexact ------------------------------------------------------------------------------- */
/* Turns one body freely by n steps of semiexact with this many nodes. */
static void semiexact(const body *b, int nodes, int steps, double q[4]) {
  double inertia[3], l[3];
  memcpy(inertia, b->inertia, sizeof inertia);
  memcpy(l, b->l, sizeof l);
  memcpy(q, b->q, sizeof b->q);
  const size_t since = kept_so_far();
  char params[32];
  snprintf(params, sizeof params, "nodes=%d", nodes);
  rgs_stepper *run = free_run(opened(), "semiexact", params, 1, inertia, l, q);
  OK(rgs_stepper_run(run, b->h / steps, steps, &err));
  close_kept(since);
}

/* dn on the axis with the largest moment, and on that with the smallest. */
static const body tops[2] = {
  { { 0.6, 0.8, 1.0 }, { 0.3, 0.35, -0.9 }, { 0.5, 0.5, -0.5, 0.5 }, 8 },
  { { 0.5, 0.9, 1.1 }, { 0.9, 0.3, 0.25 }, { 1, 0, 0, 0 }, 8 }
};

TEST(semiexact_order) {
  static const int coarse[2][5] = { { 0, 64, 24, 10, 6 }, { 0, 64, 24, 16, 8 } }; /* by nodes */
  for (size_t t = 0; t < COUNT(tops); t++) {
    double want[4];
    memcpy(want, tops[t].q, sizeof want);
    OK(rgs_free_flow("jacobi", 1, tops[t].h, tops[t].inertia, tops[t].l, want, NULL));
    for (int nodes = 1; nodes <= 4; nodes++) {
      double q[4], error[2];
      for (int i = 0; i < 2; i++) {
        semiexact(&tops[t], nodes, coarse[t][nodes] * (2 + i) / 2, q);
        error[i] = angle_from(q, want);
      }
      /* Half as many steps again, not twice as many, so that the smaller error is far above rounding. */
      const double slope = log(error[0] / error[1]) / log(1.5);
      print_message("top %zu, %d nodes: errors %.2e %.2e, slope %.2f\n", t, nodes, error[0],
                    error[1], slope);
      TRUE(error[1] > 5e-14); /* or else the slope says nothing */
      /* With 4 nodes the asymptotic slope is below rounding: between 5 and 10 steps it is 8.2 to 8.9. */
      TRUE(slope > 2 * nodes - 0.3);
      if (nodes < 4) TRUE(slope < 2 * nodes + 0.3);
    }
    double q[4];
    semiexact(&tops[t], 10, 8, q);
    NEAR(0, angle_from(q, want), 50 * EPS * tops[t].h);
  }
}

/* However wrong the angle, the momentum in the body, and with it the energy, is as with `exact`. */
TEST(semiexact_momentum) {
  double largest_angle = 0;
  for (int i = 0; i < 300; i++) {
    const body b = random_top();
    double p[4], q[4], P[9], Q[9], off = 0, size = 0;
    memcpy(p, b.q, sizeof p);
    OK(rgs_free_flow("exact", 1, b.h, b.inertia, b.l, p, NULL));
    semiexact(&b, 1, 1, q);
    largest_angle = fmax(largest_angle, angle_from(p, q));
    matrix_of(p, P);
    matrix_of(q, Q);
    for (int k = 0; k < 3; k++) {
      double d = 0;
      for (int j = 0; j < 3; j++) d += (P[3 * j + k] - Q[3 * j + k]) * b.l[j];
      off += d * d;
      size += b.l[k] * b.l[k];
    }
    NEAR(0, sqrt(off / size), 20 * EPS * condition(&b, p));
  }
  TRUE(largest_angle > 1e-3);
}

/* ---- matrices -------------------------------------------------------------------------------- */
TEST(matrix_is_quaternion) {
  static const char *const rotors[] = { "jacobi", "semiexact", "exact", "symrot", "nosquish" };
  for (int i = 0; i < 5000; i++) {
    const body b = random_body();
    for (int exact = 0; exact < 2; exact++) { /* condition() speaks of the exact motion only */
      const char *rotor = exact ? "exact" : "jacobi";
      double q[4], Q[9], P[9];
      memcpy(q, b.q, sizeof q);
      matrix_of(b.q, Q);
      OK(rgs_free_flow(rotor, 1, b.h, b.inertia, b.l, q, NULL));
      OK(rgs_free_flow_matrix(rotor, 1, b.h, b.inertia, b.l, Q, NULL));
      matrix_of(q, P);
      const double room = 40 * EPS * condition(&b, q);
      for (int k = 0; k < 9; k++) NEAR(P[k], Q[k], room);
    }
  }
  /* A hundred bodies are a hundred times one, also those that pass through blocks. */
  static double inertia[300], l[300], Q[900];
  for (int i = 0; i < 100; i++) {
    const body b = random_body();
    memcpy(inertia + 3 * i, b.inertia, sizeof b.inertia);
    memcpy(l + 3 * i, b.l, sizeof b.l);
    matrix_of(b.q, Q + 9 * i);
  }
  for (size_t r = 0; r < COUNT(rotors); r++) {
    double together[900], alone[900];
    memcpy(together, Q, sizeof Q);
    memcpy(alone, Q, sizeof Q);
    OK(rgs_free_flow_matrix(rotors[r], 100, 0.01, inertia, l, together, NULL));
    for (int i = 0; i < 100; i++)
      OK(rgs_free_flow_matrix(rotors[r], 1, 0.01, inertia + 3 * i, l + 3 * i, alone + 9 * i, NULL));
    SAME_BITS(alone, together, 900);
  }
}

TEST(matrix_refusals) {
  static double inertia[300], l[300], Q[900], before[900];
  for (int i = 0; i < 100; i++)
    for (int k = 0; k < 3; k++) {
      inertia[3 * i + k] = 1 + 0.2 * k;
      l[3 * i + k] = 0.1;
      for (int j = 0; j < 3; j++) Q[9 * i + 3 * k + j] = k == j;
    }
  memcpy(before, Q, sizeof Q);
#define REFUSE(want, rotor, n, h, I, L, M, word)                                                   \
  do {                                                                                             \
    REFUSED_BODY(want, -1, rgs_free_flow_matrix(rotor, n, h, I, L, M, &err), word);                \
  } while (0)
  REFUSE(RGS_E_ARG, NULL, 1, 1, inertia, l, Q, "rotor");
  REFUSE(RGS_E_NAME, "euler", 1, 1, inertia, l, Q, "euler");
  REFUSE(RGS_E_ARG, "jacobi", -1, 1, inertia, l, Q, "-1");
  REFUSE(RGS_E_ARG, "jacobi", 1, INFINITY, inertia, l, Q, "inf");
  REFUSE(RGS_E_ARG, "jacobi", 1, 1, NULL, l, Q, "inertia");
  REFUSE(RGS_E_ARG, "jacobi", 1, 1, inertia, NULL, Q, "l");
  REFUSE(RGS_E_ARG, "jacobi", 1, 1, inertia, l, NULL, "Q");
  STATUS(RGS_OK, rgs_free_flow_matrix("jacobi", 0, 1, NULL, NULL, NULL, NULL));

  /* Body 70: stretched, sheared, mirrored, not a number, bad inertia, bad momentum. */
  static const struct {
    int at;
    double value;
    const char *word;
  } spoilt[] = { { 0, 1.01, "columns 0 and 0" },
                 { 1, 1e-5, "columns 0 and 1" },
                 { 8, -1, "determinant" },
                 { 4, NAN, "columns" } };
  for (size_t s = 0; s < COUNT(spoilt); s++) {
    const double was = Q[9 * 70 + spoilt[s].at];
    Q[9 * 70 + spoilt[s].at] = spoilt[s].value;
    REFUSED_BODY(RGS_E_BODY, 70, rgs_free_flow_matrix("jacobi", 100, 1, inertia, l, Q, &err),
                 spoilt[s].word);
    Q[9 * 70 + spoilt[s].at] = was;
  }
  inertia[211] = -1;
  REFUSED_BODY(RGS_E_BODY, 70, rgs_free_flow_matrix("exact", 100, 1, inertia, l, Q, &err),
               "inertia");
  inertia[211] = 0; /* an axis without spin, with momentum about it */
  STATUS(RGS_E_BODY, rgs_free_flow_matrix("exact", 100, 1, inertia, l, Q, NULL));
  inertia[211] = 1;
  SAME_BITS(before, Q, 900);
  l[212] = 1e6; /* dmv2 gives up at body 70: its block stays as it was */
  REFUSED_BODY(RGS_E_NOCONV, 70, rgs_free_flow_matrix("dmv2", 100, 1, inertia, l, Q, &err), "dmv2");
  SAME_BITS(before + 576, Q + 576, 900 - 576);
  memcpy(Q, before, sizeof before);

  /* Off by less than 1e-6 is rounding of the caller's, and mended. */
  Q[0] = 1 + 3e-7;
  OK(rgs_free_flow_matrix("jacobi", 1, 0, inertia, l, Q, NULL));
  NEAR(0, off_orthogonal(Q), 1e-12);
}

/* Rounding of many tiny steps adds up as a random walk does: n steps are off by about sqrt(n) eps cond.  Where an
 * error has a direction, it is n eps. */
TEST(matrix_tiny_steps) {
  enum { STEPS = 40000, BODIES = 16 };
  static const char *const rotors[] = { "exact", "semiexact", "threerot" };
  static const double steps[] = { 1e-8, 1e-3 };
  double inertia[3 * BODIES], l[3 * BODIES], Q[9 * BODIES], want[9 * BODIES], first[9 * BODIES];
  body b[BODIES];
  seed = 1;
  for (int i = 0; i < BODIES; i++) {
    b[i] = random_top();
    memcpy(inertia + 3 * i, b[i].inertia, sizeof b[i].inertia);
    memcpy(l + 3 * i, b[i].l, sizeof b[i].l);
    matrix_of(b[i].q, first + 9 * i);
  }
  for (size_t r = 0; r < COUNT(rotors); r++)
    for (size_t k = 0; k < COUNT(steps); k++) {
      if (r == 2 && steps[k] > 1e-6) continue; /* its own error is larger */
      memcpy(Q, first, sizeof Q);
      memcpy(want, first, sizeof want);
      for (int step = 0; step < STEPS; step++)
        OK(rgs_free_flow_matrix(rotors[r], BODIES, steps[k], inertia, l, Q, NULL));
      OK(rgs_free_flow_matrix("exact", BODIES, STEPS * steps[k], inertia, l, want, NULL));
      double sum = 0; /* of logarithms: a few bodies are on the edge of another motion */
      for (int i = 0; i < BODIES; i++) {
        double off = 0, q[4];
        for (int j = 0; j < 9; j++) off = fmax(off, fabs(Q[9 * i + j] - want[9 * i + j]));
        b[i].h = STEPS * steps[k];
        memcpy(q, b[i].q, sizeof q);
        OK(rgs_free_flow("exact", 1, b[i].h, b[i].inertia, b[i].l, q, NULL));
        sum += log(off / EPS / condition(&b[i], q));
        TRUE(off_orthogonal(Q + 9 * i) <= 4 * EPS);
      }
      printf("%s, %d steps of %g: off by %.0f eps cond in the mean\n", rotors[r], STEPS, steps[k],
             exp(sum / BODIES));
      TRUE(exp(sum / BODIES) <= (k == 0 ? 4 : 0.25) * sqrt(STEPS));
    }
}

TEST_MAIN(NULL, NULL)
