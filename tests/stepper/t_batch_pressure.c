/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_batch_pressure.c - batches with barostats: each system moves with its own cell, bit for bit as alone.
 */
#include "batches.h"
#include <rigidstep/ensemble.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct answers {
  const int64_t *system; /* null: a system alone */
  double cell[9 * SYSTEMS], virial[9 * SYSTEMS];
  int64_t spoil; /* this number of virials becomes NaN; -1: none */
} answers;

/* What a host answers for the bodies from `at` on, which depends on the cell. */
static void virial_of(const fake_bodies *b, int64_t at, int64_t end, const double cell[9],
                      double virial[9]) {
  for (int k = 0; k < 9; k++) virial[k] = 0.02 * cell[4 * (k % 3)];
  for (int64_t i = at; i < end; i++)
    for (int k = 0; k < 9; k++)
      virial[k] += RGS_AT(b->view.f, i, k / 3) * RGS_AT(b->view.x, i, k % 3);
}

static int answer(fake_host *h, rgs_eval *request) {
  answers *told = h->extra;
  const fake_bodies *b = h->bodies;
  if (!(request->what & RGS_EVAL_VIRIAL)) return 0;
  if (told->system == NULL) {
    virial_of(b, 0, b->n, request->cell, request->virial);
    return 0;
  }
  /* With RIGIDSTEP_CHECKS the library asks some requests twice, and the virial is there already. */
  const bool again = getenv("RIGIDSTEP_CHECKS") != NULL;
  for (int k = 0; k < 9; k++) TRUE(request->cell[k] == 0 && (again || isnan(told->virial[k])));
  int64_t k = 0, at = 0;
  for (int64_t i = 1; i <= b->n; i++) {
    if (i < b->n && told->system[i] == told->system[at]) continue;
    virial_of(b, at, i, told->cell + 9 * k, told->virial + 9 * k);
    k++, at = i;
  }
  if (told->spoil >= 0) told->virial[told->spoil] = NAN;
  return 0;
}

static rgs_cell cell_of(int s) {
  const rgs_cell cell = WITH_HEAD(rgs_cell, .vectors = { 5 + s, 0, 0, 0.1 * s, 6, 0, 0, -0.2, 7 },
                                  .origin = { 0.1 * s, 0, 0 });
  return cell;
}

static void drive_with(driven *d, rgs_context *c, const rgs_method *m, fake_bodies *world,
                       answers *told, const int64_t *system) {
  *told = (answers){ .system = system, .spoil = -1 };
  drive_host(d, c, m, world, NULL, answer, told);
  if (system == NULL) return;
  rgs_draft_batch batch = batch_of(d, system);
  batch.cell = told->cell;
  batch.virial = told->virial;
  OK(rgs_draft_batch_set(d->stepper, &batch, &err));
}

/* Everything that a host may do to a stepper, and to the cell of each system. */
static void set_cells(rgs_stepper *s, int first, bool batch, double by) {
  for (int k = first; k < (batch ? SYSTEMS : first + 1); k++) {
    rgs_cell cell = cell_of(k);
    cell.vectors[8] *= by;
    if (batch)
      OK(rgs_draft_batch_set_cell(s, 10 * k, &cell, &err));
    else
      OK(rgs_stepper_set_cell(s, &cell, &err));
  }
}

/* With trials some systems accept, and others do not. */
static bool tries(const named_method *of) { return strcmp(of->barostat, "mc") == 0; }
static double step_of(const named_method *of) { return tries(of) ? 0.8 : 0.02; }

/* The batch is loaded at each request. */
static void run_some(driven *d, double h, int steps, bool loads) {
  if (!loads) OK(rgs_stepper_run(d->stepper, h, steps, &err));
  for (int step = 0; loads && step < steps;) {
    rgs_eval ask = RGS_EVAL_INIT;
    rgs_status status = rgs_stepper_advance(d->stepper, h, &ask, &err);
    OK(load(d->stepper, saved(d->stepper)));
    step += status == RGS_OK;
    if (status == RGS_NEED_EVAL) status = rgs_stepper_advance(d->stepper, h, &ask, &err);
    if (status == RGS_NEED_EVAL) SAME_INT(0, fake_eval(&d->host, &ask, &d->world->view));
  }
}

