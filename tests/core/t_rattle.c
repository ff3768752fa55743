/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_rattle.c - the integrator `rattle`, which rotates by the rotor dmv2, against the equations with their
 * multipliers as they stand in the literature, solved here in long double.
 * That it steps, saves and is driven as any method, in any unit, the t_stepper tests and the
 * contract show.
 */
#include "check.h"
#include "plain_body.h"
#include "random_numbers.h"
#include "rotations.h"

#include <math.h>
#include <stdlib.h>

#define EPS 0x1p-52

/* ---- bodies, each a top in a field of its own ------------------------------------------------ */
/* U = x.x/2 + A.(Q B), times the strength of the field. */
static const double A[3] = { 0.3, -0.5, 0.7 }, B[3] = { 0.6, 0.4, -0.3 };
static const double THIN = 0.01; /* of a moment: about that axis a body has no arm */

enum { BODIES = 9, WIDTH = PLAIN_BODY };

typedef struct world {
  double memory[BODIES * WIDTH];
  rgs_view view;
  rgs_host host;
  double field; /* its strength */
  rgs_bodies *bodies;
  rgs_stepper *stepper;
} world;

static rgs_context *context;

/* A nan wins. */
static double larger(double a, double b) { return a > b || isnan(a) ? a : b; }

/* Moments of a real body: sums of two of e >= 0. */
static void real_moments(const double e[3], double inertia[3]) {
  for (int k = 0; k < 3; k++) inertia[k] = e[(k + 1) % 3] + e[(k + 2) % 3];
}

static void attitude(const world *w, int64_t i, double R[3][3]) {
  double q[4];
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(w->view.q, i, k);
  rotation_matrix(q, R);
}

static int evaluate(void *self, rgs_eval *request, const rgs_view *v) {
  const world *w = self;
  (void)request;
  for (int64_t i = 0; i < v->n; i++) {
    double R[3][3], d[3], arm[3] = { B[0], B[1], B[2] };
    attitude(w, i, R);
    for (int k = 0; k < 3; k++)
      if (RGS_AT(v->inertia, i, k) < THIN) arm[(k + 1) % 3] = arm[(k + 2) % 3] = 0;
    for (int k = 0; k < 3; k++) d[k] = R[k][0] * arm[0] + R[k][1] * arm[1] + R[k][2] * arm[2];
    for (int k = 0; k < 3; k++) {
      const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      RGS_AT(v->f, i, k) = -w->field * RGS_AT(v->x, i, k);
      RGS_AT(v->tau, i, k) = w->field * (A[k1] * d[k2] - A[k2] * d[k1]);
    }
  }
  return 0;
}

/* Body i with its special shape; the momentum of about the size that gives |w| = 1. */
static void fill(world *w, int64_t i, const double inertia[3]) {
  uint64_t state = 0x9E3779B97F4A7C15u * (uint64_t)(i + 3);
  for (int k = 0; k < 8; k++) random_between(&state, -1, 1);
  const rgs_view *v = &w->view;
  RGS_AT(v->mass, i, 0) = 1.5 + 0.5 * random_between(&state, -1, 1);
  double q[4], R[3][3], norm = 0, y[3];
  for (int k = 0; k < 4; k++) {
    q[k] = random_between(&state, -1, 1);
    norm += q[k] * q[k];
  }
  for (int k = 0; k < 4; k++) RGS_AT(v->q, i, k) = q[k] /= sqrt(norm);
  rotation_matrix(q, R);
  for (int k = 0; k < 3; k++) {
    RGS_AT(v->inertia, i, k) = inertia[k];
    RGS_AT(v->x, i, k) = random_between(&state, -1, 1);
    RGS_AT(v->p, i, k) = random_between(&state, -1, 1);
  }
  norm = 0;
  for (int k = 0; k < 3; k++) { /* as an angular velocity, so that thin axes spin no faster */
    y[k] = random_between(&state, -1, 1);
    norm += y[k] * y[k];
    y[k] *= inertia[k];
  }
  for (int k = 0; k < 3; k++)
    RGS_AT(v->l, i, k) = (R[k][0] * y[0] + R[k][1] * y[1] + R[k][2] * y[2]) / sqrt(norm);
}

static const double SHAPES[BODIES][3] = {
  { 0.6, 0.8, 1 }, { 0.345, 0.653, 0.9 }, { 0.7, 0.7, 0.7 }, { 1, 0.6, 0.6 }, { 0.4, 1, 0.6 },
  { 0, 1, 1 },     { 1, 0, 1 },           { 0, 0, 0 },       { 1e-3, 1, 1 },
};

static world *open_world(int64_t n, double field) {
  world *w = calloc(1, sizeof *w);
  w->view = view_of_plain(w->memory, n, WIDTH, 0);
  for (int64_t i = 0; i < n; i++) fill(w, i, SHAPES[i % BODIES]);
  w->field = field;
  w->host = (rgs_host){ .head = RGS_HEAD(rgs_host), .self = w, .eval = evaluate };
  OK(rgs_bodies_create(context, n, &w->bodies, &err));
  OK(rgs_bodies_bind(w->bodies, &w->view, &err));
  return w;
}

