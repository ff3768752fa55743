/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_batch_trials.c - trials in batches: each system decides for itself, bit for bit as alone, and energies of each
 * system that are missing name it.
 */
#include "batches.h"
#include <rigidstep/draft.h>
#include <math.h>
#include <string.h>

enum { BODIES = 1505 };
#define PARAMS "kt=1 seed=5 steps=3 conserved=1"

static const struct {
  const char *scheme, *params;
  double h;
  uint32_t provides;
} kinds[] = {
  { "strang", PARAMS " relaxation=3", 0.9, 0 },
  { "strang_dkd", PARAMS, 0.7, 0 },
  { "chin4b", PARAMS, 4.4, 0 },
  { "strang", PARAMS, 0.12, RGS_DRAFT_EVAL_SLOW },
  { "respa", PARAMS " inner=2", 1.6, RGS_DRAFT_EVAL_SLOW },
};

/* system: null for one alone. */
static void drive_kind(driven *d, rgs_context *c, size_t k, const rgs_method *m, fake_bodies *world,
                       const int64_t *system, double *energies) {
  d->world = world;
  fake_host_init(&d->host, world);
  d->host.host.ranks = 1;
  d->host.host.provides |= RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT | kinds[k].provides;
  d->host.host.flags = RGS_HOST_REWINDS;
  d->host.system = system;
  d->host.energy_of = energies;
  OK(rgs_bodies_create(c, world->n, &d->bodies, &err));
  keep(d->bodies, close_bodies);
  OK(rgs_stepper_create(d->bodies, m, &d->host.host, &d->stepper, &err));
  keep(d->stepper, close_stepper);
  OK(rgs_bodies_bind(d->bodies, &world->view, &err));
  if (system == NULL) return;
  rgs_draft_batch batch = batch_of(world, system);
  batch.energy = energies;
  OK(rgs_draft_batch_set(d->stepper, &batch, &err));
}

/* Also of a stepper without a batch.  A swap brings the parameters of its method. */
static void set(rgs_stepper *s, int first, bool batch, double kt) {
  double seeds[SYSTEMS], kts[SYSTEMS];
  for (int k = 0; k < SYSTEMS; k++) seeds[k] = 5 + k, kts[k] = kt + 0.01 * k;
  OK(rgs_draft_batch_set_param(s, "seed", seeds + first, batch ? SYSTEMS : 1, &err));
  OK(rgs_draft_batch_set_param(s, "kt", kts + first, batch ? SYSTEMS : 1, &err));
}

/* Everything that a host may do to a stepper.  Faults at some requests are caught, and the step is made again or
 * goes on. */
static void live(driven *d, const rgs_method *const m[3], int first, bool batch, double h) {
  rgs_stepper *s = d->stepper;
  set(s, first, batch, 0.05);
  OK(rgs_stepper_run(s, h, 4, &err));
  for (int k = 1; k < 6; k++) {
    d->host.fail_at = d->host.calls + k;
    const rgs_status status = rgs_stepper_run(s, h, 1, &err);
    d->host.fail_at = 0;
    if (status == RGS_OK) continue;
    if (k % 2 > 0) OK(rgs_stepper_rewind(s, &err));
    OK(rgs_stepper_run(s, h, 1, &err));
  }
  OK(rgs_stepper_swap(s, m[1], &err)); /* another rotor */
  set(s, first, batch, 0.06);
  OK(rgs_stepper_run(s, h, 3, &err));
  const block whole = saved(s), ensemble = saved_by(rgs_stepper_save_ensemble, s);
  OK(rgs_stepper_set_step_count(s, 40, &err));
  OK(rgs_stepper_run(s, h, 2, &err));
  OK(rgs_stepper_load_ensemble(s, ensemble.bytes, ensemble.size, &err));
  OK(rgs_stepper_run(s, h, 1, &err));
  OK(load(s, whole));
  OK(rgs_stepper_run(s, h, 1, &err));
  rgs_eval ask = { .head = RGS_HEAD(rgs_eval), .what = RGS_EVAL_FORCE };
  SAME_INT(0, fake_eval(&d->host, &ask, &d->world->view));
  OK(rgs_stepper_set_valid(s, RGS_EVAL_FORCE,
                           &err)); /* of systems that go back they hold, of others not */
  OK(rgs_stepper_run(s, h, 1, &err));
  OK(rgs_stepper_swap(s, m[2], &err)); /* langevin, with energies */
  set(s, first, batch, 0.05);
  OK(rgs_stepper_run(s, 0.05, 2, &err));
  OK(rgs_stepper_swap(s, m[0], &err));
  set(s, first, batch, 0.05);
  OK(rgs_stepper_run(s, 0, 1, &err));
  OK(rgs_stepper_run(s, h, 9, &err));
}