static void live(driven *d, const rgs_method *const m[3], const named_method of[3], int k,
                 bool batch) {
  const double h = step_of(of);
  rgs_stepper *s = d->stepper;
  double pressure[SYSTEMS];
  for (int i = 0; i < SYSTEMS; i++) pressure[i] = 0.1 + 0.05 * i;
  set_cells(s, k, batch, 1);
  OK(rgs_draft_batch_set_param(s, "pressure", pressure + k, batch ? SYSTEMS : 1, &err));
  OK(rgs_stepper_run(s, h, 3, &err));
  OK(set_param(s, tries(of) ? RGS_KIND_THERMOSTAT : RGS_KIND_BAROSTAT, "kt", 1.3, &err));
  const block whole = saved(s), ensemble = saved_by(rgs_stepper_save_ensemble, s);
  OK(rgs_stepper_run(s, h, 2, &err));
  OK(rgs_stepper_load_ensemble(s, ensemble.bytes, ensemble.size, &err));
  OK(rgs_stepper_run(s, h, 1, &err));
  OK(load(s, whole));
  OK(rgs_stepper_swap(s, m[1], &err)); /* a scheme that drifts last, with the same barostat */
  run_some(d, h, 2, batch);
  OK(rgs_stepper_swap(s, m[2], &err)); /* another barostat, which has no cell yet */
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_run(s, 0.02, 1, &err), "does not know the cell");
  set_cells(s, k, batch, 1.01);
  run_some(d, step_of(&of[2]), tries(&of[2]) ? 20 : 2, batch);
}

static rgs_cell told_cell(const rgs_stepper *s, int k, bool batch) {
  rgs_cell cell = RGS_CELL_INIT;
  if (batch)
    OK(rgs_draft_batch_cell(s, 10 * k, &cell, &err));
  else
    OK(rgs_stepper_cell(s, &cell, &err));
  return cell;
}

static void bits_of(const named_method of[3], int layout) {
  const char *const keys[] = { "volume", "coupling_energy",
                               tries(&of[2]) ? "accepted" : "barostat_kinetic" };
  int64_t system[1505];
  rgs_context *c = opened();
  OK(rgs_draft_allow(c, RGS_DRAFT_ABI, &err));
  const rgs_method *const m[] = { made(c, &of[0]), made(c, &of[1]), made(c, &of[2]) };
  driven all, one;
  static answers told, alone;
  double values[COUNT(keys)][SYSTEMS], own;
  drive_with(&all, c, m[0], worlds(0, SYSTEMS, layout, system), &told, system);
  live(&all, m, of, 0, true);
  for (size_t k = 0; k < COUNT(keys); k++)
    OK(rgs_stepper_output(all.stepper, keys[k], values[k], SYSTEMS, &err));
  TRUE(!tries(&of[2]) || values[2][0] > values[2][SYSTEMS - 1]);
  for (int64_t s = 0, at = 0; s < SYSTEMS; at += sizes[s++]) {
    drive_with(&one, c, m[0], fake_bodies_filled(sizes[s], layout, 0), &alone, NULL);
    live(&one, m, of, (int)s, false);
    same_as_alone(all.world, at, one.world);
    const rgs_cell a = told_cell(all.stepper, (int)s, true),
                   b = told_cell(one.stepper, (int)s, false);
    SAME_BITS(a.vectors, b.vectors, 9);
    SAME_BITS(a.reference, b.reference, 9);
    for (size_t k = 0; k < COUNT(keys); k++) {
      OK(rgs_stepper_output(one.stepper, keys[k], &own, 1, &err));
      SAME_BITS(&own, &values[k][s], 1);
    }
  }
}

