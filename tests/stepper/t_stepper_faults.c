/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_faults.c - what goes wrong on the way through steps and shown states, at every evaluation
 * there is: the host, its forces, the view it binds, rotors, bodies; and how it goes on.
 */
#include "check.h"
#include "script.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { N = 3 };

/* From evaluation `at` on. */
static void spoil_forces(run *r, int64_t at, int64_t body) {
  static const double values[] = { NAN, INFINITY, -INFINITY };
  r->host.spoil_at = at;
  r->host.spoil_body = body;
  r->host.spoil_component = (int)(at % 6);
  r->host.spoil_value = values[at % 3];
}

/* ---- the host fails -------------------------------------------------------------------------- */
/* Nothing is lost: the host may try again, or abandon the step. */
TEST(host_fails_anywhere) {
  long long failed = 0;
  EACH_VARIANT(v) {
    script want;
    const int64_t calls = script_of(v, N, &want);
    for (int64_t at = 1; at <= calls; at++)
      for (int abandoned = 0; abandoned < (at % 4 == 0 ? 2 : 1); abandoned++) {
        run *r = start(v, N, (int)(at % FAKE_LAYOUTS));
        script now = { 0 };
        r->host.fail_at = at;
        int failures = 0;
        while (now.action < ACTIONS) {
          forget_error();
          const rgs_status status = script_call_back(&now, r);
          if (status == RGS_OK) continue;
          check_refused(RGS_E_HOST, -1, status, v->label, __FILE__, __LINE__, "7",
                        (const char *)NULL);
          SAME_INT(at, r->host.calls);
          failures++;
          if (!abandoned) continue;
          OK(rgs_stepper_reset(r->stepper, &err));
          OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
          break;
        }
        SAME_INT(1, failures);
        failed++;
        if (!abandoned) SAME_INT(calls + 1, r->host.calls);
        if (!abandoned) same_shown(v, &want, &now, N);
      }
  }
  counted(failed, "host callbacks failed");
}

/* Looks that are abandoned: what was propagated is back, and a step goes on as if nobody had looked. */
static bool look_fails(const variant *v, int how, int64_t at) {
  run *r = start(v, N, FAKE_AOS), *plain = start(v, N, FAKE_SOA);
  OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
  OK(rgs_stepper_run(plain->stepper, STEP, 2, &err));
  rgs_status status = RGS_OK;
  if (how == 0) r->host.fail_at = r->host.calls + at;
  if (how == 1) spoil_forces(r, r->host.calls + at, 1);
  forget_error();
  if (how < 2) status = rgs_stepper_process(r->stepper, NULL, &err);
  const bool failed = status != RGS_OK;
  if (how == 0 && failed) STATUS(RGS_E_HOST, status);
  if (how == 1 && failed) {
    size_t size = 0;
    check_refused(RGS_E_NONFINITE, 1, status, v->label, __FILE__, __LINE__, (const char *)NULL);
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_process(r->stepper, NULL, &err), "rgs_stepper_unprocess");
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_run(r->stepper, STEP, 1, &err), "rgs_stepper_unprocess");
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_save(r->stepper, NULL, &size, &err),
                 "rgs_stepper_unprocess");
  }
  for (int64_t k = 0; k < at && how == 2; k++) {
    if (k > 0 && status == RGS_NEED_EVAL) answer(r);
    status = rgs_stepper_process(r->stepper, &r->request, &err);
  }
  r->host.fail_at = r->host.spoil_at = 0;
  OK(rgs_stepper_unprocess(r->stepper, &err));
  same_runs(v, plain, r);
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  OK(rgs_stepper_run(plain->stepper, STEP, 1, &err));
  same_runs(v, plain, r);
  return status != RGS_OK;
}

TEST(looks_are_abandoned) {
  EACH_VARIANT(v)
  for (int how = 0; how < 3 && v->processed; how++) { /* host fails; nonsense forces; it stops */
    int64_t at = 1;
    while (look_fails(v, how, at)) TRUE(at++ < 100);
    TRUE(at > 3);
  }
}

/* ---- forces that are no numbers -------------------------------------------------------------- */
/* Said, with nobody moved by that kick; then nothing but a reset and a load is taken, and a save from
 * before goes on. */
