/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_trials.c - steps that are trials (rigidstep/draft.h, the thermostat `metropolis`): what is refused, what is asked and
 * when, what is left of a trial that is refused, and faults and saves at every request of one.  ensembles/
 * trial_samples.c shows what they sample; rigidstep-contract has ranks, rewinds and allocations.
 */
#include "check.h"
#include "script.h"

#include <rigidstep/draft_batch.h>

#include <math.h>

enum { N = 5 };

static const uint32_t SLOW = RGS_DRAFT_EVAL_SLOW, ENERGY = RGS_EVAL_ENERGY;
#define PARAMS "kt=0.05 seed=3 steps=3"
#define VOLUMES " pressure=0.002 volume_step=0.4"

/* Parameters that name a pressure want volumes tried. */
static const char *barostat_of(const char *params) {
  return strstr(params, "pressure") ? "mc" : NULL;
}
static run *run_of(const char *scheme, const char *params, uint32_t provides) {
  const named_method of = { "exact", scheme, "metropolis", barostat_of(params), params };
  const variant *v = make_variant_of(&of, FORCE | ENERGY | RGS_EVAL_GRADIENT | provides);
  run *r = start(v, N, FAKE_AOS);
  r->world->view.tag = r->world->id;
  bind_revision(r, 1);
  if (of.barostat != NULL) set_cell(r, 5);
  return r;
}

/* Schemes with one force, with the fast force alone, and with both. */
static const struct {
  const char *scheme, *params;
  double h;
  uint32_t provides;
} kinds[] = {
  { "strang", PARAMS " relaxation=0.3", 2.8, 0 },
  { "strang_dkd", PARAMS, 1.5, 0 },
  { "chin4b", PARAMS, 6, 0 },
  { "strang", PARAMS, 0.7, RGS_DRAFT_EVAL_SLOW },
  { "respa", PARAMS " inner=2", 3, RGS_DRAFT_EVAL_SLOW },
  { "strang", PARAMS VOLUMES, 1.5, 0 },
  { "strang", PARAMS " relaxation=0.3" VOLUMES, 0.7, RGS_DRAFT_EVAL_SLOW },
  { "respa", PARAMS " inner=2" VOLUMES " group_y=2", 3, RGS_DRAFT_EVAL_SLOW },
};
static run *run_of_kind(size_t k) {
  return run_of(kinds[k].scheme, kinds[k].params, kinds[k].provides);
}

/* ---- what is refused ------------------------------------------------------------------------- */
static rgs_status create(const char *rotor, const char *scheme, const char *barostat,
                         const char *more) {
  char params[120];
  rgs_method *m = NULL;
  snprintf(params, sizeof params, PARAMS "%s", more);
  const named_method of = { rotor, scheme, "metropolis", barostat, params };
  const rgs_status status = method_from_names(context, &of, &m, &err);
  rgs_method_destroy(m);
  return status;
}

TEST(methods_refused) {
  rgs_method *m = NULL;
  const named_method of = { "exact", "strang", "metropolis", NULL, PARAMS };
  REFUSED_TEXT(RGS_E_NAME, method_from_names(opened(), &of, &m, &err), "'metropolis' is a draft",
               "rgs_draft_allow");
  REFUSED_TEXT(RGS_E_ARG, create("exact", "strang", NULL, " ends=1"), "'metropolis'", "placement");
  REFUSED_TEXT(RGS_E_ARG, create("exact", "obabo", NULL, ""), "'obabo'", "RGS_THERMOSTAT",
               "'metropolis'");
  REFUSED_TEXT(RGS_E_ARG, create("exact", "rowlands4", NULL, ""), "'rowlands4'", "processed");
  REFUSED_TEXT(RGS_E_ARG, create("midpoint", "strang", NULL, ""), "'midpoint'", "symplectic");
  REFUSED_TEXT(RGS_E_ARG, create(NULL, "brownian", NULL, " rate=1"), "'brownian'", "'metropolis'");
  REFUSED_TEXT(RGS_E_ARG,
               create("exact", "strang", "crescale", " pressure=1 barostat_relaxation=1"),
               "'crescale'", "'metropolis'");
  REFUSED_TEXT(RGS_E_ARG, create("exact", "chin4b", "mc", VOLUMES), "'chin4b'", "'mc'");
  REFUSED_TEXT(RGS_E_PARAM,
               create("exact", "strang", "mc", VOLUMES " group_x=0 group_y=0 group_z=0"), "'mc'",
               "nothing may change");
  const named_method alone = { "exact", "strang", NULL, "mc", "pressure=1 volume_step=1" };
  REFUSED_TEXT(RGS_E_ARG, method_from_names(context, &alone, &m, &err), "'mc'", "'metropolis'");
  REFUSED_TEXT(RGS_E_PARAM, create("exact", "strang", NULL, " refined=1"), "'metropolis'");
  OK(create("threerot", "suzuki4", NULL, " relaxation=1 conserved=1"));
}

