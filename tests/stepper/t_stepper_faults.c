/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_faults.c - what goes wrong on the way: forces, the host, rotors, bodies.
 */
#include "check.h"
#include "stepper_run.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

TEST(forces_that_are_not_finite) {
  static const double values[] = { NAN, INFINITY, -INFINITY };
  for (int m = 0; m < n_methods; m++) {
    if (m == verlet) continue; /* its own affair */
    for (int component = 0; component < 6; component++)
      for (int call = 1; call <= 2; call++) {
        run *r = start(m, 5, component % FAKE_LAYOUTS);
        r->host.spoil_at = call;
        r->host.spoil_body = 3;
        r->host.spoil_component = component;
        r->host.spoil_value = values[component % 3];
        double *before = NULL;
        rgs_status status = RGS_OK;
        size_t size = 0;
        void *blob = saved(r->stepper, &size);
        for (int k = 0; k < 40 && status >= 0; k++) {
          rgs_eval request = RGS_EVAL_INIT;
          free(before);
          before = fake_snapshot(r->world);
          forget_error();
          status = rgs_advance(r->stepper, STEP, &request, &err);
          if (status == RGS_NEED_EVAL) answer(r, &request);
        }
        if (status != RGS_E_NONFINITE) print_error("method %s:\n", labels[m]);
        check_refused(RGS_E_NONFINITE, 3, status, "rgs_advance", __FILE__, __LINE__,
                      (const char *)NULL);
        /* That kick moved nobody.  (A gradient formed by displacement put its bodies back.) */
        if (infos[m].gradients == 0) TRUE(fake_unchanged(r->world, before));
        free(before);
        /* Then nothing but reset and load. */
        rgs_eval request = RGS_EVAL_INIT;
        before = fake_snapshot(r->world);
        REFUSED(RGS_E_ORDER, rgs_advance(r->stepper, STEP, &request, &err));
        REFUSED(RGS_E_ORDER, rgs_step(r->stepper, STEP, 1, &err));
        TRUE(fake_unchanged(r->world, before));
        free(before);
        if (component % 2) {
          OK(rgs_stepper_reset(r->stepper, &err));
          OK(rgs_step(r->stepper, STEP, 1, &err));
        } else {
          OK(rgs_stepper_load(r->stepper, blob, size, &err));
          OK(rgs_step(r->stepper, STEP, 2, &err));
          double *want = reference(m, 5, STEP, 2);
          same_state(m, want, r->world);
          free(want);
        }
        free(blob);
        finish(r);
      }
  }
}

TEST(host_that_fails) {
  enum { STEPS = 3 };
  long long failed = 0;
  for (int m = 0; m < n_methods; m++) {
    double *want = reference(m, 3, STEP, STEPS);
    for (int64_t call = 1;; call++) {
      run *r = start(m, 3, FAKE_SOA);
      r->host.fail_at = call;
      forget_error();
      const rgs_status status = rgs_step(r->stepper, STEP, STEPS, &err);
      if (status == RGS_OK) { /* fewer calls than that */
        TRUE(r->host.calls < call);
        TRUE(call > STEPS);
        finish(r);
        break;
      }
      failed++;
      check_refused(RGS_E_HOST, -1, status, "rgs_step", __FILE__, __LINE__, "7",
                    (const char *)NULL);
      SAME_INT(call, r->host.calls);
      /* Whole steps before stay done, and the host may try again: nothing is lost. */
      const int64_t done = llround(rgs_stepper_time(r->stepper) / STEP);
      r->host.fail_at = 0;
      OK(rgs_step(r->stepper, STEP, STEPS - done, &err));
      same_state(m, want, r->world);
      finish(r);
      /* Or abandon the step. */
      r = start(m, 3, FAKE_SOA);
      r->host.fail_at = call;
      STATUS(RGS_E_HOST, rgs_step(r->stepper, STEP, STEPS, &err));
      OK(rgs_stepper_reset(r->stepper, &err));
      r->host.fail_at = 0;
      OK(rgs_step(r->stepper, STEP, 1, &err));
      finish(r);
    }
    free(want);
  }
  counted(2 * failed, "host callbacks failed");
}

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
      OK(rgs_step(r->stepper, step < 3 ? far[k] : -far[k] / 2, 1, &err));
      const double time = rgs_stepper_time(r->stepper);
      TRUE(isfinite(time) && isfinite(r->host.last_time));
      NEAR(step < 3 ? copysign(DBL_MAX, far[k]) : copysign(DBL_MAX, far[k]) - far[k] / 2, time,
           1e294);
      size_t size = 0;
      void *blob = saved(r->stepper, &size);
      OK(rgs_stepper_load(r->stepper, blob, size, &err));
      free(blob);
    }
  }
  finish(r);
}

