/* SPDX-License-Identifier: BSD-3-Clause
 *
 * water.c - see water.h.
 */
#include "water.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 20 };
#define COULOMB 0.13893545764438
#define EPSILON 6.5e-5
#define SIGMA 3.166
#define DAMPING 0.2
#define CUTOFF 6.2
static const double CHARGE[SITES] = { -0.8476, 0.4238, 0.4238 };

/* ---- forces ---------------------------------------------------------------------------------- */
void rotate(const double q[4], const double v[3], double out[3]) {
  const double *e = q + 1;
  const double t[3] = { 2 * (e[1] * v[2] - e[2] * v[1]), 2 * (e[2] * v[0] - e[0] * v[2]),
                        2 * (e[0] * v[1] - e[1] * v[0]) };
  for (int k = 0; k < 3; k++)
    out[k] = v[k] + q[0] * t[k] + e[(k + 1) % 3] * t[(k + 2) % 3] - e[(k + 2) % 3] * t[(k + 1) % 3];
}

static double sixth(double x) { return x * x * x * x * x * x; }

/* Energy of two sites at the distance r; *over_r is the force divided by it. */
static double pair(double r, double charges, int oxygens, double sigma, double *over_r) {
  const double gauss = 2 * DAMPING / sqrt(acos(-1)), at = CUTOFF;
  static double edge, slope;
  if (edge == 0) {
    edge = erfc(DAMPING * at);
    slope = edge / (at * at) + gauss * exp(-pow(DAMPING * at, 2)) / at;
  }
  const double here = erfc(DAMPING * r);
  double energy = charges * (here / r - edge / at + slope * (r - at));
  double force = charges * (here / (r * r) + gauss * exp(-DAMPING * DAMPING * r * r) / r - slope);
  if (oxygens) {
    const double s = sixth(sigma / r), c = sixth(sigma / at);
    const double end = 24 * EPSILON * (2 * c * c - c) / at;
    energy += 4 * EPSILON * (s * s - s - c * c + c) + end * (r - at);
    force += 24 * EPSILON * (2 * s * s - s) / r - end;
  }
  *over_r = force / r;
  return energy;
}

static void push(water *w, int i, int a, const double force[3], double sign, double by) {
  const double *arm = w->at[i][a];
  molecule *m = &w->body[i];
  for (int k = 0; k < 3; k++) {
    m->f[k] += sign * by * force[k];
    m->tau[k] +=
        sign * by * (arm[(k + 1) % 3] * force[(k + 2) % 3] - arm[(k + 2) % 3] * force[(k + 1) % 3]);
  }
}

double add_forces(water *w, double error, double by) {
  double energy = 0;
  for (int i = 0; i < N; i++)
    for (int a = 0; a < SITES; a++) rotate(w->body[i].q, w->site[a], w->at[i][a]);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      for (int s = 0; s < SITES * SITES; s++) {
        const int a = s / SITES, b = s % SITES;
        double apart[3], square = 0, over_r;
        for (int k = 0; k < 3; k++) {
          apart[k] = w->body[i].x[k] + w->at[i][a][k] - w->body[j].x[k] - w->at[j][b][k];
          apart[k] -= w->edge * rint(apart[k] / w->edge);
          square += apart[k] * apart[k];
        }
        if (square >= CUTOFF * CUTOFF) continue;
        const double charges = COULOMB * CHARGE[a] * CHARGE[b] * (1 + error) * (1 + error);
        energy += pair(sqrt(square), charges, s == 0, SIGMA * (1 - error / 3), &over_r);
        for (int k = 0; k < 3; k++) apart[k] *= over_r;
        push(w, i, a, apart, 1, by);
        push(w, j, b, apart, -1, by);
      }
  return energy;
}

/* Forces are asked at the end of a drift, in which momenta are as a thermostat in the middle left them. */
static void add_kinetic(water *w) {
  for (int i = 0; i < N; i++) {
    const molecule *m = &w->body[i];
    const double back[4] = { m->q[0], -m->q[1], -m->q[2], -m->q[3] };
    double l[3];
    rotate(back, m->l, l);
    for (int k = 0; k < 3; k++) {
      w->kinetic[0] += m->p[k] * m->p[k] / (2 * m->mass);
      w->kinetic[1] += l[k] * l[k] / (2 * m->inertia[k]);
    }
  }
  w->visits++;
}

static int eval(void *self, rgs_eval *request, const rgs_view *view) {
  water *w = self;
  const int slow = (request->what & RGS_DRAFT_EVAL_SLOW) != 0;
  const int force = (request->what & RGS_EVAL_FORCE) != 0, fast = w->levels && force;
  (void)view;
  for (int i = 0; i < N && (force || slow); i++)
    for (int k = 0; k < 3; k++) w->body[i].f[k] = w->body[i].tau[k] = 0;
  if (!fast) {
    w->energy = request->energy = add_forces(w, 0, force || slow);
    w->costly++;
  }
  if (force) add_kinetic(w);
  if (fast || slow) (void)add_forces(w, w->error, slow ? -1 : 1);
  return 0;
}

