/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_batch.c - many systems in one stepper: each moves bit for bit as alone, and what goes wrong names it.
 * (tests/bindings/t_python_batch_trials.py has systems that come and go.)
 */
#include "batches.h"
#include <math.h>
#include <string.h>

static const char *const thermostats[] = { NULL, "langevin", "csvr", "nhc", "metropolis" };

static bool makes_trials(const char *thermostat) {
  return thermostat != NULL && strcmp(thermostat, "metropolis") == 0;
}

/* With which some systems accept their trials, and others do not. */
static double step_of(const char *thermostat) { return makes_trials(thermostat) ? 0.8 : 0.02; }

static const rgs_method *method_of(rgs_context *c, const char *thermostat, const char *scheme) {
  const bool seeded = thermostat != NULL && strcmp(thermostat, "nhc") != 0;
  const named_method of = { "exact", scheme, thermostat, NULL,
                            thermostat == NULL         ? NULL
                            : makes_trials(thermostat) ? "kt=1 relaxation=3 seed=5 steps=3"
                            : seeded                   ? "kt=1 relaxation=0.3 seed=5"
                                                       : "kt=1 relaxation=0.3" };
  OK(rgs_draft_allow(c, RGS_DRAFT_ABI, &err));
  return made(c, &of);
}

/* In some layouts bodies have tags, in some the thermostat leaves every third body alone. */
static fake_bodies *named(fake_bodies *world, int layout, double *chosen, int64_t *tag) {
  for (int64_t i = 0; i < world->n; i++) {
    tag[i] = 7 * world->id[i];
    chosen[i] = world->id[i] % 3 > 0;
  }
  if (layout == FAKE_AOS) world->view.tag = tag;
  if (layout >= FAKE_STRIDED) world->view.thermostatted = (rgs_column){ chosen, 1, 0 };
  return world;
}

/* Also of schemes with levels, which keep the slow force of each body in the aux. */
static void bits_with(const char *scheme) {
  int64_t system[1505], tag[1505], lone_tag[1505];
  double chosen[1505], lone[1505];
  for (size_t t = 0; t < COUNT(thermostats); t++)
    for (int layout = 0; layout < FAKE_LAYOUTS; layout++) {
      rgs_context *c = opened();
      odd_executor odd = { 0 };
      const rgs_method *m = method_of(c, thermostats[t], scheme);
      driven all, one;
      double kt[SYSTEMS], kinetic[SYSTEMS], e, rotation;
      for (int s = 0; s < SYSTEMS; s++) kt[s] = 1 + 0.1 * s;
      drive(&all, c, m, named(worlds(0, SYSTEMS, layout, system), layout, chosen, tag), &odd);
      const rgs_draft_batch batch = batch_of(&all, system);
      OK(rgs_draft_batch_set(all.stepper, &batch, &err));
      if (t > 0) OK(rgs_draft_batch_set_param(all.stepper, "kt", kt, SYSTEMS, &err));
      OK(rgs_stepper_run(all.stepper, step_of(thermostats[t]), STEPS, &err));
      OK(rgs_stepper_run(all.stepper, 0, 1, &err));
      OK(rgs_stepper_output(all.stepper, "kinetic_translation", kinetic, SYSTEMS, &err));
      for (int64_t s = 0, at = 0; s < SYSTEMS; at += sizes[s++]) {
        drive(&one, c, m, named(fake_bodies_filled(sizes[s], layout, 0), layout, lone, lone_tag),
              NULL);
        if (t > 0) OK(set_param(one.stepper, RGS_KIND_THERMOSTAT, "kt", kt[s], &err));
        OK(rgs_stepper_run(one.stepper, step_of(thermostats[t]), STEPS, &err));
        OK(rgs_stepper_run(one.stepper, 0, 1, &err));
        OK(rgs_bodies_energy(one.bodies, &e, &rotation, &err));
        same_as_alone(all.world, at, one.world);
        NEAR(e, kinetic[s], 1e-12 * e);
      }
    }
}

TEST(bits_of_each_system) { bits_with("strang"); }
TEST(bits_of_each_system_with_levels) { bits_with("respa"); }

/* ---- calls for one system ---------------------------------------------------------------------- */