TEST(hosts_refused) {
  const rgs_method *m =
      made(context, &(named_method){ "exact", "strang", "metropolis", NULL, PARAMS });
  run *r = start(strang, N, FAKE_AOS);
  rgs_host host = { .head = RGS_HEAD(rgs_host), .provides = FORCE, .ranks = 1 };
  rgs_stepper *stepper = NULL;
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_create(r->bodies, m, &host, &stepper, &err), "energy");
  host.provides |= ENERGY;
  host.ranks = 2;
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_create(r->bodies, m, &host, &stepper, &err),
               "'metropolis' needs sums over ranks");
  host.ranks = 1;
  host.provides |= RGS_DRAFT_EVAL_MOMENTUM;
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_create(r->bodies, m, &host, &stepper, &err), "'metropolis'",
               "forces depend on momenta");
}

/* ---- what is asked --------------------------------------------------------------------------- */

TEST(requests) {
  static const struct {
    const char *scheme, *params;
    bool slow;
    const char *first, *next, *forces_valid;
  } rows[] = {
    { "strang", PARAMS, false, "Fe F F Fe ", "F F Fe ", "e F F Fe " },
    { "strang_dkd", PARAMS, false, "e F F F e ", "F F F e ", "e F F F e " },
    { "strang", PARAMS, true, "F e F F F e ", "F F F e ", "e F F F e " },
    { "respa", "kt=1 seed=1 steps=2 inner=1", true, "Se F S F Se F ", "S F Se F ",
      "Se F S F Se F " },
    { "strang", PARAMS VOLUMES, false, "Fe F F Fe ", "F F Fe ", "e F F Fe " },
    { "strang", "kt=1 seed=1 steps=2" VOLUMES, false, "Fe F F Fe ", "F F Fe ", "e F F Fe " },
    { "respa", "kt=1 seed=1 steps=2 inner=1" VOLUMES, true, "Se F S F S F Se F ", "S F S F Se F ",
      "Se F S F S F Se F " },
  };
  for (size_t k = 0; k < COUNT(rows); k++) {
    run *r = run_of(rows[k].scheme, rows[k].params, rows[k].slow ? SLOW : 0);
    same_requests(rows[k].first, r, " ");
    for (int i = 0; i < 3; i++) same_requests(rows[k].next, r, " ");
    OK(rgs_stepper_set_valid(r->stepper, FORCE, &err));
    same_requests(rows[k].forces_valid, r, " ");
    rgs_method_info info = RGS_METHOD_INFO_INIT;
    OK(rgs_stepper_describe(r->stepper, &info, &err));
    SAME_INT(rows[k].slow, (info.needs & SLOW) != 0);
  }
}

/* From a method for which forces are the whole ones, and back. */
TEST(swaps) {
  run *r = run_of("strang", PARAMS, SLOW);
  const rgs_method *langevin = made(
      context, &(named_method){ "exact", "strang", "langevin", NULL, "kt=1 relaxation=1 seed=1" });
  same_requests("F e F F F e ", r, " ");
  OK(rgs_stepper_swap(r->stepper, langevin, &err));
  same_requests("F F ", r, " ");
  same_requests("F ", r, " ");
  OK(rgs_stepper_swap(r->stepper, variants[n_variants - 1].method, &err));
  same_requests("F e F F F e ", r, " ");
  r = run_of("strang", PARAMS VOLUMES, 0);
  same_requests("Fe F F Fe ", r, " ");
  const rgs_method *mc = variants[n_variants - 1].method;
  OK(rgs_stepper_swap(r->stepper, langevin, &err));
  same_requests("F ", r, " ");
  OK(rgs_stepper_swap(r->stepper, mc, &err));
  set_cell(r, 6); /* whose forces are others */
  same_requests("Fe F F Fe ", r, " ");
}

/* ---- what is left of a trial ----------------------------------------------------------------- */
static double output(run *r, const char *key) {
  double value = NAN;
  OK(rgs_stepper_output(r->stepper, key, &value, 1, &err));
  return value;
}

/* After each trial f, tau and the energy are those of the bodies as they are, and after a refused one these are where
 * the trial began. */