/* A rotor that cannot turn one body leaves all where they were. */
TEST(rotors_that_fail) {
  int failed = 0;
  for (int m = 0; m < n_methods; m++) {
    if (specs[m].rotor == NULL) continue;
    run *r = start(m, 5, FAKE_AOS);
    r->host.strength = 0;
    for (int k = 0; k < 3; k++) {
      RGS_AT(r->world->view.inertia, 3, k) = 1e-200;
      RGS_AT(r->world->view.l, 3, k) = 1e200;
    }
    double *before = fake_state(r->world);
    rgs_status status = RGS_OK;
    for (int k = 0; k < 100 && status >= 0; k++) { /* more than any scheme evaluates */
      rgs_eval request = RGS_EVAL_INIT;
      forget_error();
      status = rgs_advance(r->stepper, STEP, &request, &err);
      if (status == RGS_NEED_EVAL) answer(r, &request);
      if (status == RGS_OK) break;
    }
    if (infos[m].claims & RGS_NEVER_FAILS) STATUS(RGS_OK, status);
    if (status < 0) {
      check_refused(RGS_E_NOCONV, 3, status, labels[m], __FILE__, __LINE__, (const char *)NULL);
      same_state(m, before, r->world);
      REFUSED(RGS_E_ORDER, rgs_step(r->stepper, STEP, 1, &err));
      failed++;
    }
    free(before);
    finish(r);
  }
  TRUE(failed > 0);
}

/* Finite forces and steps, but a body out of all range. */
TEST(overflow_is_said) {
  for (int what = 0; what < 2; what++) {
    run *r = start(strang, 3, FAKE_AOS);
    const rgs_view *v = &r->world->view;
    r->host.strength = 0;
    OK(rgs_step(r->stepper, STEP, 1, &err));
    if (what == 0) RGS_AT(v->p, 1, 2) = 1e300;
    RGS_AT(v->f, 1, 0) = what == 0 ? 0 : 1e300;
    REFUSED_BODY(RGS_E_NONFINITE, 1, rgs_step(r->stepper, 1e20, 1, &err),
                 what == 0 ? "position" : "momentum", (const char *)NULL);
    REFUSED(RGS_E_ORDER, rgs_step(r->stepper, STEP, 1, &err));
    finish(r);
  }
}

/* The kicks around the end of a step are done together.  Still the first of them that fails is told,
 * even if a later drift fails with an earlier body, and the steps before it stay done. */
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
    REFUSED_BODY(RGS_E_NONFINITE, kicked ? FAST : FAR, rgs_step(r->stepper, STEP, 3, &err),
                 kicked ? "momentum" : "position", (const char *)NULL);
    SAME_INT(2, r->host.calls);
    NEAR(kicked ? 0 : STEP, rgs_stepper_time(r->stepper), 0);
    REFUSED(RGS_E_ORDER, rgs_step(r->stepper, STEP, 1, &err));
    finish(r);
  }
}

/* Momentum about an axis without spin: refused at a stepper's beginning, tolerated on the way, for
 * rotors that split the rotation let it stray; and a run taken up from a save is on its way. */
TEST(momentum_strays_on_the_way) {
  run *r = start(strang, 2, FAKE_SOA);
  const rgs_view *v = &r->world->view;
  rgs_stepper *late = NULL;
  r->host.strength = 0;
  r->world->view.stamp = 0;
  for (int k = 0; k < 3; k++) {
    RGS_AT(v->inertia, 0, k) = k == 2 ? 0 : 1.5;
    RGS_AT(v->l, 0, k) = k == 2 ? 0 : 0.5;
  }
  for (int k = 0; k < 4; k++) RGS_AT(v->q, 0, k) = k == 0;
  OK(rgs_bodies_bind(r->bodies, v, &err));
  RGS_AT(v->l, 0, 2) = 1e-6;
  REFUSED_BODY(RGS_E_BODY, 0, rgs_step(r->stepper, STEP, 1, &err), (const char *)NULL);
  RGS_AT(v->l, 0, 2) = 0;
  OK(rgs_step(r->stepper, STEP, 1, &err));
  for (int k = 0; k < 4; k++) RGS_AT(v->q, 0, k) = k == 0;
  RGS_AT(v->l, 0, 2) = 1e-6;
  OK(rgs_bodies_bind(r->bodies, v, &err));
  REFUSED_BODY(RGS_E_BODY, 0, rgs_bodies_check(r->bodies, &err), (const char *)NULL);
  OK(rgs_stepper_create(r->bodies, methods[strang], &r->host.host, &late, &err));
  OK(rgs_step(late, STEP, 1, &err)); /* another stepper goes on with bodies in motion */
  for (int k = 0; k < 4; k++) RGS_AT(v->q, 0, k) = k == 0;
  OK(rgs_step(r->stepper, STEP, 1, &err));
  for (int k = 0; k < 4; k++) RGS_AT(v->q, 0, k) = k == 0;
  size_t size;
  void *blob = saved(r->stepper, &size);
  OK(rgs_stepper_load(r->stepper, blob, size, &err));
  OK(rgs_step(r->stepper, STEP, 1, &err));
  OK(rgs_stepper_load(late, blob, size, &err));
  OK(rgs_step(late, STEP, 1, &err));
  free(blob);
  rgs_stepper_destroy(late);
  finish(r);
}

int main(void) { return RUN_TESTS(set_up, tear_down); }