/* Everything that a host may do to a stepper. */
static void live(driven *d, const rgs_method *const m[3], const char *thermostat) {
  rgs_stepper *s = d->stepper;
  rgs_eval ask = WITH_HEAD(rgs_eval, .what = RGS_EVAL_FORCE);
  const double h = step_of(thermostat);
  OK(rgs_stepper_run(s, h, 2, &err));
  if (thermostat != NULL) OK(set_param(s, RGS_KIND_THERMOSTAT, "kt", 1.4, &err));
  OK(rgs_stepper_run(s, h, 2, &err));
  OK(rgs_stepper_swap(s, m[1], &err)); /* another scheme, whose thermostat is the same */
  OK(rgs_stepper_run(s, h, 1, &err));
  const block whole = saved(s), ensemble = saved_by(rgs_stepper_save_ensemble, s);
  OK(rgs_stepper_set_step_count(s, 40, &err));
  OK(rgs_stepper_run(s, h, 2, &err));
  OK(rgs_stepper_load_ensemble(s, ensemble.bytes, ensemble.size, &err));
  OK(rgs_stepper_run(s, h, 1, &err));
  OK(load(s, whole));
  /* Of systems whose trial is refused these forces hold after the step, of others they do not. */
  SAME_INT(0, fake_eval(&d->host, &ask, &d->world->view));
  OK(rgs_stepper_set_valid(s, RGS_EVAL_FORCE, &err));
  OK(rgs_stepper_run(s, h, 1, &err));
  OK(rgs_stepper_swap(s, m[2], &err)); /* and another thermostat */
  OK(rgs_stepper_swap(s, m[0], &err));
  OK(rgs_stepper_run(s, 0, 1, &err)); /* no orientation is normalised anew */
  OK(rgs_stepper_run(s, h, 2, &err));
}

/* All outputs that do not need an energy. */
static int64_t outputs_of(rgs_stepper *s, const rgs_method *m, int64_t systems, double *values) {
  int64_t n = 0;
  for (int64_t i = 0; i < rgs_method_output_count(m); i++) {
    const rgs_output_info *info = rgs_method_output_at(m, i);
    if (strcmp(info->key, "conserved_energy") == 0) continue;
    for (int64_t k = 0; k < systems * info->components; k++) values[n + k] = NAN;
    OK(rgs_stepper_output(s, info->key, values + n, systems * info->components, &err));
    n += systems * info->components;
  }
  return n;
}

TEST(calls_of_one_system) {
  static double values[SYSTEMS * 128], alone[128];
  int64_t system[1505];
  for (size_t t = 0; t < COUNT(thermostats); t++) {
    rgs_context *c = opened();
    const char *const thermostat = thermostats[t];
    const rgs_method *const m[] = { method_of(c, thermostat, "strang"),
                                    method_of(c, thermostat, "strang_dkd"),
                                    method_of(c, t == 1 ? NULL : "langevin", "strang") };
    driven all, one;
    double kt = 0;
    drive(&all, c, m[0], worlds(0, SYSTEMS, FAKE_SOA, system), NULL);
    const rgs_draft_batch batch = batch_of(&all, system);
    OK(rgs_draft_batch_set(all.stepper, &batch, &err));
    live(&all, m, thermostat);
    if (t > 0) OK(rgs_stepper_param(all.stepper, RGS_KIND_THERMOSTAT, "kt", &kt, &err));
    SAME_INT(t > 0, kt == 1);
    const int64_t n = outputs_of(all.stepper, m[0], SYSTEMS, values);
    for (int64_t s = 0, at = 0; s < SYSTEMS; at += sizes[s++]) {
      drive(&one, c, m[0], fake_bodies_filled(sizes[s], FAKE_SOA, 0), NULL);
      live(&one, m, thermostat);
      SAME_INT(n / SYSTEMS, outputs_of(one.stepper, m[0], 1, alone));
      const double *own = alone, *of_all = values;
      for (int64_t i = 0; i < rgs_method_output_count(m[0]); i++) {
        const rgs_output_info *info = rgs_method_output_at(m[0], i);
        if (strcmp(info->key, "conserved_energy") == 0) continue;
        SAME_BITS(own, of_all + s * info->components, info->components);
        own += info->components;
        of_all += SYSTEMS * info->components;
      }
      same_as_alone(all.world, at, one.world);
    }
  }
}

