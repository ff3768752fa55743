/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_precision.c - what accuracy costs with codes for granular matter and with the library: a heavy
 * top, and a body that bounces on a floor.
 *
 *   peer_precision top|contact FILE     curves to plot, and a table on stdout
 *   peer_precision orders               with which power of the time step errors fall
 *
 * `orders` exits with 1 if a power is not what README.md says.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "curve.h"
#include "peer_motion.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { BATCH = FORCED_MOST, ROUNDS = 15 };

/* ---- costs ----------------------------------------------------------------------------------- */
static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Nanoseconds a body and a step, with the forces: the least of some rounds, through which all movers
 * take turns. */
static void time_steps(const problem *one, double *ns) {
  static motion m;
  const double h = one->watch;
  for (int i = 0; i < N_MOVERS; i++) ns[i] = INFINITY;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < N_MOVERS; i++) {
      const int64_t steps = 3000 / one->model.n + 100;
      motion_begin(&m, &MOVERS[i], &one->model, &one->start);
      motion_go(&m, h, 1);
      const double begun = seconds();
      motion_go(&m, h, steps);
      const double took = seconds() - begun;
      if (m.lost) motion_die(MOVERS[i].name);
      motion_end(&m);
      ns[i] = fmin(ns[i], 1e9 * took / (double)(steps * one->model.n));
    }
}

/* Of these, what the forces take; the model is called as the movers call it. */
static double time_forces(const problem *p) {
  static peer_run run;
  const int64_t calls = 3000 / p->model.n + 100;
  double least = INFINITY;
  peer_run_start(&run, &peer_spiral, &p->model, &p->start);
  for (int round = 0; round < ROUNDS; round++) {
    rgs_eval request = RGS_EVAL_INIT;
    request.what = RGS_EVAL_FORCE;
    const double begun = seconds();
    for (int64_t i = 0; i < calls; i++)
      if (p->model.eval(p->model.self, &request, &run.view) != 0) motion_die("forces");
    least = fmin(least, seconds() - begun);
  }
  return 1e9 * least / (double)(calls * p->model.n);
}

static double evaluations_a_step(const problem *p, const mover *by) {
  static motion m;
  motion_begin(&m, by, &p->model, &p->start);
  motion_go(&m, p->watch, 10);
  const int64_t before = motion_evaluations(&m);
  motion_go(&m, p->watch, 100);
  const double count = (double)(motion_evaluations(&m) - before) / 100;
  if (m.lost) motion_die(by->name);
  motion_end(&m);
  return count;
}

/* Mean energy of the last tenth of a long run minus that of the first. */
static double drift(const problem *p, const mover *by) {
  static motion m;
  const int64_t samples = 1000, stride = llround(p->watched / p->watch / (double)samples);
  double mean[2] = { 0, 0 };
  motion_begin(&m, by, &p->model, &p->start);
  for (int64_t s = 0; s < samples; s++) {
    motion_go(&m, p->watch, stride);
    const double energy = motion_look(&m, NULL);
    if (s < samples / 10) mean[0] += energy * 10 / (double)samples;
    if (s >= samples - samples / 10) mean[1] += energy * 10 / (double)samples;
  }
  motion_end(&m);
  return m.lost ? NAN : (mean[1] - mean[0]) / (double)p->model.n;
}

/* ---- curves and the table -------------------------------------------------------------------- */
typedef struct result {
  double calls, ns[2]; /* a step; one body, and one of many */
  double drift;
  curve by_calls;
} result;

static void sweep(const problem *p, const mover *by, const forced_state *reference, double least,
                  result *r) {
  int64_t last = 0;
  curve *c = &r->by_calls;
  for (double calls = p->fewest; calls <= p->most * 1.001 && c->n < CURVE_MOST; calls *= sqrt(2)) {
    const int64_t steps = llround(calls / r->calls);
    forced_state state;
    if (steps <= last) continue;
    last = steps;
    const double error =
        problem_reach(p, by, steps, &state) ? state_error(p, &state, reference) : INFINITY;
    c->cost[c->n] = r->calls * (double)steps / p->span;
    c->error[c->n++] = error < 1 ? error : INFINITY;
    if (error < least) break;
  }
}

