/* SPDX-License-Identifier: BSD-3-Clause */
#include "problem.h"
#include "handles.h"
#include "plain_body.h"
#include "reference_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */
/* The columns of a model, after the moments; returns how deep its potential can be. */
typedef real take_model(problem *p, const real **at);

static real take_heavy_top(problem *p, const real **at) {
  double *w = p->model.top.weight;
  take_doubles(at, 3, w);
  p->eval = heavy_top_eval;
  return 2 * sqrtl(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
}

static real take_satellite(problem *p, const real **at) {
  real mu, r;
  take_numbers(at, 1, &mu);
  take_numbers(at, 1, &r);
  p->model.craft = (satellite){ (double)mu, (double)r };
  p->eval = satellite_eval;
  const real most = fmax(p->inertia[0], fmax(p->inertia[1], p->inertia[2]));
  return 1.5L * mu / (r * r * r) * most;
}

static int read_tops(const char *folder, const char *file, int numbers, take_model *model,
                     problem out[MOST_ROWS]) {
  static reference_row rows[MOST_ROWS];
  const int n = read_reference_rows(folder, file, 2, numbers, rows, MOST_ROWS);
  for (int i = 0; i < n; i++) {
    const real *at = rows[i].number;
    problem *p = &out[i];
    *p = (problem){ .n = 1, .mass = 1 };
    take_doubles(&at, 3, p->inertia);
    real energy = model(p, &at), least = INFINITY;
    take_numbers(&at, 3, p->start[0].y);
    take_numbers(&at, 4, p->start[0].q);
    take_numbers(&at, 1, &p->time);
    take_numbers(&at, 3, p->end[0].y);
    take_numbers(&at, 4, p->end[0].q);
    p->cond = fmaxl(1, *at);
    normalize(p->start[0].q);
    snprintf(p->name, sizeof p->name, "%s", rows[i].label[1]);
    /* Energy is kept, so it bounds the angular velocity for good. */
    for (int k = 0; k < 3; k++) {
      energy += p->start[0].y[k] * p->start[0].y[k] / (2 * (real)p->inertia[k]);
      least = fminl(least, (real)p->inertia[k]);
    }
    p->rate = sqrtl(2 * energy / least);
  }
  return n;
}

static int read_water_pairs(const char *folder, problem out[MOST_ROWS]) {
  static reference_row rows[MOST_ROWS];
  const int n = read_reference_rows(folder, "water2.csv", 0, 28, rows, MOST_ROWS);
  if (n < 2 || rows[0].number[0] != 0) return -1;
  for (int i = 1; i < n; i++) {
    problem *p = &out[i - 1];
    const real *from = rows[0].number + 1, *to = rows[i].number + 1;
    /* Molecules in liquid water librate at up to 900/cm, 0.17 radians a femtosecond. */
    *p = (problem){ .n = 2, .eval = water_eval, .rate = 0.17L };
    p->model.water = water_spce();
    p->mass = p->model.water.mass;
    memcpy(p->inertia, p->model.water.inertia, sizeof p->inertia);
    p->time = rows[i].number[0];
    p->cond = fmaxl(1, rows[i].number[27]);
    snprintf(p->name, sizeof p->name, "water pair, %g fs", (double)p->time);
    for (int b = 0; b < 2; b++) {
      motion *const ends[2] = { &p->start[b], &p->end[b] };
      const real **const at[2] = { &from, &to };
      for (int e = 0; e < 2; e++) {
        take_numbers(at[e], 3, ends[e]->x);
        take_numbers(at[e], 3, ends[e]->v);
        take_numbers(at[e], 3, ends[e]->y);
        take_numbers(at[e], 4, ends[e]->q);
      }
      normalize(p->start[b].q);
    }
  }
  return n - 1;
}

int read_problems(const char *folder, int file, problem out[MOST_ROWS]) {
  if (file == WATER_PAIRS) return read_water_pairs(folder, out);
  return file == HEAVY_TOPS ? read_tops(folder, "heavytop.csv", 22, take_heavy_top, out)
                            : read_tops(folder, "satellite.csv", 21, take_satellite, out);
}

/* ---- running --------------------------------------------------------------------------------- */
enum { MOST_AUX = 32, WIDTH = AUX + MOST_AUX };

static void put(const problem *p, double memory[][WIDTH]) {
  for (int64_t i = 0; i < p->n; i++) {
    const motion *s = &p->start[i];
    real l[3];
    rotate(s->q, s->y, l);
    for (int k = 0; k < 3; k++) {
      memory[i][X + k] = (double)s->x[k];
      memory[i][P + k] = (double)(p->mass * s->v[k]);
      memory[i][L + k] = (double)l[k];
      memory[i][INERTIA + k] = p->inertia[k];
    }
    for (int k = 0; k < 4; k++) memory[i][Q + k] = (double)s->q[k];
    memory[i][MASS] = p->mass;
  }
}

static void get(const problem *p, double memory[][WIDTH], motion *end) {
  for (int64_t i = 0; i < p->n; i++) {
    real l[3];
    for (int k = 0; k < 4; k++) end[i].q[k] = memory[i][Q + k];
    for (int k = 0; k < 3; k++) {
      end[i].x[k] = memory[i][X + k];
      end[i].v[k] = memory[i][P + k] / (real)p->mass;
      l[k] = memory[i][L + k];
    }
    rotate_back(end[i].q, l, end[i].y);
  }
}

rgs_status run_problem(const problem *p, rgs_context *context, const char *rotor,
                       const char *scheme, int64_t steps, uint32_t provides,
                       motion end[MOST_BODIES], rgs_error *error) {
  double memory[MOST_BODIES][WIDTH] = { { 0 } };
  problem running = *p;
  water_host water;
  handles h = { .context = context };
  const bool is_water = p->eval == water_eval;
  if (is_water && water_host_create(&water, &p->model.water, p->n) != 0) return RGS_E_NOMEM;
  put(p, memory);
  const rgs_view view = view_of_plain(memory[0], p->n, WIDTH, 1);
  const rgs_host host =
      WITH_HEAD(rgs_host, .self = is_water ? (void *)&water : (void *)&running.model,
                .provides = provides, .eval = p->eval);
  const named_method of = { .rotor = rotor, .scheme = scheme };
  rgs_status status = open_handles(&h, &of, &view, &host, error);
  if (status == RGS_OK)
    status = rgs_stepper_run(h.stepper, (double)(p->time / steps), steps, error);
  if (status == RGS_OK) status = rgs_stepper_process(h.stepper, NULL, error);
  if (status == RGS_OK) get(p, memory, end);
  if (status == RGS_OK) status = rgs_stepper_unprocess(h.stepper, error);
  close_handles(&h);
  if (is_water) water_host_destroy(&water);
  return status;
}

/* ---- comparing ------------------------------------------------------------------------------- */
static real relative(const real got[3], const real want[3]) {
  real off = 0, size = 0;
  for (int k = 0; k < 3; k++) {
    off += (got[k] - want[k]) * (got[k] - want[k]);
    size += want[k] * want[k];
  }
  return sqrtl(off / size);
}

real distance(const problem *p, const motion *got, const motion *want) {
  real worst = 0;
  for (int64_t i = 0; i < p->n; i++) {
    real errors[4] = { relative(got[i].y, want[i].y), angle_between(got[i].q, want[i].q), 0, 0 };
    if (p->eval == water_eval) {
      errors[2] = relative(got[i].x, want[i].x);
      errors[3] = relative(got[i].v, want[i].v);
    }
    for (int e = 0; e < 4; e++)
      if (!(errors[e] <= worst)) worst = errors[e];
  }
  return worst;
}