/* A save of a batch goes to a stepper where the same systems were set, and to no other. */
TEST(saves_of_batches) {
  int64_t system[1505], others[1505];
  rgs_context *c = opened();
  const rgs_method *m = method_of(c, "csvr", "strang");
  driven first, second;
  double seeds[SYSTEMS] = { 5, 6, 7, 8, 9, 10, 11, 12, 13 };
  drive(&first, c, m, worlds(0, SYSTEMS, FAKE_SOA, system), NULL);
  drive(&second, c, m, worlds(0, SYSTEMS, FAKE_SOA, others), NULL);
  const rgs_draft_batch batch = batch_of(&first, system);
  OK(rgs_draft_batch_set(first.stepper, &batch, &err));
  OK(rgs_draft_batch_set_param(first.stepper, "seed", seeds, SYSTEMS, &err));
  OK(rgs_stepper_run(first.stepper, 0.02, 3, &err));
  const block whole = saved(first.stepper);
  REFUSED_TEXT(RGS_E_DATA, load(second.stepper, whole), "does not begin with RGS1");
  others[64] = 15;
  rgs_draft_batch of_others = batch_of(&second, others);
  OK(rgs_draft_batch_set(second.stepper, &of_others, &err));
  REFUSED_TEXT(RGS_E_DATA, load(second.stepper, whole), "it has other systems than the 10");
  OK(rgs_draft_batch_set(second.stepper, &batch, &err));
  REFUSED_TEXT(RGS_E_DATA, load(second.stepper, whole), "system 10 has another seed");
  OK(rgs_draft_batch_set_param(second.stepper, "seed", seeds, SYSTEMS, &err));
  double kt;
  OK(load(second.stepper, whole));
  OK(rgs_stepper_param(second.stepper, RGS_KIND_THERMOSTAT, "kt", &kt, &err));
  REFUSED_TEXT(RGS_E_NEEDS,
               rgs_stepper_param(second.stepper, RGS_KIND_THERMOSTAT, "seed", &kt, &err),
               "'seed' is 5 in system 0 and 6 in system 10");
  OK(rgs_stepper_run(first.stepper, 0.02, 3, &err));
  OK(rgs_stepper_run(second.stepper, 0.02, 3, &err));
  SAME_BITS(fake_state(first.world), fake_state(second.world),
            (size_t)(FAKE_STATE * first.world->n));
}

TEST(faults) {
  int64_t system[1505];
  rgs_context *c = opened();
  const rgs_method *m = method_of(c, "csvr", "strang");
  driven d, odd;
  drive(&d, c, m, worlds(0, SYSTEMS, FAKE_SOA, system), NULL);
  const rgs_draft_batch batch = batch_of(&d, system);
  const double kt[SYSTEMS] = { 1, 1, 1, -2, 1, 1, 1, 1, 1 };
  double values[SYSTEMS];
  OK(rgs_draft_batch_set(d.stepper, &batch, &err));
  OK(rgs_stepper_run(d.stepper, 0.02, 2, &err));
  const double *before = fake_state(d.world);
  d.host.spoil_at = d.host.calls + 1;
  d.host.spoil_body = 70;
  d.host.spoil_value = NAN;
  REFUSED_BODY(RGS_E_NONFINITE, 70, rgs_stepper_run(d.stepper, 0.02, 1, &err),
               "system 30, body 2 of it, its step 3: body 70: f[0]");
  OK(rgs_stepper_rewind(d.stepper, &err));
  SAME_BITS(before, fake_state(d.world), (size_t)(FAKE_STATE * d.world->n));
  OK(rgs_stepper_run(d.stepper, 0.02, 1, &err));
  const int64_t allocated = allocations();
  OK(rgs_stepper_run(d.stepper, 0.02, 3, &err));
  SAME_INT(0, allocations() - allocated);

  REFUSED_TEXT(RGS_E_PARAM, rgs_draft_batch_set_param(d.stepper, "kt", kt, SYSTEMS, &err),
               "system 30", "kt");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_batch_set_param(d.stepper, "kt", kt, 4, &err), "n is 4",
               "which is 9");
  REFUSED_TEXT(RGS_E_SPACE, rgs_stepper_output(d.stepper, "heat", values, 4, &err), "room is 4");
  rgs_draft_batch wrong = batch;
  wrong.n = 7;
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_batch_set(d.stepper, &wrong, &err), "batch.n is 7", "1505");
  wrong = batch;
  wrong.head.abi--;
  REFUSED_TEXT(RGS_E_ABI, rgs_draft_batch_set(d.stepper, &wrong, &err), "draft_batch.h");
  wrong = batch;
  wrong.system = NULL;
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_batch_set(d.stepper, &wrong, &err), "batch.system is null");
  system[5] = -1;
  REFUSED_BODY(RGS_E_ARG, 5, rgs_draft_batch_set(d.stepper, &batch, &err), "batch.system[5] is -1",
               "must ascend");
  const int64_t three[3] = { 1, 2, 3 };
  for (int trials = 0; trials < 2; trials++) { /* whose aux is taken, but not that of a gradient */
    const rgs_method *needy =
        trials ? method_of(c, "metropolis", "chin4b") : method_of(c, NULL, "rowlands4");
    drive(&odd, c, needy, fake_bodies_filled(3, FAKE_SOA, 0), NULL);
    wrong = batch_of(&odd, three);
    REFUSED_TEXT(RGS_E_NEEDS, rgs_draft_batch_set(odd.stepper, &wrong, &err), "needs an aux",
                 trials ? "scheme 'chin4b'" : "scheme 'rowlands4'");
  }
  fake_bodies *fewer = fake_bodies_filled(3, FAKE_SOA, 0);
  OK(rgs_bodies_bind(d.bodies, &fewer->view, &err));
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_run(d.stepper, 0.02, 1, &err), "view.n is 3",
               "the batch has 1505");
  size_t size;
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_output(d.stepper, "heat", values, SYSTEMS, &err),
               "view.n is 3");
  REFUSED_TEXT(RGS_E_ORDER, rgs_draft_batch_save(d.stepper, 30, NULL, &size, &err), "view.n is 3");
}