/* ---- molecules and steppers ------------------------------------------------------------------ */
static double uniform(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

static void fill(water *w) {
  static const double MASS[SITES] = { 15.9994, 1.008, 1.008 };
  const double half = 109.47 / 360 * acos(-1), total = MASS[0] + 2 * MASS[1];
  const double centre = 2 * MASS[1] * cos(half) / total;
  double inertia[3] = { 0 };
  uint64_t state = 7;
  for (int a = 0; a < SITES; a++) {
    double *s = w->site[a];
    s[0] = a == 0 ? 0 : a == 1 ? sin(half) : -sin(half);
    s[1] = 0, s[2] = (a > 0) * cos(half) - centre;
    for (int k = 0; k < 3; k++)
      inertia[k] += MASS[a] * (s[(k + 1) % 3] * s[(k + 1) % 3] + s[(k + 2) % 3] * s[(k + 2) % 3]);
  }
  w->edge = cbrt(N * total / 0.6022140857 / 0.997);
  for (int i = 0; i < N; i++) {
    molecule *m = &w->body[i];
    double square = 0;
    *m = (molecule){ .mass = total };
    memcpy(m->inertia, inertia, sizeof inertia);
    for (int k = 0; k < 3; k++) m->x[k] = (i >> 2 * k & 3) * w->edge / 4;
    for (int k = 0; k < 4; k++) square += pow(m->q[k] = uniform(&state) - 0.5, 2);
    for (int k = 0; k < 4; k++) m->q[k] /= sqrt(square);
  }
}

static void must(rgs_status status, const rgs_error *error) {
  if (status == RGS_OK) return;
  printf("%s\n", error->text);
  exit(1);
}

void open_run(run *r, int melt) {
#define COLUMN(field) { field, sizeof(molecule) / sizeof(double), 1 }
  rgs_error error = RGS_ERROR_INIT;
  molecule *m = r->now.body;
  const rgs_view view = { .head = RGS_HEAD(rgs_view),
                          .n = N,
                          .revision = 1,
                          .x = COLUMN(m->x),
                          .p = COLUMN(m->p),
                          .q = COLUMN(m->q),
                          .l = COLUMN(m->l),
                          .mass = COLUMN(&m->mass),
                          .inertia = COLUMN(m->inertia),
                          .f = COLUMN(m->f),
                          .tau = COLUMN(m->tau) };
  must(rgs_context_create(NULL, &r->context, &error), &error);
  must(rgs_draft_allow(r->context, RGS_DRAFT_ABI, &error), &error);
  must(rgs_bodies_create(r->context, N, &r->bodies, &error), &error);
  must(rgs_bodies_bind(r->bodies, &view, &error), &error);
  fill(&r->start);
  begin(r, &(row){ .step = 1, .inertia = 1 }, 20);
  for (double h = 0.2; h < 2.1; h *= 1.5)
    must(rgs_stepper_run(r->stepper, h, melt, &error), &error);
  end(r);
  r->start = r->now;
}

void begin(run *r, const row *way, double relaxation) {
  rgs_error error = RGS_ERROR_INIT;
  const int n = way->inner ? way->inner : way->trial;
  const rgs_param params[] = { { "kt", NULL, BOLTZMANN * KELVIN, 0, 0 },
                               { "seed", NULL, 11, 0, 0 },
                               { "relaxation", NULL, way->trial ? 0 : relaxation, 0, 0 },
                               { way->inner ? "inner" : "steps", NULL, n, 0, 0 } };
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = way->inner ? "respa" : "strang",
                                 .thermostat = way->trial ? "metropolis" : "langevin",
                                 .placement = way->ends ? RGS_PLACEMENT_OBABO : 0,
                                 .params = params,
                                 .n_params = n ? 4 : 3,
                                 .param_size = sizeof *params,
                                 .inertia = way->inertia };
  r->now = r->start;
  r->now.levels = way->error != 0;
  r->now.error = way->error;
  const rgs_host host = { .head = RGS_HEAD(rgs_host),
                          .self = &r->now,
                          .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY |
                                      (r->now.levels ? RGS_DRAFT_EVAL_SLOW : 0),
                          .ranks = 1,
                          .eval = eval };
  must(rgs_method_create(r->context, &spec, &r->method, &error), &error);
  must(rgs_stepper_create(r->bodies, r->method, &host, &r->stepper, &error), &error);
}

void steps(run *r, const row *way, long n) {
  rgs_error error = RGS_ERROR_INIT;
  must(rgs_stepper_run(r->stepper, way->step, n, &error), &error);
  if (way->trial) /* that of a refused end does not count */
    must(rgs_stepper_output(r->stepper, "potential_energy", &r->now.energy, 1, &error), &error);
}

double accepted(const run *r) {
  rgs_error error = RGS_ERROR_INIT;
  double count[2];
  must(rgs_stepper_output(r->stepper, "accepted", count, 1, &error), &error);
  must(rgs_stepper_output(r->stepper, "trials", count + 1, 1, &error), &error);
  return count[0] / count[1];
}

void end(run *r) {
  rgs_stepper_destroy(r->stepper);
  rgs_method_destroy(r->method);
}

void close_run(run *r) {
  rgs_bodies_destroy(r->bodies);
  rgs_context_destroy(r->context);
}

/* ---- what is printed ------------------------------------------------------------------------- */
void print_way(const row *way) {
  const int n = way->inner ? way->inner : way->trial;
  printf("| %g fs", way->step);
  if (n) printf(" = %d x %g", n, way->step / n);
  if (way->error > 0) printf(", wrong by %g", way->error);
  if (way->inertia > 1) printf(", inertia %g", way->inertia);
  printf(" |");
}

void print_mean(const double *values, long n, double unit, const char *form) {
  double block[BLOCKS] = { 0 }, mean = 0, square = 0;
  for (long i = 0; i < n; i++) block[i * BLOCKS / n] += values[i] * unit;
  for (int k = 0; k < BLOCKS; k++) {
    block[k] /= (double)((k + 1) * n / BLOCKS - k * n / BLOCKS);
    mean += block[k] / BLOCKS, square += block[k] * block[k] / BLOCKS;
  }
  printf(form, mean, sqrt((square - mean * mean) / (BLOCKS - 1)));
}
