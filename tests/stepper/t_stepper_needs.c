/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_stepper_needs.c - what a method asks of its host beyond forces: the energy, columns.  Gradients that the host
 * lacks the contract program and t_stepper_displaced.c show.
 */
#include "check.h"
#include "script.h"

#include <math.h>
#include <stdlib.h>

/* ---- of a third party ------------------------------------------------------------------------ */
static rgs_status ask_energy(rgs_step_call *call, int64_t *bad) {
  (void)bad;
  if (!(call->valid & RGS_EVAL_ENERGY)) {
    call->want = RGS_EVAL_ENERGY | RGS_EVAL_FORCE;
    call->want_time = call->time;
    return RGS_NEED_EVAL;
  }
  RGS_AT(call->bodies->x, 0, 0) = call->energy;
  call->valid = 0;
  return RGS_OK;
}

/* Integrators that ask for nonsense. */
static rgs_status ask_nothing(rgs_step_call *call, int64_t *bad) {
  (void)bad;
  call->want = 0;
  return RGS_NEED_EVAL;
}
static rgs_status methods_answer;
static rgs_status fail_at_one(rgs_step_call *call, int64_t *bad) {
  (void)call;
  *bad = 1;
  return methods_answer;
}

/* Of statuses below 0 a method may answer a step's; any other would mislead the host, who would
 * take -10 for his own eval's. */
static const rgs_status answers[] = { -1, -2, -6, -10, -11, -15, -16, -99, INT32_MIN, 1, 2, 7 },
                        allowed[] = { RGS_E_BODY, RGS_E_NONFINITE, RGS_E_NOCONV };
static double left_behind = 1;
static rgs_status answer_anything(const rgs_flow *call, int64_t *bad) {
  *bad = 1;
  if (left_behind != 1)
    for (int k = 0; k < 4; k++) RGS_AT(call->q, 2, k) = left_behind;
  return methods_answer;
}

#define ABOUT(its_name, its_needs)                                                                 \
  WITH_HEAD(rgs_about, .name = its_name, .doc = "Of a test.", .cite = "none", .order = 1,          \
            .needs = its_needs)
static const rgs_about energy_about = ABOUT("test.energy", RGS_EVAL_FORCE | RGS_EVAL_ENERGY),
                       nothing_about = ABOUT("test.nothing", RGS_EVAL_FORCE),
                       fails_about = ABOUT("test.fails", RGS_EVAL_FORCE),
                       odd_about = ABOUT("odd.rotor", 0);
static const rgs_integrator of_energy = WITH_HEAD(rgs_integrator, .about = &energy_about,
                                                  .advance = ask_energy),
                            of_nothing = WITH_HEAD(rgs_integrator, .about = &nothing_about,
                                                   .advance = ask_nothing),
                            failing = WITH_HEAD(rgs_integrator, .about = &fails_about,
                                                .advance = fail_at_one);
static const rgs_rotor odd = WITH_HEAD(rgs_rotor, .about = &odd_about, .flow = answer_anything);
static const rgs_integrator *const integrators[] = { &of_energy, &of_nothing, &failing, NULL };
static const rgs_rotor *const rotors[] = { &odd, NULL };
static const rgs_module module =
    WITH_HEAD(rgs_module, .name = "odd", .version = "1", .license = "BSD-3-Clause",
              .rotors = rotors, .integrators = integrators);

/* After the list is made, so that no other test meets them. */
static int set_up_odd(void **state) {
  set_up(state);
  return rgs_module_add(context, &module, &err) != RGS_OK;
}

/* ---- energy, columns, nonsense --------------------------------------------------------------- */
TEST(energy_travels_to_integrators) {
  const variant *v = make_variant_of(&(named_method){ .scheme = "test.energy" }, 0);
  run *r = start(strang, 2, FAKE_SOA);
  rgs_stepper *s = NULL;
  /* The host provides forces only. */
  REFUSED(RGS_E_NEEDS, rgs_stepper_create(r->bodies, v->method, &r->host.host, &s, &err));
  TRUE(s == NULL);
  REFUSED(RGS_E_NEEDS, rgs_stepper_swap(r->stepper, v->method, &err));
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
  r->host.host.provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY;
  OK(rgs_stepper_create(r->bodies, v->method, &r->host.host, &s, &err));
  OK(rgs_stepper_run(s, STEP, 1, &err));
  SAME_INT(1, r->host.energies);
  NEAR(r->host.last_energy, RGS_AT(r->world->view.x, 0, 0), 0);
  STATUS(RGS_NEED_EVAL, rgs_stepper_advance(s, STEP, &r->request, &err));
  SAME_INT(RGS_EVAL_ENERGY | RGS_EVAL_FORCE, r->request.what);
  r->request.energy = 0.125;
  OK(rgs_stepper_advance(s, STEP, &r->request, &err));
  NEAR(0.125, RGS_AT(r->world->view.x, 0, 0), 0);
  rgs_stepper_destroy(s);
}

