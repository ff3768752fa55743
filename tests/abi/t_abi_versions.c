/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_abi_versions.c - what 1.1 and 1.2 added, as hosts and libraries of earlier versions meet it, and as
 * later versions may extend it.
 */
#include "check.h"
#include "scene.h"
#include "modules/methods.h"

#include <string.h>

static scene s;

/* A host of 1.0 takes the type of a parameter for 1 to 3, and the needs for force, energy, gradient. */
TEST(types_are_bare) {
  open_scene(&s, 1);
  int required = 0;
  for (uint32_t kind = RGS_KIND_ROTOR; kind <= RGS_KIND_PISTON; kind++)
    for (int64_t m = 0; m < rgs_about_count(s.context, kind); m++) {
      const rgs_about *about = rgs_about_at(s.context, kind, m);
      TRUE(about == rgs_about_find(s.context, kind, about->name));
      TRUE((about->param_flags != NULL) == (about->n_params > 0));
      TRUE((about->needs & RGS_EVAL_TURN) == 0);
      for (uint32_t p = 0; p < about->n_params; p++) {
        TRUE(about->params[p].type >= RGS_F64 && about->params[p].type <= RGS_BOOL);
        TRUE((about->param_flags[p] & RGS_PARAM_TYPE) == 0);
        required += (about->param_flags[p] & RGS_PARAM_REQUIRED) != 0;
      }
    }
  TRUE(required > 0);
}

/* A library of 1.0 knows neither the state nor the number of steps, so it has to refuse the table. */
TEST(new_fields_want_a_need) {
  open_scene(&s, 1);
  for (int draws = 0; draws < 2; draws++)
    for (int says = 0; says < 2; says++) {
      rgs_about about = test_integrator_about;
      rgs_integrator one = test_integrator;
      one.about = &about;
      about.name = draws ? "test.draws" : "test.keeps";
      if (draws)
        about.claims |= RGS_RANDOM;
      else
        one.state_size = 8;
      if (says) about.needs |= RGS_EVAL_TURN;
      const rgs_module *m = module_of(NULL, NULL, &one);
      if (says)
        OK(rgs_module_add(s.context, m, &err));
      else
        REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(s.context, m, &err), "RGS_EVAL_TURN");
    }
  const made_of keeps = { .scheme = "test.keeps" }; /* no host is asked for it: */
  SAME_INT(RGS_EVAL_FORCE, info_of(made(s.context, &keeps)).needs);
}

/* Whoever writes a field of a later version sets its flag, and is refused here. */
TEST(later_ensembles) {
  open_scene(&s, 1);
  rgs_method *method = NULL;
  const rgs_method_spec spec = WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = "strang");
  rgs_ensemble_spec around = { .head = RGS_HEAD(rgs_ensemble_spec), .bath = "drag", .flags = 1 };
  REFUSED_TEXT(RGS_E_ARG, rgs_method_create_with(s.context, &spec, &around, &method, &err),
               "flags");
  around.flags = 0;
  around.reserved0 = 1;
  REFUSED(RGS_E_ARG, rgs_method_create_with(s.context, &spec, &around, &method, &err));
  around.reserved0 = 0;
  OK(rgs_method_create_with(s.context, &spec, &around, &method, &err));
  rgs_method_destroy(method);
}

/* What the claims say of schemes that want a bath, and of methods whose bath draws. */
TEST(claims_about_baths) {
  open_scene(&s, 1);
  int wanting = 0;
  for (int64_t m = 0; m < rgs_about_count(s.context, RGS_KIND_SCHEME); m++) {
    const rgs_about *about = rgs_about_at(s.context, RGS_KIND_SCHEME, m);
    const made_of alone = { "exact", about->name, NULL, NULL, NULL };
    rgs_method *method = NULL;
    const bool wants = (about->claims & RGS_PLACES_BATH) != 0;
    SAME_INT(wants ? RGS_E_ARG : RGS_OK, method_made_of(s.context, &alone, &method, &err));
    keep(method, close_method);
    wanting += wants;
  }
  TRUE(wanting >= 2);
  const made_of draws = { "exact", "strang", "langevin", NULL, "kt=1 relaxation=1 seed=1" },
                draws_not = { "exact", "strang", "drag", NULL, NULL };
  TRUE(info_of(made(s.context, &draws)).claims & RGS_RANDOM);
  TRUE(!(info_of(made(s.context, &draws_not)).claims & RGS_RANDOM));
}

