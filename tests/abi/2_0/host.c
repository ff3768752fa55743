/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host.c - a host as somebody built it against 2.0: it links the library and loads a module of its day.
 *
 *   host MODULE
 *   host           prints what every method says of itself, for methods.txt
 */
#include "as_2_0.h"
#include "abi/springs.h"
#include "handles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;
#define CHECK(condition, ...)                                                                      \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      failures++;                                                                                  \
      printf("line %d, not so: %s: ", __LINE__, #condition);                                       \
      printf(__VA_ARGS__);                                                                         \
      printf("\n");                                                                                \
    }                                                                                              \
  } while (0)

/* Of a call that has to succeed. */
#define OK(call, record) CHECK((call) == RGS_OK, "%s", (record).text)

enum { N = 2 };
static const double H = 0.05;
typedef struct run {
  body bodies[N];
  double volume;
  int calls;
  handles h;
  rgs_error error;
} run;

static int eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  run *r = self;
  (void)bodies;
  r->calls++;
  evaluate(r->bodies, N, request);
  r->volume = request->cell[0] * request->cell[4] * request->cell[8];
  return 0;
}

static rgs_view view_of(body *first, int64_t n) {
  return view_of_plain(first->x, n, sizeof *first / sizeof(double), 1);
}

static run *start_with(const char *module, const named_method *of) {
  run *r = calloc(1, sizeof *r);
  r->error = (rgs_error)RGS_ERROR_INIT;
  begin(r->bodies, N);
  for (int i = 0; of->rotor && strcmp(of->rotor, "old.sphere") == 0 && i < N; i++)
    for (int k = 0; k < 3; k++) r->bodies[i].inertia[k] = 0.7;
  const rgs_host host = WITH_HEAD(rgs_host, .self = r, .ranks = 1, .eval = eval,
                                  .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL);
  const rgs_view view = view_of(r->bodies, N);
  OK(rgs_context_create(NULL, &r->h.context, &r->error), r->error);
  if (module) OK(rgs_module_load(r->h.context, module, &r->error), r->error);
  OK(open_handles(&r->h, of, &view, &host, &r->error), r->error);
  return r;
}

static run *start(const char *module, const char *rotor, const char *scheme) {
  return start_with(module, &(named_method){ .rotor = rotor, .scheme = scheme });
}

static void steps(run *r, double h, int64_t n) {
  OK(rgs_stepper_run(r->h.stepper, h, n, &r->error), r->error);
}

static void finish(run *r) {
  close_handles(&r->h);
  rgs_context_destroy(r->h.context);
  free(r);
}

static double energy_of(const run *r) {
  double translation = 0, rotation = 0;
  rgs_eval request = RGS_EVAL_INIT;
  body copies[N];
  memcpy(copies, r->bodies, sizeof copies);
  evaluate(copies, N, &request);
  rgs_bodies_energy(r->h.bodies, &translation, &rotation, NULL);
  return translation + rotation + request.energy;
}

/* ---- the parts of the test ------------------------------------------------------------------- */
static void steps_and_swaps(void) {
  run *r = start(NULL, "exact", "strang");
  const double before = energy_of(r);
  steps(r, H, 200);
  CHECK(r->calls == 201, "%d evaluations", r->calls);
  CHECK(fabs(energy_of(r) - before) < 2e-3, "energy %g to %g", before, energy_of(r));
  const double then = rgs_stepper_time(r->h.stepper);
  CHECK(fabs(then - 200 * H) < 1e-12, "time %g", then);
  const named_method other = { .rotor = "dmv6", .scheme = "blanes_moan4" };
  rgs_method *m = NULL;
  OK(method_from_names(r->h.context, &other, &m, &r->error), r->error);
  OK(rgs_stepper_swap(r->h.stepper, m, &r->error), r->error);
  const double swapped = energy_of(r);
  steps(r, H, 100);
  CHECK(fabs(energy_of(r) - swapped) < 1e-6, "energy %g to %g", swapped, energy_of(r));
  double told = 0, translation = 0, rotation = 0;
  rgs_bodies_energy(r->h.bodies, &translation, &rotation, NULL);
  OK(rgs_stepper_output(r->h.stepper, "kinetic_rotation", &told, 1, &r->error), r->error);
  CHECK(fabs(told - rotation) < 1e-14, "%g, %g", told, rotation);
  rgs_stepper_destroy(r->h.stepper);
  r->h.stepper = NULL;
  rgs_method_destroy(m);
  finish(r);
}

