/* SPDX-License-Identifier: BSD-3-Clause */
#include "device_bodies.h"
#include "device_work.h"
#include "random_numbers.h"
#include "rotations.h"
#include "handles.h"
#include <math.h>
#include <rigidstep/rigidstep.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random bodies --------------------------------------------------------------------------- */
static double power_of_10(double from, double to) {
  return pow(10, random_between(&seed, from, to));
}

enum { GENERAL, SLOW, FAST, SYMMETRIC, NEARLY_SYMMETRIC, SEPARATRIX, UNSTABLE_AXIS, LINEAR };
enum { SPHERICAL = LINEAR + 1, AT_REST, FLAT, LONG_ORIENTATION };
enum { POINT = LONG_ORIENTATION + 1, EXTREME, LARGE_MOMENT, KINDS };

/* Moments in ascending order, and a momentum in the body frame of length about 1. */
static void shape_of(int kind, double moment[3], double y[3]) {
  moment[0] = random_between(&seed, 0.1, 1);
  moment[1] = moment[0] * random_between(&seed, 1, 3);
  moment[2] = random_between(&seed, moment[1], moment[0] + moment[1]);
  for (int k = 0; k < 3; k++) y[k] = random_between(&seed, -1, 1);
  switch (kind) {
  case SYMMETRIC: moment[random_between(&seed, 0, 1) < 0.5 ? 0 : 2] = moment[1]; break;
  case NEARLY_SYMMETRIC: moment[0] = moment[1] * (1 - power_of_10(-15, -3)); break;
  case SPHERICAL: moment[0] = moment[2] = moment[1]; break;
  case FLAT: moment[2] = moment[0] + moment[1]; break;
  case SEPARATRIX: {
    const double a = 1 / moment[0] - 1 / moment[1], b = 1 / moment[1] - 1 / moment[2];
    y[2] = y[0] * sqrt(a / b);
    break;
  }
  case UNSTABLE_AXIS: y[0] = y[2] = 0; break;
  case LINEAR: moment[0] = y[0] = 0, moment[2] = moment[1]; break;
  case LARGE_MOMENT: moment[2] = moment[1] * power_of_10(0.5, 4); break;
  case POINT: moment[0] = moment[1] = moment[2] = 0; break;
  default: break;
  }
  if (kind == AT_REST || kind == POINT) y[0] = y[1] = y[2] = 0;
}

static void body_of(int kind, double number[BODY_DOUBLES]) {
  double moment[3], y[3];
  shape_of(kind, moment, y);
  /* h |w| is from 1e-5 to 1e3, and most often what a step may have. */
  double size = power_of_10(-1, 2);
  if (kind == SLOW) size = power_of_10(-4, -2);
  if (kind == FAST) size = power_of_10(2, 4);
  number[MASS] = random_between(&seed, 0.5, 2);
  random_orientation(number + Q);
  const int first = (int)random_between(&seed, 0, 3), mirror = random_between(&seed, 0, 1) < 0.5;
  double moved[3];
  for (int k = 0; k < 3; k++) {
    const int from = (first + (mirror ? 3 - k : k)) % 3;
    number[MOMENT + k] = moment[from];
    moved[k] = size * y[from];
    number[X + k] = random_between(&seed, -1, 1);
    number[P + k] = random_between(&seed, -1, 1);
  }
  turn_vector(number + Q, 0, moved, number + L);
  if (kind == LONG_ORIENTATION)
    for (int k = 0; k < 4; k++) number[Q + k] *= 1 + 1e-7;
  if (kind == EXTREME) {
    const double unit = power_of_10(-250, 250);
    for (int k = 0; k < 3; k++) number[MOMENT + k] *= unit, number[L + k] *= unit;
  }
}

void device_bodies(uint64_t begin, int64_t n, int extreme, double *numbers) {
  seed = begin;
  for (int64_t i = 0; i < n; i++)
    body_of((int)(i % (extreme ? KINDS : EXTREME)), numbers + BODY_DOUBLES * i);
}

/* ---- the library ----------------------------------------------------------------------------- */
int device_library_fuses(void) {
  const char *path = getenv("RIGIDSTEP_KERNELS");
  if (path != NULL && strcmp(path, "baseline") == 0) return 0;
#if defined __aarch64__
  return 1;
#elif defined __x86_64__
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return 0;
#endif
}

static rgs_error error = RGS_ERROR_INIT;
static void must(rgs_status status, const char *what) {
  if (status == RGS_OK) return;
  fprintf(stderr, "%s: %s\n", what, error.text);
  exit(2);
}

