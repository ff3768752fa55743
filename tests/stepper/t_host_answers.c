/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_host_answers.c - a host that answers with numbers that are none, or does not write what it was asked
 * for, is refused in words and asked again; one that mends its answer goes on as if nothing had been.
 */
#include "check.h"
#include "script.h"

#include <math.h>
#include <stdlib.h>

#define PRESSED "kt=1 pressure=1 barostat_relaxation=1"
static const named_method andersen = { "exact", "strang", NULL, "andersen", PRESSED },
                          conserved = { "exact", "strang", NULL, "andersen",
                                        PRESSED " conserved=1" },
                          langevin = { "exact", "strang", "langevin", NULL,
                                       "kt=1 relaxation=1 seed=1" },
                          refined = { "exact", "strang", NULL, NULL, "refined=1" };

/* A run in a context of its own; the one before it is closed. */
static run *start_alone(const named_method *of, int64_t n, uint32_t ranks) {
  close_kept(0);
  tear_down(NULL);
  set_up_context(NULL);
  return start_made_of(of, n, ranks);
}

static int spoils;          /* so many answers from now on are spoiled .. */
static double spoiled_with; /* .. by this */

static int spoil(fake_host *h, rgs_eval *request) {
  (void)h;
  if (spoils == 0) return 0;
  spoils--;
  request->energy = request->virial[4] = spoiled_with;
  return 0;
}

/* The state after ten steps, one answer of which was spoiled; each spoiled one is refused once. */
static void spoiled_run(const named_method *of, uint32_t ranks, int spoiled, const char *text,
                        double state[FAKE_STATE]) {
  run *r = start_alone(of, 1, ranks);
  r->host.after = spoil;
  spoils = 0;
  OK(rgs_step(r->stepper, 0.1, 5, &err));
  spoils = spoiled;
  for (int k = 0; k < spoiled; k++)
    REFUSED_TEXT(RGS_E_HOST, rgs_step(r->stepper, 0.1, 1, &err), text, "must be finite");
  OK(rgs_step(r->stepper, 0.1, 5, &err));
  memcpy(state, fake_state(r->world), FAKE_STATE * sizeof *state);
}

TEST(mended_answers) {
  static const double bad[] = { NAN, INFINITY, -INFINITY };
  for (size_t k = 0; k < COUNT(bad); k++)
    for (uint32_t ranks = 0; ranks <= 3; ranks++) { /* 0: without a barostat, the energy */
      const named_method *of = ranks == 0 ? &refined : &andersen;
      double want[FAKE_STATE], got[FAKE_STATE];
      spoiled_with = bad[k];
      spoiled_run(of, ranks, 0, "", want);
      spoiled_run(of, ranks, 2,
                  ranks == 0   ? "host's energy"
                  : ranks == 1 ? "host's virial[4]"
                               : "host's virial yy",
                  got);
      SAME_BITS(want, got, FAKE_STATE);
    }
}

/* ---- what is not written --------------------------------------------------------------------- */
/* A host that writes forces alone. */
static int forces_alone(void *self, rgs_eval *request, const rgs_view *view) {
  rgs_eval copy = *request;
  return fake_eval(self, &copy, view);
}

static rgs_status step_of_forces_alone(const named_method *of, uint32_t ranks) {
  run *r = start_alone(of, 1, ranks);
  r->host.host.eval = forces_alone;
  make_anew(r, &variants[n_variants - 1]);
  if (of->barostat != NULL) set_cell(r, 5);
  forget_error();
  return rgs_step(r->stepper, 0.1, 1, &err);
}

TEST(not_written) {
  REFUSED_TEXT(RGS_E_HOST, step_of_forces_alone(&andersen, 1), "virial[0] is nan",
               "write rgs_eval.virial");
  REFUSED_TEXT(RGS_E_HOST, step_of_forces_alone(&andersen, 2), "virial xx, summed over ranks");
  REFUSED_TEXT(RGS_E_HOST, step_of_forces_alone(&refined, 1), "host's energy is nan");
  REFUSED_TEXT(RGS_E_HOST, step_of_forces_alone(&refined, 0), "host's energy is nan");
}

/* One of several ranks must not stop alone while the others wait for its sums: these tell all. */
static int spoil_energy(fake_host *h, rgs_eval *request) {
  (void)h;
  if (spoils > 0 && (request->what & RGS_EVAL_ENERGY)) spoils--, request->energy = NAN;
  return 0;
}

TEST(energy_of_one_of_several_ranks) {
  run *r = start_alone(&conserved, 1, 2);
  r->host.after = spoil_energy;
  spoils = 0;
  OK(rgs_step(r->stepper, 0.1, 2, &err));
  spoils = 1;
  REFUSED_TEXT(RGS_E_NONFINITE, rgs_step(r->stepper, 0.1, 2, &err), "2 of 2 ranks",
               "the energy is not");
  OK(rgs_stepper_reset(r->stepper, &err));
  OK(rgs_step(r->stepper, 0.1, 2, &err));
}

/* What a thermostat was given can be no number; the step fails, and after a reset it goes on, and can be
 * saved. */
TEST(heat_that_is_no_number) {
  run *r = start_alone(&langevin, 1, 1);
  OK(rgs_step(r->stepper, 0.1, 1, &err));
  RGS_AT(r->world->view.p, 0, 0) = 1e160;
  REFUSED_TEXT(RGS_E_NONFINITE, rgs_step(r->stepper, 0.1, 1, &err), "heat of thermostat");
  OK(rgs_stepper_reset(r->stepper, &err));
  RGS_AT(r->world->view.p, 0, 0) = RGS_AT(r->world->view.x, 0, 0) = 0.1;
  OK(rgs_step(r->stepper, 0.1, 3, &err));
  save_and_load(r->stepper);
}

/* A rank without bodies may write nothing. */
TEST(rank_without_bodies) {
  run *r = start_alone(&andersen, 0, 2);
  rgs_status status;
  while ((status = advance(r, 0.1)) == RGS_NEED_EVAL) {
    if (r->request.what & RGS_EVAL_VIRIAL) NEAR(0, r->request.virial[0], 0);
    for (uint32_t k = 0; k < r->request.n_sum; k++) r->request.sum[k] *= 2;
    if (r->request.n_sum > 6) r->request.sum[6] = 6; /* the other rank has a body */
  }
  STATUS(RGS_OK, status);
}

TEST_MAIN(NULL, tear_down)
