/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_rig.c - bodies with a stepper on them, forces between them, and an oracle.
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

/* ---- quaternions ----------------------------------------------------------------------------- */
static void multiply(const real p[4], const real q[4], real r[4]) {
  const real v[4] = { p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                      p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                      p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
                      p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1] };
  memcpy(r, v, sizeof v);
}

static void rotate(const real q[4], const real v[3], bool back, real w[3]) {
  const real sign = back ? -1 : 1;
  const real r[4] = { q[0], sign * q[1], sign * q[2], sign * q[3] },
             s[4] = { r[0], -r[1], -r[2], -r[3] };
  real p[4] = { 0, v[0], v[1], v[2] };
  multiply(r, p, p);
  multiply(p, s, p);
  memcpy(w, p + 1, 3 * sizeof *w);
}

static void cross(const real u[3], const real v[3], real w[3]) {
  const real product[3] = { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                            u[0] * v[1] - u[1] * v[0] };
  memcpy(w, product, sizeof product);
}

static real angle(const real p[4], const real q[4]) {
  const real back[4] = { p[0], -p[1], -p[2], -p[3] };
  real d[4];
  multiply(back, q, d);
  return 2 * atan2l(sqrtl(d[1] * d[1] + d[2] * d[2] + d[3] * d[3]), fabsl(d[0]));
}

double attitude_distance(const double p[4], const double q[4]) {
  const real a[4] = { p[0], p[1], p[2], p[3] }, b[4] = { q[0], q[1], q[2], q[3] };
  return (double)angle(a, b);
}

/* ---- forces between the two bodies of a pair ------------------------------------------------- */
static const real ARM[2][3] = { { 0.3L, -0.2L, 0.4L }, { -0.1L, 0.5L, 0.2L } };
static const real COUPLING = 0.8L;

static void arms(const exact_body b[2], real d[2][3]) {
  for (int i = 0; i < 2; i++) rotate(b[i].q, ARM[i], false, d[i]);
}

static real pair_potential(const exact_body b[2]) {
  real d[2][3], energy = 0;
  arms(b, d);
  for (int k = 0; k < 3; k++) {
    const real r = b[0].x[k] - b[1].x[k];
    energy += r * r / 2 + COUPLING * r * (d[0][k] - d[1][k]);
  }
  return energy;
}

static void pair_force(const exact_body b[2], real f[2][3], real tau[2][3]) {
  real d[2][3], r[3], g[3];
  arms(b, d);
  for (int k = 0; k < 3; k++) {
    r[k] = b[0].x[k] - b[1].x[k];
    g[k] = COUPLING * r[k];
    f[0][k] = -r[k] - COUPLING * (d[0][k] - d[1][k]);
    f[1][k] = -f[0][k];
  }
  cross(g, d[0], tau[0]);
  cross(d[1], g, tau[1]);
}

/* Angular velocity in space of a momentum or, for the gradient, of a torque. */
static void velocity(const start *s, const real q[4], const real l[3], real w[3]) {
  rotate(q, l, true, w);
  for (int k = 0; k < 3; k++) w[k] = s->inertia[k] > 0 ? w[k] / s->inertia[k] : 0;
  rotate(q, w, false, w);
}