static void close_world(world *w) {
  rgs_stepper_destroy(w->stepper);
  rgs_bodies_destroy(w->bodies);
  free(w);
}

static const rgs_method_spec RATTLE = { .head = RGS_HEAD(rgs_method_spec), .integrator = "rattle" };

static rgs_status run(world *w, const rgs_method_spec *spec, double h, int64_t steps) {
  rgs_method *method;
  OK(rgs_method_create(context, spec, &method, &err));
  OK(rgs_stepper_create(w->bodies, method, &w->host, &w->stepper, &err));
  const rgs_status status = rgs_step(w->stepper, h, steps, &err);
  rgs_stepper_destroy(w->stepper);
  w->stepper = NULL;
  rgs_method_destroy(method);
  return status;
}

/* What rounding of the momentum becomes in the angular velocity. */
static double condition(const world *w, int64_t i) {
  double least = INFINITY, most = 0;
  for (int k = 0; k < 3; k++) {
    const double moment = RGS_AT(w->view.inertia, i, k);
    if (moment > 0) least = fmin(least, moment);
    most = fmax(most, moment);
  }
  return fmax(1, most / least);
}

/* Largest difference between x, p, Q and l of two worlds: all of them are about 1.  Of a body by
 * its condition. */
static double difference(const world *one, const world *two) {
  double all = 0;
  for (int64_t i = 0; i < one->view.n; i++) {
    double R[3][3], S[3][3], worst = 0;
    attitude(one, i, R);
    attitude(two, i, S);
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < 3; j++) worst = larger(fabs(R[k][j] - S[k][j]), worst);
      worst = larger(fabs(RGS_AT(one->view.x, i, k) - RGS_AT(two->view.x, i, k)), worst);
      worst = larger(fabs(RGS_AT(one->view.p, i, k) - RGS_AT(two->view.p, i, k)), worst);
      worst = larger(fabs(RGS_AT(one->view.l, i, k) - RGS_AT(two->view.l, i, k)), worst);
    }
    all = larger(worst / condition(one, i), all);
  }
  return all;
}

/* ---- the same as the equations --------------------------------------------------------------- */
typedef long double real;

typedef struct matrices {
  real Q[3][3], P[3][3], D[3];
} matrices;

static void forces_of(real field, real F[3][3]) {
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++) F[j][k] = -field * A[j] * B[k]; /* U = A.(Q B) */
}

static real gram(real X[3][3], real Y[3][3], int j, int k) {
  return X[0][j] * Y[0][k] + X[1][j] * Y[1][k] + X[2][j] * Y[2][k];
}

/* One step of equation (11) of Vilmart's article, multipliers by fixed-point iteration. */
static void equations_step(matrices *s, real h, real field) {
  real F[3][3], A0[3][3] = { { 0 } }, A1[3][3], half[3][3], Q1[3][3], worst = 1;
  forces_of(field, F);
  for (int round = 0; worst > 1e-19L; round++) {
    TRUE(round < 1000);
    worst = 0;
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) {
        half[j][k] = s->P[j][k] + h / 2 * F[j][k];
        for (int m = 0; m < 3; m++) half[j][k] -= h / 2 * s->Q[j][m] * A0[m][k];
        Q1[j][k] = s->Q[j][k] + h * half[j][k] / s->D[k];
      }
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) {
        const real off = gram(Q1, Q1, j, k) - (j == k);
        worst = off > worst || -off > worst || isnan(off) ? fabsl(off) : worst;
        A0[j][k] += 2 / (h * h) * off / (1 / s->D[j] + 1 / s->D[k]);
      }
    if (round > 100 && worst < 1e-18L) break; /* rounding of long double */
  }
  memcpy(s->Q, Q1, sizeof Q1);
  forces_of(field, F);
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++) half[j][k] += h / 2 * F[j][k];
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++)
      A1[j][k] = 2 / h * (gram(Q1, half, j, k) / s->D[k] + gram(Q1, half, k, j) / s->D[j]) /
                 (1 / s->D[j] + 1 / s->D[k]);
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++) {
      s->P[j][k] = half[j][k];
      for (int m = 0; m < 3; m++) s->P[j][k] -= h / 2 * Q1[j][m] * A1[m][k];
    }
}

