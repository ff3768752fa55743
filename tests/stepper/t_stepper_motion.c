/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_motion.c - the motion itself: units and flags, and the integrator rattle.  That runs return where they
 * claim to be symmetric, and that momenta and energies are kept, the contract program shows.
 */
#include "check.h"
#include "script.h"
#include "random_numbers.h"

#include <math.h>
#include <stdlib.h>

enum { N = 3 };

/* ---- units and flags ------------------------------------------------------------------------- */
/* Powers of two: in such units every double of a run has the same digits.  A molecule's mass in kg. */
enum { MASS = -86, LENGTH = -33, TIME = -40 };
static double scaled(double x, int mass, int length, int time) {
  return ldexp(x, mass * MASS + length * LENGTH + time * TIME);
}

static void scale_column(const rgs_column *c, int64_t n, int components, int exponent) {
  for (int64_t i = 0; i < n; i++)
    for (int k = 0; k < components; k++) RGS_AT(*c, i, k) = ldexp(RGS_AT(*c, i, k), exponent);
}

static void scale_state(const rgs_view *v, int sign) {
  scale_column(&v->x, v->n, 3, sign * LENGTH);
  scale_column(&v->p, v->n, 3, sign * (MASS + LENGTH - TIME));
  scale_column(&v->l, v->n, 3, sign * (MASS + 2 * LENGTH - TIME));
  scale_column(&v->mass, v->n, 1, sign * MASS);
  scale_column(&v->inertia, v->n, 3, sign * (MASS + 2 * LENGTH));
}

/* The fake host's forces, at a state that is brought back from these units and then to them. */
static int tiny_eval(void *self, rgs_eval *request, const rgs_view *view) {
  fake_host *h = self;
  rgs_eval plain = *request;
  plain.time = ldexp(request->time, -TIME);
  scale_state(view, -1);
  const int answer = fake_eval(h, &plain, view);
  request->energy = scaled(plain.energy, 1, 2, -2);
  scale_state(view, 1);
  scale_column(&view->f, view->n, 3, MASS + LENGTH - 2 * TIME);
  scale_column(&view->tau, view->n, 3, MASS + 2 * LENGTH - 2 * TIME);
  if (request->what & RGS_EVAL_GRADIENT) {
    scale_column(&view->gf, view->n, 3, MASS + LENGTH - 4 * TIME);
    scale_column(&view->gtau, view->n, 3, MASS + 2 * LENGTH - 4 * TIME);
  }
  return answer;
}

TEST(units_of_molecules) {
  EACH_VARIANT(v) {
    run *plain = start(v, N, FAKE_SOA);
    fake_bodies *world = fake_bodies_filled(N, FAKE_SOA, v->info.aux);
    scale_state(&world->view, 1);
    fake_host host;
    fake_host_init(&host, world);
    host.host.eval = tiny_eval;
    run *tiny = start_over(v, world, &host);
    OK(rgs_stepper_run(plain->stepper, STEP, 3, &err));
    OK(rgs_stepper_run(tiny->stepper, ldexp(STEP, TIME), 3, &err));
    OK(rgs_stepper_process(plain->stepper, NULL, &err));
    OK(rgs_stepper_process(tiny->stepper, NULL, &err));
    TRUE(RGS_AT(world->view.mass, 0, 0) < 1e-25);
    scale_state(&world->view, -1);
    same_runs(v, plain, tiny);
    scale_state(&world->view, 1);
    for (int64_t k = 0; k < rgs_method_output_count(v->method); k++) {
      const rgs_output_info *info = rgs_method_output_at(v->method, k);
      double one[16], two[16];
      if (strcmp(info->unit, "energy") != 0 && info->unit[0] != '\0') continue;
      if (rgs_stepper_output(plain->stepper, info->key, one, 16, &err) != RGS_OK) continue;
      OK(rgs_stepper_output(tiny->stepper, info->key, two, 16, &err));
      for (uint32_t c = 0; c < info->components; c++)
        NEAR(strcmp(info->unit, "energy") ? one[c] : scaled(one[c], 1, 2, -2), two[c], 0);
    }
  }
}

/* Forces in units of their own, by a power of two the same digits (0: the unit is 1); and momenta as
 * velocities. */
