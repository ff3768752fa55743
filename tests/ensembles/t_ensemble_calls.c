/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_ensemble_calls.c - what a host tells a stepper with a thermostat or a barostat, and reads of it: the cell
 * and its reference, parameters, the number of steps.
 */
#include "check.h"
#include "ensemble_host.h"

#include <math.h>
#include <string.h>

static ensemble a, b;

#define ISO "kt=1.1 pressure=1 barostat_relaxation=0.8"

static void begin(ensemble *e, const char *scheme, const char *thermostat, const char *barostat,
                  const char *params) {
  const named_method m = { "exact", scheme, thermostat, barostat, params };
  ensemble_begin(e, &m, 1, false);
}

static rgs_cell cell_of(ensemble *e) {
  rgs_cell cell = RGS_CELL_INIT;
  OK(rgs_stepper_cell(e->rank[0].stepper, &cell, &err));
  return cell;
}

static bool same(const double *one, const double *other) {
  return memcmp(one, other, 9 * sizeof *one) == 0;
}

/* ---- the cell ------------------------------------------------------------------------------------ */
/* At every request the cell is what the request says. */
TEST(cell_is_told) {
  begin(&a, "strang_dkd", NULL, "andersen", ISO);
  rgs_cell told = cell_of(&a);
  const rgs_cell edges = cell_of_edges(a.box.edge[0], a.box.edge[1], a.box.edge[2]);
  TRUE(same(told.vectors, edges.vectors) && same(told.reference, edges.vectors));
  for (int step = 0; step < 20; step++)
    while (ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL) {
      told = cell_of(&a);
      TRUE(same(told.vectors, a.rank[0].request.cell));
      ensemble_answer(&a);
    }
  /* This scheme ends with a drift, so the cell has changed since the last request. */
  told = cell_of(&a);
  TRUE(!same(told.vectors, a.rank[0].request.cell));
  NEAR(told.vectors[0], ensemble_output(&a, "box_lengths", 0), 0);
  const double v = told.vectors[0] * told.vectors[4] * told.vectors[8];
  NEAR(v, ensemble_output(&a, "volume", 0), 1e-13 * v);
}

/* To tell the cell that the stepper has, or to give the reference that it has, changes nothing. */
TEST(cell_told_again) {
  begin(&a, "strang", "langevin", "andersen", ISO " seed=3 relaxation=1");
  begin(&b, "strang", "langevin", "andersen", ISO " seed=3 relaxation=1");
  for (int step = 0; step < 30; step++) {
    ensemble_run_steps(&a, 0.004, 1, false);
    ensemble_run_steps(&b, 0.004, 1, false);
    rgs_cell cell = cell_of(&b);
    if (step % 2) memset(cell.reference, 0, sizeof cell.reference);
    OK(rgs_stepper_set_cell(b.rank[0].stepper, &cell, &err));
  }
  SAME_INT(a.evaluations, b.evaluations);
  TRUE(boxes_same(&a.box, &b.box));
}

/* A host that scales its cell by itself: strains count from the reference that was, unless another is
 * given; forces are asked for again; the barostat's momentum stays. */