TEST(same_as_the_equations) {
  static const double fields[] = { 0, 0.7 };
  for (size_t f = 0; f < COUNT(fields); f++)
    for (int shape = 0; shape < 4; shape++) {
      world *w = open_world(4, fields[f]);
      matrices s;
      double R[3][3], y[3];
      attitude(w, shape, R);
      for (int k = 0; k < 3; k++) {
        y[k] = 0;
        for (int j = 0; j < 3; j++) y[k] += R[j][k] * RGS_AT(w->view.l, shape, j);
        s.D[k] = (SHAPES[shape][(k + 1) % 3] + SHAPES[shape][(k + 2) % 3] - SHAPES[shape][k]) / 2;
      }
      for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) {
          const int k1 = (k + 1) % 3, k2 = (k + 2) % 3; /* column k of hat(w): w2 e_1 - w1 e_2 */
          const real w1 = y[k1] / SHAPES[shape][k1], w2 = y[k2] / SHAPES[shape][k2];
          s.Q[j][k] = R[j][k];
          s.P[j][k] = (w2 * R[j][k1] - w1 * R[j][k2]) * s.D[k];
        }
      const int steps = 60;
      for (int step = 0; step < steps; step++) equations_step(&s, 0.1L, fields[f]);
      OK(run(w, &RATTLE, 0.1, steps));
      attitude(w, shape, R);
      double worst = 0;
      for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        real l = 0; /* of P Q^T - Q P^T */
        for (int m = 0; m < 3; m++) l += s.Q[k1][m] * s.P[k2][m] - s.Q[k2][m] * s.P[k1][m];
        worst = larger(fabs((double)(l - RGS_AT(w->view.l, shape, k))), worst);
        for (int j = 0; j < 3; j++) worst = larger(fabs((double)(s.Q[j][k] - R[j][k])), worst);
      }
      print_message("field %g, shape %d: %.0f eps from the equations\n", fields[f], shape,
                    worst / EPS);
      NEAR(0, worst, 100 * EPS);
      close_world(w);
    }
}

/* ---- order ----------------------------------------------------------------------------------- */
TEST(order_two) {
  static const rgs_method_spec exact =
      WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = "kahan_li8");
  world *want = open_world(5, 0.7);
  OK(run(want, &exact, 0.02, 100));
  double before = 0;
  for (int steps = 20; steps <= 160; steps *= 2) {
    world *w = open_world(5, 0.7);
    OK(run(w, &RATTLE, 2.0 / steps, steps));
    const double error = difference(w, want);
    if (before != 0) NEAR(2, log2(before / error), steps == 160 ? 0.02 : 0.1);
    before = error;
    close_world(w);
  }
  close_world(want);
}

/* ---- steps that are too large ---------------------------------------------------------------- */
TEST(large_steps) {
  enum { FAST = 4 };
  world *w = open_world(BODIES, 0);
  for (int k = 0; k < 3; k++) RGS_AT(w->view.l, FAST, k) *= 100;
  double before[BODIES * WIDTH];
  evaluate(w, NULL, &w->view); /* zeros with the sign the host gives them */
  memcpy(before, w->memory, sizeof before);
  REFUSED_BODY(RGS_E_NOCONV, FAST, run(w, &RATTLE, 0.1, 1), "rattle", "body 4", (const char *)NULL);
  SAME_BITS(before, w->memory, BODIES * WIDTH);
  close_world(w);
}

/* One body of any shape, turning by the angle h |w| about any axis. */
static rgs_status one_turn(uint64_t *state, double angle) {
  /* No parameter may make short turns fail. */
  static const rgs_param fewest = { .key = "max_iterations", .value = 4 };
  rgs_method_spec rattle = RATTLE;
  if (angle < 0.25) {
    rattle.params = &fewest;
    rattle.n_params = 1;
    rattle.param_size = sizeof fewest;
  }
  double e[3], inertia[3], R[3][3], v[3], norm = 0;
  for (int k = 0; k < 3; k++) e[k] = pow(10, 3 * (random_between(state, -1, 1) - 1));
  if (random_between(state, -1, 1) < -0.7) e[0] = 0;
  real_moments(e, inertia);
  world *w = open_world(1, 0);
  fill(w, 0, inertia);
  attitude(w, 0, R);
  for (int k = 0; k < 3; k++) {
    v[k] = random_between(state, -1, 1);
    norm += v[k] * v[k];
  }
  for (int k = 0; k < 3; k++) {
    RGS_AT(w->view.l, 0, k) = 0;
    for (int j = 0; j < 3; j++)
      RGS_AT(w->view.l, 0, k) += R[k][j] * v[j] * inertia[j] * angle / sqrt(norm);
  }
  const rgs_status status = run(w, &rattle, 1, 1);
  close_world(w);
  return status;
}

TEST(limits) {
  uint64_t drawn = 0x1234567;
  int solved = 0, refused = 0;
  for (int i = 0; i < 20000; i++) {
    const double angle = 0.02 + 1.4 * fabs(random_between(&drawn, -1, 1));
    const rgs_status status = one_turn(&drawn, angle);
    solved += status == RGS_OK;
    refused += status == RGS_E_NOCONV;
    if (angle < 0.25) OK(status);
  }
  print_message("%d solved, %d refused\n", solved, refused);
  TRUE(solved > 5000 && refused > 1000 && solved + refused == 20000);
}

static int set_up(void **state) {
  (void)state;
  OK(rgs_context_create(NULL, &context, &err));
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  rgs_context_destroy(context);
  return 0;
}

TEST_MAIN(set_up, tear_down)
