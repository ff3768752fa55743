/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host.c - a host as somebody built it against 2.0: it links the library and loads a module of its day.
 *
 *   host MODULE
 *   host           prints what every method says of itself, for methods.txt
 */
#include "as_2_0.h"

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

/* ---- two bodies on a spring, in a field that turns them -------------------------------------- */
enum { N = 2 };
static const double H = 0.05;
typedef struct body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3], aux[128];
} body;
typedef struct world {
  body bodies[N];
  double virial[9], volume;
  int calls;
} world;

static void begin(world *w, int spheres) {
  static const body first = { .x = { 0, 0.1, 0.2 },
                              .p = { 0.1, 0, 0.2 },
                              .q = { 1, 0, 0, 0 },
                              .l = { 0.3, 0.2, 0.5 },
                              .mass = 2,
                              .inertia = { 0.5, 0.8, 1.1 } };
  static const body second = { .x = { 1, -0.2, 0 },
                               .p = { -0.1, 0.1, 0 },
                               .q = { 0.6, 0, 0.8, 0 },
                               .l = { -0.2, 0.4, 0.1 },
                               .mass = 3,
                               .inertia = { 0.9, 0.7, 0.6 } };
  memset(w, 0, sizeof *w);
  w->bodies[0] = first;
  w->bodies[1] = second;
  for (int i = 0; spheres && i < N; i++)
    for (int k = 0; k < 3; k++) w->bodies[i].inertia[k] = 0.7;
}

static rgs_column column(double *first) {
  rgs_column c = { first, sizeof(body) / sizeof(double), 1 };
  return c;
}

static rgs_view view_of(world *w) {
  body *b = w->bodies;
  rgs_view v = { .head = RGS_HEAD(rgs_view), .n = N, .revision = 1 };
  v.x = column(b->x), v.p = column(b->p), v.q = column(b->q), v.l = column(b->l);
  v.mass = column(&b->mass), v.inertia = column(b->inertia);
  v.f = column(b->f), v.tau = column(b->tau), v.aux = column(b->aux);
  return v;
}

static void axis_of(const double q[4], double d[3]) {
  d[0] = 2 * (q[1] * q[3] + q[0] * q[2]);
  d[1] = 2 * (q[2] * q[3] - q[0] * q[1]);
  d[2] = q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3];
}

static double evaluate(world *w) {
  double energy = 0;
  for (int k = 0; k < 3; k++) {
    const double apart = w->bodies[1].x[k] - w->bodies[0].x[k];
    w->bodies[0].f[k] = 1.5 * apart;
    w->bodies[1].f[k] = -1.5 * apart;
    energy += 0.75 * apart * apart;
    for (int b = 0; b < 3; b++)
      w->virial[3 * k + b] = -1.5 * apart * (w->bodies[1].x[b] - w->bodies[0].x[b]);
  }
  for (int i = 0; i < N; i++) { /* U = -0.4 d_z */
    double d[3];
    axis_of(w->bodies[i].q, d);
    w->bodies[i].tau[0] = 0.4 * d[1];
    w->bodies[i].tau[1] = -0.4 * d[0];
    w->bodies[i].tau[2] = 0;
    energy -= 0.4 * d[2];
  }
  return energy;
}

static int eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  world *w = self;
  (void)bodies;
  w->calls++;
  request->energy = evaluate(w);
  if (request->what & RGS_EVAL_VIRIAL) memcpy(request->virial, w->virial, sizeof w->virial);
  w->volume = request->cell[0] * request->cell[4] * request->cell[8];
  return 0;
}

/* ---- a run ----------------------------------------------------------------------------------- */
typedef struct run {
  world w;
  rgs_context *context;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
  rgs_error error;
} run;

static run *start_with(const char *module, const rgs_method_spec *spec) {
  run *r = calloc(1, sizeof *r);
  const rgs_error none = RGS_ERROR_INIT;
  r->error = none;
  begin(&r->w, spec->rotor && strcmp(spec->rotor, "old.sphere") == 0);
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .self = &r->w,
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL,
                          .ranks = 1,
                          .eval = eval };
  const rgs_view view = view_of(&r->w);
  rgs_status s = rgs_context_create(NULL, &r->context, &r->error);
  if (s >= 0 && module) s = rgs_module_load(r->context, module, &r->error);
  if (s >= 0) s = rgs_bodies_create(r->context, N, &r->bodies, &r->error);
  if (s >= 0) s = rgs_bodies_bind(r->bodies, &view, &r->error);
  if (s >= 0) s = rgs_method_create(r->context, spec, &r->method, &r->error);
  if (s >= 0) s = rgs_stepper_create(r->bodies, r->method, &host, &r->stepper, &r->error);
  CHECK(s == RGS_OK, "%s", r->error.text);
  return r;
}

static run *start(const char *module, const char *rotor, const char *scheme,
                  const char *integrator) {
  const rgs_method_spec spec = {
    .head = RGS_HEAD(rgs_method_spec), .rotor = rotor, .scheme = scheme, .integrator = integrator
  };
  return start_with(module, &spec);
}