TEST(cell_changed) {
  begin(&a, "strang", NULL, "andersen", ISO);
  ensemble_run_steps(&a, 0.004, 40, false);
  const rgs_cell before = cell_of(&a);
  const double strain = ensemble_output(&a, "strain", 1),
               momentum = ensemble_output(&a, "barostat_momentum", 0);
  NEAR(log(before.vectors[4] / before.reference[4]), strain, 1e-14);
  TRUE(fabs(strain) > 1e-5);
  rgs_cell next = before;
  memset(next.reference, 0, sizeof next.reference);
  for (int k = 0; k < 9; k++) next.vectors[k] *= 1.01;
  OK(rgs_stepper_set_cell(a.rank[0].stepper, &next, &err));
  TRUE(same(cell_of(&a).vectors, next.vectors) && same(cell_of(&a).reference, before.reference));
  NEAR(strain + log(1.01), ensemble_output(&a, "strain", 1), 1e-14);
  NEAR(momentum, ensemble_output(&a, "barostat_momentum", 0), 0);
  const int64_t evaluations = a.evaluations;
  for (int k = 0; k < 3; k++) a.box.edge[k] = next.vectors[4 * k];
  ensemble_run_steps(&a, 0.004, 1, false);
  SAME_INT(evaluations + 2, a.evaluations);
  memcpy(next.reference, before.vectors, sizeof next.reference);
  memcpy(next.vectors, cell_of(&a).vectors, sizeof next.vectors);
  OK(rgs_stepper_set_cell(a.rank[0].stepper, &next, &err));
  NEAR(log(next.vectors[0] / before.vectors[0]), ensemble_output(&a, "strain", 0), 1e-14);
  ensemble_run_steps(&a, 0.004, 1, false); /* the cell is as it was, so forces hold */
  SAME_INT(evaluations + 3, a.evaluations);
  rgs_cell moved = cell_of(&a);
  moved.origin[2] = 0.5;
  OK(rgs_stepper_set_cell(a.rank[0].stepper, &moved, &err));
  SAME_BITS(moved.origin, cell_of(&a).origin, 3);
  ensemble_run_steps(&a, 0.004, 1, false); /* another origin: nothing is valid */
  SAME_INT(evaluations + 5, a.evaluations);
}

/* The energy that is conserved does not depend on the reference while targets are alike, and changes by
 * what the work on the cell says where they differ. */
TEST(reference_counts) {
  const char *params =
      ISO " conserved=1 group_x=1 group_y=2 group_z=3 deviation_x=0.4 deviation_y=-0.4";
  begin(&a, "strang", NULL, "andersen", params);
  begin(&b, "strang", NULL, "andersen", params);
  rgs_cell cell = cell_of(&b);
  for (int k = 0; k < 3; k++) cell.reference[4 * k] = cell.vectors[4 * k] * (1.1 + 0.1 * k);
  OK(rgs_stepper_set_cell(b.rank[0].stepper, &cell, &err));
  double start[2] = { 0 };
  for (int k = 0; k < 200; k++) {
    ensemble_run_steps(&a, 0.002, 1, false);
    ensemble_run_steps(&b, 0.002, 1, false);
    if (k == 0) start[0] = ensemble_output(&a, "conserved_energy", 0);
    if (k == 0) start[1] = ensemble_output(&b, "conserved_energy", 0);
  }
  NEAR(start[0], ensemble_output(&a, "conserved_energy", 0), 0.02);
  NEAR(start[1], ensemble_output(&b, "conserved_energy", 0), 0.02);
  TRUE(fabs(ensemble_output(&a, "strain", 0)) > 1e-3);
  TRUE(!same(a.box.edge, b.box.edge)); /* deviations count with another volume */
}

TEST(refused_cells) { /* those that are none: t_flexible.c */
  begin(&a, "strang", NULL, "andersen", ISO " group_z=2");
  rgs_stepper *s = a.rank[0].stepper;
  ensemble_run_steps(&a, 0.004, 3, false);
  const rgs_cell before = cell_of(&a);
  const double *v = before.vectors;
  rgs_cell cell = before;
  cell.reserved0 = 7;
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_cell(s, &cell, &err), "reserved0 are 0 and 7");
  cell = before, cell.head.size = offsetof(rgs_cell, vectors);
  REFUSED_TEXT(RGS_E_ABI, rgs_stepper_set_cell(s, &cell, &err), "cell");
  REFUSED(RGS_E_ARG, rgs_stepper_set_cell(s, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_set_cell(NULL, &before, &err));
  /* Axes x and y are one group. */
  cell = cell_of_edges(v[0] * 1.1, v[4], v[8]);
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_set_cell(s, &cell, &err), "one group", "give reference");
  TRUE(same(cell_of(&a).vectors, v) && same(cell_of(&a).reference, before.reference));
  const int64_t evaluations = a.evaluations;
  ensemble_run_steps(&a, 0.004, 1, false); /* nothing that was refused has changed anything */
  SAME_INT(evaluations + 1, a.evaluations);
  memcpy(cell.reference, cell.vectors, sizeof cell.reference);
  OK(rgs_stepper_set_cell(s, &cell, &err));
  cell = cell_of_edges(v[0] * 1.1, v[4], v[8] * 2); /* z is a group of its own */
  OK(rgs_stepper_set_cell(s, &cell, &err));
  rgs_cell cut = RGS_CELL_INIT;
  cut.head.size = offsetof(rgs_cell, reference);
  OK(rgs_stepper_cell(s, &cut, &err));
  TRUE(same(cut.vectors, cell.vectors) && cut.reference[0] == 0);
  REFUSED(RGS_E_ARG, rgs_stepper_cell(s, NULL, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_cell(NULL, &cut, &err));
  TRUE(ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL);
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_set_cell(s, &before, &err), "inside a step");
  begin(&a, "strang", NULL, NULL, NULL);
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_set_cell(a.rank[0].stepper, &before, &err), "barostat");
  REFUSED_TEXT(RGS_E_NEEDS, rgs_stepper_cell(a.rank[0].stepper, &cell, &err), "barostat");
}

