/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_swap.c - another method over the same bodies: swapped in between steps, or by a second
 * stepper in turn.
 */
#include "check.h"
#include "module_of.h"
#include "play.h"

#include <stdlib.h>

/* A run of verlet with bodies as wide, and a host as able, as the variant wants. */
static run *with_room_for(const variant *v) {
  fake_host host;
  fake_host_init(&host, NULL);
  const uint32_t carry = v->info.carry > verlet->info.carry ? v->info.carry : verlet->info.carry;
  variant first = *verlet;
  first.provides |= v->provides;
  return start_over(&first, fake_bodies_filled(4, FAKE_AOS, carry), &host);
}

TEST(swapping_methods) {
  EACH_VARIANT(v) {
    run *r = with_room_for(v);
    OK(rgs_stepper_swap(r->stepper, v->method, &err));
    OK(rgs_stepper_project(r->stepper, NULL, &err));
    OK(rgs_step(r->stepper, STEP, 2, &err));
    OK(rgs_stepper_process(r->stepper, NULL, &err));
    OK(rgs_stepper_swap(r->stepper, strang->method, &err));
    const int64_t calls = r->host.calls;
    OK(rgs_step(r->stepper, STEP, 1, &err));
    /* Forces stay fresh where the method before ended with forces there; the integrators here
     * do, of which nothing is described. */
    if (!v->processed) SAME_INT(v->info.ends_fresh || v->integrator ? 1 : 2, r->host.calls - calls);
    /* Inside a step it is refused, and the step goes on as if nothing had been said. */
    OK(rgs_stepper_swap(r->stepper, dkd->method, &err));
    STATUS(RGS_NEED_EVAL, advance(r, STEP));
    REFUSED(RGS_E_ORDER, rgs_stepper_swap(r->stepper, v->method, &err));
    REFUSED(RGS_E_ORDER, rgs_stepper_set_time(r->stepper, 0, &err));
    answer(r);
    OK(advance(r, STEP));
    OK(rgs_stepper_swap(r->stepper, v->method, &err));
    OK(rgs_stepper_set_time(r->stepper, 17, &err));
    NEAR(17, rgs_stepper_time(r->stepper), 0);
  }
}

/* Two steppers over one set of bodies in turn: prepared constants may not mix.  The second has another
 * method, or the same with the host's gradients where the first forms them. */
TEST(steppers_share_bodies) {
  EACH_VARIANT(v) {
    if (v->processed || strstr(v->label, "nontwist")) continue; /* strang leaves its constraint */
    for (int same = 0; same < (v->displaces ? 2 : 1); same++) {
      variant other = same ? *v : *strang;
      if (same) other.provides |= RGS_EVAL_GRADIENT;
      run *r = with_room_for(v), *alone = with_room_for(v);
      rgs_stepper *both[2] = { NULL, NULL };
      const variant *const turns[2] = { v, &other };
      for (int k = 0; k < 2; k++) {
        r->host.host.provides = turns[k]->provides;
        OK(rgs_stepper_create(r->bodies, turns[k]->method, &r->host.host, &both[k], &err));
      }
      for (int k = 0; k < 6; k++) {
        OK(rgs_stepper_set_fresh(both[k % 2], 0, &err));
        OK(rgs_step(both[k % 2], STEP, 2, &err));
        alone->host.host.provides =
            turns[k % 2]->provides; /* the same by a stepper for the piece */
        make_anew(alone, turns[k % 2]);
        OK(rgs_step(alone->stepper, STEP, 2, &err));
      }
      same_runs(v, alone, r);
      for (int k = 0; k < 2; k++) rgs_stepper_destroy(both[k]);
    }
  }
}

/* A rotor without prepared constants that may fail: its room is where the others' constants are. */
static rgs_status rest(const rgs_flow *call, int64_t *bad) {
  (void)call;
  (void)bad;
  return RGS_OK;
}

TEST(unprepared_rotors_spoil_nothing) {
  static const rgs_about about =
      WITH_HEAD(rgs_about, .name = "test.rest", .doc = "No rotation.", .cite = "none", .order = 1);
  static const rgs_rotor rotor = { .head = RGS_HEAD(rgs_rotor), .about = &about, .flow = rest };
  OK(rgs_module_add(context, module_of(&rotor, NULL, NULL), &err));
  const variant *resting = make_variant("test.rest", "strang", NULL, FORCE);
  run *r = start(strang, 4, FAKE_SOA), *alone = start(strang, 4, FAKE_SOA);
  for (int k = 0; k < 6; k++) {
    rgs_method *m = k % 2 ? resting->method : strang->method;
    OK(rgs_stepper_swap(r->stepper, m, &err));
    OK(rgs_stepper_swap(alone->stepper, m, &err));
    alone->world->view.stamp = 0; /* prepares anew */
    OK(rgs_bodies_bind(alone->bodies, &alone->world->view, &err));
    OK(rgs_step(r->stepper, STEP, 1, &err));
    OK(rgs_step(alone->stepper, STEP, 1, &err));
  }
  same_runs(strang, alone, r);
}

TEST_MAIN(set_up, tear_down)