static int write_curves(const char *path, const problem *p, const result *r) {
  FILE *file = fopen(path, "w");
  if (file == NULL) return -1;
  fprintf(file, "# %s: evaluations a unit of time; ns a unit of time, one body; one of %d; error\n",
          p->title, BATCH);
  for (int i = 0; i < N_MOVERS; i++) {
    fprintf(file, "%s\"%s\"\n", i > 0 ? "\n\n" : "", MOVERS[i].name);
    for (int k = 0; k < r[i].by_calls.n; k++) {
      const double calls = r[i].by_calls.cost[k], steps = calls / r[i].calls;
      if (!isfinite(r[i].by_calls.error[k])) continue;
      fprintf(file, "%.6g %.4g %.4g %.4g\n", calls, steps * r[i].ns[0], steps * r[i].ns[1],
              r[i].by_calls.error[k]);
    }
  }
  return fclose(file);
}

static void print_table(const problem *p, const problem *one, const problem *many, const result *r,
                        double unsure) {
  static const double at[] = { 1e-2, 1e-4, 1e-6 };
  printf(
      "%s: state after %g, known to %.0e; energy over %g with h = %g; of the ns a step the forces\n"
      "take %.0f for one body and %.0f for one of %d\n\n",
      p->title, p->span, unsure, p->watched, p->watch, time_forces(one), time_forces(many), BATCH);
  printf("%-18s %5s %12s  %26s  %26s  %s\n", "", "calls", "ns a step", "calls a unit of time for",
         "us of one body for", "energy");
  printf("%-18s %5s %6s %5s  %8s %8s %8s  %8s %8s %8s  %s\n", "", "/step", "1", "32", "1e-2",
         "1e-4", "1e-6", "1e-2", "1e-4", "1e-6", "drifts by");
  for (int i = 0; i < N_MOVERS; i++) {
    printf("%-18s %5.2f %6.0f %5.0f ", MOVERS[i].name, r[i].calls, r[i].ns[0], r[i].ns[1]);
    for (int unit = 0; unit < 2; unit++, printf(" "))
      for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        const double calls = curve_cost(&r[i].by_calls, at[k]);
        const double cost = unit == 0 ? calls : 1e-3 * calls / r[i].calls * r[i].ns[0];
        if (isfinite(cost))
          printf(" %8.3g", cost);
        else
          printf(" %8s", "-");
      }
    printf(" %9.1e\n", r[i].drift);
  }
}

static int measure(const char *name, const char *path) {
  static problem p, one, many;
  static result r[N_MOVERS];
  static forced_state reference;
  double ns[2][N_MOVERS];
  problem_choose(&p, name);
  problem_choose(&many, name);
  problem_repeat(&many);
  const double unsure = problem_refer(&p, &reference);
  one = p;
  one.model.n = 1;
  time_steps(&one, ns[0]);
  time_steps(&many, ns[1]);
  for (int i = 0; i < N_MOVERS; i++) {
    r[i].calls = evaluations_a_step(&p, &MOVERS[i]);
    for (int k = 0; k < 2; k++) r[i].ns[k] = ns[k][i];
    r[i].drift = drift(&p, &MOVERS[i]);
    sweep(&p, &MOVERS[i], &reference, fmax(1e-10, 10 * unsure), &r[i]);
  }
  if (write_curves(path, &p, r) != 0) {
    fprintf(stderr, "peer_precision: cannot write %s\n", path);
    return 2;
  }
  print_table(&p, &one, &many, r, unsure);
  return 0;
}

/* ---- orders ---------------------------------------------------------------------------------- */
/* The momentum in the body's frame: that in space is free of error where there is no torque. */
static void from_body(const forced_state *s, double out[3]) {
  const double w = s->q[0], *u = s->q + 1, *l = s->l;
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const double along = u[0] * l[0] + u[1] * l[1] + u[2] * l[2];
    out[a] = (2 * w * w - 1) * l[a] + 2 * (along * u[a] - w * (u[b] * l[c] - u[c] * l[b]));
  }
}

