/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_rattle.c - the integrator `rattle`, which rotates by the rotor dmv2, against the equations with their
 * multipliers as they stand in the literature, solved here in long double; and steps that are too large.
 * That it has order 2, steps, saves and is driven as any method, in any unit, the t_stepper tests and the
 * contract program show.
 */
#include "check.h"
#include "play.h"
#include "random_numbers.h"
#include "rotations.h"

#include <math.h>
#include <stdlib.h>

#define EPS 0x1p-52

/* ---- bodies, each a top in a field of its own ------------------------------------------------ */
/* U = A.(Q B), times the strength of the host. */
static const double A[3] = { 0.3, -0.5, 0.7 }, B[3] = { 0.6, 0.4, -0.3 };

static int field_eval(void *self, rgs_eval *request, const rgs_view *v) {
  const fake_host *h = self;
  (void)request;
  for (int64_t i = 0; i < v->n; i++) {
    double q[4], d[3], tau[3];
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(v->q, i, k);
    turn_vector(q, 0, B, d);
    cross(A, d, tau);
    for (int k = 0; k < 3; k++) {
      RGS_AT(v->f, i, k) = 0;
      RGS_AT(v->tau, i, k) = h->strength * tau[k];
    }
  }
  return 0;
}

static const made_of RATTLE = { .scheme = "rattle" };

/* Of random attitude; the angular velocity is `rate`. */
static void give_shape(fake_bodies *b, int64_t i, const double inertia[3], double rate) {
  double q[4], w[3], y[3], l[3], norm = 0;
  random_attitude(q);
  for (int k = 0; k < 3; k++) norm += pow(w[k] = random_between(&seed, -1, 1), 2);
  for (int k = 0; k < 3; k++) y[k] = inertia[k] * rate * w[k] / sqrt(norm);
  turn_vector(q, 0, y, l);
  for (int k = 0; k < 4; k++) RGS_AT(b->view.q, i, k) = q[k];
  for (int k = 0; k < 3; k++) {
    RGS_AT(b->view.inertia, i, k) = inertia[k];
    RGS_AT(b->view.l, i, k) = l[k];
  }
}

static run *run_of(const made_of *of, fake_bodies *world, double strength) {
  fake_host host;
  fake_host_init(&host, world);
  host.host.eval = field_eval;
  host.strength = strength;
  return start_over(make_variant_of(of, FORCE), world, &host);
}

/* ---- the same as the equations --------------------------------------------------------------- */
typedef struct matrices {
  real Q[3][3], P[3][3], D[3];
} matrices;

static void forces_of(real field, real F[3][3]) {
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < 3; k++) F[j][k] = -field * A[j] * B[k]; /* U = A.(Q B) */
}

/* A NaN wins. */
static real larger(real a, real b) { return a > b || isnan(a) ? a : b; }

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
  static const double shapes[][3] = {
    { 0.6, 0.8, 1 }, { 0.345, 0.653, 0.9 }, { 0.7, 0.7, 0.7 }, { 1, 0.6, 0.6 }
  };
  for (size_t f = 0; f < COUNT(fields); f++)
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
      const double *inertia = shapes[shape];
      fake_bodies *world = fake_bodies_filled(1, FAKE_SOA, 0);
      matrices s;
      double q[4], R[3][3], l[3], y[3];
      real worst = 0;
      give_shape(world, 0, inertia, 1);
      for (int k = 0; k < 4; k++) q[k] = RGS_AT(world->view.q, 0, k);
      for (int k = 0; k < 3; k++) l[k] = RGS_AT(world->view.l, 0, k);
      rotation_matrix(q, R);
      turn_vector(q, 1, l, y);
      for (int k = 0; k < 3; k++)
        s.D[k] = (inertia[(k + 1) % 3] + inertia[(k + 2) % 3] - inertia[k]) / 2;
      for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) {
          const int k1 = (k + 1) % 3, k2 = (k + 2) % 3; /* column k of hat(w): w2 e_1 - w1 e_2 */
          s.Q[j][k] = R[j][k];
          s.P[j][k] =
              (y[k2] / inertia[k2] * (real)R[j][k1] - y[k1] / inertia[k1] * (real)R[j][k2]) *
              s.D[k];
        }
      run *r = run_of(&RATTLE, world, fields[f]);
      OK(rgs_step(r->stepper, 0.1, 60, &err));
      for (int step = 0; step < 60; step++) equations_step(&s, 0.1L, fields[f]);
      for (int k = 0; k < 4; k++) q[k] = RGS_AT(world->view.q, 0, k);
      rotation_matrix(q, R);
      for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        real of_space = 0; /* of P Q^T - Q P^T */
        for (int m = 0; m < 3; m++) of_space += s.Q[k1][m] * s.P[k2][m] - s.Q[k2][m] * s.P[k1][m];
        worst = larger(fabsl(of_space - RGS_AT(world->view.l, 0, k)), worst);
        for (int j = 0; j < 3; j++) worst = larger(fabsl(s.Q[j][k] - R[j][k]), worst);
      }
      print_message("field %g, shape %zu: %.0Lf eps from the equations\n", fields[f], shape,
                    worst / EPS);
      TRUE(worst <= 100 * EPS);
      finish(r);
    }
}

/* ---- steps that are too large ---------------------------------------------------------------- */
/* No body has moved, in no batch of them. */
TEST(large_steps) {
  enum { BODIES = 131, FAST = 100 };
  fake_bodies *world = fake_bodies_filled(BODIES, FAKE_SOA, 0);
  for (int k = 0; k < 3; k++) RGS_AT(world->view.l, FAST, k) *= 100;
  run *r = run_of(&RATTLE, world, 0);
  double *before = fake_state(world);
  REFUSED_BODY(RGS_E_NOCONV, FAST, rgs_step(r->stepper, 0.1, 1, &err), "rattle", "body 100");
  same_state(&variants[n_variants - 1], before, world);
  free(before);
  finish(r);
}

/* No parameter may make short turns fail, of bodies of any shape. */
TEST(short_turns_are_solved) {
  enum { BODIES = 5000 };
  const made_of fewest = { .scheme = "rattle", .params = "max_iterations=4" };
  fake_bodies *world = fake_bodies_filled(BODIES, FAKE_SOA, 0);
  seed = 0x1234567;
  for (int i = 0; i < BODIES; i++) {
    double e[3], inertia[3]; /* moments of a real body: sums of two of e >= 0 */
    for (int k = 0; k < 3; k++) e[k] = pow(10, random_between(&seed, -6, 0));
    if (i % 7 == 0) e[0] = 0;
    for (int k = 0; k < 3; k++) inertia[k] = e[(k + 1) % 3] + e[(k + 2) % 3];
    give_shape(world, i, inertia, random_between(&seed, 0.02, 0.25));
  }
  run *r = run_of(&fewest, world, 0);
  OK(rgs_step(r->stepper, 1, 1, &err));
  finish(r);
}

TEST_MAIN(set_up_context, tear_down)