TEST(scales_and_velocities) {
  static const double scales[] = { 0, 64, 0.37, 418.4 };
  EACH_VARIANT(v) {
    script want;
    script_of(v, N, &want);
    for (size_t k = 0; k < COUNT(scales); k++) {
      const bool velocities = k >= 2;
      run *r = start(v, N, FAKE_BACKWARD);
      for (int64_t i = 0; i < N && velocities; i++)
        for (int c = 0; c < 3; c++)
          RGS_AT(r->world->view.p, i, c) /= RGS_AT(r->world->view.mass, i, 0);
      if (velocities) r->world->view.flags = RGS_VIEW_P_IS_VELOCITY;
      bind_revision(r, 0);
      r->host.host.force_scale = scales[k];
      make_anew(r, v);
      script now = { 0 };
      script_run(&now, r);
      double translation, rotation;
      OK(rgs_bodies_energy(r->bodies, &translation, &rotation, &err));
      NEAR(fake_kinetic_translation(r->world), translation, 1e-13);
      for (int s = 0; s < want.shows && velocities; s++)
        for (int64_t i = 0; i < N; i++)
          for (int c = 0; c < FAKE_STATE; c++) {
            double *got = &now.shown[s][i * FAKE_STATE + c];
            if (c >= 3 && c < 6) *got *= RGS_AT(r->world->view.mass, i, 0);
            NEAR(want.shown[s][i * FAKE_STATE + c], *got, 1e-12);
            *got = want.shown[s][i * FAKE_STATE + c];
          }
      same_shown(v, &want, &now, N);
    }
  }
}

/* Moments that no body has: refused, unless the view says they are meant. */
TEST(moments_of_no_body) {
  EACH_VARIANT(v) {
    run *r = start(v, 2, FAKE_SOA);
    for (int k = 0; k < 3; k++) RGS_AT(r->world->view.inertia, 1, k) = k == 2 ? 3.3 : 1.1;
    bind_revision(r, 0);
    REFUSED_BODY(RGS_E_BODY, 1, rgs_stepper_run(r->stepper, 0.01, 1, &err), "mass distribution");
    r->world->view.flags |= RGS_VIEW_ANY_MOMENTS;
    OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    /* Directors of such bodies would have negative masses. */
    if (strcmp(v->label, "rattle") == 0 || strcmp(v->label, "director_em") == 0)
      REFUSED_BODY(RGS_E_BODY, 1, rgs_stepper_run(r->stepper, 0.01, 1, &err), v->label);
    else
      OK(rgs_stepper_run(r->stepper, 0.01, 10, &err));
  }
}

/* ---- rattle ---------------------------------------------------------------------------------- */
/* Vilmart shows that RATTLE is the discrete Moser-Veselov rotation between two half kicks; that the rotor dmv2 is that
 * rotation, t_dmv.c shows by the published equations. */
TEST(rattle_is_dmv2_between_kicks) {
  const named_method rattle = { .scheme = "rattle" };
  run *dmv2 = start(make_variant("dmv2", "strang", NULL, FORCE), N, FAKE_SOA),
      *r = start(make_variant_of(&rattle, FORCE), N, FAKE_SOA);
  OK(rgs_stepper_run(dmv2->stepper, 0.1, 60, &err));
  OK(rgs_stepper_run(r->stepper, 0.1, 60, &err));
  const double *want = fake_state(dmv2->world), *got = fake_state(r->world);
  for (int k = 0; k < N * FAKE_STATE; k++) NEAR(want[k], got[k], 100 * 0x1p-52);
}

/* No parameter may make short turns fail, of bodies of any shape. */
TEST(short_turns_are_solved) {
  enum { BODIES = 5000 };
  const named_method fewest = { .scheme = "rattle", .params = "max_iterations=4" };
  run *r = start(make_variant_of(&fewest, FORCE), BODIES, FAKE_SOA);
  const rgs_view *v = &r->world->view;
  seed = 0x1234567;
  for (int i = 0; i < BODIES; i++) {
    double e[3], w[3], norm = 0; /* moments of a real body: sums of two of e >= 0 */
    const double rate = random_between(&seed, 0.02, 0.25);
    for (int k = 0; k < 3; k++) {
      e[k] = i % 7 == 0 && k == 0 ? 0 : pow(10, random_between(&seed, -6, 0));
      norm += pow(w[k] = random_between(&seed, -1, 1), 2);
    }
    for (int k = 0; k < 3; k++) {
      RGS_AT(v->inertia, i, k) = e[(k + 1) % 3] + e[(k + 2) % 3];
      RGS_AT(v->l, i, k) = RGS_AT(v->inertia, i, k) * rate * w[k] / sqrt(norm);
    }
    for (int k = 0; k < 4; k++) RGS_AT(v->q, i, k) = k == 0;
  }
  r->host.strength = 0;
  bind_revision(r, 0);
  OK(rgs_stepper_run(r->stepper, 1, 1, &err));
}

TEST_MAIN(set_up, tear_down)