/* rgs_stepper_check says before the first step what that would refuse. */
TEST(told_before_the_first_step) {
  run *r = start(chin4a, 3, FAKE_SOA);
  rgs_view view = r->world->view;
  OK(rgs_stepper_check(r->stepper, &err));
  view.gtau.data = NULL;
  OK(rgs_bodies_bind(r->bodies, &view, &err));
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_check(r->stepper, &err), "view.gtau is null",
               "needs the columns gf and gtau");
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_run(r->stepper, STEP, 1, &err), "gtau");
  /* To describe the stepper stays allowed, since a host may ask first what to bind. */
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  OK(rgs_stepper_describe(r->stepper, &info, &err));
  TRUE(info.needs & RGS_EVAL_GRADIENT);
  OK(rgs_stepper_swap(r->stepper, strang->method, &err));
  OK(rgs_stepper_check(r->stepper, &err));
  /* Directors need moments that obey the triangle inequality, whatever the view allows. */
  const variant *directors = make_variant_of(&(named_method){ .scheme = "director_em" }, FORCE);
  OK(rgs_stepper_swap(r->stepper, directors->method, &err));
  OK(rgs_stepper_check(r->stepper, &err));
  view.flags |= RGS_VIEW_ANY_MOMENTS;
  RGS_AT(view.inertia, 1, 0) = 3 * (RGS_AT(view.inertia, 1, 1) + RGS_AT(view.inertia, 1, 2));
  OK(rgs_bodies_bind(r->bodies, &view, &err));
  const rgs_status told = rgs_stepper_check(r->stepper, &err);
  SAME_INT(RGS_E_BODY, told);
  SAME_INT(1, err.body);
  SAME_INT(told, rgs_stepper_run(r->stepper, 0.01, 1, &err));
  OK(rgs_bodies_check(r->bodies, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_check(NULL, &err));
}

/* The host gets what a method may answer, and otherwise reads that the module is at fault. */
static void every_answer(run *r, bool integrator, const char *name) {
  for (size_t k = 0; k < COUNT(allowed); k++) {
    methods_answer = allowed[k];
    REFUSED_BODY(allowed[k], 1, rgs_stepper_run(r->stepper, STEP, 1, &err), name);
    OK(rgs_stepper_reset(r->stepper, &err));
  }
  for (size_t k = 0; k < COUNT(answers); k++) {
    if (integrator && answers[k] > 0) continue; /* RGS_NEED_EVAL, say */
    methods_answer = answers[k];
    REFUSED_TEXT(RGS_E_MODULE, rgs_stepper_run(r->stepper, STEP, 1, &err), name);
    OK(rgs_stepper_reset(r->stepper, &err));
  }
}

TEST(integrators_that_misbehave) {
  run *r = start(strang, 3, FAKE_SOA);
  OK(rgs_stepper_swap(r->stepper,
                      make_variant_of(&(named_method){ .scheme = "test.fails" }, 0)->method, &err));
  every_answer(r, true, "test.fails");
  OK(rgs_stepper_swap(
      r->stepper, make_variant_of(&(named_method){ .scheme = "test.nothing" }, 0)->method, &err));
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_run(r->stepper, STEP, 1, &err), "test.nothing",
               "nothing (0x0)");
  OK(rgs_stepper_reset(r->stepper, &err));
  OK(rgs_stepper_swap(r->stepper, strang->method, &err));
  OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
}

TEST(rotors_that_answer_nonsense) {
  run *r = start(make_variant("odd.rotor", "strang", NULL, FORCE), 3, FAKE_SOA);
  every_answer(r, false, "odd.rotor");
  /* Nor may it leave orientations behind that are none. */
  static const double none[] = { 0, NAN, INFINITY, 1e200 };
  methods_answer = RGS_OK;
  for (size_t k = 0; k < COUNT(none); k++) {
    left_behind = none[k];
    REFUSED_BODY(RGS_E_NONFINITE, 2, rgs_stepper_run(r->stepper, STEP, 1, &err), "odd.rotor");
    OK(rgs_stepper_reset(r->stepper, &err));
  }
  left_behind = 1;
}

TEST_MAIN(set_up_odd, tear_down)