TEST(spoilt_forces_anywhere) {
  EACH_VARIANT(v) {
    if (v == verlet) continue; /* its own affair */
    script want;
    const int64_t calls = script_of(v, N, &want);
    for (int64_t at = 1; at <= calls; at++) {
      run *r = start(v, N, (int)(at % FAKE_LAYOUTS));
      script now = { 0 }, then = now;
      block before_fault = { NULL, 0 };
      bool failed = false;
      spoil_forces(r, at, 2);
      while (now.action < ACTIONS) {
        if (!failed) {
          before_fault = saved(r->stepper);
          then = now;
        }
        double *before = fake_snapshot(r->world);
        forget_error();
        const bool host_drives = at % 2 == 0;
        const rgs_status status = host_drives ? script_call(&now, r) : script_call_back(&now, r);
        if (status >= 0) {
          if (status == RGS_NEED_EVAL) answer(r);
          continue;
        }
        TRUE(!failed);
        failed = true;
        check_refused(RGS_E_NONFINITE, 2, status, v->label, __FILE__, __LINE__, (const char *)NULL);
        if (host_drives && v->on_paper.gradients == 0) TRUE(fake_unchanged(r->world, before));
        before = fake_snapshot(r->world);
        REFUSED(RGS_E_ORDER, advance(r, STEP));
        REFUSED(RGS_E_ORDER, rgs_stepper_run(r->stepper, STEP, 1, &err));
        unchanged(r, before);
        if (at % 5 == 0) { /* abandon it before */
          OK(rgs_stepper_reset(r->stepper, &err));
          OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
        }
        OK(load(r->stepper, before_fault));
        now = then;
      }
      if (!failed) print_error("%s: evaluation %d of %d\n", v->label, (int)at, (int)calls);
      TRUE(failed);
      same_shown(v, &want, &now, N);
    }
  }
}

/* ---- views ----------------------------------------------------------------------------------- */
static void bind_without_aux(run *r) {
  rgs_view view = r->world->view;
  view.revision = 0;
  view.aux.data = NULL;
  OK(rgs_bodies_bind(r->bodies, &view, &err));
}

/* Bound on the way: without the column it takes, or with bodies that are none.  Of no use, and said
 * so: nothing is lost. */
TEST(bad_binds_anywhere) {
  EACH_VARIANT(v) {
    if (v->info.aux == 0 || v->integrator) continue;
    script want, now = { 0 };
    script_of(v, N, &want);
    run *r = start(v, N, FAKE_SOA);
    int64_t binds = 0;
    while (now.action < ACTIONS) {
      const rgs_status status = script_call(&now, r);
      TRUE(status == RGS_OK || status == RGS_NEED_EVAL);
      if (status == RGS_OK && !(v->processed && script_hides_next(&now))) continue;
      if (status == RGS_NEED_EVAL) answer(r);
      double *as_it_was = fake_snapshot(r->world);
      bind_without_aux(r);
      REFUSED_TEXT(RGS_E_NEEDS, script_call(&now, r), "aux");
      unchanged(r, as_it_was);
      if (status == RGS_NEED_EVAL) {
        fake_bodies *bad = fake_bodies_filled(N, FAKE_SOA, v->info.aux);
        RGS_AT(bad->view.mass, 1, 0) = -1;
        double *bad_before = fake_snapshot(bad);
        OK(rgs_bodies_bind(r->bodies, &bad->view, &err));
        REFUSED_BODY(RGS_E_BODY, 1, script_call(&now, r), "mass");
        TRUE(fake_unchanged(bad, bad_before));
        binds++;
      }
      OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    }
    TRUE(binds > 0);
    same_shown(v, &want, &now, N);
  }
}

/* The same by a callback that binds: said before anything is read through the view. */
static int bind_nonsense(fake_host *h) {
  bind_without_aux(h->extra);
  return 0;
}

TEST(callback_binds_nonsense) {
  EACH_VARIANT(v) {
    if (v->info.aux == 0 || v->integrator) continue;
    script want, now = { 0 };
    script_of(v, N, &want);
    run *r = start(v, N, FAKE_SOA);
    r->host.before = bind_nonsense;
    r->host.extra = r;
    while (now.action < ACTIONS) {
      forget_error();
      const rgs_status status = script_call_back(&now, r);
      if (status == RGS_OK) continue;
      check_refused(RGS_E_NEEDS, -1, status, v->label, __FILE__, __LINE__, "aux",
                    (const char *)NULL);
      r->request.what = r->host.last_what;
      r->request.time = r->host.last_time;
      answer(r);
      OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    }
    same_shown(v, &want, &now, N);
  }
}