static void turn_all(double h, int64_t n, double *numbers) {
  double *rows = calloc(10 * (size_t)n, sizeof *rows);
  if (rows == NULL) exit(2);
  double *inertia = rows, *l = rows + 3 * n, *q = rows + 6 * n;
  for (int64_t i = 0; i < n; i++) {
    memcpy(inertia + 3 * i, numbers + BODY_DOUBLES * i + MOMENT, 3 * sizeof *rows);
    memcpy(l + 3 * i, numbers + BODY_DOUBLES * i + L, 3 * sizeof *rows);
    memcpy(q + 4 * i, numbers + BODY_DOUBLES * i + Q, 4 * sizeof *rows);
  }
  must(rgs_free_flow("exact", n, h, inertia, l, q, &error), "rgs_free_flow");
  for (int64_t i = 0; i < n; i++)
    memcpy(numbers + BODY_DOUBLES * i + Q, q + 4 * i, 4 * sizeof *rows);
  free(rows);
}

typedef struct host {
  const double *numbers;
  double *forces; /* f and tau, body after body */
} host;

static int evaluate(void *self, rgs_eval *request, const rgs_view *bodies) {
  const host *h = self;
  (void)request;
  for (int64_t i = 0; i < bodies->n; i++) {
    const double *number = h->numbers + BODY_DOUBLES * i;
    const rgs_device_kind kind = rgs_device_kind_of(number[MASS], number + MOMENT);
    rgs_device_body body;
    memcpy(body.x, number + X, sizeof body.x);
    memcpy(body.q, number + Q, sizeof body.q);
    work_forces(&kind, &body, h->forces + 6 * i, h->forces + 6 * i + 3);
  }
  return 0;
}

static void steps(int what, double h, int64_t n, double *numbers) {
  host self = { numbers, calloc((size_t)n, 6 * sizeof(double)) };
  if (self.forces == NULL) exit(2);
#define OF_BODY(place)                                                                             \
  { numbers + (place), BODY_DOUBLES, 1 }
  const rgs_view view =
      WITH_HEAD(rgs_view, .n = n, .x = OF_BODY(X), .p = OF_BODY(P), .q = OF_BODY(Q),
                .l = OF_BODY(L), .mass = OF_BODY(MASS), .inertia = OF_BODY(MOMENT),
                .f = { self.forces, 6, 1 }, .tau = { self.forces + 3, 6, 1 });
  char params[200];
  snprintf(params, sizeof params, "kt=%.17g relaxation=%.17g relaxation_rotation=%.17g seed=%d",
           WORK_KT, WORK_RELAXATION, WORK_RELAXATION_ROTATION, WORK_SEED);
  const named_method with_thermostat = { "exact", "strang", "langevin", NULL, params },
                     without = { "exact", "strang", NULL, NULL, NULL };
  const rgs_host driver =
      WITH_HEAD(rgs_host, .self = &self, .provides = RGS_EVAL_FORCE, .eval = evaluate, .ranks = 1);
  handles own = { 0 };
  must(open_handles(&own, what == LANGEVIN ? &with_thermostat : &without, &view, &driver, &error),
       "open_handles");
  must(rgs_stepper_run(own.stepper, h, WORK_STEPS, &error), "rgs_stepper_run");
  close_handles(&own);
  rgs_context_destroy(own.context);
  free(self.forces);
}

void device_library(int what, double h, int64_t n, double *numbers) {
  if (what == ROTATE)
    turn_all(h, n, numbers);
  else
    steps(what, h, n, numbers);
}

/* ---- comparison ------------------------------------------------------------------------------ */
device_difference device_compare(int64_t n, const double *got, const double *want) {
  device_difference d = { 0, 0, -1 };
  for (int64_t i = 0; i < n; i++) {
    const double *a = got + BODY_DOUBLES * i, *b = want + BODY_DOUBLES * i;
    if (memcmp(a, b, BODY_DOUBLES * sizeof *a) != 0) d.bodies++;
    for (int k = X; k < BODY_DOUBLES; k++) {
      const double larger = fmax(fmax(fabs(a[k]), fabs(b[k])), 1. / 64);
      const double apart = fabs(a[k] - b[k]), ulp = apart / (larger * 0x1p-52);
      if (ulp > d.ulp) d.ulp = ulp, d.where = i;
      if (!(apart >= 0)) d.ulp = INFINITY, d.where = i; /* nan */
    }
  }
  return d;
}
