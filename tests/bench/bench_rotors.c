/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_rotors.c - time of one flow per body, and its error, for every built-in rotor.
 *
 * 512 asymmetric bodies, in cache; h is such that h |w| is the number at the head of the column.
 * Times are the best of several rounds of CPU time, in nanoseconds; the error is the largest angle
 * of one step from that of the rotor `exact`.  "-" where the rotor refuses the step for one of the
 * bodies.  The last column is the time to prepare a body, which is done once.
 */
#include "rotors.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BODIES = 512, ROUNDS = 30, FLOWS = 10, WORDS = 64 };
static const double STEPS[] = { 0.001, 0.01, 0.1, 0.5, 1, 5, 50 };
enum { N_STEPS = sizeof STEPS / sizeof *STEPS };

static double inertia[3 * BODIES], l[3 * BODIES], start[4 * BODIES], q[4 * BODIES],
    prepared[WORDS * BODIES];

static double uniform(void) { return rand() / (RAND_MAX + 1.0); }

static void make_bodies(void) {
  for (int i = 0; i < BODIES; i++) {
    double *moment = inertia + 3 * i, *momentum = l + 3 * i, *attitude = start + 4 * i;
    do {
      for (int k = 0; k < 3; k++) moment[k] = 0.2 + uniform();
    } while (moment[0] > moment[1] + moment[2] || moment[1] > moment[2] + moment[0] ||
             moment[2] > moment[0] + moment[1]);
    double w2 = 0; /* q = 1: momentum and velocity in the body's frame */
    for (int k = 0; k < 3; k++) {
      momentum[k] = uniform() - 0.5;
      w2 += momentum[k] * momentum[k] / (moment[k] * moment[k]);
    }
    for (int k = 0; k < 3; k++) momentum[k] /= sqrt(w2);
    attitude[0] = 1;
  }
}

static double cpu_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Angle between q and what `exact` makes of the same start; the worst body. */
static double error_of_step(double h) {
  static double exact[4 * BODIES], constants[WORDS * BODIES];
  rgs_flow call = { RGS_HEAD(rgs_flow), BODIES,         h, NULL, constants, { inertia, 3, 1 },
                    { l, 3, 1 },        { exact, 4, 1 } };
  int64_t bad;
  memcpy(exact, start, sizeof exact);
  rgs_rotor_exact.prepare(NULL, BODIES, &call.inertia, constants);
  rgs_rotor_exact.flow(&call, &bad);
  double worst = 0;
  for (int i = 0; i < BODIES; i++) {
    const double *a = exact + 4 * i, *b = q + 4 * i;
    double v[3] = { a[0] * b[1] - a[1] * b[0] - a[2] * b[3] + a[3] * b[2],
                    a[0] * b[2] - a[2] * b[0] - a[3] * b[1] + a[1] * b[3],
                    a[0] * b[3] - a[3] * b[0] - a[1] * b[2] + a[2] * b[1] };
    worst = fmax(worst, 2 * asin(fmin(1, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]))));
  }
  return worst;
}

static void run(const rgs_rotor *rotor) {
  uint64_t params[WORDS] = { 0 };
  for (uint32_t p = 0; p < rotor->about->n_params; p++) {
    const rgs_param_info *info = &rotor->about->params[p];
    char *at = (char *)params + info->offset;
    const int64_t whole = (int64_t)info->dflt;
    if (info->type == RGS_F64)
      memcpy(at, &info->dflt, sizeof info->dflt);
    else
      memcpy(at, &whole, sizeof whole);
  }
  rgs_flow call = { RGS_HEAD(rgs_flow), BODIES,      0,          params, prepared,
                    { inertia, 3, 1 },  { l, 3, 1 }, { q, 4, 1 } };
  if (rotor->prepare) rotor->prepare(params, BODIES, &call.inertia, prepared);
  printf("%-10s", rotor->about->name);
  for (int s = 0; s < N_STEPS; s++) {
    int64_t bad;
    call.h = STEPS[s];
    memcpy(q, start, sizeof q);
    if (rotor->flow(&call, &bad) != RGS_OK) {
      printf(" %6s %7s", "-", "");
      continue;
    }
    const double error = error_of_step(STEPS[s]);
    double best = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
      double spent = 0;
      for (int flow = 0; flow < FLOWS; flow++) {
        memcpy(q, start, sizeof q);
        const double before = cpu_time();
        rotor->flow(&call, &bad);
        spent += cpu_time() - before;
      }
      best = fmin(best, spent / FLOWS / BODIES * 1e9);
    }
    printf(" %6.0f %7.0e", best, error);
  }
  double best = INFINITY;
  for (int round = 0; round < ROUNDS && rotor->prepare; round++) {
    const double before = cpu_time();
    rotor->prepare(params, BODIES, &call.inertia, prepared);
    best = fmin(best, (cpu_time() - before) / BODIES * 1e9);
  }
  printf(" %7.0f\n", rotor->prepare ? best : 0);
}

int main(void) {
  make_bodies();
  printf("%-10s", "h |w|");
  for (int s = 0; s < N_STEPS; s++) printf(" %6g %7s", STEPS[s], "error");
  printf(" prepare\n");
#define RUN(name) run(&rgs_rotor_##name);
  RGS_BUILTIN_ROTORS(RUN)
  return 0;
}
