/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench.c - `rigidstep bench`: what a time step costs on this machine, and its error.
 *
 * Asymmetric bodies of many shapes rotate freely.  The methods are measured in turns, so that other
 * load of the machine affects all of them alike; the median of the rounds counts, in processor
 * time.
 */
#include "command.h"
#include "problem.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, MOST_METHODS = 64 };

typedef struct body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3];
} body;

typedef struct candidate {
  char name[METHOD_ROOM];
  rgs_method *method;
  rgs_bodies *bodies;
  rgs_stepper *stepper;
  double *carry;
  body *memory;
  double ns[ROUNDS], error; /* error: r.m.s. angle after one step                          */
  rgs_error why;            /* status 0: it runs                                           */
} candidate;

typedef struct bench {
  rgs_context *context;
  int64_t n_bodies;
  double h, seconds;
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
  return 0;
}

/* ---- methods --------------------------------------------------------------------------------- */
static rgs_column column(double *first) {
  return (rgs_column){ first, sizeof(body) / sizeof(double), 1 };
}

static rgs_status start(const bench *b, candidate *c) {
  char room[METHOD_ROOM], flaw[FLAW_ROOM];
  rgs_method_spec spec;
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY,
                          .eval = no_forces,
                          .ranks = 1 };
  method_spec(b->context, c->name, room, &spec, flaw); /* its name was checked before */
  rgs_status status = rgs_method_create(b->context, &spec, &c->method, &c->why);
  if (status == RGS_OK) status = rgs_bodies_create(b->context, b->n_bodies, &c->bodies, &c->why);
  if (status == RGS_OK)
    status = rgs_stepper_create(c->bodies, c->method, &host, &c->stepper, &c->why);
  if (status == RGS_OK) status = rgs_stepper_describe(c->stepper, &info, &c->why);
  if (status != RGS_OK) return status;
  const size_t n = (size_t)b->n_bodies;
  c->memory = malloc(n * sizeof *c->memory);
  c->carry = calloc(n * info.carry + 1, sizeof *c->carry);
  if (c->memory == NULL || c->carry == NULL) return RGS_E_NOMEM;
  memcpy(c->memory, b->start, n * sizeof *c->memory);
  body *m = c->memory;
  rgs_view view = { .head = RGS_HEAD(rgs_view),
                    .n = b->n_bodies,
                    .stamp = 1,
                    .x = column(m->x),
                    .p = column(m->p),
                    .q = column(m->q),
                    .l = column(m->l),
                    .mass = column(&m->mass),
                    .inertia = column(m->inertia),
                    .f = column(m->f),
                    .tau = column(m->tau) };
  if (info.carry) view.carry = (rgs_column){ c->carry, info.carry, 1 };
  status = rgs_bodies_bind(c->bodies, &view, &c->why);
  if (status == RGS_OK) status = rgs_step(c->stepper, b->h, 1, &c->why);
  if (status != RGS_OK) return status;
  double square = 0;
  for (int64_t i = 0; i < b->n_bodies; i++) {
    const double off = angle(b->exact[i].q, c->memory[i].q);
    square += off * off;
  }
  c->error = sqrt(square / (double)b->n_bodies);
  return RGS_OK;
}

static void stop(candidate *c) {
  rgs_stepper_destroy(c->stepper);
  rgs_bodies_destroy(c->bodies);
  rgs_method_destroy(c->method);
  free(c->carry);
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
    const rgs_status status = rgs_step(c->stepper, b->h, some, &c->why);
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
  char room[METHOD_ROOM], flaw[FLAW_ROOM];
  rgs_method_spec spec;
  if (o->n_names > MOST_METHODS) return say(BAD_INPUT, "more than %d methods", MOST_METHODS);
  for (int i = 0; i < o->n_names; i++) {
    if (!method_spec(b->context, o->names[i], room, &spec, flaw)) return say(BAD_INPUT, "%s", flaw);
    snprintf(b->list[b->n++].name, METHOD_ROOM, "%s", o->names[i]);
  }
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
         b->n_bodies, b->h, "method", "ns a body and step", "error of a step, rad");
  for (int i = 0; i < b->n; i++) {
    candidate *c = &b->list[i];
    qsort(c->ns, ROUNDS, sizeof *c->ns, by_size);
    /* These bodies violate the constraints of some integrators; such a method is printed only if it
     * was named. */
    if (c->why.status == RGS_E_BODY && !named) continue;
    if (c->why.status != 0) {
      printf("%-32s %18s  %s\n", c->name, "-", c->why.text);
      code = FAILED;
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
