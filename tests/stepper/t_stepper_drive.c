/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_drive.c - who drives: the host or the stepper, with which evaluations, at which times, and what is refused
 * in between; and another method over the same bodies: swapped in between steps, or by a second stepper in turn.
 */
#include "check.h"
#include "module_of.h"
#include "script.h"

#include <math.h>
#include <stdlib.h>

/* ---- who drives ------------------------------------------------------------------------------ */
/* Where the stepper drives, the end of a step and the beginning of the next are done together, batch by
 * batch: there are three batches. */
TEST(every_way_to_drive) {
  enum { N = 131 };
  EACH_VARIANT(v) {
    run *host = start(v, N, FAKE_SOA), *stepper = start(v, N, FAKE_STRIDED),
        *both = start(v, N, FAKE_BACKWARD);
    script by_host = { 0 }, by_stepper = { 0 }, in_turn = { 0 };
    double *first = fake_state(host->world);
    script_run(&by_host, host);
    for (int i = 0; i < N * FAKE_STATE; i++) TRUE(first[i] != by_host.shown[0][i]);
    script_run_back(&by_stepper, stepper);
    SAME_INT(host->host.forces, stepper->host.forces);
    SAME_INT(host->host.gradients, stepper->host.gradients);
    /* What one of them asked for the other may answer. */
    while (in_turn.action < ACTIONS)
      if (script_call(&in_turn, both) == RGS_NEED_EVAL) OK(script_call_back(&in_turn, both));
    same_shown(v, &by_host, &by_stepper, N);
    same_shown(v, &by_host, &in_turn, N);
    NEAR((4 + 2 * 1.375) * STEP, rgs_stepper_time(both->stepper), 1e-15);
  }
}

/* Without forces: what is called before an answer was given still works with the old request. */
TEST(calls_out_of_order) {
  run *r = start(dkd, 2, FAKE_SOA);
  STATUS(RGS_NEED_EVAL, advance(r, STEP));
  double *before = fake_snapshot(r->world);
  static const double other[] = { 2 * STEP, -STEP };
  for (size_t k = 0; k < COUNT(other); k++) {
    forget_error();
    const rgs_status got = advance(r, other[k]);
    TRUE(got == RGS_E_ORDER || got == RGS_E_ARG);
    TRUE(err.text[0] != 0);
  }
  REFUSED(RGS_E_ARG, advance(r, NAN));
  unchanged(r, before);
  answer(r);
  OK(advance(r, STEP));
  double *want = reference(dkd, 2, STEP, 1);
  same_state(dkd, want, r->world);
  /* A step broken off and abandoned: bodies stay, the next step begins from here. */
  STATUS(RGS_NEED_EVAL, advance(r, STEP));
  before = fake_snapshot(r->world);
  OK(rgs_stepper_reset(r->stepper, &err));
  unchanged(r, before);
  OK(rgs_stepper_swap(r->stepper, strang->method, &err));
  const int64_t calls = r->host.calls;
  OK(rgs_stepper_run(r->stepper, STEP * 3, 1, &err));
  SAME_INT(2, r->host.calls - calls);
}

/* A host that gives no request evaluates forces whatever is asked: a method that needs more is refused. */
TEST(null_request) {
  run *r = start(strang, 2, FAKE_SOA);
  STATUS(RGS_NEED_EVAL, rgs_stepper_advance(r->stepper, STEP, NULL, &err));
  r = start(chin4a, 2, FAKE_SOA);
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_advance(r->stepper, STEP, NULL, &err), "request is null");
}

/* ---- evaluations ----------------------------------------------------------------------------- */
/* What an integrator asks for is not known beforehand: here forces, once a step. */
TEST(evaluations_are_those_described) {
  EACH_VARIANT(v) {
    run *r = start(v, 2, FAKE_SOA);
    OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
    const int64_t forces = r->host.forces, gradients = r->host.gradients;
    OK(rgs_stepper_run(r->stepper, STEP, 8, &err));
    const int64_t want = v->integrator ? 1 : v->info.evals;
    if (r->host.forces - forces != 8 * want) print_error("%s:\n", v->label);
    SAME_INT(8 * want, r->host.forces - forces);
    if (!v->integrator) SAME_INT(8 * (long long)v->info.gradients, r->host.gradients - gradients);
    if (v->displaces) SAME_INT(0, r->host.gradients + v->info.gradients);
    /* At the end of a step: do the forces belong to it? */
    if (v->info.ends_valid && !v->integrator) {
      NEAR(rgs_stepper_time(r->stepper), r->host.last_time, 1e-14);
      double *before = fake_snapshot(r->world);
      r->request.what = RGS_EVAL_FORCE;
      answer(r);
      unchanged(r, before);
    }
  }
}

