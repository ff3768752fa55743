/* SPDX-License-Identifier: BSD-3-Clause */
#include "workload.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Square of the angle between two attitudes. */
static double turned(const double *p, const double *q) {
  double minus = 0, plus = 0; /* q and -q are one attitude */
  for (int k = 0; k < 4; k++) {
    minus += (p[k] - q[k]) * (p[k] - q[k]);
    plus += (p[k] + q[k]) * (p[k] + q[k]);
  }
  const double half = 2 * asin(0.5 * sqrt(fmin(minus, plus)));
  return 4 * half * half;
}

static double apart(const double *a, const double *b) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

static double top_distance(const workload *p, const forced_state *a, const forced_state *b) {
  (void)p;
  return sqrt(turned(a->q, b->q) + apart(a->l, b->l));
}

/* The hydrogens are an Angstrom away, so a radian counts as one. */
static double water_distance(const workload *p, const forced_state *a, const forced_state *b) {
  double sum = 0;
  for (int64_t i = 0; i < p->model.n; i++)
    sum += turned(a->q + 4 * i, b->q + 4 * i) + apart(a->x + 3 * i, b->x + 3 * i);
  return sqrt(sum / (double)p->model.n);
}

void workload_top(workload *p) {
  memset(p, 0, sizeof *p);
  p->title = "heavy top";
  p->time_unit = "1";
  p->top.weight[2] = 1;
  p->model = (forced_model){ .n = 1,
                             .mass = { 1 },
                             .inertia = { 0.376, 0.627, 1 },
                             .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT,
                             .self = &p->top,
                             .eval = heavy_top_eval };
  p->start = (forced_state){ .q = { 1 }, .l = { 0, 0.6, -0.8 } };
  p->span = 10;
  p->spans = 10;
  p->fewest = 30;
  p->most = 1e5;
  p->distance = top_distance;
}

static double uniform(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53 - 0.5;
}

/* A cube of molecules at liquid water's density, turned at random. */
static void lattice(workload *p) {
  const int64_t n = p->model.n, edge = (int64_t)ceil(cbrt((double)n) - 1e-9);
  uint64_t seed = 1;
  for (int64_t i = 0; i < n; i++) {
    const int64_t cell[3] = { i % edge, i / edge % edge, i / edge / edge };
    double length = 0, *q = p->start.q + 4 * i;
    for (int k = 0; k < 4; k++) q[k] = uniform(&seed), length += q[k] * q[k];
    for (int k = 0; k < 4; k++) q[k] /= sqrt(length);
    for (int k = 0; k < 3; k++) {
      p->start.x[3 * i + k] = 3.1 * ((double)cell[k] - 0.5 * (double)(edge - 1));
      p->start.p[3 * i + k] = uniform(&seed);
      p->start.l[3 * i + k] = 0.2 * uniform(&seed);
    }
  }
  for (int k = 0; k < 3; k++) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += p->start.p[3 * i + k];
    for (int64_t i = 0; i < n; i++) p->start.p[3 * i + k] -= sum / (double)n;
  }
}

/* 10 fs at a time, after each of which both kinetic energies are set to the temperature. */
static int equilibrate(workload *p, rgs_context *context, double temperature, int rounds,
                       rgs_error *error) {
  const int64_t n = p->model.n;
  const double kt = WATER_BOLTZMANN * temperature;
  for (int r = 0; r <= rounds; r++) {
    double potential, kinetic, translation = 0;
    forced_run *run = forced_run_open(context, &p->model, &p->start, "exact", "strang", error);
    if (run == NULL) return -1;
    const int failed = (r > 0 && forced_run_steps(run, 1, 10, error) != RGS_OK) ||
                       forced_run_look(run, &p->start, &potential, &kinetic, error) != RGS_OK;
    forced_run_close(run);
    if (failed) return -1;
    for (int64_t k = 0; k < 3 * n; k++)
      translation += 0.5 * p->start.p[k] * p->start.p[k] / p->water.model.mass;
    const double a = sqrt(0.5 * (3 * (double)n - 3) * kt / translation);
    const double b = sqrt(0.5 * 3 * (double)n * kt / (kinetic - translation));
    for (int64_t k = 0; k < 3 * n && r < rounds; k++) {
      p->start.p[k] *= a;
      p->start.l[k] *= b;
    }
  }
  return 0;
}

int workload_water(workload *p, rgs_context *context, int64_t n, rgs_error *error) {
  memset(p, 0, sizeof *p);
  p->title = "water cluster";
  p->time_unit = "fs";
  water_model model = water_spce();
  model.wall_energy = 6e-4;
  model.wall_radius = 1.25 * cbrt(0.75 / acos(-1) * 29.9 * (double)n); /* liquid, and a little */
  p->model = (forced_model){ .n = n,
                             .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT,
                             .self = &p->water,
                             .eval = water_eval };
  for (int64_t i = 0; i < n; i++) {
    p->model.mass[i] = model.mass;
    for (int k = 0; k < 3; k++) p->model.inertia[3 * i + k] = model.inertia[k];
  }
  p->span = 100;
  p->spans = 10;
  p->fewest = 8;
  p->most = 1600;
  p->distance = water_distance;
  if (water_host_create(&p->water, &model, n) != 0)
    return snprintf(error->text, sizeof error->text, "out of memory"), -1;
  lattice(p);
  return equilibrate(p, context, 300, 1000, error);
}

void workload_close(workload *p) {
  if (p->water.scratch != NULL) water_host_destroy(&p->water);
}
