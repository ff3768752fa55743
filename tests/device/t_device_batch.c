/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_device_batch.c - batches on a device: 200 systems that come and go move as on the processor, bit for bit
 * (where each moves as it does alone: tests/stepper/t_batch.c), and what goes wrong names system, body and
 * step.
 */
#include "check.h"
#include "plain_body.h"
#include "random_numbers.h"
#include <rigidstep/draft_batch.h>
#include <rigidstep/draft_device.h>
#include <rigidstep/ensemble.h>
#include <stdlib.h>

enum { SYSTEMS = 200, MOST = 300, STEPS = 3, ROUNDS = 3 };
/* Behind the numbers of a body: does the thermostat act on it? */
enum { CHOSEN = PLAIN_BODY, DOUBLES };

typedef struct crowd {
  rgs_draft_device *device; /* null: on the host */
  rgs_bodies *bodies;
  rgs_stepper *stepper, *reader; /* which learns of the other's faults */
  double *pool;                  /* of all systems: MOST bodies each */
  double *there, *here;          /* of those in the batch; the same place on the host */
  int64_t *system, n, n_systems, at[SYSTEMS + 1];
  double cell[9 * SYSTEMS], virial[9 * SYSTEMS], energy[SYSTEMS];
} crowd;

static void close_device(void *device) { rgs_draft_device_close(device); }

static uint32_t flags; /* of hosts */

static crowd crowd_of(const named_method *of, bool on_device, uint32_t check_every) {
  const rgs_host host =
      WITH_HEAD(rgs_host, .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL,
                .ranks = 1, .flags = flags);
  rgs_draft_device_spec spec = RGS_DRAFT_DEVICE_SPEC_INIT;
  rgs_context *context = opened();
  OK(rgs_draft_allow(context, RGS_DRAFT_ABI, &err));
  const rgs_method *method = made(context, of);
  crowd c = { 0 };
  const size_t bytes = sizeof(double) * SYSTEMS * MOST * DOUBLES;
  spec.check_every = check_every;
  OK(rgs_bodies_create(context, SYSTEMS * MOST, &c.bodies, &err));
  c.pool = keep(calloc(1, bytes), free);
  c.there = c.here = keep(calloc(1, bytes), free);
  c.system = keep(calloc(SYSTEMS * MOST, sizeof *c.system), free);
  if (on_device) {
    OK(rgs_draft_device_open(context, "emulated", &spec, &c.device, &err));
    keep(c.device, close_device);
    OK(rgs_draft_bodies_on(c.bodies, c.device, &err));
    c.there = rgs_draft_device_allocate(c.device, bytes);
  }
  keep(c.bodies, close_bodies);
  OK(rgs_stepper_create(c.bodies, method, &host, &c.stepper, &err));
  keep(c.stepper, close_stepper);
  OK(rgs_stepper_create(c.bodies, method, &host, &c.reader, &err));
  keep(c.reader, close_stepper);
  return c;
}

static void fill(crowd *c) {
  seed = 8;
  for (int64_t i = 0; i < (int64_t)SYSTEMS * MOST; i++) {
    double *of = c->pool + DOUBLES * i;
    for (int k = 0; k < DOUBLES; k++) of[k] = random_between(&seed, -1, 1);
    random_orientation(of + Q);
    of[MASS] = 1 + (double)(i % 3);
    for (int k = 0; k < 3; k++) of[INERTIA + k] = 1 + 0.2 * k + 0.1 * (double)(i % 2);
    of[CHOSEN] = i % 5 > 0;
  }
}

static void copy_all(crowd *c, int way) {
  const size_t bytes = sizeof(double) * DOUBLES * (size_t)c->n;
  if (c->device == NULL) return;
  if (way == RGS_DRAFT_TO_DEVICE)
    OK(rgs_draft_device_copy(c->device, c->there, c->here, bytes, way, &err));
  else
    OK(rgs_draft_device_copy(c->device, c->here, c->there, bytes, way, &err));
}

static rgs_draft_batch batch_of(crowd *c) {
  return (rgs_draft_batch){ .head = RGS_DRAFT_HEAD(rgs_draft_batch, RGS_DRAFT_BATCH),
                            .n = c->n,
                            .system = c->system,
                            .cell = c->cell,
                            .virial = c->virial,
                            .energy = c->energy };
}

/* Some of the systems, which become the batch. */
static void bind(crowd *c, const int *size, const bool *is_there, bool chooses) {
  static uint64_t revision;
  c->n = c->n_systems = 0;
  for (int s = 0; s < SYSTEMS; s++) {
    if (!is_there[s]) continue;
    c->at[c->n_systems++] = c->n;
    memcpy(c->here + DOUBLES * c->n, c->pool + (size_t)DOUBLES * MOST * s,
           sizeof(double) * DOUBLES * size[s]);
    for (int k = 0; k < size[s]; k++) c->system[c->n++] = 7 * s;
  }
  c->at[c->n_systems] = c->n;
  copy_all(c, RGS_DRAFT_TO_DEVICE);
  rgs_view view = view_of_plain(c->there, c->n, DOUBLES, 0);
  view.revision = ++revision;
  if (chooses) view.thermostatted = (rgs_column){ c->there + CHOSEN, DOUBLES, 1 };
  const rgs_draft_batch batch = batch_of(c);
  OK(rgs_bodies_bind(c->bodies, &view, &err));
  OK(rgs_draft_batch_set(c->stepper, &batch, &err));
}