static void finish(run *r) {
  rgs_stepper_destroy(r->stepper);
  rgs_method_destroy(r->method);
  rgs_bodies_destroy(r->bodies);
  rgs_context_destroy(r->context);
  free(r);
}

static double energy_of(run *r) {
  double translation = 0, rotation = 0;
  rgs_bodies_energy(r->bodies, &translation, &rotation, NULL);
  world w = r->w;
  return translation + rotation + evaluate(&w);
}

/* ---- the parts of the test ------------------------------------------------------------------- */
static void steps_and_swaps(void) {
  run *r = start(NULL, "exact", "strang", NULL);
  const double before = energy_of(r);
  CHECK(rgs_step(r->stepper, H, 200, &r->error) == RGS_OK, "%s", r->error.text);
  CHECK(r->w.calls == 201, "%d evaluations", r->w.calls);
  CHECK(fabs(energy_of(r) - before) < 2e-3, "energy %g to %g", before, energy_of(r));
  const double then = rgs_stepper_time(r->stepper);
  CHECK(fabs(then - 200 * H) < 1e-12, "time %g", then);
  const rgs_method_spec other = { .head = RGS_HEAD(rgs_method_spec),
                                  .rotor = "dmv6",
                                  .scheme = "blanes_moan4" };
  rgs_method *m = NULL;
  CHECK(rgs_method_create(r->context, &other, &m, &r->error) == RGS_OK, "%s", r->error.text);
  CHECK(rgs_stepper_swap(r->stepper, m, &r->error) == RGS_OK, "%s", r->error.text);
  const double swapped = energy_of(r);
  CHECK(rgs_step(r->stepper, H, 100, &r->error) == RGS_OK, "%s", r->error.text);
  CHECK(fabs(energy_of(r) - swapped) < 1e-6, "energy %g to %g", swapped, energy_of(r));
  double told = 0, translation = 0, rotation = 0;
  rgs_bodies_energy(r->bodies, &translation, &rotation, NULL);
  CHECK(rgs_stepper_output(r->stepper, "kinetic_rotation", &told, 1, &r->error) == RGS_OK, "%s",
        r->error.text);
  CHECK(fabs(told - rotation) < 1e-14, "%g, %g", told, rotation);
  rgs_stepper_destroy(r->stepper);
  r->stepper = NULL;
  rgs_method_destroy(m);
  finish(r);
}

static void host_drives_and_saves(void) {
  run *one = start(NULL, "exact", "yoshida4", NULL), *two = start(NULL, "exact", "yoshida4", NULL);
  unsigned char blob[8192];
  size_t size = sizeof blob;
  rgs_eval request = RGS_EVAL_INIT;
  CHECK(rgs_step(one->stepper, H, 3, &one->error) == RGS_OK, "%s", one->error.text);
  CHECK(rgs_advance(one->stepper, H, &request, &one->error) == RGS_NEED_EVAL, "%s",
        one->error.text);
  CHECK(rgs_stepper_save(one->stepper, blob, &size, &one->error) == RGS_OK, "%s", one->error.text);
  CHECK(memcmp(blob, "RGS1", 4) == 0, "the block's first bytes");
  CHECK(rgs_stepper_load(two->stepper, blob, size, &two->error) == RGS_OK, "%s", two->error.text);
  evaluate(&one->w); /* the loaded one is asked again */
  run *both[] = { one, two };
  for (int k = 0; k < 2; k++)
    for (;;) {
      const rgs_status s = rgs_advance(both[k]->stepper, H, &request, &both[k]->error);
      if (s != RGS_NEED_EVAL) {
        CHECK(s == RGS_OK, "%s", both[k]->error.text);
        break;
      }
      request.energy = evaluate(&both[k]->w);
    }
  CHECK(memcmp(one->w.bodies, two->w.bodies, sizeof one->w.bodies) == 0,
        "a save continues bit for bit");
  finish(one);
  finish(two);
}

static void module_of_its_day(const char *module) {
  const rgs_method_spec braked = { .head = RGS_HEAD(rgs_method_spec),
                                   .rotor = "exact",
                                   .scheme = "strang",
                                   .thermostat = "old.brake" };
  run *r = start(module, "old.sphere", "old.kdk", NULL), *b = start_with(module, &braked);
  run *s = start(NULL, NULL, NULL, "rattle");
  const double before = energy_of(r), constrained = energy_of(s);
  CHECK(rgs_step(r->stepper, 0.01, 100, &r->error) == RGS_OK, "%s", r->error.text);
  CHECK(rgs_step(s->stepper, 0.01, 100, &s->error) == RGS_OK, "%s", s->error.text);
  CHECK(fabs(energy_of(r) - before) < 1e-3, "energy %g to %g", before, energy_of(r));
  CHECK(fabs(energy_of(s) - constrained) < 1e-3, "energy %g to %g", constrained, energy_of(s));
  const double free = energy_of(b);
  CHECK(rgs_step(b->stepper, 0.01, 100, &b->error) == RGS_OK, "%s", b->error.text);
  CHECK(energy_of(b) < free - 0.05, "energy %g to %g", free, energy_of(b));
  finish(r);
  finish(s);
  finish(b);
}

