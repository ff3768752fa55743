/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_swap.c - another method over the same bodies: swapped in between steps, or by a second
 * stepper in turn.
 */
#include "check.h"
#include "stepper_run.h"

#include <stdlib.h>

TEST(swapping_methods) {
  for (int m = 0; m < n_methods; m++) {
    if (infos[m].carry > infos[verlet].carry) continue; /* needs wider bodies than made here */
    run *r = start(verlet, 4, FAKE_AOS);                /* with room for carry */
    r->host.host.provides |= infos[m].needs;
    rgs_stepper_destroy(r->stepper);
    OK(rgs_stepper_create(r->bodies, methods[verlet], &r->host.host, &r->stepper, &err));
    OK(rgs_stepper_swap(r->stepper, methods[m], &err));
    OK(rgs_stepper_project(r->stepper, NULL, &err));
    OK(rgs_step(r->stepper, STEP, 2, &err));
    OK(rgs_stepper_swap(r->stepper, methods[strang], &err));
    const int64_t calls = r->host.calls;
    OK(rgs_step(r->stepper, STEP, 1, &err));
    /* Forces stay fresh where the method before ended with those of its end; the integrators here
     * do, of which nothing is described. */
    SAME_INT(infos[m].ends_fresh || specs[m].integrator ? 1 : 2, r->host.calls - calls);
    /* Inside a step it is refused, and the step goes on as if nothing had been said. */
    rgs_eval request = RGS_EVAL_INIT;
    OK(rgs_stepper_swap(r->stepper, methods[dkd], &err));
    STATUS(RGS_NEED_EVAL, rgs_advance(r->stepper, STEP, &request, &err));
    REFUSED(RGS_E_ORDER, rgs_stepper_swap(r->stepper, methods[m], &err));
    REFUSED(RGS_E_ORDER, rgs_stepper_set_time(r->stepper, 0, &err));
    answer(r, &request);
    OK(rgs_advance(r->stepper, STEP, &request, &err));
    OK(rgs_stepper_swap(r->stepper, methods[m], &err));
    OK(rgs_stepper_set_time(r->stepper, 17, &err));
    NEAR(17, rgs_stepper_time(r->stepper), 0);
    finish(r);
  }
  /* Swapped in pieces: each piece as that method alone would do it. */
  run *r = start(strang, 4, FAKE_SOA), *alone = start(strang, 4, FAKE_SOA);
  OK(rgs_step(r->stepper, STEP, 3, &err));
  OK(rgs_stepper_swap(r->stepper, methods[dkd], &err));
  OK(rgs_step(r->stepper, STEP, 3, &err));
  OK(rgs_step(alone->stepper, STEP, 3, &err));
  rgs_stepper *second = NULL;
  OK(rgs_stepper_create(alone->bodies, methods[dkd], &alone->host.host, &second, &err));
  OK(rgs_step(second, STEP, 3, &err));
  rgs_stepper_destroy(second);
  double *want = fake_state(alone->world);
  same_state(dkd, want, r->world);
  free(want);
  finish(r);
  finish(alone);
}

/* Two steppers of one method over one set of bodies in turn: prepared constants may not mix. */
TEST(steppers_share_bodies) {
  for (int m = 1; m < n_methods; m++) {
    if (infos[m].carry > infos[verlet].carry) continue;
    if (strstr(labels[m], "nontwist")) continue; /* strang leaves its constraint */
    run *r = start(verlet, 4, FAKE_SOA), *alone = start(verlet, 4, FAKE_SOA);
    rgs_stepper *one = NULL, *two = NULL;
    r->host.host.provides = alone->host.host.provides = RGS_EVAL_FORCE | infos[m].needs;
    rgs_stepper_destroy(alone->stepper);
    OK(rgs_stepper_create(alone->bodies, methods[m], &alone->host.host, &alone->stepper, &err));
    OK(rgs_stepper_create(r->bodies, methods[m], &r->host.host, &one, &err));
    OK(rgs_stepper_create(r->bodies, methods[strang], &r->host.host, &two, &err));
    for (int k = 0; k < 3; k++) {
      OK(rgs_stepper_set_fresh(one, 0, &err));
      OK(rgs_step(one, STEP, 1, &err));
      OK(rgs_stepper_set_fresh(two, 0, &err));
      OK(rgs_step(two, STEP, 1, &err));
      OK(rgs_stepper_swap(alone->stepper, methods[m], &err));
      OK(rgs_step(alone->stepper, STEP, 1, &err));
      OK(rgs_stepper_set_fresh(alone->stepper, 0, &err));
      OK(rgs_stepper_swap(alone->stepper, methods[strang], &err));
      OK(rgs_step(alone->stepper, STEP, 1, &err));
      OK(rgs_stepper_set_fresh(alone->stepper, 0, &err));
    }
    double *want = fake_state(alone->world);
    same_state(m, want, r->world);
    free(want);
    rgs_stepper_destroy(one);
    rgs_stepper_destroy(two);
    finish(r);
    finish(alone);
  }
}

/* A rotor without prepared constants that may fail: its room is that of the others' constants. */
static rgs_status rest(const rgs_flow *call, int64_t *bad) {
  (void)call;
  (void)bad;
  return RGS_OK;
}

TEST(unprepared_rotors_spoil_nothing) {
  static const rgs_about about =
      WITH_HEAD(rgs_about, .name = "test.rest", .doc = "No rotation.", .cite = "none", .order = 1);
  static const rgs_rotor rotor = { .head = RGS_HEAD(rgs_rotor), .about = &about, .flow = rest };
  static const rgs_rotor *const rotors[] = { &rotor, NULL };
  static const rgs_module module = WITH_HEAD(rgs_module, .name = "rest", .version = "1",
                                             .license = "BSD-3-Clause", .rotors = rotors);
  OK(rgs_module_add(context, &module, &err));
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = "test.rest", .scheme = "strang");
  rgs_method *resting = NULL;
  OK(rgs_method_create(context, &spec, &resting, &err));
  run *r = start(strang, 4, FAKE_SOA), *alone = start(strang, 4, FAKE_SOA);
  for (int k = 0; k < 6; k++) {
    rgs_method *m = k % 2 ? resting : methods[strang];
    OK(rgs_stepper_swap(r->stepper, m, &err));
    OK(rgs_stepper_swap(alone->stepper, m, &err));
    alone->world->view.stamp = 0; /* prepares anew */
    OK(rgs_bodies_bind(alone->bodies, &alone->world->view, &err));
    OK(rgs_step(r->stepper, STEP, 1, &err));
    OK(rgs_step(alone->stepper, STEP, 1, &err));
  }
  double *want = fake_state(alone->world);
  same_state(strang, want, r->world);
  free(want);
  finish(r);
  finish(alone);
  rgs_method_destroy(resting);
}

int main(void) { return RUN_TESTS(set_up, tear_down); }