static void host_drives_and_saves(void) {
  run *both[] = { start(NULL, "exact", "yoshida4"), start(NULL, "exact", "yoshida4") };
  run *one = both[0], *two = both[1];
  unsigned char blob[8192];
  size_t size = sizeof blob;
  rgs_eval request = RGS_EVAL_INIT;
  steps(one, H, 3);
  CHECK(rgs_stepper_advance(one->h.stepper, H, &request, &one->error) == RGS_NEED_EVAL, "%s",
        one->error.text);
  OK(rgs_stepper_save(one->h.stepper, blob, &size, &one->error), one->error);
  CHECK(memcmp(blob, "RGS1", 4) == 0, "the block's first bytes");
  OK(rgs_stepper_load(two->h.stepper, blob, size, &two->error), two->error);
  evaluate(one->bodies, N, &request); /* the loaded one is asked again */
  for (int k = 0; k < 2; k++) {
    rgs_status s;
    while ((s = rgs_stepper_advance(both[k]->h.stepper, H, &request, &both[k]->error)) ==
           RGS_NEED_EVAL)
      evaluate(both[k]->bodies, N, &request);
    OK(s, both[k]->error);
  }
  CHECK(memcmp(one->bodies, two->bodies, sizeof one->bodies) == 0, "a save continues bit for bit");
  finish(one);
  finish(two);
}

static void module_of_its_day(const char *module) {
  const named_method braked = { "exact", "strang", "old.brake", NULL, NULL };
  run *const runs[] = { start(module, "old.sphere", "old.kdk"), start(NULL, NULL, "rattle"),
                        start_with(module, &braked) };
  for (int k = 0; k < 3; k++) {
    const double before = energy_of(runs[k]);
    steps(runs[k], 0.01, 100);
    const double lost = before - energy_of(runs[k]);
    CHECK(k == 2 ? lost > 0.008 : fabs(lost) < 1e-3, "run %d lost the energy %g", k, lost);
    finish(runs[k]);
  }
}

static void processed_and_refined(void) {
  run *r = start(NULL, "exact", "pmlf6");
  body propagated[N];
  steps(r, H, 5);
  memcpy(propagated, r->bodies, sizeof propagated);
  OK(rgs_stepper_process(r->h.stepper, NULL, &r->error), r->error);
  OK(rgs_stepper_unprocess(r->h.stepper, &r->error), r->error);
  for (int i = 0; i < N; i++)
    CHECK(memcmp(&propagated[i], &r->bodies[i], offsetof(body, f)) == 0, "body %d", i);
  finish(r);
}

/* Energy, heat and work of a cell add up, and the host sees the cell that the stepper has. */
static void cell_moves(void) {
  const named_method of = {
    "exact", "strang", "csvr", "andersen",
    "kt=1 relaxation=0.5 seed=7 pressure=0.01 conserved=1 barostat_relaxation=0.75"
  };
  run *r = start_with(NULL, &of);
  rgs_cell cell = cell_of_edges(8, 9, 10);
  double before = 0, after = 0;
  OK(rgs_stepper_set_cell(r->h.stepper, &cell, &r->error), r->error);
  steps(r, H, 1);
  rgs_stepper_output(r->h.stepper, "conserved_energy", &before, 1, NULL);
  steps(r, H, 100);
  OK(rgs_stepper_output(r->h.stepper, "conserved_energy", &after, 1, &r->error), r->error);
  CHECK(fabs(after - before) < 0.02, "conserved energy %g to %g", before, after);
  OK(rgs_stepper_cell(r->h.stepper, &cell, &r->error), r->error);
  const double volume = cell.vectors[0] * cell.vectors[4] * cell.vectors[8];
  CHECK(volume == r->volume && fabs(volume - 720) > 1, "volume %g, %g", volume, r->volume);
  CHECK(rgs_stepper_step_count(r->h.stepper) == 101, "number of steps");
  finish(r);
}

