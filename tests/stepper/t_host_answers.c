/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_host_answers.c - a host that answers with numbers that are none, or does not write what it was asked
 * for, is refused in words and asked again; one that mends its answer goes on as if nothing had been.
 */
#include "check.h"
#include "script.h"

#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

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
  OK(rgs_stepper_run(r->stepper, 0.1, 5, &err));
  spoils = spoiled;
  for (int k = 0; k < spoiled; k++)
    REFUSED_TEXT(RGS_E_HOST, rgs_stepper_run(r->stepper, 0.1, 1, &err), text, "must be finite");
  OK(rgs_stepper_run(r->stepper, 0.1, 5, &err));
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
  return rgs_stepper_run(r->stepper, 0.1, 1, &err);
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
  OK(rgs_stepper_run(r->stepper, 0.1, 2, &err));
  spoils = 1;
  REFUSED_TEXT(RGS_E_NONFINITE, rgs_stepper_run(r->stepper, 0.1, 2, &err), "2 of 2 ranks",
               "the energy is not");
  OK(rgs_stepper_reset(r->stepper, &err));
  OK(rgs_stepper_run(r->stepper, 0.1, 2, &err));
}

/* What a thermostat was given can be no number; the step fails, and after a reset it goes on, and can be
 * saved. */
TEST(heat_that_is_no_number) {
  run *r = start_alone(&langevin, 1, 1);
  OK(rgs_stepper_run(r->stepper, 0.1, 1, &err));
  RGS_AT(r->world->view.p, 0, 0) = 1e160;
  REFUSED_TEXT(RGS_E_NONFINITE, rgs_stepper_run(r->stepper, 0.1, 1, &err), "heat of thermostat");
  OK(rgs_stepper_reset(r->stepper, &err));
  RGS_AT(r->world->view.p, 0, 0) = RGS_AT(r->world->view.x, 0, 0) = 0.1;
  OK(rgs_stepper_run(r->stepper, 0.1, 3, &err));
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

/* ---- RIGIDSTEP_CHECKS ------------------------------------------------------------------------ */
static const named_method plain = { "exact", "strang", NULL, NULL, NULL };
static run *watched(const char *value) {
  setenv("RIGIDSTEP_CHECKS", value, 1);
  run *r = start_alone(&plain, 3, 1);
  unsetenv("RIGIDSTEP_CHECKS");
  OK(rgs_stepper_run(r->stepper, 0.1, 2, &err));
  return r;
}

static double before_call; /* tau[1] of body 2, which the host leaves as it was */
static int note_torque(fake_host *h) {
  before_call = RGS_AT(h->bodies->view.tau, 2, 1);
  return 0;
}
static int leave_torque(fake_host *h, rgs_eval *request) {
  (void)request;
  if (spoils-- > 0) RGS_AT(h->bodies->view.tau, 2, 1) = before_call;
  return 0;
}

/* Refused once, and then as if nothing had been; whoever drives. */
TEST(watch_unwritten) {
  for (int drives = 0; drives < 2; drives++) {
    double want[3 * FAKE_STATE];
    for (int spoiled = 0; spoiled < 2; spoiled++) {
      run *r = watched("1");
      r->host.before = note_torque;
      r->host.after = leave_torque;
      spoils = spoiled;
      rgs_status status = RGS_OK;
      forget_error();
      if (!drives) status = rgs_stepper_run(r->stepper, 0.1, 1, &err);
      while (drives && (status = advance(r, 0.1)) == RGS_NEED_EVAL)
        r->host.host.eval(&r->host, &r->request, &r->world->view);
      if (spoiled) {
        SAME_INT(RGS_E_HOST, status);
        SAME_INT(2, err.body);
        TRUE(strstr(err.text, "tau[1] was not written") && strstr(err.text, "RIGIDSTEP_CHECKS"));
      }
      OK(rgs_stepper_run(r->stepper, 0.1, 2 - !spoiled, &err));
      if (!spoiled) memcpy(want, fake_state(r->world), sizeof want);
      if (spoiled) SAME_BITS(want, fake_state(r->world), 3 * FAKE_STATE);
    }
  }
}

/* What was bound may not change, and bodies stay valid; without the variable nobody looks. */
TEST(watch_bodies) {
  run *r = watched("0");
  RGS_AT(r->world->view.mass, 1, 0) *= 2;
  RGS_AT(r->world->view.q, 1, 0) *= 1.01;
  OK(rgs_stepper_run(r->stepper, 0.1, 1, &err));

  r = watched("1");
  double *const inertia = &RGS_AT(r->world->view.inertia, 1, 2), *const q = &RGS_AT(
                                                                     r->world->view.q, 0, 3);
  *inertia *= 1.01;
  REFUSED_BODY(RGS_E_BODY, 1, rgs_stepper_run(r->stepper, 0.1, 1, &err), "inertia[2]", "revision");
  REFUSED_BODY(RGS_E_BODY, 1, rgs_stepper_run(r->stepper, 0.1, 1, &err), "inertia[2]");
  bind_revision(r, 2);
  OK(rgs_stepper_run(r->stepper, 0.1, 1, &err));
  RGS_AT(r->world->view.mass, 2, 0) *= 2;
  REFUSED_BODY(RGS_E_BODY, 2, rgs_stepper_run(r->stepper, 0.1, 1, &err), "mass is");
  RGS_AT(r->world->view.mass, 2, 0) /= 2;
  *q += 0.01;
  REFUSED_BODY(RGS_E_BODY, 0, rgs_stepper_run(r->stepper, 0.1, 1, &err), "|q|^2");
  *q -= 0.01;
  OK(rgs_stepper_run(r->stepper, 0.1, 1, &err));
}

TEST(watch_settings) {
  run *r = watched("1");
  fesetround(FE_UPWARD);
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_run(r->stepper, 0.1, 1, &err), "rounding mode",
               "FE_TONEAREST");
  fesetround(FE_TONEAREST);
#ifdef __SSE2__
  for (unsigned bit = 0x8000, was = _mm_getcsr(); bit >= 0x40; bit = bit == 0x8000 ? 0x40 : 0) {
    _mm_setcsr(was | bit);
    const rgs_status status = rgs_stepper_run(r->stepper, 0.1, 1, &err);
    _mm_setcsr(was);
    SAME_INT(RGS_E_NEEDS, status);
    TRUE(strstr(err.text, bit == 0x40 ? "DAZ" : "FTZ") != NULL);
  }
#endif
  OK(rgs_stepper_run(r->stepper, 0.1, 1, &err));
}

