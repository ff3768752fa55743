/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_levels.c - schemes with a fast and a slow force (rigidstep/draft.h): what is refused, what is asked and when,
 * and what f and tau hold.  rigidstep-contract measures orders, saves and ranks; the tests of steppers that walk
 * over all methods have `respa` and a module's table among them.
 */
#include "check.h"
#include "module_of.h"
#include "script.h"

#include <math.h>

enum { N = 5 };

static const uint32_t SLOW = RGS_DRAFT_EVAL_SLOW;

/* ---- what is refused ------------------------------------------------------------------------- */
static rgs_status create(rgs_context *c, const char *scheme, uint32_t provides) {
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  const rgs_host host = { .head = RGS_HEAD(rgs_host), .provides = provides, .ranks = 1 };
  const rgs_method *m = made(c, &(named_method){ "exact", scheme, NULL, NULL, NULL });
  OK(rgs_bodies_create(c, 1, &bodies, &err));
  keep(bodies, close_bodies);
  forget_error();
  const rgs_status status = rgs_stepper_create(bodies, m, &host, &stepper, &err);
  rgs_stepper_destroy(stepper);
  return status;
}

TEST(hosts_without_it) {
  rgs_context *c = opened();
  rgs_method *m = NULL;
  const named_method of = { "exact", "respa", NULL, NULL, NULL };
  REFUSED_TEXT(RGS_E_NAME, method_from_names(c, &of, &m, &err), "'respa' is a draft",
               "rgs_draft_allow");
  OK(rgs_draft_allow(c, RGS_DRAFT_ABI, &err));
  static const uint32_t lacking[] = { 0, RGS_EVAL_FORCE | RGS_EVAL_ENERGY };
  for (size_t k = 0; k < COUNT(lacking); k++) {
    const rgs_status status = create(c, "respa", lacking[k]);
    REFUSED_TEXT(RGS_E_NEEDS, status == RGS_OK ? RGS_OK : create(c, "respa", lacking[k]),
                 "scheme 'respa'", "the host provides force", "RGS_DRAFT_EVAL_SLOW", "strang");
  }
  OK(create(c, "respa", RGS_EVAL_FORCE | SLOW));
  OK(create(c, "strang", RGS_EVAL_FORCE | SLOW));
}

/* A table with these stages; needs without the force, which all have. */
static rgs_status add_table(rgs_context *c, const rgs_stage *stages, uint32_t n, uint32_t order,
                            uint32_t needs, const rgs_param_info *param) {
  static rgs_about abouts[64];
  static rgs_scheme schemes[64];
  static int used;
  TRUE(used < 64);
  rgs_about *about = &abouts[used];
  *about = (rgs_about)WITH_HEAD(
      rgs_about, .name = "test.two", .doc = "Two forces.", .cite = "none", .order = order,
      .needs = RGS_EVAL_FORCE | needs, .n_params = param != NULL, .params = param,
      .param_info_size = sizeof *param, .params_size = param != NULL ? 8 : 0);
  schemes[used] = (rgs_scheme)WITH_HEAD(rgs_scheme, .about = about, .stages = stages, .n_stages = n,
                                        .stage_size = sizeof *stages);
  return rgs_module_add(c, module_of(NULL, &schemes[used++], NULL), &err);
}

#define REFUSED_TABLE(order, needs, param, stages, ...)                                            \
  REFUSED_TEXT(RGS_E_TABLE, add_table(c, stages, COUNT(stages), order, needs, param), __VA_ARGS__)