TEST(valid_forces_are_used) {
  double *want = reference(strang, 3, STEP, 2);
  run *r = start(strang, 3, FAKE_AOS);
  r->request.what = RGS_EVAL_FORCE;
  answer(r);
  OK(rgs_stepper_set_valid(r->stepper, RGS_EVAL_FORCE, &err));
  const int64_t calls = r->host.calls;
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  SAME_INT(1, r->host.calls - calls);
  /* A body moved by the host: nothing is valid. */
  OK(rgs_stepper_set_valid(r->stepper, 0, &err));
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  SAME_INT(3, r->host.calls - calls);
  same_state(strang, want, r->world);
  /* Fresh forces are taken as they are. */
  r = start(strang, 1, FAKE_AOS);
  double p[3];
  for (int k = 0; k < 3; k++) {
    p[k] = RGS_AT(r->world->view.p, 0, k);
    RGS_AT(r->world->view.f, 0, k) = 1000 * (k + 1);
  }
  OK(rgs_stepper_set_valid(r->stepper, RGS_EVAL_FORCE, &err));
  STATUS(RGS_NEED_EVAL, advance(r, STEP));
  for (int k = 0; k < 3; k++)
    NEAR(p[k] + STEP / 2 * 1000 * (k + 1), RGS_AT(r->world->view.p, 0, k), 1e-12);
}

/* ---- time ------------------------------------------------------------------------------------ */
TEST(times_of_evaluations) {
  static const double steps[] = { 0.25, -0.25, 0.1 };
  const variant *const which[] = { strang, dkd, verlet };
  for (size_t i = 0; i < COUNT(steps); i++)
    for (size_t w = 0; w < COUNT(which); w++) {
      const double h = steps[i], t0 = 3;
      const bool middle = which[w] == dkd;
      run *r = start(which[w], 2, FAKE_SOA);
      OK(rgs_stepper_set_time(r->stepper, t0, &err));
      OK(rgs_stepper_run(r->stepper, h, 4, &err));
      SAME_INT(middle ? 4 : 5, r->host.calls);
      for (int64_t k = 0; k < r->host.calls; k++)
        NEAR(t0 + ((double)k + (middle ? 0.5 : 0)) * h, r->host.times[k], 1e-15);
      NEAR(t0 + 4 * h, rgs_stepper_time(r->stepper), 1e-15);
    }
  /* Ten million steps of 0.1: the time is a rounded product, not a sum of roundings. */
  run *r = start(strang, 0, FAKE_SOA);
  OK(rgs_stepper_run(r->stepper, 0.1, 10000000, &err));
  NEAR(1e6, rgs_stepper_time(r->stepper), 1e-9);
  /* Also where a host sets the time that the stepper has, and where saves are loaded. */
  OK(rgs_stepper_set_time(r->stepper, 0, &err));
  for (int k = 0; k < 100000; k++) {
    if (k % 1000 == 0) save_and_load(r->stepper);
    OK(rgs_stepper_set_time(r->stepper, rgs_stepper_time(r->stepper), &err));
    OK(rgs_stepper_run(r->stepper, 0.1, 1, &err));
  }
  NEAR(1e4, rgs_stepper_time(r->stepper), 1e-11);
  /* A time that was set is that time, without what the sum before had still to give. */
  OK(rgs_stepper_run(r->stepper, 0.1, 7, &err));
  OK(rgs_stepper_set_time(r->stepper, 0, &err));
  OK(rgs_stepper_run(r->stepper, 0.1, 1, &err));
  NEAR(0.1, rgs_stepper_time(r->stepper), 0);
}

static double *driven(const variant *v, int64_t steps) {
  run *r = start(v, 2, FAKE_SOA);
  r->host.driven = true;
  OK(rgs_stepper_run(r->stepper, 1.0 / (double)steps, steps, &err));
  OK(rgs_stepper_process(r->stepper, NULL, &err));
  return fake_state(r->world);
}

static double driven_error(const variant *v, int64_t steps, const double *exact) {
  double *got = driven(v, steps), worst = 0;
  for (int i = 0; i < 2 * FAKE_STATE; i++) worst = fmax(worst, fabs(got[i] - exact[i]));
  return worst;
}

/* In a potential that depends on time the order is as claimed only if the times are right, and with a gradient kick
 * only if its size and sign are. */
TEST(driven_potential) {
  double *exact = driven(variant_of("sofroniou_spaletta10", FORCE), 64);
  EACH_VARIANT(v) {
    const bool simple = v == strang || v == dkd || v == verlet;
    if (!simple && v != chin4a && !v->processed && !v->displaces) continue;
    const int64_t n = v->info.order > 4 ? 12 : 32;
    const double slope = log2(driven_error(v, n, exact) / driven_error(v, 2 * n, exact));
    const double order = v == verlet ? 2 : v->info.order, room = simple ? 0.1 : 0.4;
    if (!(slope > order - room)) print_error("%s: slope %g\n", v->label, slope);
    TRUE(slope > order - room);
    if (simple || v == chin4a || v->processed || v->info.order > 4) NEAR(order, slope, room);
  }
}

