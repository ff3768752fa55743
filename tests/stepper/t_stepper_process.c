/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_process.c - showing the state of schemes with a processor: what is propagated stays as it
 * is, bit for bit; what is refused in between, and what goes on from what is shown.
 */
#include "check.h"
#include "script.h"

#include <stdlib.h>

/* ---- what is propagated ---------------------------------------------------------------------- */
/* Forces the inverse of the processor costs: three kicks; six with a gradient each. */
static int64_t forces_to_show(const variant *v) {
  if (!v->processed) return 0;
  if (strcmp(v->of.scheme, "pmlf6") != 0) return 3;
  return v->displaces ? 12 : 6;
}

TEST(showing_changes_nothing) {
  enum { N = 3, STEPS = 5 };
  EACH_VARIANT(v) {
    run *plain = start(v, N, FAKE_SOA), *told = start(v, N, FAKE_AOS);
    for (int step = 0; step < STEPS; step++) {
      OK(rgs_stepper_run(plain->stepper, STEP, 1, &err));
      OK(rgs_stepper_run(told->stepper, STEP, 1, &err));
      double *want = fake_state(plain->world);
      const int64_t before = told->host.forces;
      OK(rgs_stepper_process(told->stepper, NULL, &err));
      SAME_INT(forces_to_show(v), told->host.forces - before);
      double *shown = fake_state(told->world);
      TRUE((memcmp(want, shown, N * FAKE_STATE * sizeof(double)) != 0) == v->processed);
      OK(rgs_stepper_process(told->stepper, NULL, &err)); /* shown already */
      same_state(v, shown, told->world);
      OK(rgs_stepper_unprocess(told->stepper, &err));
      OK(rgs_stepper_unprocess(told->stepper, &err));
      SAME_INT(forces_to_show(v), told->host.forces - before);
      same_state(v, want, told->world);
      for (int64_t i = 0; i < N; i++)
        for (int k = 0; k < 3; k++) {
          NEAR(RGS_AT(plain->world->view.f, i, k), RGS_AT(told->world->view.f, i, k), 0);
          NEAR(RGS_AT(plain->world->view.tau, i, k), RGS_AT(told->world->view.tau, i, k), 0);
        }
      NEAR(rgs_stepper_time(plain->stepper), rgs_stepper_time(told->stepper), 0);
    }
    /* A gradient that ended the step before is formed anew after a look: its columns, or its place
     * in the aux, may have been used. */
    const bool again = v->processed && v->info.ends_valid && v->displaces;
    SAME_INT((STEPS * forces_to_show(v) + (again ? STEPS - 1 : 0)),
             told->host.forces - plain->host.forces);
  }
}

/* A body that is bound while the others show output was never kept: its aux is 0, and it stays what the
 * host made it. */
TEST(body_bound_while_shown) {
  enum { N = 2 };
  int tried = 0;
  EACH_VARIANT(v) {
    if (!v->processed) continue;
    tried++;
    run *r = start(v, N, FAKE_AOS);
    OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
    OK(rgs_stepper_process(r->stepper, NULL, &err));
    fake_body_fill(r->world, 1, 1); /* anew, and as such with a aux of zeros */
    bind_revision(r, r->world->view.revision + 1);
    double *before = fake_state(r->world);
    OK(rgs_stepper_unprocess(r->stepper, &err));
    double *after = fake_state(r->world);
    SAME_BITS(before + FAKE_STATE, after + FAKE_STATE, FAKE_STATE);
    OK(rgs_bodies_check(r->bodies, &err));
    OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
  }
  TRUE(tried > 0);
}

/* ---- the step changes ------------------------------------------------------------------------ */
/* Pieces of a run, each by a stepper of its own that begins at what the one before showed; against one
 * stepper, which is looked at after each piece, or not. */
TEST(step_changes) {
  enum { N = 2, PIECES = 4, STEPS = 2 };
  static const double h[PIECES] = { STEP, 1.5 * STEP, STEP, -0.75 * STEP };
  EACH_VARIANT(v) {
    if (v->integrator) continue;
    run *pieces = start(v, N, FAKE_SOA),
        *whole[2] = { start(v, N, FAKE_AOS), start(v, N, FAKE_AOS) };
    for (int k = 0; k < PIECES; k++) {
      if (k > 0) make_anew(pieces, v);
      OK(rgs_stepper_run(pieces->stepper, h[k], STEPS, &err));
      OK(rgs_stepper_process(pieces->stepper, NULL, &err));
      for (int look = 0; look < 2; look++) {
        if (look && k > 0) OK(rgs_stepper_unprocess(whole[look]->stepper, &err));
        OK(rgs_stepper_run(whole[look]->stepper, h[k], STEPS, &err));
        if (look || k == PIECES - 1) OK(rgs_stepper_process(whole[look]->stepper, NULL, &err));
      }
    }
    for (int look = 0; look < 2; look++) {
      same_runs(v, pieces, whole[look]);
      NEAR(STEPS * 2.75 * STEP, rgs_stepper_time(whole[look]->stepper), 1e-14);
    }
  }
}

/* ---- refused --------------------------------------------------------------------------------- */
/* The host driving. */
static void show(run *r) {
  rgs_status status;
  while ((status = rgs_stepper_process(r->stepper, &r->request, &err)) == RGS_NEED_EVAL) answer(r);
  STATUS(RGS_OK, status);
}