/* In a plane the third vector is (0, 0, 1). */
TEST(cell_of_a_plane) {
  begin(&a, "strang", NULL, "andersen", ISO " group_z=0");
  ensemble_rank *r = &a.rank[0];
  for (int64_t i = 0; i < r->n; i++) r->data[i][P + 2] = r->data[i][L] = r->data[i][L + 1] = 0;
  r->view.flags |= RGS_VIEW_PLANAR;
  OK(rgs_bodies_bind(r->bodies, &r->view, &err));
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_advance(r->stepper, 0.004, &r->request, &err),
               "must be (0, 0, 1)");
  rgs_cell cell = cell_of_edges(a.box.edge[0], a.box.edge[1], 1);
  cell.vectors[3] = cell.vectors[7] = 0.25;
  memcpy(cell.reference, cell.vectors, sizeof cell.reference);
  OK(rgs_stepper_set_cell(r->stepper, &cell, &err));
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_advance(r->stepper, 0.004, &r->request, &err),
               "(0, 0.25, 1)");
  cell.vectors[7] = cell.reference[7] = 0;
  OK(rgs_stepper_set_cell(r->stepper, &cell, &err));
  TRUE(rgs_stepper_advance(r->stepper, 0.004, &r->request, &err) == RGS_NEED_EVAL);
  /* Nothing is read along z, where such a host has nothing to write. */
  for (int64_t i = 0; i < r->n; i++) memset(r->data[i] + F, 0, 6 * sizeof(double));
  r->request.virial[0] = r->request.virial[4] = 1;
  TRUE(rgs_stepper_advance(r->stepper, 0.004, &r->request, &err) == RGS_NEED_EVAL);
}

/* ---- parameters ---------------------------------------------------------------------------------- */
static double param(uint32_t kind, const char *key) {
  double value = -77;
  OK(rgs_stepper_param(a.rank[0].stepper, kind, key, &value, &err));
  return value;
}

