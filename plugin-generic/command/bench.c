/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench.c - `rigidstep bench`: what a time step costs on this machine, and its error.
 *
 * Asymmetric bodies of many shapes rotate freely.  The methods are measured in turns, so that other
 * load of the machine affects all of them alike; the median of the rounds counts, in processor
 * time.  tests/bench measures steps with this program, too.
 */
#include "command.h"
#include "problem.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, MOST_METHODS = 64, MOST_PARAMS = 16 };

typedef struct body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3];
} body;
/* A program's own structs have other numbers besides: LAMMPS' have 50 words. */
enum { WORDS = sizeof(body) / sizeof(double), STRUCT_WORDS = 50 };

typedef struct candidate {
  char name[METHOD_ROOM], words[METHOD_ROOM], room[METHOD_ROOM];
  rgs_method_spec spec;
  rgs_method *method;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  double *memory;
  double ns[ROUNDS], error; /* error: r.m.s. angle after one step                          */
  rgs_error why;            /* status 0: it runs                                           */
} candidate;

typedef struct bench {
  rgs_context *context;
  int64_t n_bodies;
  double h, seconds;
  bool structs;
  body *start, *exact; /* exact: after one step                                       */
  candidate *list;
  int n;
} bench;

/* ---- bodies ---------------------------------------------------------------------------------- */
static double uniform(uint64_t *seed) { /* in [0, 1): splitmix64 */
  uint64_t z = *seed += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* The moments come from second moments of mass, so that a body can have them.  It spins at about
 * one radian per unit of time. */
static void make_body(body *b, uint64_t *seed) {
  double d[3], length = 0;
  *b = (body){ .mass = 1 };
  for (int k = 0; k < 3; k++) d[k] = 0.1 + uniform(seed);
  for (int k = 0; k < 3; k++) {
    b->inertia[k] = d[(k + 1) % 3] + d[(k + 2) % 3];
    b->l[k] = 2 * uniform(seed) - 1;
    b->p[k] = 2 * uniform(seed) - 1;
  }
  for (int k = 0; k < 4; k++) b->q[k] = 2 * uniform(seed) - 1, length += b->q[k] * b->q[k];
  for (int k = 0; k < 4; k++) b->q[k] /= sqrt(length);
  length = sqrt(b->l[0] * b->l[0] + b->l[1] * b->l[1] + b->l[2] * b->l[2]);
  for (int k = 0; k < 3; k++)
    b->l[k] *= (b->inertia[0] + b->inertia[1] + b->inertia[2]) / 3 / length;
}

static double angle(const double a[4], const double b[4]) {
  const double v[3] = { a[0] * b[1] - a[1] * b[0] - a[2] * b[3] + a[3] * b[2],
                        a[0] * b[2] - a[2] * b[0] - a[3] * b[1] + a[1] * b[3],
                        a[0] * b[3] - a[3] * b[0] - a[1] * b[2] + a[2] * b[1] };
  const double c = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  return 2 * atan2(sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), fabs(c));
}

/* No forces: only the time of the library is measured. */
static int no_forces(void *self, rgs_eval *request, const rgs_view *bodies) {
  (void)self;
  (void)bodies;
  request->energy = 0;
  memset(request->virial, 0, sizeof request->virial);
  return 0;
}

/* ---- methods --------------------------------------------------------------------------------- */
/* METHOD[+THERMOSTAT][+BAROSTAT]; the specs point at what is stored in c. */
static bool read_name(rgs_context *context, candidate *c, char flaw[FLAW_ROOM]) {
  memcpy(c->words, c->name, sizeof c->words);
  char *more = strchr(c->words, '+');
  if (more) *more++ = '\0';
  if (!method_spec(context, c->words, c->room, &c->spec, flaw)) return false;
  while (more) {
    const char *word = more;
    more = strchr(more, '+');
    if (more) *more++ = '\0';
    const bool barostat = rgs_about_find(context, RGS_KIND_BAROSTAT, word) != NULL;
    const char **place = barostat ? &c->spec.barostat : &c->spec.thermostat;
    if (!barostat && !rgs_about_find(context, RGS_KIND_THERMOSTAT, word))
      return explain_name(context, RGS_KIND_THERMOSTAT, word, flaw), false;
    if (*place)
      return snprintf(flaw, FLAW_ROOM, "%s has two %ss", c->name,
                      barostat ? "barostat" : "thermostat"),
             false;
    *place = word;
  }
  return true;
}

/* Such thermostats and barostats leave |w| and the cell as they are, even in thousands of steps. */
static double slow(const char *key) {
  if (strcmp(key, "rate") == 0) return 1e-9;
  return strstr(key, "relaxation") ? 1e6 : 1;
}

/* The parameters that have to be given, and the rate of drag, which is 0 unless it is. */
static void add_params(rgs_context *context, uint32_t kind, const char *name, rgs_param *params,
                       uint32_t *n) {
  const rgs_about *about = name ? rgs_about_find(context, kind, name) : NULL;
  for (uint32_t i = 0; about && i < about->n_params && *n < MOST_PARAMS; i++) {
    const rgs_param_info *info = param_info_at(about, i);
    const char *key = info->key;
    bool give = info->flags & RGS_PARAM_REQUIRED || strcmp(key, "rate") == 0;
    for (uint32_t k = 0; k < *n; k++) give = give && strcmp(params[k].key, key) != 0;
    if (give) params[(*n)++] = (rgs_param){ .key = key, .value = slow(key) };
  }
}

