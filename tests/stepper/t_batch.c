/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_batch.c - many systems in one stepper: each moves bit for bit as alone, and what goes wrong names it.
 * (tests/bindings/t_python_batch.py has more systems, which come and go.)
 */
#include "check.h"
#include "executors.h"
#include "host_fake.h"

#include <rigidstep/draft_batch.h>
#include <math.h>

enum { SYSTEMS = 9, STEPS = 5 };
static const int64_t sizes[SYSTEMS] = { 1, 64, 3, 65, 600, 2, 7, 63, 700 };

typedef struct driven {
  fake_bodies *world;
  fake_host host;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
} driven;

static void drive(driven *d, rgs_context *c, const rgs_method *m, fake_bodies *world,
                  odd_executor *odd) {
  d->world = world;
  fake_host_init(&d->host, world);
  d->host.host.ranks = 1;
  d->host.host.flags = RGS_HOST_REWINDS;
  const rgs_executor executor = { RGS_HEAD(rgs_executor), odd, odd_parallel_for };
  if (odd != NULL) d->host.host.executor = &executor;
  OK(rgs_bodies_create(c, world->n, &d->bodies, &err));
  keep(d->bodies, close_bodies);
  OK(rgs_stepper_create(d->bodies, m, &d->host.host, &d->stepper, &err));
  keep(d->stepper, close_stepper);
  OK(rgs_bodies_bind(d->bodies, &world->view, &err));
}

static const rgs_method *method_of(rgs_context *c, const char *thermostat, const char *scheme) {
  const rgs_param params[] = { { .key = "kt", .value = 1 },
                               { .key = "relaxation", .value = 0.3 },
                               { .key = "seed", .value = 5 } };
  const bool seeded = thermostat != NULL && strcmp(thermostat, "nhc") != 0;
  const rgs_method_spec spec =
      WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = scheme, .thermostat = thermostat,
                .params = thermostat == NULL ? NULL : params,
                .n_params = thermostat == NULL ? 0
                            : seeded           ? 3
                                               : 2,
                .param_size = sizeof *params);
  rgs_method *m = NULL;
  OK(rgs_method_create(c, &spec, &m, &err));
  return keep(m, close_method);
}

/* The first `n` systems, from the one with number `from` on; the bodies of each are as in a system alone. */
static fake_bodies *worlds(int from, int n, int layout, int64_t *system) {
  int64_t total = 0, at = 0;
  for (int s = from; s < from + n; s++) total += sizes[s];
  fake_bodies *world = fake_bodies_new(total, layout, 0);
  for (int s = from; s < from + n; s++)
    for (int64_t i = 0; i < sizes[s]; i++, at++) {
      fake_body_fill(world, at, i);
      system[at] = 10 * s;
    }
  return world;
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

static rgs_draft_batch batch_of(const fake_bodies *world, const int64_t *system) {
  return (rgs_draft_batch){ RGS_DRAFT_HEAD(rgs_draft_batch, RGS_DRAFT_BATCH), world->n, system };
}

TEST(bits_of_each_system) {
  static const char *const thermostats[] = { NULL, "langevin", "csvr", "nhc" };
  int64_t system[1505], tag[1505], lone_tag[1505];
  double chosen[1505], lone[1505];
  for (size_t t = 0; t < COUNT(thermostats); t++)
    for (int layout = 0; layout < FAKE_LAYOUTS; layout++) {
      rgs_context *c = opened();
      odd_executor odd = { 0 };
      const rgs_method *m = method_of(c, thermostats[t], "strang");
      driven all, one;
      double kt[SYSTEMS], kinetic[SYSTEMS], e, rotation;
      for (int s = 0; s < SYSTEMS; s++) kt[s] = 1 + 0.1 * s;
      drive(&all, c, m, named(worlds(0, SYSTEMS, layout, system), layout, chosen, tag), &odd);
      const rgs_draft_batch batch = batch_of(all.world, system);
      OK(rgs_draft_batch_set(all.stepper, &batch, &err));
      if (t > 0) OK(rgs_draft_batch_set_param(all.stepper, "kt", kt, SYSTEMS, &err));
      OK(rgs_stepper_run(all.stepper, 0.02, STEPS, &err));
      OK(rgs_stepper_run(all.stepper, 0, 1, &err));
      OK(rgs_draft_batch_output(all.stepper, "kinetic_translation", kinetic, SYSTEMS, &err));
      for (int64_t s = 0, at = 0; s < SYSTEMS; at += sizes[s++]) {
        drive(&one, c, m, named(fake_bodies_filled(sizes[s], layout, 0), layout, lone, lone_tag),
              NULL);
        if (t > 0) OK(set_param(one.stepper, RGS_KIND_THERMOSTAT, "kt", kt[s], &err));
        OK(rgs_stepper_run(one.stepper, 0.02, STEPS, &err));
        OK(rgs_stepper_run(one.stepper, 0, 1, &err));
        OK(rgs_bodies_energy(one.bodies, &e, &rotation, &err));
        const double *state = fake_state(one.world);
        for (int64_t i = 0; i < sizes[s]; i++) {
          fake_bodies *body = fake_bodies_new(1, FAKE_AOS, 0);
          fake_body_copy(body, 0, all.world, at + i);
          body->id[0] = 0;
          SAME_BITS(state + FAKE_STATE * i, fake_state(body), FAKE_STATE);
        }
        NEAR(e, kinetic[s], 1e-12 * e);
      }
    }
}

TEST(faults) {
  int64_t system[1505];
  rgs_context *c = opened();
  const rgs_method *m = method_of(c, "csvr", "strang");
  driven d, odd;
  drive(&d, c, m, worlds(0, SYSTEMS, FAKE_SOA, system), NULL);
  const rgs_draft_batch batch = batch_of(d.world, system);
  const double kt[SYSTEMS] = { 1, 1, 1, -2, 1, 1, 1, 1, 1 };
  double values[SYSTEMS];
  REFUSED_TEXT(RGS_E_ORDER, rgs_draft_batch_output(d.stepper, "heat", values, SYSTEMS, &err),
               "rgs_draft_batch_set");
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
  REFUSED_TEXT(RGS_E_SPACE, rgs_draft_batch_output(d.stepper, "heat", values, 4, &err),
               "room is 4");
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
  drive(&odd, c, method_of(c, NULL, "rowlands4"), fake_bodies_filled(3, FAKE_SOA, 0), NULL);
  const int64_t three[3] = { 1, 2, 3 };
  wrong = batch_of(odd.world, three);
  REFUSED_TEXT(RGS_E_NEEDS, rgs_draft_batch_set(odd.stepper, &wrong, &err),
               "scheme 'rowlands4' needs an aux");
  fake_bodies *fewer = fake_bodies_filled(3, FAKE_SOA, 0);
  OK(rgs_bodies_bind(d.bodies, &fewer->view, &err));
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_run(d.stepper, 0.02, 1, &err), "view.n is 3",
               "the batch has 1505");
  size_t size;
  REFUSED_TEXT(RGS_E_ORDER, rgs_draft_batch_output(d.stepper, "heat", values, SYSTEMS, &err),
               "view.n is 3");
  REFUSED_TEXT(RGS_E_ORDER, rgs_draft_batch_save(d.stepper, 30, NULL, &size, &err), "view.n is 3");
}

TEST_MAIN(NULL, NULL)
