/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_drive.c - who drives: the host or the stepper, with which evaluations, at which times, and
 * what is refused in between.
 */
#include "check.h"
#include "stepper_run.h"

#include <math.h>
#include <stdlib.h>

/* ---- who drives ------------------------------------------------------------------------------ */
/* Where the stepper drives, the end of a step and the beginning of the next are done together, batch by
 * batch: there are three batches. */
TEST(host_drives_as_stepper_drives) {
  for (int m = 0; m < n_methods; m++) {
    double *want = reference(m, 131, STEP, 7);
    run *r = start(m, 131, FAKE_AOS);
    int64_t asked = 0;
    for (int step = 0; step < 7; step++) {
      rgs_eval request = RGS_EVAL_INIT;
      rgs_status status;
      while ((status = rgs_advance(r->stepper, STEP, &request, &err)) == RGS_NEED_EVAL) {
        TRUE(request.what & (RGS_EVAL_FORCE | RGS_EVAL_GRADIENT));
        TRUE(asked++ < 10000);
        answer(r, &request);
      }
      STATUS(RGS_OK, status);
    }
    TRUE(asked >= 7);
    same_state(m, want, r->world);
    NEAR(7 * STEP, rgs_stepper_time(r->stepper), 1e-15);
    finish(r);
    free(want);
  }
}

/* Without forces: what is called before an answer was given still works with the old request. */
TEST(calls_out_of_order) {
  run *r = start(dkd, 2, FAKE_SOA);
  rgs_eval request = RGS_EVAL_INIT;
  STATUS(RGS_NEED_EVAL, rgs_advance(r->stepper, STEP, &request, &err));
  double *before = fake_snapshot(r->world);
  /* Another step size inside a step. */
  forget_error();
  rgs_status got = rgs_advance(r->stepper, STEP * 2, &request, &err);
  TRUE(got == RGS_E_ORDER || got == RGS_E_ARG);
  TRUE(err.text[0] != 0);
  forget_error();
  got = rgs_advance(r->stepper, -STEP, &request, &err);
  TRUE(got == RGS_E_ORDER || got == RGS_E_ARG);
  REFUSED(RGS_E_ARG, rgs_advance(r->stepper, NAN, &request, &err));
  TRUE(fake_unchanged(r->world, before));
  free(before);
  answer(r, &request);
  OK(rgs_advance(r->stepper, STEP, &request, &err));
  double *want = reference(dkd, 2, STEP, 1);
  same_state(dkd, want, r->world);
  free(want);
  /* A step broken off and abandoned: bodies stay, the next step begins from here. */
  STATUS(RGS_NEED_EVAL, rgs_advance(r->stepper, STEP, &request, &err));
  before = fake_snapshot(r->world);
  OK(rgs_stepper_reset(r->stepper, &err));
  TRUE(fake_unchanged(r->world, before));
  free(before);
  OK(rgs_stepper_swap(r->stepper, methods[strang], &err));
  const int64_t calls = r->host.calls;
  OK(rgs_step(r->stepper, STEP * 3, 1, &err));
  SAME_INT(2, r->host.calls - calls);
  finish(r);
}

TEST(no_bodies) {
  for (int m = 0; m < n_methods; m++) {
    run *r = start(m, 0, FAKE_SOA);
    OK(rgs_step(r->stepper, STEP, 3, &err));
    NEAR(3 * STEP, rgs_stepper_time(r->stepper), 1e-15);
    size_t size = 0;
    void *blob = saved(r->stepper, &size);
    OK(rgs_stepper_load(r->stepper, blob, size, &err));
    free(blob);
    finish(r);
  }
}

/* A zero step moves nothing but may evaluate. */
TEST(zero_step) {
  run *r = start(strang, 3, FAKE_SOA);
  double *want = fake_state(r->world);
  OK(rgs_step(r->stepper, 0.0, 2, &err));
  double *got = fake_state(r->world);
  for (int k = 0; k < 3 * FAKE_STATE; k++) NEAR(want[k], got[k], 1e-15);
  NEAR(0, rgs_stepper_time(r->stepper), 0);
  free(want);
  free(got);
  finish(r);
}

/* ---- evaluations ----------------------------------------------------------------------------- */
TEST(evaluations_are_counted) {
  for (int m = 0; m < n_methods; m++) {
    run *r = start(m, 2, FAKE_SOA);
    r->host.host.provides = RGS_EVAL_FORCE | RGS_EVAL_GRADIENT;
    rgs_stepper_destroy(r->stepper);
    OK(rgs_stepper_create(r->bodies, methods[m], &r->host.host, &r->stepper, &err));
    OK(rgs_step(r->stepper, STEP, 1, &err));
    const int64_t forces = r->host.forces, gradients = r->host.gradients;
    OK(rgs_step(r->stepper, STEP, 8, &err));
    if (specs[m].integrator) { /* what an integrator asks for is not known beforehand */
      SAME_INT(8, r->host.forces - forces);
      finish(r);
      continue;
    }
    if (r->host.forces - forces != 8 * (int64_t)infos[m].evals ||
        r->host.gradients - gradients != 8 * (int64_t)infos[m].gradients)
      print_error("method %s:\n", labels[m]);
    SAME_INT(8 * (long long)infos[m].evals, r->host.forces - forces);
    SAME_INT(8 * (long long)infos[m].gradients, r->host.gradients - gradients);
    /* At the end of a step: are the forces those of its end? */
    if (infos[m].ends_fresh) {
      NEAR(rgs_stepper_time(r->stepper), r->host.last_time, 1e-14);
      fake_host copy = r->host;
      rgs_eval again = RGS_EVAL_INIT;
      again.what = RGS_EVAL_FORCE;
      double f[6];
      for (int k = 0; k < 3; k++) {
        f[k] = RGS_AT(r->world->view.f, 1, k);
        f[3 + k] = RGS_AT(r->world->view.tau, 1, k);
      }
      SAME_INT(0, fake_eval(&copy, &again, &r->world->view));
      for (int k = 0; k < 3; k++) {
        NEAR(f[k], RGS_AT(r->world->view.f, 1, k), 0);
        NEAR(f[3 + k], RGS_AT(r->world->view.tau, 1, k), 0);
      }
    }
    finish(r);
  }
  SAME_INT(1, infos[strang].evals);
  SAME_INT(1, infos[strang].ends_fresh);
  SAME_INT(1, infos[dkd].evals);
  SAME_INT(0, infos[dkd].ends_fresh);
}