/* Derivative of force and torque along the displacement f/m, J^-1 tau. */
static void pair_gradient(const start s[2], const exact_body b[2], real gf[2][3], real gtau[2][3]) {
  real f[2][3], tau[2][3], d[2][3], w[2][3], dd[2][3], g[3], dg[3];
  pair_force(b, f, tau);
  arms(b, d);
  for (int i = 0; i < 2; i++) {
    velocity(&s[i], b[i].q, tau[i], w[i]);
    cross(w[i], d[i], dd[i]);
  }
  for (int k = 0; k < 3; k++) {
    const real dr = f[0][k] / s[0].mass - f[1][k] / s[1].mass;
    g[k] = COUPLING * (b[0].x[k] - b[1].x[k]);
    dg[k] = COUPLING * dr;
    gf[0][k] = -dr - COUPLING * (dd[0][k] - dd[1][k]);
    gf[1][k] = -gf[0][k];
  }
  for (int i = 0; i < 2; i++) {
    real one[3], two[3];
    cross(g, dd[i], one);
    cross(dg, d[i], two);
    for (int k = 0; k < 3; k++) gtau[i][k] = (i == 0 ? 1 : -1) * (one[k] + two[k]);
  }
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

static void lay_out(rig *r, int layout, int64_t carry) {
  const int64_t n = r->n, width = DOUBLES + carry;
  r->memory = calloc((size_t)(n * width) + 1, sizeof(double));
  int64_t at = 0;
  for (size_t c = 0; c <= sizeof COLUMNS / sizeof *COLUMNS; c++) {
    const bool is_carry = c == sizeof COLUMNS / sizeof *COLUMNS;
    const int64_t components = is_carry ? carry : COLUMNS[c].width;
    rgs_column *column =
        is_carry ? &r->view.carry : (rgs_column *)((char *)&r->view + COLUMNS[c].offset);
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

start rig_body(const rig *r, int64_t i) {
  start s;
  s.mass = RGS_AT(r->view.mass, i, 0);
  for (int k = 0; k < 4; k++) s.q[k] = RGS_AT(r->view.q, i, k);
  for (int k = 0; k < 3; k++) {
    s.inertia[k] = RGS_AT(r->view.inertia, i, k);
    s.x[k] = RGS_AT(r->view.x, i, k);
    s.p[k] = RGS_AT(r->view.p, i, k);
    s.l[k] = RGS_AT(r->view.l, i, k);
  }
  return s;
}

void rig_set_body(rig *r, int64_t i, const start *s) {
  RGS_AT(r->view.mass, i, 0) = s->mass;
  for (int k = 0; k < 4; k++) RGS_AT(r->view.q, i, k) = s->q[k];
  for (int k = 0; k < 3; k++) {
    RGS_AT(r->view.inertia, i, k) = s->inertia[k];
    RGS_AT(r->view.x, i, k) = s->x[k];
    RGS_AT(r->view.p, i, k) = s->p[k];
    RGS_AT(r->view.l, i, k) = s->l[k];
  }
}

void rig_move(const rig *from, int64_t i, const rig *to, int64_t j) {
  for (size_t c = 0; c < sizeof COLUMNS / sizeof *COLUMNS; c++) {
    const rgs_column *a = (const rgs_column *)((const char *)&from->view + COLUMNS[c].offset);
    const rgs_column *b = (const rgs_column *)((const char *)&to->view + COLUMNS[c].offset);
    for (int k = 0; k < COLUMNS[c].width; k++) RGS_AT(*b, j, k) = RGS_AT(*a, i, k);
  }
  for (int64_t k = 0; k < from->carry; k++)
    RGS_AT(to->view.carry, j, k) = RGS_AT(from->view.carry, i, k);
}

static exact_body exactly(const start *s) {
  exact_body b;
  for (int k = 0; k < 3; k++) b.x[k] = s->x[k], b.p[k] = s->p[k], b.l[k] = s->l[k];
  for (int k = 0; k < 4; k++) b.q[k] = s->q[k];
  return b;
}

static void put(rgs_column column, int64_t first, real unit, real v[2][3]) {
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) RGS_AT(column, first + i, k) = (double)(v[i][k] / unit);
}

bool same_bits(const start *a, const start *b) {
  return memcmp(a->x, b->x, sizeof a->x) == 0 && memcmp(a->p, b->p, sizeof a->p) == 0 &&
         memcmp(a->q, b->q, sizeof a->q) == 0 && memcmp(a->l, b->l, sizeof a->l) == 0;
}

static int no_forces(void *self, rgs_eval *request, const rgs_view *view) {
  rig *r = self;
  r->forces += (request->what & RGS_EVAL_FORCE) != 0;
  r->gradients += (request->what & RGS_EVAL_GRADIENT) != 0;
  request->energy = request->virial[0] = request->virial[1] = request->virial[2] = 0;
  for (int64_t i = 0; i < view->n; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(view->f, i, k) = RGS_AT(view->tau, i, k) = 0;
      RGS_AT(view->gf, i, k) = RGS_AT(view->gtau, i, k) = 0;
    }
  return 0;
}

static int pair_forces(void *self, rgs_eval *request, const rgs_view *view) {
  rig *r = self;
  const real unit = r->host.force_scale == 0 ? 1 : r->host.force_scale;
  r->forces += (request->what & RGS_EVAL_FORCE) != 0;
  r->gradients += (request->what & RGS_EVAL_GRADIENT) != 0;
  request->energy = request->virial[0] = request->virial[1] = request->virial[2] = 0;
  for (int64_t i = 0; i < view->n; i += 2) {
    const start s[2] = { rig_body(r, i), rig_body(r, i + 1) };
    const exact_body b[2] = { exactly(&s[0]), exactly(&s[1]) };
    real f[2][3], tau[2][3];
    const bool counts = i < view->n - view->n_copies;
    if ((request->what & RGS_EVAL_ENERGY) && counts)
      request->energy += (double)(pair_potential(b) / unit);
    if (request->what & RGS_EVAL_FORCE) {
      pair_force(b, f, tau);
      for (int k = 0; k < 3 && counts; k++)
        request->virial[k] += (double)((b[0].x[k] - b[1].x[k]) * f[0][k] / unit);
      put(view->f, i, unit, f);
      put(view->tau, i, unit, tau);
    }
    if (request->what & RGS_EVAL_GRADIENT) {
      pair_gradient(s, b, f, tau);
      put(view->gf, i, unit, f);
      put(view->gtau, i, unit, tau);
    }
  }
  if (r->forces == r->spoil_at) RGS_AT(view->tau, r->spoil_body, 1) = NAN;
  return 0;
}

rig *rig_open(rgs_context *context, const rgs_method *method, const start *bodies, int64_t n,
              int layout, int forces) {
  rig *r = calloc(1, sizeof *r);
  r->error = (rgs_error)RGS_ERROR_INIT;
  r->n = n;
  r->view = (rgs_view){ .head = RGS_HEAD(rgs_view), .n = n, .stamp = 1 };
  r->host = (rgs_host){ .head = RGS_HEAD(rgs_host),
                        .self = r,
                        .provides =
                            RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT | RGS_EVAL_VIRIAL,
                        .eval = forces == NO_FORCES ? no_forces : pair_forces,
                        .ranks = 1 };
  if (forces == PAIR_FORCES_ALONE) r->host.provides &= ~(uint32_t)RGS_EVAL_GRADIENT;
  must(rgs_bodies_create(context, n, &r->bodies, &r->error), "rgs_bodies_create", &r->error);
  must(rgs_stepper_create(r->bodies, method, &r->host, &r->stepper, &r->error),
       "rgs_stepper_create", &r->error);
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  must(rgs_stepper_describe(r->stepper, &info, &r->error), "rgs_stepper_describe", &r->error);
  r->carry = info.carry;
  lay_out(r, layout, info.carry);
  for (int64_t i = 0; i < n; i++) rig_set_body(r, i, &bodies[i]);
  must(rgs_bodies_bind(r->bodies, &r->view, &r->error), "rgs_bodies_bind", &r->error);
  rig_tell_box(r);
  return r;
}

void rig_restart(rig *r, const rgs_method *method) {
  rgs_stepper_destroy(r->stepper);
  r->stepper = NULL;
  must(rgs_bodies_bind(r->bodies, &r->view, &r->error), "rgs_bodies_bind", &r->error);
  must(rgs_stepper_create(r->bodies, method, &r->host, &r->stepper, &r->error),
       "rgs_stepper_create", &r->error);
  rig_tell_box(r);
}

void rig_close(rig *r) {
  rgs_stepper_destroy(r->stepper);
  rgs_bodies_destroy(r->bodies);
  free(r->memory);
  free(r);
}

rgs_status rig_run(rig *r, double h, int64_t steps) {
  return rgs_step(r->stepper, h, steps, &r->error);
}

rgs_status rig_show(rig *r) { return rgs_stepper_process(r->stepper, NULL, &r->error); }

/* ---- oracle ---------------------------------------------------------------------------------- */
enum { MOST = 2, VARIABLES = 13 };
_Static_assert(sizeof(exact_body) == VARIABLES * sizeof(real), "a body is an array of numbers");

static void slope(const start *s, int n, int forces, const exact_body *b, exact_body *d) {
  real f[MOST][3] = { { 0 } }, tau[MOST][3] = { { 0 } };
  if (forces != NO_FORCES) pair_force(b, f, tau);
  for (int i = 0; i < n; i++) {
    real w[4] = { 0 };
    velocity(&s[i], b[i].q, b[i].l, w + 1);
    multiply(w, b[i].q, d[i].q);
    for (int k = 0; k < 4; k++) d[i].q[k] /= 2;
    for (int k = 0; k < 3; k++) {
      d[i].x[k] = b[i].p[k] / s[i].mass;
      d[i].p[k] = f[i][k];
      d[i].l[k] = tau[i][k];
    }
  }
}

/* One big step: midpoint rule with 2, 4, 6 ... 20 parts, extrapolated (Gragg, Bulirsch, Stoer). */
static void big_step(const start *s, int n, int forces, real h, exact_body *b) {
  enum { COLUMNS_OF_TABLE = 10 };
  const int size = n * VARIABLES;
  real table[COLUMNS_OF_TABLE][MOST * VARIABLES];
  for (int j = 0; j < COLUMNS_OF_TABLE; j++) {
    const int parts = 2 * (j + 1);
    const real step = h / parts;
    exact_body before[MOST] = { { .x = { 0 } } }, d[MOST] = { { .x = { 0 } } }, now[MOST],
               next[MOST];
    real *const old = (real *)before, *const mid = (real *)now, *const new = (real *)next;
    real *const change = (real *)d;
    memcpy(before, b, (size_t)n * sizeof *b);
    slope(s, n, forces, before, d);
    for (int k = 0; k < size; k++) mid[k] = old[k] + step * change[k];
    for (int part = 1; part < parts; part++) {
      slope(s, n, forces, now, d);
      for (int k = 0; k < size; k++) {
        new[k] = old[k] + 2 * step *change[k];
        old[k] = mid[k];
        mid[k] = new[k];
      }
    }
    memcpy(table[j], now, (size_t)size * sizeof(real));
    for (int m = j - 1; m >= 0; m--) {
      const real ratio = (real)parts / (2 * (m + 1));
      for (int k = 0; k < size; k++)
        table[m][k] = table[m + 1][k] + (table[m + 1][k] - table[m][k]) / (ratio * ratio - 1);
    }
  }
  memcpy(b, table[0], (size_t)size * sizeof(real));
  for (int i = 0; i < n; i++) {
    real length = 0;
    for (int k = 0; k < 4; k++) length += b[i].q[k] * b[i].q[k];
    for (int k = 0; k < 4; k++) b[i].q[k] /= sqrtl(length);
  }
}

void oracle(const start *bodies, int n, int forces, double time, exact_body *end) {
  for (int i = 0; i < n; i++) end[i] = exactly(&bodies[i]);
  const int steps = 1 + (int)(fabs(time) / 0.15);
  for (int i = 0; i < steps; i++) big_step(bodies, n, forces, (real)time / steps, end);
}

double distance(const rig *r, int64_t first, int n, const exact_body *want) {
  real worst = 0;
  for (int i = 0; i < n; i++) {
    const start s = rig_body(r, first + i);
    const exact_body got = exactly(&s);
    const real off = angle(got.q, want[i].q);
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