TEST(parameters) {
  begin(&a, "strang", "langevin", "andersen", ISO " seed=3 relaxation=0.5");
  rgs_stepper *s = a.rank[0].stepper;
  NEAR(1.1, param(0, "kt"), 0);
  NEAR(0.5, param(0, "relaxation"), 0); /* it does not ramp, but it is told */
  NEAR(3, param(RGS_KIND_THERMOSTAT, "seed"), 0);
  NEAR(3, param(RGS_KIND_BAROSTAT, "seed"), 0);
  NEAR(0.8, param(0, "barostat_relaxation"), 0);
  OK(set_param(s, 0, "kt", 2.5, &err)); /* both have it */
  NEAR(2.5, param(RGS_KIND_THERMOSTAT, "kt"), 0);
  NEAR(2.5, param(RGS_KIND_BAROSTAT, "kt"), 0);
  OK(set_param(s, RGS_KIND_BAROSTAT, "kt", 0.5, &err));
  NEAR(2.5, param(RGS_KIND_THERMOSTAT, "kt"), 0);
  NEAR(0.5, param(RGS_KIND_BAROSTAT, "kt"), 0);
  NEAR(2.5, param(0, "kt"), 0); /* the thermostat's comes first */
  OK(set_param(s, 0, "pressure", 7, &err));
  NEAR(7, param(0, "pressure"), 0);
  double value = 5;
  REFUSED_TEXT(RGS_E_PARAM, set_param(s, 0, "relaxation", 1, &err), "rgs_stepper_swap");
  REFUSED_TEXT(RGS_E_PARAM, set_param(s, RGS_KIND_THERMOSTAT, "pressure", 1, &err), "thermostat");
  REFUSED_TEXT(RGS_E_PARAM, set_param(s, 0, "kT", 1, &err), "kt");
  REFUSED_TEXT(RGS_E_PARAM, set_param(s, 0, "kt", -1, &err), "above 0");
  REFUSED_TEXT(RGS_E_PARAM, rgs_stepper_param(s, RGS_KIND_BAROSTAT, "relaxation", &value, &err),
               "pressure");
  REFUSED_TEXT(RGS_E_ARG, set_param(s, RGS_KIND_SCHEME, "kt", 1, &err), "kind is 2");
  REFUSED_TEXT(RGS_E_ARG, rgs_stepper_param(s, 9, "kt", &value, &err), "kind is 9");
  REFUSED(RGS_E_ARG, rgs_stepper_param(s, 0, NULL, &value, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_param(s, 0, "kt", NULL, &err));
  REFUSED(RGS_E_ARG, rgs_stepper_param(NULL, 0, "kt", &value, &err));
  NEAR(5, value, 0);
  NEAR(2.5, param(0, "kt"), 0);
  TRUE(ensemble_to_request(&a, 0.004) == RGS_NEED_EVAL);
  REFUSED(RGS_E_ORDER, set_param(s, 0, "kt", 1, &err));
  NEAR(2.5, param(0, "kt"), 0); /* reading is allowed inside a step */
  begin(&a, "strang", NULL, NULL, NULL);
  REFUSED_TEXT(RGS_E_PARAM, set_param(a.rank[0].stepper, 0, "kt", 1, &err),
               "no thermostat or barostat");
  REFUSED_TEXT(RGS_E_PARAM, rgs_stepper_param(a.rank[0].stepper, 4, "kt", &value, &err),
               "no thermostat");
}

/* ---- number of steps ----------------------------------------------------------------------------- */
/* A stepper that is made anew goes on with the noise where the old one was. */
TEST(steps_count) {
  const char *params = "kt=1.1 relaxation=0.5 seed=3";
  begin(&a, "strang", "langevin", NULL, params);
  begin(&b, "strang", "langevin", NULL, params);
  rgs_stepper *s = b.rank[0].stepper;
  SAME_INT(0, rgs_stepper_step_count(s));
  ensemble_run_steps(&a, 0.004, 30, false);
  ensemble_run_steps(&b, 0.004, 10, false);
  SAME_INT(10, rgs_stepper_step_count(s));
  ensemble_run_steps(&b, 0, 3, false);
  SAME_INT(10, rgs_stepper_step_count(s));
  TRUE(ensemble_to_request(&b, 0.004) == RGS_NEED_EVAL);
  SAME_INT(11, rgs_stepper_step_count(s)); /* it has begun */
  REFUSED_TEXT(RGS_E_ORDER, rgs_stepper_set_step_count(s, 0, &err), "rgs_stepper_set_step_count");
  ensemble_answer(&b);
  TRUE(ensemble_to_request(&b, 0.004) == RGS_OK);
  ensemble_gather(&b);
  const box_of_bodies half_way = b.box;
  for (int told = 0; told < 2; told++) {
    const named_method m = { "exact", "strang", "langevin", NULL, params };
    b.box = half_way;
    ensemble_open(&b, &m, 1, false);
    if (told) OK(rgs_stepper_set_step_count(b.rank[0].stepper, 11, &err));
    ensemble_run_steps(&b, 0.004, 19, false);
    TRUE(boxes_same(&a.box, &b.box) == told);
  }
  SAME_INT(30, rgs_stepper_step_count(b.rank[0].stepper));
  SAME_INT(0, rgs_stepper_step_count(NULL));
  REFUSED(RGS_E_ARG, rgs_stepper_set_step_count(NULL, 1, &err));
}

/* ---- hosts and tables ---------------------------------------------------------------------------- */
/* Without a barostat there is no cell. */
TEST(no_cell_without_a_barostat) {
  begin(&a, "strang", NULL, NULL, NULL);
  a.rank[0].request.cell[4] = 3;
  TRUE(rgs_stepper_advance(a.rank[0].stepper, 0.01, &a.rank[0].request, &err) == RGS_NEED_EVAL);
  NEAR(0, a.rank[0].request.cell[4], 0);
}

static rgs_status scale(rgs_thermostat_call *call) { return call == NULL ? RGS_E_ARG : RGS_OK; }
static rgs_status act(rgs_thermostat_call *call, int64_t *bad) {
  return call == NULL || bad == NULL ? RGS_E_ARG : RGS_OK;
}
static double energy(const rgs_thermostat_call *call) { return call->time; }

static rgs_status refuse_always(const void *params, rgs_error *error) {
  (void)params, (void)error;
  return RGS_E_PARAM;
}

/* What lies behind the table of a module's thermostat belongs to a later version: it is not the check that
 * the library's own thermostats have there. */
typedef struct later_thermostat {
  rgs_thermostat thermostat;
  rgs_status (*more)(const void *params, rgs_error *error);
} later_thermostat;

TEST(tables_of_thermostats) {
  rgs_about about = WITH_HEAD(rgs_about, .name = "test.thermostat",
                              .doc = "A thermostat for tests.", .cite = "none", .order = 2);
  static const named_method of = { "exact", "strang", "test.thermostat", NULL, NULL };
  const struct {
    rgs_status (*scale)(rgs_thermostat_call *);
    rgs_status (*act)(rgs_thermostat_call *, int64_t *);
    double (*energy)(const rgs_thermostat_call *);
    uint32_t flags, claims;
    const char *word;
  } tables[] = { { scale, act, NULL, 0, 0, "scale and act are given" },
                 { NULL, NULL, NULL, 0, 0, "scale and act are null" },
                 { NULL, act, energy, 0, 0, "leave energy null" },
                 { scale, NULL, NULL, RGS_THERMOSTAT_NOISE, 0, "RGS_THERMOSTAT_NOISE" },
                 { NULL, act, NULL, RGS_THERMOSTAT_KEEPS_DRIFT, 0, "RGS_THERMOSTAT_KEEPS_DRIFT" },
                 { NULL, act, NULL, 1u << 7, 0, "flags" },
                 { NULL, act, NULL, 0, RGS_RANDOM, "claims is 0x200" },
                 { scale, NULL, energy, 0, 0, NULL },
                 { NULL, act, NULL, 0, 0, NULL } };
  for (size_t k = 0; k < COUNT(tables); k++) {
    about.claims = tables[k].claims;
    const later_thermostat thermostat = { { .head = RGS_HEAD(later_thermostat),
                                            .about = &about,
                                            .scale = tables[k].scale,
                                            .act = tables[k].act,
                                            .energy = tables[k].energy,
                                            .flags = tables[k].flags },
                                          refuse_always };
    const rgs_thermostat *const thermostats[] = { &thermostat.thermostat, NULL };
    const rgs_module module = WITH_HEAD(rgs_module, .name = "test", .version = "1",
                                        .license = "none", .thermostats = thermostats);
    rgs_context *c = opened();
    if (tables[k].word != NULL) {
      REFUSED_TEXT(RGS_E_TABLE, rgs_module_add(c, &module, &err), tables[k].word);
    } else {
      OK(rgs_module_add(c, &module, &err));
      close_now(made(c, &of));
    }
    close_now(c);
  }
}

TEST_MAIN(NULL, NULL)
