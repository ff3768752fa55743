/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_rig.c - bodies with a stepper on them, and forces between them.
 */
#include "contract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- bodies ---------------------------------------------------------------------------------- */
static double uniform(uint64_t *state) /* xorshift; in (-1, 1) */
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (double)(*state >> 11) * 0x1p-52 - 1;
}

void normalise(double *v, int n, double length) {
  double square = 0;
  for (int k = 0; k < n; k++) square += v[k] * v[k];
  for (int k = 0; k < n; k++) v[k] *= length / sqrt(square);
}

start asymmetric_body(uint64_t seed) {
  uint64_t state = 0x9E3779B97F4A7C15u * (seed + 1);
  for (int i = 0; i < 8; i++) uniform(&state);
  start s;
  s.mass = 1.5 + uniform(&state) / 2;
  const double a = 1, b = 0.75 + 0.2 * uniform(&state), c = 0.55 + 0.1 * uniform(&state);
  const double moments[5] = { a, b, c, a, b };
  for (int k = 0; k < 3; k++) {
    s.inertia[k] = moments[seed % 3 + (unsigned)k];
    s.x[k] = uniform(&state);
    s.p[k] = uniform(&state);
    s.l[k] = uniform(&state);
  }
  for (int k = 0; k < 4; k++) s.q[k] = uniform(&state);
  normalise(s.q, 4, 1);
  normalise(s.l, 3, 0.75);
  return s;
}

/* ---- a rig ----------------------------------------------------------------------------------- */
static const struct {
  size_t offset; /* of the column in rgs_view */
  int width;
} COLUMNS[] = { { offsetof(rgs_view, x), 3 },    { offsetof(rgs_view, p), 3 },
                { offsetof(rgs_view, q), 4 },    { offsetof(rgs_view, l), 3 },
                { offsetof(rgs_view, mass), 1 }, { offsetof(rgs_view, inertia), 3 },
                { offsetof(rgs_view, f), 3 },    { offsetof(rgs_view, tau), 3 },
                { offsetof(rgs_view, gf), 3 },   { offsetof(rgs_view, gtau), 3 } };
enum { DOUBLES = 29 };

static void lay_out(rig *r, int layout, int64_t aux) {
  const int64_t n = r->n, width = DOUBLES + aux;
  r->memory = calloc((size_t)(n * width) + 1, sizeof(double));
  int64_t at = 0;
  for (size_t c = 0; c <= sizeof COLUMNS / sizeof *COLUMNS; c++) {
    const bool is_aux = c == sizeof COLUMNS / sizeof *COLUMNS;
    const int64_t components = is_aux ? aux : COLUMNS[c].width;
    rgs_column *column =
        is_aux ? &r->view.aux : (rgs_column *)((char *)&r->view + COLUMNS[c].offset);
    if (components == 0) continue;
    if (layout == BY_COMPONENT)
      *column = (rgs_column){ r->memory + at * n, 1, n };
    else if (layout == BY_BODY)
      *column = (rgs_column){ r->memory + at, width, 1 };
    else
      *column = (rgs_column){ r->memory + n * width - 1 - at, -width, -1 };
    at += components;
  }
}

/* The numbers of the columns that describe a state, the first ones, in a struct start. */
static const size_t IN_START[] = { offsetof(start, x),    offsetof(start, p),
                                   offsetof(start, q),    offsetof(start, l),
                                   offsetof(start, mass), offsetof(start, inertia) };
enum { OF_STATE = sizeof IN_START / sizeof *IN_START };

static double *number(const rig *r, int column, int64_t i, int k) {
  const rgs_column *of = (const rgs_column *)((const char *)&r->view + COLUMNS[column].offset);
  return &RGS_AT(*of, i, k);
}

start rig_body(const rig *r, int64_t i) {
  start s = { 0 };
  for (int c = 0; c < OF_STATE; c++)
    for (int k = 0; k < COLUMNS[c].width; k++)
      memcpy((char *)&s + IN_START[c] + (size_t)k * sizeof(double), number(r, c, i, k),
             sizeof(double));
  return s;
}

static void set_body(const rig *r, int64_t i, const start *s) {
  for (int c = 0; c < OF_STATE; c++)
    for (int k = 0; k < COLUMNS[c].width; k++)
      memcpy(number(r, c, i, k), (const char *)s + IN_START[c] + (size_t)k * sizeof(double),
             sizeof(double));
}