/* What is refused inside a step, between steps, inside rgs_stepper_process and while a state is shown. */
static void refused_inside_a_step(run *r) {
  STATUS(RGS_NEED_EVAL, advance(r, STEP));
  const double *before = fake_snapshot(r->world);
  rgs_eval *const requests[] = { &r->request, NULL };
  for (int k = 0; k < 2; k++)
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_process(r->stepper, requests[k], &err),
                 "rgs_stepper_process", "step");
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_unprocess(r->stepper, &err), "rgs_stepper_unprocess",
               "step");
  unchanged(r, before);
  answer(r);
  drive(r, STEP);
}

/* Each with the name of the call that comes first. */
static void refused_while(run *r, const char *call) {
  const double *before = fake_snapshot(r->world);
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_run(r->stepper, STEP, 1, &err), call);
  REFUSED_TEXT(RGS_E_ORDER, advance(r, STEP), call);
  unchanged(r, before);
}

static void refused_inside_process(run *r, rgs_eval *bad) {
  double value[3];
  STATUS(RGS_NEED_EVAL, rgs_stepper_process(r->stepper, &r->request, &err));
  const double *before = fake_snapshot(r->world);
  refused_while(r, "rgs_stepper_process");
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_swap(r->stepper, strang->method, &err),
               "rgs_stepper_process");
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_set_time(r->stepper, 0, &err), "rgs_stepper_process");
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_project(r->stepper, value, &err), "rgs_stepper_process");
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_output(r->stepper, "kinetic_translation", value, 3, &err),
               "rgs_stepper_process");
  REFUSED(RGS_E_ABI, rgs_stepper_process(r->stepper, bad, &err));
  unchanged(r, before);
  show(r);
}

TEST(refused_in_between) {
  enum { N = 2 };
  EACH_VARIANT(v) {
    if (!v->processed) continue;
    run *r = start(v, N, FAKE_SOA), *plain = start(v, N, FAKE_SOA);
    rgs_eval bad = RGS_EVAL_INIT;
    bad.head.size = 4;
    OK(rgs_stepper_process(r->stepper, &r->request, &err)); /* nothing is propagated yet */
    OK(rgs_stepper_unprocess(r->stepper, &err));
    SAME_INT(0, r->host.calls);
    refused_inside_a_step(r);
    const double *before = fake_snapshot(r->world);
    REFUSED(RGS_E_ABI, rgs_stepper_process(r->stepper, &bad, &err));
    REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_swap(r->stepper, strang->method, &err),
                 "rgs_stepper_process");
    unchanged(r, before);
    OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    refused_inside_process(r, &bad);
    refused_while(r, "rgs_stepper_unprocess");
    OK(rgs_stepper_unprocess(r->stepper, &err));
    OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    OK(rgs_stepper_run(plain->stepper, STEP, 3, &err));
    same_runs(v, plain, r);
  }
}

/* Nobody to ask. */
TEST(host_without_callback) {
  EACH_VARIANT(v) {
    run *r = start(v, 2, FAKE_SOA);
    r->host.host.eval = NULL;
    make_anew(r, v);
    r->host.host.eval = fake_eval;
    drive(r, STEP);
    if (v->processed)
      REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_process(r->stepper, NULL, &err), "request");
    else
      OK(rgs_stepper_process(r->stepper, NULL, &err));
    show(r);
  }
}

/* ---- what is shown goes on ------------------------------------------------------------------- */
/* A step, saved and loaded at every request. */
static void step_with_saves(run *r, double h) {
  while (advance(r, h) == RGS_NEED_EVAL) {
    save_and_load(r->stepper);
    STATUS(RGS_NEED_EVAL, advance(r, h));
    answer(r);
  }
}

/* Three ways to let it, against a stepper that knows of nothing before. */
static void goes_on(const variant *v, const variant *then, int way) {
  enum { N = 2 };
  const double h = 0.8 * STEP;
  run *r = start(v, N, FAKE_SOA);
  OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
  OK(rgs_stepper_process(r->stepper, NULL, &err));
  fake_bodies *copy = fake_bodies_filled(N, FAKE_AOS, then->info.aux);
  fake_set_state(copy, r->world);
  run *fresh = start_over(then, copy, NULL);
  if (way == 0) OK(rgs_stepper_swap(r->stepper, then->method, &err));
  if (way == 1) OK(rgs_stepper_set_valid(r->stepper, 0, &err));
  if (way == 2) OK(rgs_stepper_reset(r->stepper, &err));
  OK(rgs_stepper_unprocess(r->stepper, &err)); /* nothing is shown any more */
  save_and_load(r->stepper);
  for (int step = 0; step < 3; step++) step_with_saves(r, h);
  OK(rgs_stepper_run(fresh->stepper, h, 3, &err));
  NEAR(2 * STEP + 3 * h, rgs_stepper_time(r->stepper), 1e-14);
  OK(rgs_stepper_process(r->stepper, NULL, &err));
  OK(rgs_stepper_process(fresh->stepper, NULL, &err));
  same_runs(then, fresh, r);
}

TEST(what_is_shown_goes_on) {
  EACH_VARIANT(v)
  EACH_VARIANT(then)
  if (v->processed && then->provides == v->provides && then->info.aux <= v->info.aux &&
      !then->model)
    for (int way = 0; way < (then->method == v->method ? 3 : 1); way++) goes_on(v, then, way);
}

TEST_MAIN(set_up, tear_down)