static void processed_and_refined(void) {
  run *r = start(NULL, "exact", "pmlf6", NULL);
  CHECK(rgs_step(r->stepper, H, 5, &r->error) == RGS_OK, "%s", r->error.text);
  const world propagated = r->w;
  CHECK(rgs_stepper_process(r->stepper, NULL, &r->error) == RGS_OK, "%s", r->error.text);
  CHECK(rgs_stepper_unprocess(r->stepper, &r->error) == RGS_OK, "%s", r->error.text);
  for (int i = 0; i < N; i++)
    CHECK(memcmp(&propagated.bodies[i], &r->w.bodies[i], offsetof(body, f)) == 0, "body %d", i);
  finish(r);
}

/* Energy, heat and work of a cell add up, and the host sees the cell that the stepper has. */
static void cell_moves(void) {
  const rgs_param params[] = { { "kt", NULL, 1 },        { "relaxation", NULL, 0.5 },
                               { "seed", NULL, 7 },      { "pressure", NULL, 0.01 },
                               { "conserved", NULL, 1 }, { "barostat_relaxation", NULL, 0.75 } };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = "strang",
                                 .thermostat = "csvr",
                                 .barostat = "andersen",
                                 .params = params,
                                 .n_params = 6,
                                 .param_size = sizeof *params };
  run *r = start_with(NULL, &spec);
  rgs_cell cell = { .head = RGS_HEAD(rgs_cell), .vectors = { 8, 0, 0, 0, 9, 0, 0, 0, 10 } };
  double before = 0, after = 0;
  CHECK(rgs_stepper_set_cell(r->stepper, &cell, &r->error) == RGS_OK, "%s", r->error.text);
  CHECK(rgs_step(r->stepper, H, 1, &r->error) == RGS_OK, "%s", r->error.text);
  rgs_stepper_output(r->stepper, "conserved_energy", &before, 1, NULL);
  CHECK(rgs_step(r->stepper, H, 100, &r->error) == RGS_OK, "%s", r->error.text);
  CHECK(rgs_stepper_output(r->stepper, "conserved_energy", &after, 1, &r->error) == RGS_OK, "%s",
        r->error.text);
  CHECK(fabs(after - before) < 0.02, "conserved energy %g to %g", before, after);
  CHECK(rgs_stepper_cell(r->stepper, &cell, &r->error) == RGS_OK, "%s", r->error.text);
  const double volume = cell.vectors[0] * cell.vectors[4] * cell.vectors[8];
  CHECK(volume == r->w.volume && fabs(volume - 720) > 1, "volume %g, %g", volume, r->w.volume);
  CHECK(rgs_stepper_step(r->stepper) == 101, "number of steps");
  finish(r);
}

/* A molecule of three atoms: masses, places and forces. */
static void atoms(void) {
  double mass[3] = { 16, 1, 1 }, x[9] = { 1, 2, 3, 2, 2, 3, 1, 3, 3 }, again[9], f[9] = { 1 };
  double within[9];
  const int64_t first[2] = { 0, 3 };
  const rgs_column of_mass = { mass, 1, 1 }, of_x = { x, 3, 1 }, to = { again, 3, 1 };
  const rgs_column force = { f, 3, 1 };
  const rgs_sites_spec spec = { .head = RGS_HEAD(rgs_sites_spec),
                                .n_sites = 3,
                                .n_bodies = 1,
                                .first = first,
                                .mass = of_mass,
                                .x = of_x };
  world w;
  rgs_context *c = NULL;
  rgs_sites *sites = NULL;
  rgs_error error = RGS_ERROR_INIT;
  memset(&w, 0, sizeof w);
  rgs_view view = view_of(&w);
  view.n = 1;
  rgs_context_create(NULL, &c, NULL);
  rgs_status s = rgs_sites_create(c, &spec, &sites, &error);
  if (s >= 0) s = rgs_sites_shape(sites, &view, NULL, &error);
  if (s >= 0) s = rgs_sites_place(sites, &view, &to, NULL, &error);
  if (s >= 0) s = rgs_sites_gather(sites, &view, &force, within, &error);
  CHECK(s == RGS_OK, "%s", error.text);
  for (int k = 0; k < 9; k++) CHECK(fabs(again[k] - x[k]) < 1e-14, "%g, was %g", again[k], x[k]);
  CHECK(w.bodies[0].mass == 18 && w.bodies[0].f[0] == 1, "mass or force");
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
    const rgs_param one = { p->key, NULL, 1 };
    if (p->flags & RGS_PARAM_REQUIRED && n < 32) params[n++] = one;
  }
  rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                           .rotor = "exact",
                           .scheme = "strang",
                           .params = n > 0 ? params : NULL,
                           .n_params = n,
                           .param_size = sizeof *params };
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
  CHECK(rgs_method_create(c, &spec, &m, &error) == RGS_OK, "%s: %s", a->name, error.text);
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
