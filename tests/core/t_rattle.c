/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_rattle.c - the integrator `rattle` against the rotor dmv2, by which it rotates; and short steps.  That it has
 * order 2, steps, saves and is driven as any method, in any unit, the t_stepper tests and the contract program show,
 * and that a step that is too large moves no body, t_nontwist_abi.c and t_executor_faults.c of their methods.
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

/* Vilmart shows that RATTLE is the discrete Moser-Veselov rotation between two half kicks; that the rotor dmv2 is that
 * rotation, t_dmv.c shows by the published equations. */
TEST(is_dmv2_between_kicks) {
  static const made_of dmv2 = { .rotor = "dmv2", .scheme = "strang" };
  static const double fields[] = { 0, 0.7 };
  static const double shapes[][3] = {
    { 0.6, 0.8, 1 }, { 0.345, 0.653, 0.9 }, { 0.7, 0.7, 0.7 }, { 1, 0.6, 0.6 }
  };
  for (size_t f = 0; f < COUNT(fields); f++) {
    run *runs[2];
    for (int k = 0; k < 2; k++) {
      fake_bodies *world = fake_bodies_filled(COUNT(shapes), FAKE_SOA, 0);
      seed = 7;
      for (size_t i = 0; i < COUNT(shapes); i++) give_shape(world, (int64_t)i, shapes[i], 1);
      runs[k] = run_of(k == 0 ? &dmv2 : &RATTLE, world, fields[f]);
      OK(rgs_step(runs[k]->stepper, 0.1, 60, &err));
    }
    double *want = fake_state(runs[0]->world), *got = fake_state(runs[1]->world);
    for (size_t k = 0; k < COUNT(shapes) * FAKE_STATE; k++) NEAR(want[k], got[k], 100 * EPS);
  }
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
}

TEST_MAIN(set_up_context, tear_down)