/* A column for another method's needs: the elements of this one would overlap. */
TEST(narrow_aux) {
  EACH_VARIANT(v) {
    if (v->info.aux < 2 || v->model) continue;
    run *r = start(v, N, FAKE_AOS);
    rgs_view view = r->world->view;
    static const ptrdiff_t room[] = { 1, 2, -1 };
    for (size_t k = 0; k < COUNT(room); k++) {
      double *before = fake_snapshot(r->world);
      view.aux.body = room[k] * (ptrdiff_t)(v->info.aux - 1) / (k == 1 ? 4 : 1);
      OK(rgs_bodies_bind(r->bodies, &view, &err));
      REFUSED_TEXT(RGS_E_ARG, rgs_stepper_run(r->stepper, STEP, 1, &err), "view.aux", "overlap");
      unchanged(r, before);
    }
    OK(rgs_bodies_bind(r->bodies, &r->world->view, &err));
    OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  }
}

/* ---- what a host says is valid --------------------------------------------------------------- */
#define ALL_VALID                                                                                  \
  ((uint32_t)(RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT | RGS_DRAFT_EVAL_SLOW))

static void evaluate_and_tell(run *r, const variant *v, uint32_t fresh) {
  r->request.what = v->info.needs & ~(uint32_t)RGS_DRAFT_EVAL_SLOW;
  r->request.time = rgs_stepper_time(r->stepper);
  answer(r);
  OK(rgs_stepper_set_valid(r->stepper, fresh, &err));
}

/* It has no place for an energy, or for a gradient that is formed or a slow force that is kept here: nothing is
 * made up. */
TEST(nothing_is_made_up) {
  EACH_VARIANT(v) {
    if (v->integrator) continue;
    script want, now = { 0 }, again = { 0 };
    script_of(v, N, &want);
    run *r = start(v, N, FAKE_AOS), *plain = start(v, N, FAKE_AOS);
    for (int64_t i = 0; i < N; i++)
      for (uint32_t k = 0; k < v->info.aux; k++) RGS_AT(r->world->view.aux, i, k) = 1e3;
    evaluate_and_tell(r, v, ALL_VALID);
    script_run_back(&now, r);
    same_shown(v, &want, &now, N);
    script_run_back(&again, plain);
    same_outputs(v, plain, r, 0);
    /* On the way: bodies the host moved. */
    run *runs[2] = { r, plain };
    for (int k = 0; k < 2; k++) {
      OK(rgs_stepper_reset(runs[k]->stepper, &err));
      OK(rgs_stepper_run(runs[k]->stepper, STEP, 2, &err));
      OK(rgs_stepper_process(runs[k]->stepper, NULL, &err));
      for (int64_t i = 0; i < N; i++) RGS_AT(runs[k]->world->view.x, i, 0) += 0.5;
      evaluate_and_tell(runs[k], v, k == 0 ? ALL_VALID : 0);
      OK(rgs_stepper_run(runs[k]->stepper, STEP, 2, &err));
    }
    same_runs(v, plain, r);
  }
}

/* The first sample of a record is the start's. */
TEST(valid_energy_is_recorded) {
  EACH_VARIANT(v) {
    if (v->integrator || !(v->info.needs & RGS_EVAL_ENERGY)) continue;
    run *told = start(v, N, FAKE_AOS), *plain = start(v, N, FAKE_AOS);
    evaluate_and_tell(told, v, v->info.needs);
    double one, two;
    const int64_t steps = v->info.ends_valid ? 2 : 3;
    OK(rgs_stepper_run(told->stepper, STEP, steps, &err));
    OK(rgs_stepper_run(plain->stepper, STEP, steps, &err));
    OK(rgs_stepper_output(told->stepper, "refined_energy", &one, 1, &err));
    OK(rgs_stepper_output(plain->stepper, "refined_energy", &two, 1, &err));
    SAME_BITS(&two, &one, 1);
  }
}

/* ---- bodies ---------------------------------------------------------------------------------- */
/* Time stops at the largest number: infinity would become nan on the way back, and no save of either
 * could be loaded. */
TEST(time_stays_a_number) {
  run *r = start(strang, 2, FAKE_SOA);
  r->host.strength = 0;
  for (int64_t i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) RGS_AT(r->world->view.p, i, k) = RGS_AT(r->world->view.l, i, k) = 0;
  static const double far[] = { 1e308, -1e308 };
  for (size_t k = 0; k < COUNT(far); k++) {
    OK(rgs_stepper_set_time(r->stepper, far[k], &err));
    for (int step = 0; step < 4; step++) {
      OK(rgs_stepper_run(r->stepper, step < 3 ? far[k] : -far[k] / 2, 1, &err));
      const double time = rgs_stepper_time(r->stepper);
      TRUE(isfinite(time) && isfinite(r->host.last_time));
      NEAR(step < 3 ? copysign(DBL_MAX, far[k]) : copysign(DBL_MAX, far[k]) - far[k] / 2, time,
           1e294);
      save_and_load(r->stepper);
    }
  }
}