void rig_move(const rig *from, int64_t i, const rig *to, int64_t j) {
  for (int c = 0; c < (int)(sizeof COLUMNS / sizeof *COLUMNS); c++)
    for (int k = 0; k < COLUMNS[c].width; k++) *number(to, c, j, k) = *number(from, c, i, k);
  for (int64_t k = 0; k < from->aux; k++) RGS_AT(to->view.aux, j, k) = RGS_AT(from->view.aux, i, k);
}

static void put(rgs_column column, int64_t first, real unit, real v[2][3]) {
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) RGS_AT(column, first + i, k) = (double)(v[i][k] / unit);
}

bool same_bits(const start *a, const start *b) {
  return memcmp(a->x, b->x, sizeof a->x) == 0 && memcmp(a->p, b->p, sizeof a->p) == 0 &&
         memcmp(a->q, b->q, sizeof a->q) == 0 && memcmp(a->l, b->l, sizeof a->l) == 0;
}

static void begin_answer(rig *r, rgs_eval *request) {
  r->forces += (request->what & RGS_EVAL_FORCE) != 0;
  r->slow_forces += (request->what & RGS_DRAFT_EVAL_SLOW) != 0;
  r->gradients += (request->what & RGS_EVAL_GRADIENT) != 0;
  request->energy = 0;
  for (int k = 0; k < 9; k++) request->virial[k] = 0;
}

static int no_forces(void *self, rgs_eval *request, const rgs_view *view) {
  begin_answer(self, request);
  for (int64_t i = 0; i < view->n; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(view->f, i, k) = RGS_AT(view->tau, i, k) = 0;
      RGS_AT(view->gf, i, k) = RGS_AT(view->gtau, i, k) = 0;
    }
  return 0;
}

/* How much of term k of the potential is in the force that is asked for. */
static real share(const rig *r, const rgs_eval *request, int k) {
  if (request->what & RGS_DRAFT_EVAL_SLOW) return r->slow[k];
  return r->has_levels ? 1 - r->slow[k] : 1;
}

static int pair_forces(void *self, rgs_eval *request, const rgs_view *view) {
  rig *r = self;
  const real unit = r->host.force_scale == 0 ? 1 : r->host.force_scale;
  begin_answer(r, request);
  for (int64_t i = 0; i < view->n; i += 2) {
    const start s[2] = { rig_body(r, i), rig_body(r, i + 1) };
    const exact_body b[2] = { exact_start(&s[0]), exact_start(&s[1]) };
    real f[2][3], tau[2][3];
    const bool counts = i < view->n - view->n_ghosts;
    if ((request->what & RGS_EVAL_ENERGY) && counts)
      request->energy += (double)(pair_potential(b) / unit);
    if (request->what & (RGS_EVAL_FORCE | RGS_DRAFT_EVAL_SLOW)) {
      pair_force(b, f, tau);
      for (int k = 0; k < 9 && counts; k++)
        request->virial[k] += (double)((b[0].x[k % 3] - b[1].x[k % 3]) * f[0][k / 3] / unit);
      pair_share(b, share(r, request, 0), share(r, request, 1), f, tau);
      if ((r->host.provides & RGS_DRAFT_EVAL_MOMENTUM) && (request->what & RGS_EVAL_FORCE))
        momentum_force(b, f, tau);
      put(view->f, i, unit, f);
      put(view->tau, i, unit, tau);
    }
    if (request->what & RGS_EVAL_GRADIENT) {
      pair_gradient(s, b, f, tau);
      put(view->gf, i, unit, f);
      put(view->gtau, i, unit, tau);
    }
  }
  if (r->forces + r->slow_forces == r->spoil_at) RGS_AT(view->tau, r->spoil_body, 1) = NAN;
  return 0;
}

/* f = -x: a well in which the frequency of a body of mass 1 is 1. */
static int well_forces(void *self, rgs_eval *request, const rgs_view *view) {
  const double part = (double)share(self, request, 0);
  (void)no_forces(self, request, view);
  for (int64_t i = 0; i < view->n; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(view->f, i, k) = -part * RGS_AT(view->x, i, k);
      RGS_AT(view->gf, i, k) = RGS_AT(view->x, i, k) / RGS_AT(view->mass, i, 0);
    }
  return 0;
}