/* A molecule of three atoms: masses, places and forces. */
static void atoms(void) {
  double mass[3] = { 16, 1, 1 }, x[9] = { 1, 2, 3, 2, 2, 3, 1, 3, 3 }, again[9], f[9] = { 1 };
  double within[9];
  const int64_t first[2] = { 0, 3 };
  const rgs_column to = { again, 3, 1 }, force = { f, 3, 1 };
  const rgs_sites_spec spec = WITH_HEAD(rgs_sites_spec, .n_sites = 3, .n_bodies = 1, .first = first,
                                        .mass = { mass, 1, 1 }, .x = { x, 3, 1 });
  body water = { .mass = 0 };
  rgs_context *c = NULL;
  rgs_sites *sites = NULL;
  rgs_error error = RGS_ERROR_INIT;
  const rgs_view view = view_of(&water, 1);
  rgs_context_create(NULL, &c, NULL);
  rgs_status s = rgs_sites_create(c, &spec, &sites, &error);
  if (s >= 0) s = rgs_sites_shape(sites, &view, NULL, &error);
  if (s >= 0) s = rgs_sites_place(sites, &view, &to, NULL, &error);
  if (s >= 0) s = rgs_sites_gather(sites, &view, &force, within, &error);
  OK(s, error);
  for (int k = 0; k < 9; k++) CHECK(fabs(again[k] - x[k]) < 1e-14, "%g, was %g", again[k], x[k]);
  CHECK(water.mass == 18 && water.f[0] == 1, "mass or force");
  CHECK(fabs(within[1] + 1. / 18) < 1e-14 && within[3] == 0, "F_x arm_y is %g", within[1]);
  rgs_sites_destroy(sites);
  rgs_context_destroy(c);
}

/* ---- the methods by name --------------------------------------------------------------------- */
/* Of each method its order, parameters and outputs, a line each: "fact<tab>kind:name". */
static void print_facts(rgs_context *c, uint32_t kind, const rgs_about *a) {
  static const char *const kinds[] = {
    "", "rotor", "scheme", "integrator", "thermostat", "barostat"
  };
  const char *info = (const char *)a->params;
  rgs_param params[32];
  uint32_t n = 0;
  printf("order %u claims %u needs %u\t%s:%s\n", a->order, a->claims & 0x7ffu, a->needs,
         kinds[kind], a->name); /* the claims that 2.0 knew */
  for (uint32_t k = 0; k < a->n_params; k++, info += a->param_info_size) {
    const rgs_param_info *p = (const rgs_param_info *)info;
    printf("parameter %s type %u flags %u from %.17g to %.17g, %.17g\t%s:%s\n", p->key, p->type,
           p->flags, p->min, p->max, p->dflt, kinds[kind], a->name);
    const rgs_param one = { .key = p->key, .value = 1 };
    if (p->flags & RGS_PARAM_REQUIRED && n < 32) params[n++] = one;
  }
  rgs_method_spec spec =
      WITH_HEAD(rgs_method_spec, .rotor = "exact", .scheme = "strang",
                .params = n > 0 ? params : NULL, .n_params = n, .param_size = sizeof *params);
  if (kind == RGS_KIND_ROTOR) spec.rotor = a->name;
  if (kind == RGS_KIND_SCHEME) spec.scheme = a->name;
  if (kind == RGS_KIND_INTEGRATOR) spec.integrator = a->name, spec.rotor = spec.scheme = NULL;
  if (kind == RGS_KIND_THERMOSTAT) spec.thermostat = a->name;
  if (kind == RGS_KIND_BAROSTAT) spec.barostat = a->name;
  if ((a->claims & RGS_PLACES_THERMOSTAT) ||
      (kind == RGS_KIND_BAROSTAT && (a->claims & RGS_RANDOM)))
    spec.thermostat = "drag";
  rgs_method *m = NULL;
  rgs_error error = RGS_ERROR_INIT;
  OK(rgs_method_create(c, &spec, &m, &error), error);
  for (int64_t k = 0; m && k < rgs_method_output_count(m); k++) {
    const rgs_output_info *o = rgs_method_output_at(m, k);
    printf("output %s components %u flags %u lag %u\t%s:%s\n", o->key, o->components, o->flags,
           o->lag, kinds[kind], a->name);
  }
  rgs_method_destroy(m);
}

static void print_methods(void) {
  rgs_context *c = NULL;
  rgs_context_create(NULL, &c, NULL);
  for (uint32_t kind = RGS_KIND_ROTOR; kind <= RGS_KIND_BAROSTAT; kind++)
    for (int64_t i = 0; i < rgs_about_count(c, kind); i++)
      print_facts(c, kind, rgs_about_at(c, kind, i));
  rgs_context_destroy(c);
}

int main(int argc, char **argv) {
  if (argc == 1) {
    print_methods();
    return failures != 0;
  }
  steps_and_swaps();
  host_drives_and_saves();
  module_of_its_day(argv[1]);
  processed_and_refined();
  cell_moves();
  atoms();
  printf("%d failures\n", failures);
  return failures != 0;
}