/* Calls from within host.eval, from another thread, with the same bodies. */
static run *shared;
static rgs_stepper *called;
static rgs_status of_call;
static char text_of_call[sizeof err.text];
static void *call_it(void *with) {
  rgs_error error = RGS_ERROR_INIT;
  of_call = rgs_stepper_run(called, 0.1, 1, &error);
  memcpy(text_of_call, error.text, sizeof text_of_call);
  return with;
}
static int call_inside(fake_host *h, rgs_eval *request) {
  pthread_t thread;
  (void)request;
  h->after = NULL;
  if (pthread_create(&thread, NULL, call_it, NULL) == 0) pthread_join(thread, NULL);
  return 0;
}

TEST(watch_threads) {
  rgs_stepper *other;
  shared = watched("1");
  const rgs_method *method = made(context, &plain);
  OK(rgs_stepper_create(shared->bodies, method, &shared->host.host, &other, &err));
  for (int which = 0; which < 2; which++) {
    called = which == 0 ? shared->stepper : other;
    shared->host.after = call_inside;
    OK(rgs_stepper_run(shared->stepper, 0.1, 1, &err));
    SAME_INT(RGS_E_ORDER, of_call);
    TRUE(strstr(text_of_call, "host.eval of a stepper has not returned") != NULL);
  }
  OK(rgs_stepper_run(shared->stepper, 0.1, 1, &err));
  rgs_stepper_destroy(other);
}

/* The executor of a step hands the bodies to another thread's step. */
static int call_beside(void *pool, int64_t n, void (*part)(void *work, int64_t begin, int64_t end),
                       void *work) {
  pthread_t thread;
  (void)pool;
  part(work, 0, n);
  if (called != NULL && pthread_create(&thread, NULL, call_it, NULL) == 0)
    pthread_join(thread, NULL);
  called = NULL;
  return 0;
}

TEST(watch_threads_between_evaluations) {
  setenv("RIGIDSTEP_CHECKS", "1", 1);
  start_alone(&plain, 1, 1);
  unsetenv("RIGIDSTEP_CHECKS");
  const variant *v = make_variant_of(&plain, FORCE);
  run *r = start_with(v, fake_bodies_filled(2000, FAKE_SOA, 0), call_beside, NULL);
  rgs_host host = r->host.host;
  called = NULL;
  OK(rgs_stepper_run(r->stepper, 0.01, 1, &err));
  rgs_stepper *other;
  OK(rgs_stepper_create(r->bodies, v->method, &host, &other, &err));
  called = other;
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_run(r->stepper, 0.01, 1, &err),
               "another thread made a call");
  SAME_INT(RGS_OK, of_call);
  rgs_stepper_destroy(other);
}

TEST_MAIN(NULL, tear_down)