TEST(fresh_forces_are_used) {
  double *want = reference(strang, 3, STEP, 2);
  run *r = start(strang, 3, FAKE_AOS);
  rgs_eval request = RGS_EVAL_INIT;
  request.what = RGS_EVAL_FORCE;
  answer(r, &request);
  OK(rgs_stepper_set_fresh(r->stepper, RGS_EVAL_FORCE, &err));
  const int64_t calls = r->host.calls;
  OK(rgs_step(r->stepper, STEP, 1, &err));
  SAME_INT(1, r->host.calls - calls);
  /* A body moved by the host: nothing is fresh. */
  OK(rgs_stepper_set_fresh(r->stepper, 0, &err));
  OK(rgs_step(r->stepper, STEP, 1, &err));
  SAME_INT(3, r->host.calls - calls);
  same_state(strang, want, r->world);
  free(want);
  finish(r);
  /* Fresh forces are taken as they are. */
  r = start(strang, 1, FAKE_AOS);
  fake_body_fill(r->world, 0, 0);
  double p[3];
  for (int k = 0; k < 3; k++) {
    p[k] = RGS_AT(r->world->view.p, 0, k);
    RGS_AT(r->world->view.f, 0, k) = 1000 * (k + 1);
  }
  OK(rgs_stepper_set_fresh(r->stepper, RGS_EVAL_FORCE, &err));
  STATUS(RGS_NEED_EVAL, rgs_advance(r->stepper, STEP, &request, &err));
  for (int k = 0; k < 3; k++)
    NEAR(p[k] + STEP / 2 * 1000 * (k + 1), RGS_AT(r->world->view.p, 0, k), 1e-12);
  finish(r);
}

/* ---- time ------------------------------------------------------------------------------------ */
TEST(times_of_evaluations) {
  static const double steps[] = { 0.25, -0.25, 0.1 };
  for (size_t i = 0; i < COUNT(steps); i++) {
    const double h = steps[i], t0 = 3;
    run *r = start(strang, 2, FAKE_SOA);
    OK(rgs_stepper_set_time(r->stepper, t0, &err));
    OK(rgs_step(r->stepper, h, 4, &err));
    SAME_INT(5, r->host.calls);
    for (int k = 0; k < 5; k++) NEAR(t0 + k * h, r->host.times[k], 1e-15);
    NEAR(t0 + 4 * h, rgs_stepper_time(r->stepper), 1e-15);
    finish(r);
    r = start(dkd, 2, FAKE_SOA);
    OK(rgs_stepper_set_time(r->stepper, t0, &err));
    OK(rgs_step(r->stepper, h, 4, &err));
    SAME_INT(4, r->host.calls);
    for (int k = 0; k < 4; k++) NEAR(t0 + (k + 0.5) * h, r->host.times[k], 1e-15);
    finish(r);
    r = start(verlet, 2, FAKE_SOA);
    OK(rgs_stepper_set_time(r->stepper, t0, &err));
    OK(rgs_step(r->stepper, h, 4, &err));
    for (int k = 0; k < 5; k++) NEAR(t0 + k * h, r->host.times[k], 1e-15);
    finish(r);
  }
  /* Ten million steps of 0.1: the time is a rounded product, not a sum of roundings. */
  run *r = start(strang, 0, FAKE_SOA);
  OK(rgs_step(r->stepper, 0.1, 10000000, &err));
  NEAR(1e6, rgs_stepper_time(r->stepper), 1e-9);
  /* A time that was set is that time, without what the sum before had still to give. */
  OK(rgs_step(r->stepper, 0.1, 7, &err));
  OK(rgs_stepper_set_time(r->stepper, 0, &err));
  OK(rgs_step(r->stepper, 0.1, 1, &err));
  NEAR(0.1, rgs_stepper_time(r->stepper), 0);
  finish(r);
}

/* A potential that depends on time: order 2 only if the times are right. */
TEST(driven_potential) {
  static const char *const names[] = { "strang", "strang_dkd", "verlet" };
  const int which[] = { strang, dkd, verlet };
  for (size_t w = 0; w < COUNT(which); w++) {
    double errors[3], *fine = NULL;
    for (int level = 3; level >= 0; level--) {
      run *r = start(which[w], 2, FAKE_SOA);
      r->host.driven = true;
      const int64_t n = level == 3 ? 4096 : 16 << level;
      OK(rgs_step(r->stepper, 1.0 / (double)n, n, &err));
      double *state_now = fake_state(r->world);
      if (level == 3) {
        fine = state_now;
      } else {
        errors[level] = 0;
        for (int i = 0; i < 2 * FAKE_STATE; i++)
          errors[level] = fmax(errors[level], fabs(state_now[i] - fine[i]));
        free(state_now);
      }
      finish(r);
    }
    free(fine);
    const double slope = log2(errors[1] / errors[2]);
    if (!(fabs(slope - 2) < 0.1)) print_error("%s:\n", names[w]);
    NEAR(2, slope, 0.1);
  }
}

int main(void) { return RUN_TESTS(set_up, tear_down); }
