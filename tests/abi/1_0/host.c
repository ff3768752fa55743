/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host.c - a host as somebody built it against 1.0: it links the library, loads a module of its day, goes
 * on from a block saved then and asks for every method by its name.
 *
 *   host MODULE SAVED METHODS
 */
#include "as_1_0.h"

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
enum { N = 2, H_STEPS = 7 };
static const double H = 0.05;
typedef struct body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3], carry[128];
} body;
typedef struct world {
  body bodies[N];
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
  rgs_view v = { .head = RGS_HEAD(rgs_view), .n = N, .stamp = 1 };
  v.x = column(b->x), v.p = column(b->p), v.q = column(b->q), v.l = column(b->l);
  v.mass = column(&b->mass), v.inertia = column(b->inertia);
  v.f = column(b->f), v.tau = column(b->tau), v.carry = column(b->carry);
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

static run *start(const char *module, const char *rotor, const char *scheme,
                  const char *integrator) {
  run *r = calloc(1, sizeof *r);
  const rgs_error none = RGS_ERROR_INIT;
  r->error = none;
  begin(&r->w, rotor && strcmp(rotor, "old.sphere") == 0);
  const rgs_method_spec spec = {
    .head = RGS_HEAD(rgs_method_spec), .rotor = rotor, .scheme = scheme, .integrator = integrator
  };
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .self = &r->w,
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY,
                          .eval = eval };
  const rgs_view view = view_of(&r->w);
  rgs_status s = rgs_context_create(NULL, &r->context, &r->error);
  if (s >= 0 && module) s = rgs_module_load(r->context, module, &r->error);
  if (s >= 0) s = rgs_bodies_create(r->context, N, &r->bodies, &r->error);
  if (s >= 0) s = rgs_bodies_bind(r->bodies, &view, &r->error);
  if (s >= 0) s = rgs_method_create(r->context, &spec, &r->method, &r->error);
  if (s >= 0) s = rgs_stepper_create(r->bodies, r->method, &host, &r->stepper, &r->error);
  CHECK(s == RGS_OK, "%s %s %s: %s", rotor ? rotor : "", scheme ? scheme : "",
        integrator ? integrator : "", r->error.text);
  return r;
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
        "a save goes on bit for bit");
  finish(one);
  finish(two);
}

static void module_of_its_day(const char *module) {
  run *r = start(module, "old.sphere", "old.kdk", NULL);
  run *s = start(NULL, NULL, NULL, "rattle");
  const double before = energy_of(r), constrained = energy_of(s);
  CHECK(rgs_step(r->stepper, 0.01, 100, &r->error) == RGS_OK, "%s", r->error.text);
  CHECK(rgs_step(s->stepper, 0.01, 100, &s->error) == RGS_OK, "%s", s->error.text);
  CHECK(fabs(energy_of(r) - before) < 1e-3, "energy %g to %g", before, energy_of(r));
  CHECK(fabs(energy_of(s) - constrained) < 1e-3, "energy %g to %g", constrained, energy_of(s));
  finish(r);
  finish(s);
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

/* ---- the methods by name --------------------------------------------------------------------- */
/* Kinds, names and a fact that holds for each of these methods; * stands for all methods of the kind that 1.0 had,
 * each of which stands in a line with its order. */
typedef struct line {
  char kinds[64], names[200], fact[200];
  int found;
} line;
static line lines[80];
static int n_lines;

/* Is `name` one of a list with commas? */
static int is_in(const char *list, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = list; (at = strstr(at, name)) != NULL; at++)
    if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0')) return 1;
  return 0;
}

static int length_of(const char *list) {
  int n = 1;
  for (; *list; list++) n += *list == ',';
  return n;
}

static int had_1_0(const char *kind, const char *name) {
  for (const line *l = lines; l < lines + n_lines; l++)
    if (strncmp(l->fact, "order ", 6) == 0 && is_in(l->kinds, kind) && is_in(l->names, name))
      return 1;
  return 0;
}

static void found(const char *kind, const char *name, const char *fact) {
  for (line *l = lines; l < lines + n_lines; l++)
    if (strcmp(l->fact, fact) == 0 && is_in(l->kinds, kind))
      l->found += l->names[0] == '*' ? had_1_0(kind, name) : is_in(l->names, name);
}