TEST(tables) {
  rgs_context *c = opened();
  static const rgs_stage good[] = { KICK_SLOW(0.5), KICK(0.5), DRIFT(1), KICK(0.5),
                                    KICK_SLOW(0.5) };
  static const rgs_stage first[] = { KICK_SLOW(1), KICK(0.5), DRIFT(1), KICK(0.5) };
  static const rgs_stage fast_first[] = { KICK_SLOW(0.5), KICK(1), DRIFT(1), KICK_SLOW(0.5) };
  static const rgs_stage little[] = { KICK_SLOW(0.5), KICK(0.5), DRIFT(1), KICK(0.5),
                                      KICK_SLOW(0.4) };
  static const rgs_stage none[] = { KICK(0.5), DRIFT(1), KICK(0.5) };
  static const rgs_stage gradient[] = { KICK_SLOW(0.5), DRIFT(0.5), GRADIENT(1, 0.01), DRIFT(0.5),
                                        KICK_SLOW(0.5) };
  static const rgs_stage older[] = { { RGS_DRAFT_KICK_SLOW - 1, 0, 0.5, 0 }, KICK(1), DRIFT(1) };
  static const rgs_stage middle[] = { KICK(0.5), DRIFT(0.5), KICK_SLOW(1), DRIFT(0.5), KICK(0.5) };
  static const rgs_param_info inner = { "inner", "", "", RGS_I64, 0, 1, 8, 2, 0, 0 },
                              from_0 = { "inner", "", "", RGS_I64, 0, 0, 8, 2, 0, 0 },
                              too_far = { "inner", "", "", RGS_I64, 0, 1, 65, 2, 0, 0 },
                              real = { "inner", "", "", RGS_F64, 0, 1, 8, 2, 0, 0 };
  REFUSED_TABLE(2, SLOW, NULL, first, "claims order 2", "order 1 only");
  REFUSED_TABLE(2, SLOW, NULL, fast_first, "claims order 2", "order 1 only");
  REFUSED_TABLE(4, SLOW, NULL, good, "an order above 2");
  REFUSED_TABLE(2, SLOW, NULL, little, "RGS_DRAFT_KICK_SLOW sum to 0.90");
  REFUSED_TABLE(2, SLOW, NULL, none, "no stage is RGS_DRAFT_KICK_SLOW");
  REFUSED_TABLE(2, 0, NULL, good, "lacks RGS_DRAFT_EVAL_SLOW");
  REFUSED_TABLE(2, SLOW | RGS_EVAL_GRADIENT, NULL, gradient, "needs gradients");
  REFUSED_TABLE(1, SLOW, NULL, older, "RGS_DRAFT_KICK_MOMENTUM of rigidstep/draft.h");
  REFUSED_TABLE(2, SLOW, &inner, middle, "no parameter 'inner'");
  REFUSED_TABLE(2, 0, &inner, none, "no parameter 'inner'");
  REFUSED_TABLE(2, SLOW, &from_0, good, "from 0 to 8");
  REFUSED_TABLE(2, SLOW, &too_far, good, "from 1 to 65");
  REFUSED_TABLE(2, SLOW, &real, good, "must be RGS_I64");
  OK(add_table(c, good, COUNT(good), 2, SLOW, &inner));
  /* A context that nobody has asked for drafts. */
  const rgs_status status = create(c, "test.two", RGS_EVAL_FORCE | SLOW);
  REFUSED_TEXT(RGS_E_NEEDS, status == RGS_OK ? RGS_OK : create(c, "test.two", FORCE | SLOW),
               "'test.two'", "rgs_draft_allow");
  OK(rgs_draft_allow(c, RGS_DRAFT_ABI, &err));
  OK(create(c, "test.two", RGS_EVAL_FORCE | SLOW));
  rgs_context *other = opened();
  OK(rgs_draft_allow(other, RGS_DRAFT_ABI, &err));
  OK(add_table(other, middle, COUNT(middle), 2, SLOW, NULL));
}

TEST(thermostats_in_it) {
  rgs_method *m = NULL;
  const named_method at_middle = { "exact", "respa", "csvr", NULL,
                                   "kt=1 relaxation=1 seed=1 ends=0" };
  REFUSED_TEXT(RGS_E_ARG, method_from_names(context, &at_middle, &m, &err), "'respa'", "'csvr'",
               "ends");
}

/* ---- what is asked --------------------------------------------------------------------------- */

static run *run_of(const char *thermostat, const char *barostat, const char *params) {
  const named_method of = { "exact", "respa", thermostat, barostat, params };
  const variant *v =
      make_variant_of(&of, FORCE | SLOW | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL | RGS_EVAL_REDUCTION);
  run *r = start(v, N, FAKE_AOS);
  if (barostat != NULL) set_cell(r, 5);
  return r;
}

TEST(requests) {
  run *r = run_of(NULL, NULL, "inner=3");
  same_requests("SFFFSF", r, "");
  same_requests("FFSF", r, "");
  OK(rgs_stepper_set_valid(r->stepper, FORCE,
                           &err)); /* the fast one, which the slow one overwrites */
  same_requests("SFFFSF", r, "");
  OK(rgs_stepper_swap(
      r->stepper, made(context, &(named_method){ "exact", "respa", NULL, NULL, "inner=1" }), &err));
  same_requests("SFSF", r, "");
  same_requests("SF", r, "");
}

TEST(requests_in_ensembles) {
  run *r = run_of("langevin", NULL, "inner=2 kt=1 relaxation=1 seed=1 conserved=1");
  same_requests("SeFFSeF", r, "");
  same_requests("FSeF", r, "");
  r = run_of("langevin", "andersen",
             "inner=2 kt=1 relaxation=1 seed=1 pressure=1 barostat_relaxation=1");
  same_requests("SvFFSvF", r, "");
  same_requests("FSvF", r, "");
}