static rgs_context *drafts(void) {
  rgs_context *c = opened();
  OK(rgs_draft_allow(c, RGS_DRAFT_ABI, &err));
  return c;
}

static void methods_of(rgs_context *c, size_t k, const rgs_method *m[3]) {
  const char *scheme = kinds[k].scheme, *params = kinds[k].params;
  m[0] = made(c, &(named_method){ "exact", scheme, "metropolis", NULL, params });
  m[1] = made(c, &(named_method){ "threerot", scheme, "metropolis", NULL, params });
  scheme = kinds[k].provides ? "respa" : "strang";
  params = "kt=1 relaxation=1 seed=5 conserved=1";
  m[2] = made(c, &(named_method){ "exact", scheme, "langevin", NULL, params });
}

static int64_t outputs_of(rgs_stepper *s, const rgs_method *m, int64_t systems, double *values) {
  int64_t n = 0;
  for (int64_t i = 0; i < rgs_method_output_count(m); i++) {
    const rgs_output_info *info = rgs_method_output_at(m, i);
    if (strcmp(info->key, "step_for_65") == 0) continue; /* not of hosts with two forces */
    OK(rgs_stepper_output(s, info->key, values + n, systems * info->components, &err));
    n += systems * info->components;
  }
  return n;
}

/* The numbers of system k, of SYSTEMS that lie output after output. */
static void same_outputs(const rgs_method *m, const double *all, const double *own, int64_t k) {
  for (int64_t i = 0; i < rgs_method_output_count(m); i++) {
    const rgs_output_info *info = rgs_method_output_at(m, i);
    if (strcmp(info->key, "step_for_65") == 0) continue;
    SAME_BITS(own, all + k * info->components, info->components);
    own += info->components;
    all += SYSTEMS * info->components;
  }
}

static void end_with_langevin(rgs_stepper *s, const rgs_method *m) {
  OK(rgs_stepper_swap(s, m, &err));
  OK(rgs_stepper_run(s, 0.05, 3, &err));
}

static void bits_of(size_t k, int layout, bool langevin_last) {
  static double energies[SYSTEMS], values[SYSTEMS * 128], own[128];
  int64_t system[BODIES];
  rgs_context *c = drafts();
  const rgs_method *m[3];
  driven all, one;
  int mixed = 0;
  methods_of(c, k, m);
  drive_kind(&all, c, k, m[0], worlds(0, SYSTEMS, layout, system), system, energies);
  live(&all, m, 0, true, kinds[k].h);
  if (langevin_last) end_with_langevin(all.stepper, m[2]);
  const rgs_method *last = langevin_last ? m[2] : m[0];
  const int64_t n = outputs_of(all.stepper, last, SYSTEMS, values);
  for (int64_t s = 0, at = 0; s < SYSTEMS; at += sizes[s++]) {
    drive_kind(&one, c, k, m[0], fake_bodies_filled(sizes[s], layout, 0), NULL, NULL);
    live(&one, m, (int)s, false, kinds[k].h);
    if (!langevin_last) {
      double accepted;
      OK(rgs_stepper_output(one.stepper, "accepted", &accepted, 1, &err));
      mixed += accepted > 0 && accepted < 9;
    } else {
      end_with_langevin(one.stepper, m[2]);
    }
    same_as_alone(all.world, at, one.world);
    SAME_INT(n / SYSTEMS, outputs_of(one.stepper, last, 1, own));
    same_outputs(last, values, own, s);
  }
  if (!langevin_last) TRUE(mixed > 1);
}