static void unbind(crowd *c) {
  OK(rgs_draft_device_wait(c->stepper, &err));
  copy_all(c, RGS_DRAFT_FROM_DEVICE);
  for (int64_t k = 0; k < c->n_systems; k++)
    memcpy(c->pool + DOUBLES * MOST * (c->system[c->at[k]] / 7), c->here + DOUBLES * c->at[k],
           sizeof(double) * DOUBLES * (size_t)(c->at[k + 1] - c->at[k]));
}

static rgs_status move(crowd *c, double h, int steps) {
  rgs_status status = RGS_OK;
  rgs_eval request = RGS_EVAL_INIT;
  for (int k = 0; k < steps && status == RGS_OK; k++) do {
      status = rgs_stepper_advance(c->stepper, h, &request, &err);
      for (int64_t i = 0; i < 9 * c->n_systems; i++)
        c->virial[i] = c->cell[i] + 0.1 * (double)(i % 7);
      for (int64_t i = 0; i < c->n_systems; i++) /* of each system and step another one */
        c->energy[i] = sin(3.0 * (double)c->system[c->at[i]] + 1e3 * request.time);
    } while (status == RGS_NEED_EVAL);
  return status;
}
/* Systems that are new have no cell yet. */
static void set_cells(crowd *c) {
  rgs_cell cell = WITH_HEAD(rgs_cell, .vectors = { 5, 0, 0, 0.5, 6, 0, 0, 0, 7 });
  for (int64_t k = 0; k < c->n_systems; k++) {
    const int64_t name = c->system[c->at[k]];
    cell.vectors[0] = 5 + 0.01 * (double)name;
    if (rgs_draft_batch_cell(c->stepper, name, &(rgs_cell)RGS_CELL_INIT, &err) != RGS_OK)
      OK(rgs_draft_batch_set_cell(c->stepper, name, &cell, &err));
  }
}

static rgs_status go(crowd *c, int steps) { return move(c, 0.02, steps); }

static void same_systems(const named_method *of, bool chooses) {
  crowd c[2] = { crowd_of(of, false, 0), crowd_of(of, true, 0) };
  uint64_t random = 3;
  int size[SYSTEMS];
  fill(&c[0]);
  fill(&c[1]);
  for (int s = 0; s < SYSTEMS; s++) size[s] = 1 + (int)random_between(&random, 0, MOST);
  size[4] = 1, size[5] = 64, size[6] = 65, size[7] = 1;
  for (int round = 0; round < ROUNDS; round++) {
    bool is_there[SYSTEMS];
    double kt[SYSTEMS], numbers[2][SYSTEMS];
    static const char *const keys[] = { "kinetic_rotation", "heat", "coupling_energy" };
    for (int s = 0; s < SYSTEMS; s++) is_there[s] = random_between(&random, 0, 1) < 0.4;
    for (int s = 4; s < 8; s++) is_there[s] = true;
    for (int on = 0; on < 2; on++) {
      bind(&c[on], size, is_there, chooses);
      if (of->barostat != NULL) set_cells(&c[on]);
      for (int64_t k = 0; k < c[on].n_systems; k++) kt[k] = 1 + 0.001 * (double)c[on].at[k];
      if (of->thermostat != NULL && strncmp(of->params, "kt", 2) == 0)
        OK(rgs_draft_batch_set_param(c[on].stepper, "kt", kt, c[on].n_systems, &err));
      OK(go(&c[on], STEPS));
      OK(move(&c[on], 0, 1)); /* no orientation is normalised anew */
    }
    for (size_t k = 0; k < (of->thermostat != NULL ? COUNT(keys) : 1); k++) {
      for (int on = 0; on < 2; on++)
        OK(rgs_stepper_output(c[on].stepper, keys[k], numbers[on], SYSTEMS, &err));
      SAME_BITS(numbers[0], numbers[1], c[0].n_systems);
    }
    for (int on = 0; on < 2; on++) unbind(&c[on]);
    SAME_BITS(c[0].pool, c[1].pool, SYSTEMS * MOST * DOUBLES);
  }
}