/* Between steps f and tau hold the fast force at the present configuration. */
TEST(f_and_tau) {
  run *r = run_of(NULL, NULL, "inner=2");
  OK(rgs_stepper_run(r->stepper, STEP, 3, &err));
  double *before = fake_snapshot(r->world);
  rgs_eval request = { .head = RGS_HEAD(rgs_eval), .what = FORCE };
  SAME_INT(0, fake_eval(&r->host, &request, &r->world->view));
  unchanged(r, before);
  request.what = SLOW;
  SAME_INT(0, fake_eval(&r->host, &request, &r->world->view));
  TRUE(!fake_unchanged(r->world, before));
}

/* ---- faults ---------------------------------------------------------------------------------- */
/* Each evaluation fails once, and once a number of it is not finite. */
TEST(evaluations_that_fail) {
  run *plain = run_of(NULL, NULL, "inner=2");
  OK(rgs_stepper_run(plain->stepper, STEP, 3, &err));
  const int64_t calls = plain->host.calls;
  for (int64_t k = 1; k <= calls; k++) {
    run *r = run_of(NULL, NULL, "inner=2");
    r->host.fail_at = k;
    REFUSED_TEXT(RGS_E_HOST, rgs_stepper_run(r->stepper, STEP, 3, &err), "returned 7");
    while (rgs_stepper_time(r->stepper) < 2.5 * STEP)
      OK(rgs_stepper_run(r->stepper, STEP, 1, &err));
    SAME_BITS(fake_state(plain->world), fake_state(r->world), N * FAKE_STATE);
    finish(r);
    r = run_of(NULL, NULL, "inner=2");
    r->host.spoil_at = k;
    r->host.spoil_body = 3;
    r->host.spoil_component = 4;
    r->host.spoil_value = NAN;
    REFUSED_BODY(RGS_E_NONFINITE, 3, rgs_stepper_run(r->stepper, STEP, 3, &err), "tau[1]");
    finish(r);
  }
}

/* Of two ranks one has a virial that is not finite: both ask once more, for the slow force again. */
static int spoilt_virial(fake_host *h, rgs_eval *request) {
  if ((request->what & RGS_EVAL_VIRIAL) && h->slow_forces == 2) request->virial[0] = NAN;
  return 0;
}

TEST(a_virial_that_is_not_finite) {
  run *both[2];
  for (int k = 0; k < 2; k++) {
    run *r = both[k] = run_of("langevin", "andersen",
                              "inner=2 kt=1 relaxation=1 seed=1 pressure=1 barostat_relaxation=1");
    r->host.host.ranks = 2;
    r->world->view.tag = r->world->id;
    bind_revision(r, 900);
    make_anew(r, &variants[n_variants - 1]);
    set_cell(r, 5);
    if (k == 1) r->host.after = spoilt_virial;
    for (int step = 0; step < 3;) {
      forget_error();
      const rgs_status status = advance(r, STEP);
      if (status == RGS_NEED_EVAL) answer(r);
      step += status == RGS_OK;
      if (status < RGS_OK)
        check_refused(RGS_E_HOST, -1, status, "advance", __FILE__, __LINE__, "virial",
                      (const char *)NULL);
    }
  }
  TRUE(both[1]->host.slow_forces == both[0]->host.slow_forces + 1);
  SAME_BITS(fake_state(both[0]->world), fake_state(both[1]->world), N * FAKE_STATE);
}

/* ---- inertia ----------------------------------------------------------------------------------- */
/* With a factor of inertia, too, inner 1 is strang. */
TEST(heavier_bodies) {
  static const char *const schemes[] = { "respa", "strang" };
  const rgs_param inner = { .key = "inner", .value = 1 };
  double *end[2];
  for (int k = 0; k < 2; k++) {
    const rgs_method_spec spec =
        WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = schemes[k], .inertia = 4,
                  .params = k == 0 ? &inner : NULL, .n_params = k == 0, .param_size = sizeof inner);
    rgs_method *m = NULL;
    rgs_stepper *stepper = NULL;
    OK(rgs_method_create(context, &spec, &m, &err));
    keep(m, close_method);
    run *r = start(strang, N, FAKE_SOA);
    r->host.host.provides = k == 0 ? FORCE | SLOW : FORCE;
    OK(rgs_stepper_create(r->bodies, m, &r->host.host, &stepper, &err));
    keep(stepper, close_stepper);
    OK(rgs_stepper_run(stepper, STEP, 20, &err));
    end[k] = fake_state(r->world);
  }
  for (int i = 0; i < N * FAKE_STATE; i++) NEAR(end[1][i], end[0][i], 1e-13);
}

TEST_MAIN(set_up, tear_down)