static void find_facts(rgs_context *c, uint32_t kind, const rgs_about *a) {
  static const char *const kinds[] = { "", "rotor", "scheme", "integrator" };
  const char *info = (const char *)a->params;
  char fact[200];
  snprintf(fact, sizeof fact, "order %u claims %u needs %u", a->order, a->claims & 0x7fu,
           a->needs); /* those that 1.0 knew */
  found(kinds[kind], a->name, fact);
  for (uint32_t k = 0; k < a->n_params; k++, info += a->param_info_size) {
    const rgs_param_info *p = (const rgs_param_info *)info;
    snprintf(fact, sizeof fact, "parameter %s type %u from %.17g to %.17g, %.17g", p->key, p->type,
             p->min, p->max, p->dflt);
    found(kinds[kind], a->name, fact);
  }
  rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                           .rotor = "exact",
                           .scheme = "strang" };
  if (kind == RGS_KIND_ROTOR) spec.rotor = a->name;
  if (kind == RGS_KIND_SCHEME) spec.scheme = a->name;
  if (kind == RGS_KIND_INTEGRATOR) spec.integrator = a->name, spec.rotor = spec.scheme = NULL;
  rgs_method *m = NULL;
  rgs_method_create(c, &spec, &m, NULL);
  for (int64_t k = 0; m && k < rgs_method_output_count(m); k++) {
    const rgs_output_info *o = rgs_method_output_at(m, k);
    snprintf(fact, sizeof fact, "output %s components %u flags %u lag %u", o->key, o->components,
             o->flags, o->lag);
    found(kinds[kind], a->name, fact);
  }
  rgs_method_destroy(m);
}

/* Each fact of 1.0 is one of now. */
static void names_stand(const char *path) {
  FILE *file = fopen(path, "r");
  rgs_context *c = NULL;
  int facts = 0;
  for (line *l = lines; file && n_lines < 80; l++, n_lines++)
    if (fscanf(file, "%63s %199s %199[^\n]", l->kinds, l->names, l->fact) != 3) break;
  if (file) fclose(file);
  rgs_context_create(NULL, &c, NULL);
  for (uint32_t kind = RGS_KIND_ROTOR; kind <= RGS_KIND_INTEGRATOR; kind++)
    for (int64_t i = 0; i < rgs_about_count(c, kind); i++)
      find_facts(c, kind, rgs_about_at(c, kind, i));
  rgs_context_destroy(c);
  for (const line *l = lines; l < lines + n_lines; l++) {
    int wanted = l->names[0] == '*' ? 0 : length_of(l->names);
    for (const line *o = lines; o < lines + n_lines && l->names[0] == '*'; o++)
      if (strncmp(o->fact, "order ", 6) == 0 && is_in(l->kinds, o->kinds))
        wanted += length_of(o->names);
    CHECK(l->found == wanted, "%d of %d: %s %s %s", l->found, wanted, l->kinds, l->names, l->fact);
    facts += wanted;
  }
  CHECK(facts == 515, "%d facts", facts);
}

/* ---- the saved block --------------------------------------------------------------------------- */
/* The file: the block inside a step, then the bodies' x p q l after the rest of it and H_STEPS more. */
enum { STATE = 13 * N };
static void state_of(const world *w, double state[STATE]) {
  for (int i = 0; i < N; i++) memcpy(state + 13 * i, w->bodies[i].x, 13 * sizeof(double));
}

static void go_on(run *r, double state[STATE]) {
  rgs_eval request = RGS_EVAL_INIT;
  while (rgs_advance(r->stepper, H, &request, &r->error) == RGS_NEED_EVAL)
    request.energy = evaluate(&r->w);
  CHECK(rgs_step(r->stepper, H, H_STEPS, &r->error) == RGS_OK, "%s", r->error.text);
  state_of(&r->w, state);
}

static void saved_block_loads(const char *path) {
  run *r = start(NULL, "exact", "blanes_moan4", NULL);
  unsigned char bytes[8192];
  FILE *file = fopen(path, "rb");
  const size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
  double wanted[STATE], state[STATE];
  if (size <= sizeof wanted) {
    CHECK(0, "cannot read %s", path);
    return;
  }
  fclose(file);
  memcpy(wanted, bytes + size - sizeof wanted, sizeof wanted);
  CHECK(rgs_stepper_load(r->stepper, bytes, size - sizeof wanted, &r->error) == RGS_OK, "%s",
        r->error.text);
  go_on(r, state);
  for (int k = 0; k < STATE; k++)
    CHECK(fabs(state[k] - wanted[k]) < 1e-12, "number %d: %.17g, was %.17g", k, state[k],
          wanted[k]);
  finish(r);
}

int main(int argc, char **argv) {
  if (argc != 4) return puts("host MODULE SAVED METHODS"), 2;
  steps_and_swaps();
  host_drives_and_saves();
  module_of_its_day(argv[1]);
  processed_and_refined();
  saved_block_loads(argv[2]);
  names_stand(argv[3]);
  printf("%d failures\n", failures);
  return failures != 0;
}