TEST(bits_of_each_system) {
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (int layout = 0; layout < FAKE_LAYOUTS; layout++) bits_of(k, layout, layout % 2 > 0);
}

/* A stepper of the same batch takes over at every request. */
TEST(saves_inside) {
  for (size_t k = 0; k < COUNT(kinds); k++) {
    static double energies[SYSTEMS];
    int64_t system[BODIES];
    rgs_context *c = drafts();
    const rgs_method *m[3];
    driven whole, parts;
    methods_of(c, k, m);
    drive_kind(&whole, c, k, m[0], worlds(0, SYSTEMS, FAKE_SOA, system), system, energies);
    OK(rgs_stepper_run(whole.stepper, kinds[k].h, 5, &err));
    drive_kind(&parts, c, k, m[0], worlds(0, SYSTEMS, FAKE_SOA, system), system, energies);
    for (int step = 0; step < 5;) {
      rgs_eval request = RGS_EVAL_INIT;
      rgs_status status = rgs_stepper_advance(parts.stepper, kinds[k].h, &request, &err);
      OK(load(parts.stepper, saved(parts.stepper)));
      step += status == RGS_OK;
      if (status == RGS_OK) continue;
      STATUS(RGS_NEED_EVAL, rgs_stepper_advance(parts.stepper, kinds[k].h, &request, &err));
      TRUE(!(request.what & RGS_EVAL_ENERGY) || (request.energy == 0 && isnan(energies[3])));
      SAME_INT(0, fake_eval(&parts.host, &request, &parts.world->view));
    }
    SAME_BITS(fake_state(whole.world), fake_state(parts.world), (size_t)FAKE_STATE * BODIES);
  }
}

static int spoils(fake_host *h, rgs_eval *request) {
  const double *value = h->extra;
  if (request->what & RGS_EVAL_ENERGY) h->energy_of[4] = *value;
  return 0;
}

TEST(faults) {
  static double energies[SYSTEMS];
  double value = NAN, values[SYSTEMS];
  int64_t system[BODIES];
  rgs_context *c = drafts();
  const rgs_method *m[3];
  driven d;
  methods_of(c, 0, m);
  drive_kind(&d, c, 0, m[0], worlds(0, SYSTEMS, FAKE_SOA, system), system, energies);
  OK(rgs_stepper_run(d.stepper, 0.9, 3, &err));
  const double *before = fake_state(d.world);
  d.host.after = spoils;
  d.host.extra = &value;
  for (int k = 0; k < 2; k++) { /* not written, or infinite */
    REFUSED_TEXT(RGS_E_HOST, rgs_stepper_run(d.stepper, 0.9, 1, &err), "system 40, its step 4",
                 "write rgs_draft_batch.energy");
    OK(rgs_stepper_rewind(d.stepper, &err));
    SAME_BITS(before, fake_state(d.world), (size_t)FAKE_STATE * BODIES);
    value = INFINITY;
  }
  d.host.after = NULL;
  const int64_t allocated = allocations();
  OK(rgs_stepper_run(d.stepper, 0.9, 20, &err));
  SAME_INT(0, allocations() - allocated);
  OK(rgs_stepper_output(d.stepper, "trials", values, SYSTEMS, &err));
  for (int s = 0; s < SYSTEMS; s++) SAME_INT(23, values[s]);

  rgs_draft_batch batch = batch_of(d.world, system);
  REFUSED_TEXT(RGS_E_NEEDS, rgs_draft_batch_set(d.stepper, &batch, &err), "'metropolis'",
               "energy of each system; give rgs_draft_batch.energy");
  OK(rgs_stepper_swap(d.stepper, m[2], &err));
  OK(rgs_draft_batch_set(d.stepper, &batch, &err));
  d.host.energy_of = NULL; /* one energy of all */
  OK(rgs_stepper_run(d.stepper, 0.01, 2, &err));
  REFUSED_TEXT(RGS_E_NAME, rgs_stepper_output(d.stepper, "conserved_energy", values, SYSTEMS, &err),
               "give rgs_draft_batch.energy, or add");
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_swap(d.stepper, m[0], &err), "give rgs_draft_batch.energy");
}

TEST_MAIN(NULL, NULL)
