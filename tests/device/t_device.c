/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_device.c - rigidstep_device.h in C and in C++ against the library: free rotation by
 * rgs_free_flow, Strang steps and the thermostat langevin by rgs_stepper_run, bit for bit.
 */
#include "check.h"
#include "device_work.h"
#include "handles.h"
#include "plain_body.h"
#include "random_numbers.h"
#include "rotations.h"
#include <math.h>
#include <stdlib.h>

enum { N = 14000 };
static const double H = 0.015625;
static plain_body start[N], want[N], got[N];

typedef void work_of(int what, double h, int64_t n, work_body *bodies);
work_of device_c, device_c_unfused, device_cpp, device_cpp_unfused;

static const char *const WORK[WORKS] = { "rgs_free_flow", "rgs_stepper_run",
                                         "rgs_stepper_run with langevin" };

/* ---- random bodies of every kind of motion --------------------------------------------------- */
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

static void body_of(int kind, plain_body *b) {
  double moment[3], y[3];
  shape_of(kind, moment, y);
  /* h |w| is from 1e-5 to 1e3, and most often what a step may have. */
  double size = power_of_10(-1, 2);
  if (kind == SLOW) size = power_of_10(-4, -2);
  if (kind == FAST) size = power_of_10(2, 4);
  b->mass = random_between(&seed, 0.5, 2);
  random_orientation(b->q);
  const int first = (int)random_between(&seed, 0, 3), mirror = random_between(&seed, 0, 1) < 0.5;
  double moved[3];
  for (int k = 0; k < 3; k++) {
    const int from = (first + (mirror ? 3 - k : k)) % 3;
    b->inertia[k] = moment[from];
    moved[k] = size * y[from];
    b->x[k] = random_between(&seed, -1, 1);
    b->p[k] = random_between(&seed, -1, 1);
  }
  turn_vector(b->q, 0, moved, b->l);
  if (kind == LONG_ORIENTATION)
    for (int k = 0; k < 4; k++) b->q[k] *= 1 + 1e-7;
  if (kind == EXTREME) {
    const double unit = power_of_10(-250, 250);
    for (int k = 0; k < 3; k++) b->inertia[k] *= unit, b->l[k] *= unit;
  }
}

/* ---- the library ----------------------------------------------------------------------------- */
/* Does the library fuse products and sums on the path that this process takes? */
static bool library_fuses(void) {
  const char *path = getenv("RIGIDSTEP_KERNELS");
  if (path != NULL && strcmp(path, "baseline") == 0) return false;
#if defined __aarch64__
  return 1;
#elif defined __x86_64__
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return 0;
#endif
}

static int evaluate(void *self, rgs_eval *request, const rgs_view *view) {
  (void)self, (void)request, (void)view;
  for (plain_body *b = want; b < want + N; b++) {
    const rgs_device_kind kind = rgs_device_kind_of(b->mass, b->inertia);
    rgs_device_body body;
    memcpy(body.x, b->x, sizeof body.x);
    memcpy(body.q, b->q, sizeof body.q);
    work_forces(&kind, &body, b->f, b->tau);
  }
  return 0;
}

static void steps(int what, double h) {
  char params[200];
  snprintf(params, sizeof params, "kt=%.17g relaxation=%.17g relaxation_rotation=%.17g seed=%d",
           WORK_KT, WORK_RELAXATION, WORK_RELAXATION_ROTATION, WORK_SEED);
  const named_method of = { "exact", "strang", what == LANGEVIN ? "langevin" : NULL, NULL,
                            what == LANGEVIN ? params : NULL };
  const rgs_host host =
      WITH_HEAD(rgs_host, .provides = RGS_EVAL_FORCE, .eval = evaluate, .ranks = 1);
  const rgs_view view = view_of_plain(want[0].x, N, PLAIN_BODY, 0);
  handles own = { .context = opened() };
  OK(open_handles(&own, &of, &view, &host, &err));
  OK(rgs_stepper_run(own.stepper, h, WORK_STEPS, &err));
  close_handles(&own);
}

/* Some have units far from 1: they can be rotated, but not kicked. */
static void prepare(int what, double h) {
  seed = 1 + (uint64_t)what;
  for (int i = 0; i < N; i++) body_of(i % (what == ROTATE ? KINDS : EXTREME), &start[i]);
  memcpy(want, start, sizeof start);
  for (int i = 0; i < N && what == ROTATE; i++)
    OK(rgs_free_flow("exact", 1, h, want[i].inertia, want[i].l, want[i].q, &err));
  if (what != ROTATE) steps(what, h);
  assert_true(memcmp(want, start, sizeof start) != 0);
}

/* How many bodies differ.  apart: by how much at most, in units in the last place of the larger of two numbers, or of 1/64;
 * infinite where one is nan. */
static int differ(work_of *work, int what, double h, double *apart) {
  int bodies = 0;
  memcpy(got, start, sizeof start);
  work(what, h, N, (work_body *)got);
  *apart = 0;
  for (int i = 0; i < N; i++) {
    const double *a = got[i].x, *b = want[i].x;
    bodies += memcmp(a, b, MASS * sizeof *a) != 0;
    for (int k = 0; k < MASS; k++) {
      const double ulp = 0x1p-52 * fmax(fmax(fabs(a[k]), fabs(b[k])), 1. / 64);
      const double off = fabs(a[k] - b[k]) / ulp;
      if (!(off <= *apart)) *apart = isnan(off) ? INFINITY : off;
    }
  }
  return bodies;
}

TEST(the_same_bits_as_the_library) {
  work_of *const works[] = { library_fuses() ? device_c : device_c_unfused,
                             library_fuses() ? device_cpp : device_cpp_unfused };
  for (int what = 0; what < WORKS; what++)
    for (int back = 0; back < 2; back++) {
      const double h = back ? -H : H;
      if (what == LANGEVIN && back) continue;
      prepare(what, h);
      for (size_t k = 0; k < COUNT(works); k++) {
        double apart;
        const int bodies = differ(works[k], what, h, &apart);
        if (bodies > 0)
          print_error("%s, %s, h = %g: %d of %d bodies differ, by %g ulp at most\n",
                      k ? "C++" : "C", WORK[what], h, bodies, N, apart);
        SAME_INT(0, bodies);
      }
    }
}

/* The comparison can fail: the other rounding is seen. */
TEST(another_rounding_differs) {
  double apart;
  prepare(ROTATE, H);
  TRUE(differ(library_fuses() ? device_c_unfused : device_c, ROTATE, H, &apart) > N / 4);
}

TEST_MAIN(NULL, NULL)