static rgs_status make_method(const bench *b, candidate *c) {
  rgs_param params[MOST_PARAMS];
  uint32_t n = 0;
  add_params(b->context, RGS_KIND_THERMOSTAT, c->spec.thermostat, params, &n);
  add_params(b->context, RGS_KIND_BAROSTAT, c->spec.barostat, params, &n);
  c->spec.params = n ? params : NULL;
  c->spec.n_params = n;
  c->spec.param_size = sizeof *params;
  return rgs_method_create(b->context, &c->spec, &c->method, &c->why);
}

/* Where `width` numbers of each body are that have the place `at` in struct body. */
static rgs_column column(const bench *b, const candidate *c, size_t at, int width) {
  at /= sizeof(double);
  return b->structs ? (rgs_column){ c->memory + at, STRUCT_WORDS, 1 }
                    : (rgs_column){ c->memory + (size_t)b->n_bodies * at, width, 1 };
}

/* Fills the memory of c from b->start, body after body. */
static rgs_view fill(const bench *b, const candidate *c) {
  rgs_view view = { .head = RGS_HEAD(rgs_view), .n = b->n_bodies, .revision = 1 };
  const struct {
    rgs_column *column;
    size_t at;
    int width;
  } columns[] = {
    { &view.x, offsetof(body, x), 3 },       { &view.p, offsetof(body, p), 3 },
    { &view.q, offsetof(body, q), 4 },       { &view.l, offsetof(body, l), 3 },
    { &view.mass, offsetof(body, mass), 1 }, { &view.inertia, offsetof(body, inertia), 3 },
    { &view.f, offsetof(body, f), 3 },       { &view.tau, offsetof(body, tau), 3 }
  };
  for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
    const rgs_column to = *columns[k].column = column(b, c, columns[k].at, columns[k].width);
    for (int64_t i = 0; i < b->n_bodies; i++)
      memcpy(to.data + i * to.body, (const char *)&b->start[i] + columns[k].at,
             (size_t)columns[k].width * sizeof(double));
  }
  return view;
}

static rgs_status start(const bench *b, candidate *c) {
  rgs_cell cell = RGS_CELL_INIT;
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_VIRIAL,
                          .eval = no_forces,
                          .ranks = 1 };
  rgs_status status = make_method(b, c);
  if (status == RGS_OK) status = rgs_bodies_create(b->context, b->n_bodies, &c->bodies, &c->why);
  if (status == RGS_OK)
    status = rgs_stepper_create(c->bodies, c->method, &host, &c->stepper, &c->why);
  if (status != RGS_OK) return status;
  const size_t n = (size_t)b->n_bodies;
  c->memory = calloc(n * STRUCT_WORDS, sizeof *c->memory);
  if (c->memory == NULL) return RGS_E_NOMEM;
  const rgs_view view = fill(b, c);
  status = rgs_bodies_bind(c->bodies, &view, &c->why);
  for (int k = 0; k < 3; k++) cell.vectors[4 * k] = cbrt((double)n);
  if (status == RGS_OK && c->spec.barostat)
    status = rgs_stepper_set_cell(c->stepper, &cell, &c->why);
  if (status == RGS_OK) status = rgs_stepper_run(c->stepper, b->h, 1, &c->why);
  double square = 0;
  for (int64_t i = 0; i < b->n_bodies; i++) {
    const double off = angle(b->exact[i].q, view.q.data + i * view.q.body);
    square += off * off;
  }
  c->error = sqrt(square / (double)b->n_bodies);
  return status;
}

static void stop(candidate *c) {
  rgs_stepper_destroy(c->stepper);
  rgs_bodies_destroy(c->bodies);
  rgs_method_destroy(c->method);
  free(c->memory);
}