/* ---- 1.2 ------------------------------------------------------------------------------------- */
enum { MANY = 1500 }; /* enough to be split */

static int executions;
static int execute(void *pool, int64_t n, void (*run)(void *work, int64_t begin, int64_t end),
                   void *work) {
  executions++;
  TRUE(pool == &executions);
  run(work, 0, n);
  return 0;
}

/* The state after steps of bodies whose host says that it has this size. */
static double *steps_of_host(size_t size, uint32_t abi, bool resize) {
  open_scene(&s, MANY);
  rgs_stepper_destroy(s.stepper);
  s.host.host.parallel_for = execute;
  s.host.host.pool = &executions;
  rgs_host *host = resize ? resized(&s.host.host, sizeof s.host.host, size) : &s.host.host;
  host->head = (rgs_head){ (uint32_t)size, abi };
  executions = 0;
  OK(rgs_stepper_create(s.bodies, s.method, host, &s.stepper, &err));
  if (resize) close_now(host);
  OK(rgs_step(s.stepper, 0.05, 3, &err));
  return fake_state(s.world);
}

/* A host of 1.0 ends before ranks, one of 1.1 before the executor: nothing behind is read, though it
 * looks like a function.  A host of a later version is longer. */
TEST(hosts_of_other_versions) {
  const size_t of_1_0 = offsetof(rgs_host, ranks), of_1_1 = offsetof(rgs_host, parallel_for);
  double *want = steps_of_host(sizeof(rgs_host), RGS_ABI, false);
  TRUE(executions > 0);
  for (int resize = 0; resize < 2; resize++) {
    double *old = steps_of_host(of_1_0, 1u << 16, resize);
    double *less_old = steps_of_host(of_1_1, 1u << 16 | 1u, resize);
    SAME_INT(0, executions);
    SAME_BITS(want, old, MANY * FAKE_STATE);
    SAME_BITS(want, less_old, MANY * FAKE_STATE);
  }
  double *later = steps_of_host(sizeof(rgs_host) + 16, LATER_MINOR, true);
  TRUE(executions > 0);
  SAME_BITS(want, later, MANY * FAKE_STATE);
}

static rgs_head bath_head;
static int64_t bath_calls, bath_bodies;
static rgs_status note_call(rgs_bath_call *call, int64_t *bad) {
  (void)bad;
  bath_head = call->head;
  bath_bodies = call->bodies->n;
  bath_calls++;
  return RGS_OK;
}
static const rgs_about noting_about = WITH_HEAD(
    rgs_about, .name = "test.notes", .doc = "Does nothing.", .cite = "none", .order = RGS_EXACT);
static const rgs_bath noting = WITH_HEAD(rgs_bath, .about = &noting_about, .act = note_call);
static const rgs_bath *const noting_baths[] = { &noting, NULL };

/* A rotor and a bath of a module get all bodies at once, in a call as the ABI has it. */
TEST(modules_get_one_call) {
  rgs_module *notes = module_of(NULL, NULL, NULL);
  open_scene(&s, MANY);
  notes->name = "test.noting";
  notes->baths = noting_baths;
  OK(rgs_module_add(s.context, &spy_module, &err));
  OK(rgs_module_add(s.context, notes, &err));
  rgs_method *method = NULL;
  rgs_stepper *stepper = NULL;
  const rgs_ensemble_spec around = { .head = RGS_HEAD(rgs_ensemble_spec), .bath = "test.notes" };
  OK(rgs_method_create_with(s.context, &spy_spec, &around, &method, &err));
  s.host.host.parallel_for = execute;
  s.host.host.pool = &executions;
  s.host.host.ranks = 1;
  OK(rgs_stepper_create(s.bodies, method, &s.host.host, &stepper, &err));
  seen_calls = bath_calls = executions = 0;
  OK(rgs_step(stepper, 0.05, 1, &err));
  TRUE(executions > 0);    /* kicks are split */
  SAME_INT(2, seen_calls); /* before the bath and after it */
  SAME_INT(1, bath_calls);
  SAME_INT(MANY, bath_bodies);
  SAME_INT(sizeof(rgs_bath_call), bath_head.size);
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
}

TEST_MAIN(NULL, NULL)