TEST(between_trials) {
  for (size_t k = 0; k < COUNT(kinds); k++) {
    run *r = run_of_kind(k);
    int refused = 0;
    double before = output(r, "accepted"), edges[3] = { 5, 5, 5 };
    for (int trial = 1; trial <= 60; trial++) {
      double *was = fake_state(r->world);
      OK(rgs_stepper_run(r->stepper, kinds[k].h, 1, &err));
      const double *now = fake_state(r->world), after = output(r, "accepted");
      SAME_INT(trial, output(r, "trials"));
      refused += after == before;
      for (int i = 0; i < N; i++) /* x and q; see FAKE_STATE */
        for (int c = 0; c < 10; c++)
          if (c < 3 || c >= 6)
            SAME_INT(after == before, now[i * FAKE_STATE + c] == was[i * FAKE_STATE + c]);
      if (barostat_of(kinds[k].params) != NULL) {
        double next[3];
        OK(rgs_stepper_output(r->stepper, "box_lengths", next, 3, &err));
        SAME_INT(after == before, memcmp(edges, next, sizeof next) == 0);
        memcpy(edges, next, sizeof edges);
      }
      before = after;
      rgs_eval ask = { .head = RGS_HEAD(rgs_eval), .what = FORCE | ENERGY };
      const double *columns = fake_snapshot(r->world);
      const bool drifts_last = strcmp(kinds[k].scheme, "strang_dkd") == 0;
      SAME_INT(0, fake_eval(&r->host, &ask, &r->world->view));
      if (!drifts_last && k != 2) TRUE(fake_unchanged(r->world, columns));
      NEAR(ask.energy, output(r, "potential_energy"), 1e-15);
    }
    TRUE(refused > 2 && refused < 58);
    double error[2];
    OK(rgs_stepper_output(r->stepper, "trial_error", error, 2, &err));
    NEAR(erfc(sqrt(error[1] / 8)), output(r, "expected_acceptance"), 1e-15);
    const bool tries = barostat_of(kinds[k].params) != NULL;
    if (tries || kinds[k].provides & SLOW) {
      double step;
      REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_output(r->stepper, "step_for_65", &step, 1, &err),
                   tries ? "volume_step" : "one force");
    } else {
      const double order = k == 2 ? 4 : 2;
      NEAR(kinds[k].h * pow(0.8236 / error[1], 0.5 / order), output(r, "step_for_65"), 1e-3);
    }
  }
}

/* Where the host's potential changes inside a trial that is refused, what the trial remembers is not used. */
TEST(forces_that_change_inside) {
  run *r = run_of("strang", "kt=0.05 seed=3 steps=2", 0);
  uint32_t first = FORCE | ENERGY;
  int refused = 0;
  for (int trial = 0; trial < 20; trial++) {
    const double before = output(r, "accepted");
    STATUS(RGS_NEED_EVAL, advance(r, 3));
    SAME_INT(first, r->request.what);
    if (first & ENERGY) answer(r), STATUS(RGS_NEED_EVAL, advance(r, 3));
    OK(rgs_stepper_set_valid(r->stepper, 0, &err));
    answer(r);
    (void)drive(r, 3);
    refused += output(r, "accepted") == before;
    first = output(r, "accepted") == before ? FORCE | ENERGY : FORCE;
  }
  TRUE(refused > 2 && refused < 18);
}

static int overlap(fake_host *h, rgs_eval *request) {
  if (!(request->what & RGS_EVAL_ENERGY)) return 0;
  request->energy = INFINITY;
  if (request->what != RGS_EVAL_ENERGY) RGS_AT(h->bodies->view.f, 2, 1) = NAN;
  return 0;
}

/* Where bodies overlap at its end, a trial is refused, and what came as forces there is not used. */
TEST(infinite_energies) {
  const named_method of = { "exact", "strang", "metropolis", "mc", PARAMS VOLUMES };
  for (size_t k = 0; k <= COUNT(kinds); k++) {
    run *r = k < COUNT(kinds) ? run_of_kind(k) : start_made_of(&of, N, 2);
    OK(rgs_stepper_run(r->stepper, 1, 1, &err));
    const double *was = fake_state(r->world), accepted = output(r, "accepted");
    r->host.after = overlap;
    OK(rgs_stepper_run(r->stepper, 1, 3, &err));
    const double *now = fake_state(r->world);
    for (int i = 0; i < N; i++) SAME_BITS(was + i * FAKE_STATE, now + i * FAKE_STATE, 3);
    SAME_INT(accepted, output(r, "accepted"));
    OK(rgs_stepper_set_valid(r->stepper, 0, &err)); /* where a trial begins it is an error */
    TRUE(rgs_stepper_run(r->stepper, 1, 1, &err) < RGS_OK);
  }
}