static double cpu_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* If a step is refused, c->why says so. */
static void measure(const bench *b, candidate *c, int round) {
  const double before = cpu_time();
  double spent = 0;
  int64_t steps = 0;
  for (int64_t some = 1; spent < b->seconds / ROUNDS; some *= 2) {
    const rgs_status status = rgs_stepper_run(c->stepper, b->h, some, &c->why);
    if (status != RGS_OK) return;
    steps += some;
    spent = cpu_time() - before;
  }
  c->ns[round] = 1e9 * spent / (double)steps / (double)b->n_bodies;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* ---- table ----------------------------------------------------------------------------------- */
/* The methods named; without names every rotor with strang, and every integrator of motion. */
static int choose(bench *b, const options *o) {
  char flaw[FLAW_ROOM];
  if (o->n_names > MOST_METHODS) return say(BAD_INPUT, "more than %d methods", MOST_METHODS);
  for (int i = 0; i < o->n_names; i++)
    if (snprintf(b->list[b->n++].name, METHOD_ROOM, "%s", o->names[i]) >= METHOD_ROOM)
      return say(BAD_INPUT, TOO_LONG, strlen(o->names[i]), METHOD_ROOM - 1);
  for (int64_t i = 0; o->n_names == 0 && i < rgs_about_count(b->context, RGS_KIND_ROTOR); i++)
    if (b->n < MOST_METHODS)
      snprintf(b->list[b->n++].name, METHOD_ROOM, "%s/strang",
               rgs_about_at(b->context, RGS_KIND_ROTOR, i)->name);
  for (int64_t i = 0; o->n_names == 0 && i < rgs_about_count(b->context, RGS_KIND_INTEGRATOR);
       i++) {
    const rgs_about *about = rgs_about_at(b->context, RGS_KIND_INTEGRATOR, i);
    if (b->n < MOST_METHODS && !(about->claims & (RGS_RELAXES | RGS_RANDOM)))
      snprintf(b->list[b->n++].name, METHOD_ROOM, "%s", about->name);
  }
  for (int i = 0; i < b->n; i++)
    if (!read_name(b->context, &b->list[i], flaw)) return say(BAD_INPUT, "%s", flaw);
  return DONE;
}

static int read_options(bench *b, const options *o) {
  char flaw[FLAW_ROOM];
  b->n_bodies = 1000;
  b->h = 0.1;
  b->seconds = 0.2;
  if ((o->bodies &&
       !problem_whole("--bodies", o->bodies, 1, PROBLEM_BODIES, &b->n_bodies, flaw, sizeof flaw)) ||
      (o->step && !problem_number("--step", o->step, (problem_range){ 0, 100, true }, &b->h, flaw,
                                  sizeof flaw)) ||
      (o->seconds && !problem_number("--seconds", o->seconds, (problem_range){ 0, 3600, true },
                                     &b->seconds, flaw, sizeof flaw)))
    return say(BAD_INPUT, "%s", flaw);
  b->structs = o->layout && strcmp(o->layout, "structs") == 0;
  if (o->layout && !b->structs && strcmp(o->layout, "columns") != 0)
    return say(BAD_INPUT, "--layout is '%s'; must be columns or structs", o->layout);
  return DONE;
}

static int make_bodies(bench *b) {
  uint64_t seed = 1;
  rgs_status status = RGS_OK;
  b->list = calloc(MOST_METHODS, sizeof *b->list);
  b->start = calloc((size_t)b->n_bodies, sizeof *b->start);
  b->exact = calloc((size_t)b->n_bodies, sizeof *b->exact);
  if (!b->list || !b->start || !b->exact) {
    say(FAILED, "out of memory");
    return FAILED;
  }
  for (int64_t i = 0; i < b->n_bodies && status == RGS_OK; i++) {
    make_body(&b->start[i], &seed);
    b->exact[i] = b->start[i];
    status =
        rgs_free_flow("exact", 1, b->h, b->exact[i].inertia, b->exact[i].l, b->exact[i].q, NULL);
  }
  for (int i = 0; i < MOST_METHODS; i++) b->list[i].why = (rgs_error)RGS_ERROR_INIT;
  return status == RGS_OK ? DONE : say(FAILED, "%s", rgs_status_text(status));
}

static int print_table(bench *b, bool named) {
  int code = DONE;
  printf("%" PRId64 " asymmetric bodies, free, step %g at about one radian a unit of time\n\n"
         "%-32s %18s  %s\n",
         b->n_bodies, b->h, "method", "ns per body per step", "error of a step, rad");
  for (int i = 0; i < b->n; i++) {
    candidate *c = &b->list[i];
    qsort(c->ns, ROUNDS, sizeof *c->ns, by_size);
    /* These bodies violate the constraints of some integrators; such a method is printed only if it
     * was named. */
    if (c->why.status == RGS_E_BODY && !named) continue;
    if (c->why.status != 0) {
      printf("%-32s %18s  %s\n", c->name, "-", c->why.text);
      code = FAILED;
    } else if (c->spec.thermostat || c->spec.barostat) {
      printf("%-32s %18.1f  -\n", c->name, c->ns[ROUNDS / 2]);
    } else {
      printf("%-32s %18.1f  %.1e\n", c->name, c->ns[ROUNDS / 2], c->error);
    }
  }
  return code;
}

int command_bench(const options *o) {
  bench b = { .n = 0 };
  int code = read_options(&b, o);
  if (code == DONE) code = session_open(o, &b.context);
  if (code != DONE) return code;
  code = make_bodies(&b);
  if (code == DONE) code = choose(&b, o);
  if (code == DONE) {
    for (int i = 0; i < b.n; i++) {
      const rgs_status status = start(&b, &b.list[i]);
      if (status != RGS_OK) b.list[i].why.status = status;
    }
    for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < b.n; i++)
        if (b.list[i].why.status == 0) measure(&b, &b.list[i], round);
    code = print_table(&b, o->n_names > 0);
  }
  for (int i = 0; b.list && i < b.n; i++) stop(&b.list[i]);
  session_close(b.context);
  free(b.list);
  free(b.start);
  free(b.exact);
  return printed(code);
}
