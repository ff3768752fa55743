/* SPDX-License-Identifier: BSD-3-Clause
 *
 * perturbed_top.c - section 4.3 and Figure 7 of E. Celledoni, A. Zanna, ACM Trans. Math. Softw. 37
 * (2010) 23: a free body under a small torque, by RKN6_14 (our srkn14a) with h = 0.5 up to t = 5e4.
 *
 *   perturbed_top [T]                         default 5e4
 *
 * Writes t, the body's angular momentum m (body frame) and the relative error of the energy after
 * every step; then, as comments, what the paper says against what is found, and the same problem
 * by other methods.  Exits with 1 if the motion is not bounded, leaves its torus, or drifts.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "top_model.h"
#include "forced_run.h"
#include "steady.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOTIONS = 16 };
#define STEP 0.5

static heavy_top top = { { 9.5586303547238536e-05, 4.8777318247201465e-04,
                           -8.6772148817192390e-04 } };
static const double paper_inertia[3] = { 1, 1.0126869887825154, 3.3062374224730378 };
static const double m0[3] = { -3.4790957088547336e-01, -1.9822914599675923e-01,
                              -9.1633189192763642e-01 };

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A space vector in the body frame. */
static void to_body(const double q[4], const double v[3], double out[3]) {
  const double w = q[0], x = -q[1], y = -q[2], z = -q[3];
  const double c[3] = { 2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]),
                        2 * (x * v[1] - y * v[0]) };
  out[0] = v[0] + w * c[0] + y * c[2] - z * c[1];
  out[1] = v[1] + w * c[1] + z * c[0] - x * c[2];
  out[2] = v[2] + w * c[2] + x * c[1] - y * c[0];
}

typedef struct history { /* of one motion, step after step                                       */
  double *m[3], *energy; /* body momentum; relative error                                         */
} history;

typedef struct motion_set {
  int64_t n, steps;
  history of[MOTIONS];
  double momentum; /* largest relative change of the momentum about the vertical, first motion   */
  forced_state end;
} motion_set;