/* If there is a barostat. */
static void tell_cell(rig *r) {
  const rgs_cell cell = { .head = RGS_HEAD(rgs_cell),
                          .vectors = { 2.5, 0, 0, 0.3, 2.5, 0, -0.2, 0.4, 2.5 } };
  const rgs_status status = rgs_stepper_set_cell(r->stepper, &cell, &r->error);
  if (status != RGS_E_NEEDS) must(status, "rgs_stepper_set_cell", &r->error);
}

rig *rig_open(rgs_context *context, const rgs_method *method, const start *bodies, int64_t n,
              int layout, int forces) {
  rig *r = calloc(1, sizeof *r);
  r->error = (rgs_error)RGS_ERROR_INIT;
  r->n = n;
  r->view = (rgs_view){ .head = RGS_HEAD(rgs_view), .n = n, .revision = 1 };
  r->host = (rgs_host){ .head = RGS_HEAD(rgs_host),
                        .self = r,
                        .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT |
                                    RGS_EVAL_VIRIAL | RGS_DRAFT_EVAL_SLOW,
                        .eval = forces == NO_FORCES     ? no_forces
                                : forces == WELL_FORCES ? well_forces
                                                        : pair_forces,
                        .ranks = 1 };
  if (forces == MOMENTUM_FORCES)
    r->host.provides = RGS_EVAL_FORCE | RGS_DRAFT_EVAL_SLOW | RGS_DRAFT_EVAL_MOMENTUM;
  if (forces == PAIR_FORCES_ALONE) r->host.provides &= ~(uint32_t)RGS_EVAL_GRADIENT;
  must(rgs_bodies_create(context, n, &r->bodies, &r->error), "rgs_bodies_create", &r->error);
  must(rgs_stepper_create(r->bodies, method, &r->host, &r->stepper, &r->error),
       "rgs_stepper_create", &r->error);
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  must(rgs_stepper_describe(r->stepper, &info, &r->error), "rgs_stepper_describe", &r->error);
  r->aux = info.aux;
  r->has_levels = (info.needs & RGS_DRAFT_EVAL_SLOW) != 0;
  r->slow[0] = 0.4L;
  r->slow[1] = 0.7L;
  lay_out(r, layout, info.aux);
  for (int64_t i = 0; i < n; i++) set_body(r, i, &bodies[i]);
  must(rgs_bodies_bind(r->bodies, &r->view, &r->error), "rgs_bodies_bind", &r->error);
  tell_cell(r);
  return r;
}

void rig_bind(rig *r) {
  r->view.revision++;
  must(rgs_bodies_bind(r->bodies, &r->view, &r->error), "rgs_bodies_bind", &r->error);
}

void rig_restart(rig *r, const rgs_method *method) {
  rgs_stepper_destroy(r->stepper);
  r->stepper = NULL;
  must(rgs_bodies_bind(r->bodies, &r->view, &r->error), "rgs_bodies_bind", &r->error);
  must(rgs_stepper_create(r->bodies, method, &r->host, &r->stepper, &r->error),
       "rgs_stepper_create", &r->error);
  tell_cell(r);
}

void rig_close(rig *r) {
  rgs_stepper_destroy(r->stepper);
  rgs_bodies_destroy(r->bodies);
  free(r->memory);
  free(r);
}

rgs_status rig_run(rig *r, double h, int64_t steps) {
  return rgs_stepper_run(r->stepper, h, steps, &r->error);
}

rgs_status rig_show(rig *r) { return rgs_stepper_process(r->stepper, NULL, &r->error); }

double rig_output(rig *r, const char *key) {
  double value = NAN;
  must(rgs_stepper_output(r->stepper, key, &value, 1, &r->error), key, &r->error);
  return value;
}

double rig_energy(rig *r) {
  rgs_eval request = { .head = RGS_HEAD(rgs_eval), .what = RGS_EVAL_ENERGY };
  (void)r->host.eval(r, &request, &r->view);
  return rig_output(r, "kinetic_translation") + rig_output(r, "kinetic_rotation") + request.energy +
         rig_output(r, "coupling_energy");
}

void rig_continue(rig *from, rig *to) {
  size_t size = 0;
  (void)rgs_stepper_save(from->stepper, NULL, &size, &from->error);
  void *block = malloc(size);
  must(rgs_stepper_save(from->stepper, block, &size, &from->error), "rgs_stepper_save",
       &from->error);
  must(rgs_stepper_load(to->stepper, block, size, &to->error), "rgs_stepper_load", &to->error);
  free(block);
}

/* ---- comparisons ----------------------------------------------------------------------------- */
double larger(double a, double b) { return a >= b || isnan(a) ? a : b; }