/* ---- another method over the same bodies ----------------------------------------------------- */
/* A run of verlet with bodies as wide, and a host as able, as the variant wants. */
static run *with_room_for(const variant *v) {
  fake_host host;
  fake_host_init(&host, NULL);
  const uint32_t aux = v->info.aux > verlet->info.aux ? v->info.aux : verlet->info.aux;
  variant first = *verlet;
  first.provides |= v->provides;
  return start_over(&first, fake_bodies_filled(4, FAKE_AOS, aux), &host);
}

TEST(swapping_methods) {
  EACH_VARIANT(v) {
    run *r = with_room_for(v);
    OK(rgs_stepper_swap(r->stepper, v->method, &err));
    OK(rgs_stepper_project(r->stepper, NULL, &err));
    OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
    OK(rgs_stepper_process(r->stepper, NULL, &err));
    OK(rgs_stepper_swap(r->stepper, strang->method, &err));
    const int64_t calls = r->host.calls;
    OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    /* Forces stay valid where the method before ended with forces there; the integrators here
     * do, of which nothing is described.  With levels f and tau have the fast force alone. */
    const bool stay = (v->info.ends_valid && !v->levels) || v->integrator;
    if (!v->processed) SAME_INT(stay ? 1 : 2, r->host.calls - calls);
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
    /* strang leaves its constraint; and one host gives both steppers the same force */
    if (v->processed || strstr(v->label, "nontwist") || v->levels) continue;
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
        OK(rgs_stepper_set_valid(both[k % 2], 0, &err));
        OK(rgs_stepper_run(both[k % 2], STEP, 2, &err));
        alone->host.host.provides =
            turns[k % 2]->provides; /* the same by a stepper for the piece */
        make_anew(alone, turns[k % 2]);
        OK(rgs_stepper_run(alone->stepper, STEP, 2, &err));
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
    bind_revision(alone, 0); /* prepares anew */
    OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    OK(rgs_stepper_run(alone->stepper, STEP, 1, &err));
  }
  same_runs(strang, alone, r);
}

/* What rigidstep-contract does not ask: where a step cannot be taken back, and that a reset, a load, a swap, or a step
 * that is refused before it begins leave nothing to take back. */
TEST(no_way_back) {
  static const char *const words[] = { "another revision", "another revision", "load a save",
                                       "load a save" };
  run *r = start(strang, 3, FAKE_SOA);
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_rewind(r->stepper, &err), "flags is 0x0",
               "RGS_HOST_REWINDS");
  r->host.host.flags = RGS_HOST_REWINDS;
  for (int way = 0; way < 5; way++) {
    make_anew(r, strang);
    bind_revision(r, 77);
    OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
    double *before = fake_snapshot(r->world);
    STATUS(RGS_NEED_EVAL, advance(r, STEP));
    const block inside = saved(r->stepper);
    if (way < 2) bind_revision(r, way == 0 ? 78 : 0);
    if (way == 2) OK(load(r->stepper, inside));
    if (way == 3) OK(rgs_bodies_reserve(r->bodies, 100 + r->world->n, &err));
    if (way == 4) {
      rgs_stepper *second = NULL;
      OK(rgs_stepper_create(r->bodies, strang->method, &r->host.host, &second, &err));
      OK(rgs_stepper_run(second, STEP, 1, &err));
      rgs_stepper_destroy(second);
      OK(rgs_stepper_rewind(r->stepper, &err)); /* whoever has moved the bodies meanwhile */
    } else {
      before = fake_snapshot(r->world);
      REFUSED_TEXT(way < 2 ? RGS_E_NEEDS : RGS_E_ORDER, rgs_stepper_rewind(r->stepper, &err),
                   words[way]);
    }
    unchanged(r, before);
  }
  for (int way = 0; way < 5; way++) {
    make_anew(r, strang);
    bind_revision(r, 77);
    OK(rgs_stepper_rewind(r->stepper, &err));
    OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
    if (way == 0) OK(rgs_stepper_reset(r->stepper, &err));
    if (way == 1) OK(load(r->stepper, saved(r->stepper)));
    if (way == 2) OK(rgs_stepper_swap(r->stepper, dkd->method, &err));
    if (way == 3) REFUSED(RGS_E_ARG, rgs_stepper_run(r->stepper, NAN, 1, &err));
    if (way == 4) REFUSED(RGS_E_ARG, rgs_stepper_run(r->stepper, STEP, -1, &err));
    const block now = saved(r->stepper);
    OK(rgs_stepper_rewind(r->stepper, &err));
    TRUE(same_blocks(now, saved(r->stepper)));
  }
}

TEST_MAIN(set_up, tear_down)