static double energy_of(const double q[4], const double l[3], double m[3]) {
  double u[3], energy;
  to_body(q, l, m);
  to_body(q, top.weight, u);
  energy = u[2];
  for (int k = 0; k < 3; k++) energy += 0.5 * m[k] * m[k] / paper_inertia[k];
  return energy;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *room(size_t count) {
  void *memory = malloc(sizeof(double) * count);
  if (memory != NULL) return memory;
  fprintf(stderr, "perturbed_top: out of memory\n");
  exit(2);
}

/* n motions: the paper's, and others from attitudes turned a little about the first axis. */
static motion_set follow(rgs_context *context, const char *rotor, const char *scheme, double h,
                         double duration, int64_t n) {
  forced_model model = { .n = n,
                         .flags = RGS_VIEW_ANY_MOMENTS,
                         .provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY,
                         .self = &top,
                         .eval = heavy_top_eval };
  forced_state state = { { 0 }, { 0 }, { 0 }, { 0 } };
  motion_set set = { .n = n, .steps = llround(duration / h) };
  double start[MOTIONS], m[3], potential, kinetic;
  for (int64_t i = 0; i < n; i++) {
    model.mass[i] = 1;
    for (int k = 0; k < 3; k++) model.inertia[3 * i + k] = paper_inertia[k];
    state.q[4 * i] = cos(0.005 * (double)i);
    state.q[4 * i + 1] = sin(0.005 * (double)i);
    for (int k = 0; k < 3; k++) state.l[3 * i + k] = m0[k];
    start[i] = energy_of(state.q + 4 * i, state.l + 3 * i, m);
    set.of[i].energy = room((size_t)set.steps);
    for (int k = 0; k < 3; k++) set.of[i].m[k] = room((size_t)set.steps);
  }
  rgs_error error = RGS_ERROR_INIT;
  forced_run *run = forced_run_open(context, &model, &state, rotor, scheme, &error);
  double said = now();
  for (int64_t s = 0; run != NULL && s < set.steps; s++) {
    if (forced_run_steps(run, h, 1, &error) != RGS_OK)
      forced_run_close(run), run = NULL;
    else if (forced_run_look(run, &state, &potential, &kinetic, &error) != RGS_OK)
      forced_run_close(run), run = NULL;
    for (int64_t i = 0; i < n; i++) {
      const double energy = energy_of(state.q + 4 * i, state.l + 3 * i, m);
      set.of[i].energy[s] = energy / start[i] - 1;
      for (int k = 0; k < 3; k++) set.of[i].m[k][s] = m[k];
    }
    const double change = fabs(dot(state.l, top.weight) / dot(m0, top.weight) - 1);
    if (!(change <= set.momentum)) set.momentum = change;
    if (s % 1000 != 0 || now() < said + 5) continue;
    said = now();
    fprintf(stderr, "  %s/%s: step %.0f of %.0f\n", rotor, scheme, (double)s, (double)set.steps);
  }
  if (run == NULL) {
    fprintf(stderr, "perturbed_top: %s/%s: %s\n", rotor, scheme, error.text);
    exit(2);
  }
  set.end = state;
  forced_run_close(run);
  return set;
}

static void forget(motion_set *set) {
  for (int64_t i = 0; i < set->n; i++) {
    free(set->of[i].energy);
    for (int k = 0; k < 3; k++) free(set->of[i].m[k]);
  }
}

/* Largest distance of |m| from its start over a part of the steps. */
static double stray(const motion_set *set, int64_t from, int64_t to) {
  double most = 0;
  for (int64_t s = from; s < to; s++) {
    const double m[3] = { set->of[0].m[0][s], set->of[0].m[1][s], set->of[0].m[2][s] };
    const double off = fabs(sqrt(dot(m, m)) - sqrt(dot(m0, m0)));
    if (!(off <= most)) most = off;
  }
  return most;
}

/* Of m about its third axis, per unit of time. */
static double frequency(const motion_set *set, double h, int half) {
  const int64_t n = set->steps / 2, from = half * n;
  return frequency_of(set->of[0].m[0] + from, set->of[0].m[1] + from, n) / h;
}

static double angle_between(const double p[4], const double q[4]) {
  double minus = 0, plus = 0; /* q and -q are one attitude */
  for (int k = 0; k < 4; k++) {
    minus += (p[k] - q[k]) * (p[k] - q[k]);
    plus += (p[k] + q[k]) * (p[k] + q[k]);
  }
  return 4 * asin(0.5 * sqrt(fmin(minus, plus)));
}

static int check(const char *what, double found, double most) {
  const bool kept = found <= most;
  printf("# %-66s %9.2e, at most %.0e%s\n", what, found, most, kept ? "" : "  FAIL");
  return !kept;
}

int main(int argc, char **argv) {
  const double duration = argc > 1 ? strtod(argv[1], NULL) : 5e4;
  if (!(duration >= 1000 && duration <= 1e7)) {
    fprintf(stderr, "usage: perturbed_top [T], 1e3 to 1e7\n");
    return 2;
  }
  rgs_error error = RGS_ERROR_INIT;
  rgs_context *context;
  if (rgs_context_create(NULL, &context, &error) != RGS_OK)
    return fprintf(stderr, "perturbed_top: %s\n", error.text), 2;

  motion_set set = follow(context, "exact", "srkn14a", STEP, duration, MOTIONS);
  motion_set fine = follow(context, "exact", "rkn8", STEP / 2, duration, 1);
  printf("#       t                   m1                   m2                   m3  energy\n");
  for (int64_t s = 0; s < set.steps; s++)
    printf("%9.1f %20.16f %20.16f %20.16f %10.2e\n", STEP * (double)(s + 1), set.of[0].m[0][s],
           set.of[0].m[1][s], set.of[0].m[2][s], set.of[0].energy[s]);

  const double reference = frequency(&fine, STEP / 2, 0), found = frequency(&set, STEP, 0);
  const double torque = sqrt(dot(top.weight, top.weight));
  double mean = 0, square = 0;
  for (int i = 0; i < MOTIONS; i++) {
    const drift d = drift_of(set.of[i].energy, set.steps);
    mean += d.slope * (double)set.steps / MOTIONS;
    square += pow(d.slope * (double)set.steps, 2) / MOTIONS;
  }
  const double spread = sqrt((square - mean * mean) / (MOTIONS - 1));
  /* Rounding of 15 turns and 14 kicks a step, as a random walk. */
  const double rounding = 1e-16 * sqrt(29 * (double)set.steps);

  printf("# exact/srkn14a, h = %g, up to t = %g, %d motions\n", STEP, duration, MOTIONS);
  int failed = 0;
  failed += check("size of u0 off the paper's 1e-3, relative", fabs(torque / 1e-3 - 1), 1e-15);
  failed +=
      check("bounded: |m| strays from 1 by, first half", stray(&set, 0, set.steps / 2), torque);
  failed += check("                               second half",
                  stray(&set, set.steps / 2, set.steps), torque);
  failed += check("on a torus: frequency of m, second half against first, relative",
                  fabs(frequency(&set, STEP, 1) / found - 1), 1e-12);
  failed += check("            against rkn8 with half the step, relative",
                  fabs(found / reference - 1), 1e-12);
  failed += check("energy: root mean square of the relative error",
                  drift_of(set.of[0].energy, set.steps).rms, 10 * rounding);
  printf("# energy: drift over the run, mean of the motions %.1e +- %.1e\n", mean, spread);
  failed += check("        at most three times its error, or rounding's random walk", fabs(mean),
                  fmax(3 * spread, rounding));
  failed += check("momentum about the vertical, relative", set.momentum, 10 * rounding);

  static const struct {
    const char *rotor, *scheme;
  } others[] = { { "exact", "srkn14a" }, { "jacobi", "srkn14a" },   { "dmv10", "srkn14a" },
                 { "dmv8", "srkn14a" },  { "dmv6", "srkn14a" },     { "dmv4", "srkn14a" },
                 { "dmv2", "srkn14a" },  { "nosquish", "srkn14a" }, { "exact", "strang" },
                 { "dmv2", "strang" },   { "nosquish", "strang" } };
  printf("# the same by other methods; errors of m's frequency and of the final attitude against "
         "exact/rkn8, h = %g\n",
         STEP / 2);
  printf("# %-17s %9s %20s %13s %11s\n", "method", "energy", "its drift, in all", "frequency of m",
         "attitude");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s/%s", others[i].rotor, others[i].scheme);
    motion_set other = follow(context, others[i].rotor, others[i].scheme, STEP, duration, 1);
    const drift d = drift_of(other.of[0].energy, other.steps);
    printf("# %-17s %9.1e %+9.1e +- %.1e %13.1e %11.1e\n", name, d.rms,
           d.slope * (double)other.steps, d.error * (double)other.steps,
           fabs(frequency(&other, STEP, 0) / reference - 1),
           angle_between(other.end.q, fine.end.q));
    forget(&other);
  }
  forget(&set);
  forget(&fine);
  rgs_context_destroy(context);
  return failed > 0;
}