/* Errors after the span in so many steps. */
static void errors(const problem *p, const mover *by, const forced_state *reference, int64_t steps,
                   double error[QUANTITIES]) {
  forced_state state;
  double spin[2][3];
  if (!problem_reach(p, by, steps, &state)) motion_die(by->name);
  from_body(&state, spin[0]);
  from_body(reference, spin[1]);
  error[ATTITUDE] = turned(state.q, reference->q);
  error[SPIN] = sqrt(apart(spin[0], spin[1]));
}

/* 0 if errors fall with the power expected when the step is halved. */
static int compare_orders(const problem *p, const mover *by, const forced_state *reference,
                          int which) {
  enum { STEPS = 1000 };
  static const char *const said[QUANTITIES] = { "attitude", "spin" };
  double coarse[QUANTITIES], fine[QUANTITIES];
  int wrong = 0;
  errors(p, by, reference, STEPS, coarse);
  errors(p, by, reference, 2 * STEPS, fine);
  for (int k = 0; k < QUANTITIES; k++) {
    const int wanted = by->order[which][k];
    const double order = log2(coarse[k] / fine[k]);
    const int good =
        wanted == EXACT ? coarse[k] < 1e-11 && fine[k] < 1e-11 : fabs(order - wanted) < 0.15;
    if (wanted == EXACT)
      printf("  %s %-5s", said[k], "exact");
    else
      printf("  %s %5.2f", said[k], order);
    if (!good) printf(" FAIL (%d)", wanted);
    wrong |= !good;
  }
  return wrong;
}

/* 0 if the floor's forces belong to its energy: it is kept through some bounces in small steps. */
static int compare_energy(void) {
  enum { STEPS = 20000 };
  static problem p;
  static motion m;
  forced_state state;
  double worst = 0;
  problem_choose(&p, "contact");
  motion_begin(&m, &MOVERS[N_MOVERS - 2], &p.model, &p.start);
  const double before = motion_look(&m, NULL);
  for (int s = 0; s < STEPS; s++) {
    motion_go(&m, p.span / STEPS, 1);
    worst = fmax(worst, fabs(motion_look(&m, &state) / before - 1));
  }
  motion_end(&m);
  const double push = sqrt(apart(state.l, p.start.l)); /* by contacts beside the centre of mass */
  const int wrong = !(worst < 1e-4 && push > 0.1);
  printf(
      "bouncing bodies, their momentum changed by %.2g (at least 0.1), keep their energy to %.1e\n"
      "(at most 1e-4)%s\n",
      push, worst, wrong ? "  FAIL" : "");
  return wrong;
}

static int orders(void) {
  static const char *const names[MOTIONS] = { "free", "top" };
  static problem p[MOTIONS];
  static forced_state reference[MOTIONS];
  int wrong = 0;
  for (int k = 0; k < MOTIONS; k++) {
    problem_choose(&p[k], names[k]);
    problem_refer(&p[k], &reference[k]);
  }
  printf("%-18s  %-32s%s\n", "order of", "a free body", "a heavy top");
  for (int i = 0; i < N_MOVERS; i++) {
    printf("%-18s", MOVERS[i].name);
    for (int k = 0; k < MOTIONS; k++, printf("  "))
      wrong |= compare_orders(&p[k], &MOVERS[i], &reference[k], k);
    printf("\n");
  }
  return compare_energy() | wrong;
}

int main(int argc, char **argv) {
  const int tell = argc == 2 && strcmp(argv[1], "orders") == 0;
  const int known = argc == 3 && (strcmp(argv[1], "top") == 0 || strcmp(argv[1], "contact") == 0);
  if (!tell && !known) {
    fprintf(stderr, "usage: peer_precision top|contact FILE\n       peer_precision orders\n");
    return 2;
  }
  return tell ? orders() : measure(argv[1], argv[2]);
}