/* Momenta that are kept almost whole are reversed where a trial is refused. */
TEST(reversed_momenta) {
  run *r = run_of("strang", "kt=0.05 seed=3 steps=2 relaxation=1e9", 0);
  int refused = 0;
  for (int trial = 0; trial < 200; trial++) {
    const double *was = fake_state(r->world), before = output(r, "accepted");
    OK(rgs_stepper_run(r->stepper, 10 * STEP, 1, &err));
    if (output(r, "accepted") > before) continue;
    refused++;
    const double *now = fake_state(r->world);
    for (int i = 0; i < N * FAKE_STATE; i++) {
      const int c = i % FAKE_STATE;
      const double sign = (c >= 3 && c < 6) || c >= 10 ? -1 : 1;
      NEAR(sign * was[i], now[i], 1e-3);
    }
  }
  TRUE(refused > 0);
}

TEST(trials_of_no_time) {
  run *r = run_of_kind(0);
  double *was = fake_state(r->world);
  OK(rgs_stepper_run(r->stepper, 0, 2, &err));
  SAME_BITS(was, fake_state(r->world), N * FAKE_STATE);
  SAME_INT(0, output(r, "trials"));
  double error[2];
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_output(r->stepper, "trial_error", error, 2, &err),
               "2 more steps");
}

/* ---- faults, saves and bodies that move ------------------------------------------------------ */
enum { TRIALS = 30, STATE = N * FAKE_STATE + 1 };
/* And the volume, or 0, where fake_state has room. */
static double *state_and_volume(run *r, size_t k) {
  double *state = fake_state(r->world);
  if (barostat_of(kinds[k].params) != NULL) state[STATE - 1] = output(r, "volume");
  return state;
}
static double *end_of(size_t k) {
  run *r = run_of_kind(k);
  OK(rgs_stepper_run(r->stepper, kinds[k].h, TRIALS, &err));
  const double accepted = output(r, "accepted");
  TRUE(accepted > 0 && accepted < TRIALS);
  return state_and_volume(r, k);
}

TEST(evaluations_that_fail) {
  for (size_t k = 0; k < COUNT(kinds); k++) {
    const double *want = end_of(k);
    run *r = run_of_kind(k);
    for (int trial = 0; trial < TRIALS;) {
      r->host.fail_at = r->host.calls + 2;
      forget_error();
      const rgs_status status = rgs_stepper_run(r->stepper, kinds[k].h, 1, &err);
      if (status != RGS_OK)
        check_refused(RGS_E_HOST, -1, status, "run", __FILE__, __LINE__, "returned 7",
                      (const char *)NULL);
      trial += status == RGS_OK;
    }
    SAME_BITS(want, state_and_volume(r, k), STATE);
  }
}

/* At each request bodies are saved and loaded, or go to other memory in another order with their aux. */
TEST(saves_and_moves_inside) {
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (int moves = 0; moves < 2; moves++) {
      const double *want = end_of(k);
      run *r = run_of_kind(k);
      if (moves) r->host.before = move_in_callback, r->host.extra = r;
      for (int trial = 0; trial < TRIALS;) {
        if (moves) {
          OK(rgs_stepper_run(r->stepper, kinds[k].h, 1, &err));
          trial++;
          continue;
        }
        rgs_status status = advance(r, kinds[k].h);
        trial += status == RGS_OK;
        save_and_load(r->stepper);
        if (status != RGS_NEED_EVAL) continue;
        STATUS(RGS_NEED_EVAL, advance(r, kinds[k].h)); /* it asks again */
        answer(r);
      }
      SAME_BITS(want, state_and_volume(r, k), STATE);
    }
}

/* A host that leaves the aux of a body behind has lost where the trial began. */
TEST(bodies_without_aux) {
  run *r = run_of("strang", PARAMS, 0);
  OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
  STATUS(RGS_NEED_EVAL, advance(r, STEP));
  answer(r);
  for (int c = 0; c < 19; c++) RGS_AT(r->world->view.aux, 3, c) = 0;
  rgs_status status;
  forget_error();
  while ((status = advance(r, STEP)) == RGS_NEED_EVAL) answer(r);
  check_refused(RGS_E_ORDER, 3, status, "advance", __FILE__, __LINE__, "inside a trial", "view.aux",
                (const char *)NULL);
  OK(rgs_stepper_reset(r->stepper, &err));
  OK(rgs_stepper_run(r->stepper, STEP, 2, &err));
}

/* Saves of trials by the fast force alone are not those of trials by the whole one. */
TEST(saves_of_other_hosts) {
  run *one = run_of("strang", PARAMS, 0), *fast = run_of("strang", PARAMS, SLOW);
  OK(rgs_stepper_run(one->stepper, STEP, 1, &err));
  REFUSED_TEXT(RGS_E_DATA, load(fast->stepper, saved(one->stepper)), "method");
}

TEST_MAIN(set_up, tear_down)