#define CELL "kt=1 pressure=0.1 barostat_relaxation=2 "
#define BATH "relaxation=0.3 seed=5 " CELL
#define VOLUMES "kt=1 relaxation=3 seed=5 pressure=0.1 volume_step=0.2 "
TEST(bits_of_each_system) {
  const named_method constant_enthalpy[] = { { "exact", "strang", NULL, "andersen", CELL },
                                             { "exact", "strang_dkd", NULL, "andersen", CELL },
                                             { "exact", "strang", NULL, "flexible", CELL } };
  const named_method langevin[] = {
    { "exact", "obabo", "langevin", "andersen", BATH "group_x=1 group_y=2 group_z=0" },
    { "exact", "strang_dkd", "langevin", "andersen", BATH "group_x=1 group_y=2 group_z=0" },
    { "exact", "strang", "csvr", "crescale", BATH }
  };
  const named_method csvr[] = { { "nosquish", "strang", "csvr", "flexible", BATH },
                                { "nosquish", "mclachlan4", "csvr", "flexible", BATH },
                                { "exact", "respa", "langevin", "andersen", BATH } };
  const named_method nhc[] = { { "exact", "respa", "nhc", "andersen", "relaxation=0.3 " CELL },
                               { "exact", "strang", "nhc", "andersen", "relaxation=0.3 " CELL },
                               { "midpoint", "strang", "langevin", "crescale", BATH } };
  const named_method from_mc[] = { { "exact", "respa", "metropolis", "mc", VOLUMES "group_y=2" },
                                   { "exact", "strang_dkd", "metropolis", "mc",
                                     VOLUMES "group_y=2" },
                                   { "exact", "strang", "csvr", "crescale", BATH } };
  const named_method to_mc[] = { { "exact", "strang", "csvr", "crescale", BATH },
                                 { "exact", "strang_dkd", "csvr", "crescale", BATH },
                                 { "exact", "strang", "metropolis", "mc", VOLUMES "steps=4" } };
  for (int layout = FAKE_AOS; layout < FAKE_LAYOUTS; layout++) {
    bits_of(constant_enthalpy, layout);
    bits_of(langevin, layout);
    bits_of(csvr, layout);
    bits_of(nhc, layout);
    bits_of(from_mc, layout);
    bits_of(to_mc, layout);
  }
}

TEST(faults) {
  int64_t system[1505];
  rgs_context *c = opened();
  const rgs_method *m = made(c, &(named_method){ "exact", "strang", "csvr", "andersen", BATH });
  const rgs_method *plain = made(c, &(named_method){ "exact", "strang", NULL, NULL, NULL });
  driven d;
  static answers told;
  rgs_cell cell = cell_of(0);
  drive_with(&d, c, m, worlds(0, SYSTEMS, FAKE_SOA, system), &told, system);
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_run(d.stepper, 0.02, 1, &err), "system 0, its step 0",
               "does not know the cell; call rgs_draft_batch_set_cell");
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_set_cell(d.stepper, &cell, &err),
               "call rgs_draft_batch_set_cell");
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_cell(d.stepper, &cell, &err), "call rgs_draft_batch_cell");
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_batch_set_cell(d.stepper, 7, &cell, &err), "system is 7");
  cell.vectors[4] = -1;
  REFUSED_TEXT(RGS_E_ARG, rgs_draft_batch_set_cell(d.stepper, 20, &cell, &err), "system 20",
               "cell.vectors[4] is -1");
  set_cells(d.stepper, 0, true, 1);
  OK(rgs_stepper_run(d.stepper, 0.02, 2, &err));
  const double *before = fake_state(d.world);
  const double volume = told_cell(d.stepper, 4, true).vectors[0];
  told.spoil = 9 * 4 + 8;
  REFUSED_TEXT(RGS_E_HOST, rgs_stepper_run(d.stepper, 0.02, 1, &err), "system 40, its step 3",
               "virial[8]", "write rgs_draft_batch.virial");
  told.spoil = -1;
  OK(rgs_stepper_rewind(d.stepper, &err));
  SAME_BITS(before, fake_state(d.world), (size_t)(FAKE_STATE * d.world->n));
  TRUE(volume == told_cell(d.stepper, 4, true).vectors[0]);
  const int64_t allocated = allocations();
  OK(rgs_stepper_run(d.stepper, 0.02, 3, &err));
  SAME_INT(0, allocations() - allocated);

  rgs_draft_batch batch = batch_of(&d, system);
  batch.cell = told.cell;
  REFUSED_TEXT(RGS_E_NEEDS, rgs_draft_batch_set(d.stepper, &batch, &err),
               "barostat 'andersen' needs a cell and a virial of each system");
  OK(rgs_stepper_swap(d.stepper, plain, &err));
  OK(rgs_draft_batch_set(d.stepper, &batch, &err));
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_swap(d.stepper, m, &err), "give rgs_draft_batch.cell and");
  REFUSED_TEXT(RGS_E_NEEDS, rgs_draft_batch_set_cell(d.stepper, 0, &cell, &err), "has no barostat");
  OK(rgs_draft_allow(c, RGS_DRAFT_ABI, &err));
  m = made(c, &(named_method){ "exact", "strang", "metropolis", "mc", VOLUMES });
  OK(rgs_stepper_swap(d.stepper, m, &err)); /* without virials */
  batch.cell = NULL;
  REFUSED_TEXT(RGS_E_NEEDS, rgs_draft_batch_set(d.stepper, &batch, &err),
               "give rgs_draft_batch.cell, with");
}

TEST_MAIN(NULL, NULL)