/* A rotor that cannot turn one body leaves all where they were. */
TEST(rotors_that_fail) {
  int failed = 0;
  EACH_VARIANT(v) {
    if (v->integrator) continue;
    run *r = start(v, 5, FAKE_AOS);
    r->host.strength = 0;
    for (int k = 0; k < 3; k++) {
      RGS_AT(r->world->view.inertia, 3, k) = 1e-200;
      RGS_AT(r->world->view.l, 3, k) = 1e200;
    }
    double *before = fake_state(r->world);
    forget_error();
    const rgs_status status = rgs_stepper_run(r->stepper, STEP, 1, &err);
    if (v->info.claims & RGS_NEVER_FAILS) STATUS(RGS_OK, status);
    if (status < 0) {
      check_refused(RGS_E_NOCONV, 3, status, v->label, __FILE__, __LINE__, (const char *)NULL);
      same_state(v, before, r->world);
      REFUSED(RGS_E_ORDER, rgs_stepper_run(r->stepper, STEP, 1, &err));
      failed++;
    }
  }
  TRUE(failed > 0);
}

/* Finite forces and steps, but a body out of all range.  The kicks around the end of a step are done
 * together.  Still the first of them that fails is told, even if a later drift fails with an earlier
 * body, and the steps before it stay done. */
TEST(overflow_between_two_steps) {
  enum { BODIES = 131, FAR = 3, FAST = 100 };
  for (int kicked = 0; kicked < 2; kicked++) {
    run *r = start(strang, BODIES, FAKE_SOA);
    const rgs_view *v = &r->world->view;
    r->host.strength = 0;
    RGS_AT(v->x, FAR, 0) = 1.75e308; /* the second drift takes it out of range */
    RGS_AT(v->p, FAR, 0) = 0.03e308 / STEP * RGS_AT(v->mass, FAR, 0);
    if (kicked) { /* .. but before it comes the second kick */
      RGS_AT(v->p, FAST, 2) = DBL_MAX;
      r->host.spoil_at = 2;
      r->host.spoil_body = FAST;
      r->host.spoil_component = 2;
      r->host.spoil_value = 1e308;
    }
    REFUSED_BODY(RGS_E_NONFINITE, kicked ? FAST : FAR, rgs_stepper_run(r->stepper, STEP, 3, &err),
                 kicked ? "momentum" : "position");
    SAME_INT(2, r->host.calls);
    NEAR(kicked ? 0 : STEP, rgs_stepper_time(r->stepper), 0);
    REFUSED(RGS_E_ORDER, rgs_stepper_run(r->stepper, STEP, 1, &err));
  }
}

/* Momentum about an axis without spin: refused at a stepper's beginning, tolerated on the way, for
 * rotors that split the rotation let it stray; and a run taken up from a save is on its way. */
static void no_turn(const run *r) {
  for (int k = 0; k < 4; k++) RGS_AT(r->world->view.q, 0, k) = k == 0;
}

TEST(momentum_strays_on_the_way) {
  run *r = start(strang, 2, FAKE_SOA);
  const rgs_view *v = &r->world->view;
  rgs_stepper *late = NULL;
  r->host.strength = 0;
  for (int k = 0; k < 3; k++) {
    RGS_AT(v->inertia, 0, k) = k == 2 ? 0 : 1.5;
    RGS_AT(v->l, 0, k) = k == 2 ? 0 : 0.5;
  }
  no_turn(r);
  bind_revision(r, 0);
  RGS_AT(v->l, 0, 2) = 1e-6;
  REFUSED_BODY(RGS_E_BODY, 0, rgs_stepper_run(r->stepper, STEP, 1, &err));
  RGS_AT(v->l, 0, 2) = 0;
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  no_turn(r);
  RGS_AT(v->l, 0, 2) = 1e-6;
  OK(rgs_bodies_bind(r->bodies, v, &err));
  REFUSED_BODY(RGS_E_BODY, 0, rgs_bodies_check(r->bodies, &err));
  OK(rgs_stepper_create(r->bodies, strang->method, &r->host.host, &late, &err));
  OK(rgs_stepper_run(late, STEP, 1, &err)); /* another stepper goes on with bodies in motion */
  no_turn(r);
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  no_turn(r);
  const block b = saved(r->stepper);
  OK(load(r->stepper, b));
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  OK(load(late, b));
  OK(rgs_stepper_run(late, STEP, 1, &err));
  rgs_stepper_destroy(late);
}

TEST_MAIN(set_up, tear_down)