TEST(bits_of_the_host) {
  static const named_method methods[] = {
    { "exact", "strang", NULL, NULL, NULL },
    { "nosquish", "mclachlan4", NULL, NULL, NULL },
    { "exact", "strang", "langevin", NULL, "kt=1 relaxation=0.3 seed=5" },
    { "exact", "obabo", "langevin", NULL, "kt=1 relaxation=0.3 seed=5" },
    { "exact", "strang", "csvr", NULL, "kt=1 relaxation=0.3 seed=5" },
    { "exact", "baoab", "nhc", NULL, "kt=1 relaxation=0.3" },
    { "exact", "strang", "drag", NULL, "rate=0.3 rate_1=0.1" },
    { "exact", "strang", "metropolis", NULL, "kt=1 seed=5 steps=2 relaxation=0.1" },
  };
  static const named_method pressures[] = {
    { "exact", "strang", "csvr", "andersen",
      "kt=1 relaxation=0.3 seed=5 pressure=0.2 barostat_relaxation=1 group_y=2" },
    { "nosquish", "strang", "langevin", "crescale_flexible",
      "kt=1 relaxation=0.3 seed=5 pressure=0.2 barostat_relaxation=1" },
    { "exact", "strang", "metropolis", "mc",
      "kt=1 seed=5 steps=2 relaxation=0.1 pressure=0.2 volume_step=0.1 group_y=2" },
  };
  for (size_t m = 0; m < COUNT(pressures); m++) same_systems(&pressures[m], m > 0);
  for (size_t m = 0; m < COUNT(methods); m++) same_systems(&methods[m], false);
  same_systems(&methods[3], true);
  same_systems(&methods[4], true);
}

/* Two systems of 3 and 100 bodies; a force becomes NaN after two steps. */
static void nan_force(const char *thermostat, uint32_t check_every) {
  const named_method of = { "exact", "strang", thermostat, NULL,
                            thermostat != NULL ? "kt=1 relaxation=0.3 seed=5" : NULL };
  crowd c = crowd_of(&of, true, check_every);
  int size[SYSTEMS] = { 3, 100 };
  const bool is_there[SYSTEMS] = { true, true };
  double force = NAN;
  fill(&c);
  bind(&c, size, is_there, false);
  OK(go(&c, 2));
  OK(rgs_draft_device_copy(c.device, c.there + DOUBLES * 45 + F + 1, &force, 8, 1, &err));
  rgs_status status = go(&c, 5);
  if (status == RGS_OK) {
    REFUSED_BODY(RGS_E_NONFINITE, 45, rgs_draft_device_wait(c.reader, &err),
                 "system 7, body 42 of it, its step 3: body 45: f[1] is", "(step 3 on device");
  } else {
    SAME_INT(RGS_E_NONFINITE, status);
    TRUE(strstr(err.text, "system 7, body 42 of it, its step 3: body 45: f[1] is") != NULL);
  }
  NEAR(0.04, rgs_stepper_time(c.stepper), 1e-12);
  if (flags == 0) return;
  OK(rgs_stepper_rewind(c.stepper, &err));
  force = c.here[DOUBLES * 45 + F + 1];
  OK(rgs_draft_device_copy(c.device, c.there + DOUBLES * 45 + F + 1, &force, 8, 1, &err));
  c.system[50]--;
  const rgs_draft_batch batch = batch_of(&c);
  REFUSED_BODY(RGS_E_ARG, 50, rgs_draft_batch_set(c.stepper, &batch, &err), "batch.system[50] is 6",
               "must ascend");
  OK(go(&c, 3)); /* as if nothing had been asked, and no force had been wrong */
  unbind(&c);
  crowd host = crowd_of(&of, false, 0);
  fill(&host);
  bind(&host, size, is_there, false);
  OK(go(&host, 5));
  unbind(&host);
  SAME_BITS(host.pool, c.pool, 2 * MOST * DOUBLES);
}
TEST(faults) {
  static const char *const thermostats[] = { NULL, "langevin", "csvr" };
  for (int t = 0; t < 3; t++)
    for (uint32_t every = 0; every < 3; every++) {
      flags = every == 2 ? RGS_HOST_REWINDS : 0;
      nan_force(thermostats[t], every);
    }
  flags = 0;
}

static rgs_status scale(rgs_thermostat_call *call) {
  (void)call;
  return RGS_OK;
}
/* A thermostat without a kernel is refused by its name. */
TEST(refused_thermostats) {
  static const rgs_about about = WITH_HEAD(rgs_about, .name = "acme.still", .doc = "For tests.",
                                           .cite = "none", .order = RGS_EXACT);
  static const rgs_thermostat still = WITH_HEAD(rgs_thermostat, .about = &about, .scale = scale);
  static const rgs_thermostat *const thermostats[] = { &still, NULL };
  static const rgs_module module = WITH_HEAD(rgs_module, .name = "acme", .version = "1",
                                             .license = "none", .thermostats = thermostats);
  rgs_context *c = opened();
  rgs_draft_device *device = NULL;
  rgs_bodies *bodies = NULL;
  rgs_stepper *stepper = NULL;
  const rgs_host host = WITH_HEAD(rgs_host, .provides = RGS_EVAL_FORCE, .ranks = 1);
  OK(rgs_module_add(c, &module, &err));
  const rgs_method *m = made(c, &(named_method){ "exact", "strang", "acme.still", NULL, NULL });
  OK(rgs_draft_device_open(c, "emulated", NULL, &device, &err));
  keep(device, close_device);
  OK(rgs_bodies_create(c, 1, &bodies, &err));
  keep(bodies, close_bodies);
  OK(rgs_draft_bodies_on(bodies, device, &err));
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_create(bodies, m, &host, &stepper, &err),
               "thermostat 'acme.still' has no kernel on device 'emulated'", "langevin");
}

TEST_MAIN(NULL, NULL)