static int spoils(fake_host *h, rgs_eval *request) {
  const double *value = h->extra;
  TRUE(request->energy == 0);
  if (!(request->what & RGS_EVAL_ENERGY)) return 0;
  h->energy_of[4] = *value;
  RGS_AT(h->bodies->view.f, 140, 1) = NAN;
  return 0;
}

/* Energies that are not written come in as NaN. */
TEST(trials) {
  double value = NAN, values[SYSTEMS];
  int64_t system[1505];
  rgs_context *c = opened();
  const rgs_method *m = method_of(c, "metropolis", "strang");
  driven d;
  drive(&d, c, m, worlds(0, SYSTEMS, FAKE_SOA, system), NULL);
  rgs_draft_batch batch = batch_of(&d, system);
  OK(rgs_draft_batch_set(d.stepper, &batch, &err));
  for (int step = 0; step < STEPS;) {
    rgs_eval request = RGS_EVAL_INIT;
    const rgs_status status = rgs_stepper_advance(d.stepper, 0.8, &request, &err);
    step += status == RGS_OK;
    if (status == RGS_OK) continue;
    TRUE(!(request.what & RGS_EVAL_ENERGY) || (request.energy == 0 && isnan(batch.energy[3])));
    SAME_INT(0, fake_eval(&d.host, &request, &d.world->view));
  }
  const double *before = fake_state(d.world);
  d.host.after = spoils;
  d.host.extra = &value;
  for (int k = 0; k < 2; k++, value = INFINITY) {
    if (k == 0)
      REFUSED_TEXT(RGS_E_HOST, rgs_stepper_run(d.stepper, 0.8, 1, &err), "system 40, its step 6",
                   "write rgs_draft_batch.energy");
    else /* its bodies overlap */
      OK(rgs_stepper_run(d.stepper, 0.8, 1, &err));
    SAME_BITS(before + FAKE_STATE * 140, k ? fake_state(d.world) + FAKE_STATE * 140 : NULL, 3 * k);
    OK(rgs_stepper_rewind(d.stepper, &err));
    SAME_BITS(before, fake_state(d.world), (size_t)FAKE_STATE * 1505);
  }
  d.host.after = NULL;
  const int64_t allocated = allocations();
  OK(rgs_stepper_run(d.stepper, 0.8, 20, &err));
  SAME_INT(0, allocations() - allocated);
  OK(rgs_stepper_output(d.stepper, "accepted", values, SYSTEMS, &err));
  TRUE(values[0] > 20 && values[SYSTEMS - 1] < 20);
  batch.energy = NULL;
  REFUSED_TEXT(RGS_E_NEEDS, rgs_draft_batch_set(d.stepper, &batch, &err), "'metropolis'",
               "energy of each system; give rgs_draft_batch.energy");
  OK(rgs_stepper_swap(d.stepper, method_of(c, "langevin", "strang"), &err));
  OK(rgs_draft_batch_set(d.stepper, &batch, &err));
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_swap(d.stepper, m, &err), "give rgs_draft_batch.energy");
}

TEST_MAIN(NULL, NULL)