double apart(const start *a, const start *b) {
  double worst = orientation_distance(a->q, b->q);
  for (int k = 0; k < 3; k++) {
    worst = larger(fabs(a->x[k] - b->x[k]), worst);
    worst = larger(fabs(a->p[k] - b->p[k]), worst);
    worst = larger(fabs(a->l[k] - b->l[k]), worst);
  }
  return worst;
}

double farthest(const rig *a, const rig *b) {
  double worst = 0;
  for (int64_t i = 0; i < a->n; i++) {
    const start one = rig_body(a, i), other = rig_body(b, i);
    worst = larger(apart(&one, &other), worst);
  }
  return worst;
}

void cost_of_step(rig *r, double h, double cost[2]) {
  enum { N = 20 };
  must(rig_run(r, h, 3), "3 steps", &r->error);
  const int64_t forces = r->forces, gradients = r->gradients;
  must(rig_run(r, h, N), "20 steps", &r->error);
  cost[0] = (double)(r->forces - forces) / N, cost[1] = (double)(r->gradients - gradients) / N;
}

void report_allocations(const char *method, const char *contract, rig *r, double h, int64_t steps) {
  if (!counts_allocations()) return;
  const int64_t before = allocations();
  const rgs_status status = rig_run(r, h, steps);
  const int64_t after = allocations();
  must(status, "steps", &r->error);
  report(method, contract, (double)(after - before), 0);
}

void report_save(rgs_context *context, const rgs_method *method, const char *name,
                 const start *bodies, int64_t n, double h, int64_t steps, const char *output) {
  rig *a = rig_open(context, method, bodies, n, BY_BODY, PAIR_FORCES);
  rig *b = rig_open(context, method, bodies, n, BY_BODY, PAIR_FORCES);
  must(rig_run(a, h, steps), "steps", &a->error);
  rig_continue(a, b);
  must(rig_run(a, h, steps), "steps", &a->error);
  must(rig_run(b, h, steps), "steps", &b->error);
  bool same = rig_output(a, output) == rig_output(b, output);
  for (int64_t i = 0; i < a->n; i++) {
    const start one = rig_body(a, i), other = rig_body(b, i);
    same = same && same_bits(&one, &other);
  }
  report_fact(name, "goes on from a save", same, "the same bits");
  rig_close(a), rig_close(b);
}

void run_two_orders(two_orders *t, rgs_context *context, const rgs_method *method,
                    const start bodies[IN_ORDER], double h, int64_t steps) {
  enum { LAST = IN_ORDER - 1 };
  start turned[IN_ORDER];
  for (int i = 0; i < IN_ORDER; i++) {
    t->tags[0][i] = t->tags[1][LAST - i] = 100 - 3 * i;
    turned[LAST - i] = bodies[i];
  }
  t->one = rig_open(context, method, bodies, IN_ORDER, BY_COMPONENT, NO_FORCES);
  t->other = rig_open(context, method, turned, IN_ORDER, BACKWARD, NO_FORCES);
  t->one->view.tag = t->tags[0], t->other->view.tag = t->tags[1];
  rig_bind(t->one), rig_bind(t->other);
  must(rig_run(t->one, h, steps), "steps", &t->one->error);
  must(rig_run(t->other, h, steps), "steps", &t->other->error);
  t->apart = 0, t->same_bits = true, t->moved = false;
  for (int i = 0; i < IN_ORDER; i++) {
    const start one = rig_body(t->one, i), other = rig_body(t->other, LAST - i);
    t->apart = larger(apart(&one, &other), t->apart);
    t->same_bits = t->same_bits && same_bits(&one, &other);
    t->moved = t->moved || memcmp(one.x, bodies[i].x, sizeof one.x) != 0;
  }
}

double distance(const rig *r, int64_t first, int n, const exact_body *want) {
  real worst = 0;
  for (int i = 0; i < n; i++) {
    const start s = rig_body(r, first + i);
    const exact_body got = exact_start(&s);
    const real off = exact_angle(got.q, want[i].q);
    if (!(off <= worst)) worst = off;
    for (int k = 0; k < 3; k++) {
      const real other =
          fmaxl(fabsl(got.x[k] - want[i].x[k]),
                fmaxl(fabsl(got.p[k] - want[i].p[k]), fabsl(got.l[k] - want[i].l[k])));
      if (!(other <= worst)) worst = other;
    }
  }
  return (double)worst;
}
