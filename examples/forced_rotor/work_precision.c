/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_precision.c - what accuracy costs: every scheme the library lists, with the rotor exact and
 * from coarse steps to fine ones, on a heavy top or a cluster of water (problem.h).
 *
 *   work_precision top PREFIX
 *   work_precision water PREFIX [MOLECULES]   default 27
 *
 * Writes PREFIX_composed.txt, _splitting.txt, _gradient.txt and _displaced.txt (gradients formed
 * from forces at displaced points), a block a scheme, strang first in each; and on stdout from
 * which accuracy on a scheme is cheaper than strang.
 *
 * Exits with 1 if gradients do not pay.
 *
 * Errors: of the state after a span, against a fine run of another scheme; and of the energy, as
 * root mean square about its mean over that of the potential energy.  A gradient counts as one
 * force evaluation.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "curve.h"
#include "problem.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SCHEMES = 128, SAMPLES = 1000 };
enum { STATE, ENERGY, ERRORS };
enum { CALLS, CPU, COSTS };
enum { COMPOSED, SPLITTING, GRADIENT, DISPLACED, GROUPS };
static const char *const group_name[GROUPS] = { "composed", "splitting", "gradient", "displaced" };

typedef struct result {
  char name[64], scheme[48];
  int group;
  uint32_t order, calls; /* a step                                                       */
  int n;
  double h[CURVE_MOST], cost[COSTS][CURVE_MOST], error[ERRORS][CURVE_MOST];
} result;

static rgs_error why = RGS_ERROR_INIT;

static void die(const char *what) {
  fprintf(stderr, "work_precision: %s: %s\n", what, why.text);
  exit(2);
}

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- runs ------------------------------------------------------------------------------------ */
static forced_run *open_run(rgs_context *context, const problem *p, const forced_model *model,
                            const char *scheme) {
  forced_run *run = forced_run_open(context, model, &p->start, "exact", scheme, &why);
  if (run == NULL) die(scheme);
  return run;
}

/* CPU seconds of so many steps of strang at a step of a thousandth of the span. */
static double pace(rgs_context *context, const problem *p, int64_t steps) {
  forced_run *run = open_run(context, p, &p->model, "strang");
  const double begun = seconds(CLOCK_THREAD_CPUTIME_ID);
  if (forced_run_steps(run, p->span / 1000, steps, &why) != RGS_OK) die("strang");
  const double took = seconds(CLOCK_THREAD_CPUTIME_ID) - begun;
  forced_run_close(run);
  return took;
}

static double middle(double *value, int n) {
  for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && value[k] < value[k - 1]; k--) {
      const double swap = value[k];
      value[k] = value[k - 1];
      value[k - 1] = swap;
    }
  return value[n / 2];
}

/* The state after a span in `steps` steps; 0 if the step is too large for that.  What else runs on
 * the machine slows a run down by half: so time is told by that of strang just before, in seconds
 * of a strang that takes `unit` a step. */
static int reach(rgs_context *context, const problem *p, const forced_model *model,
                 const char *scheme, int64_t steps, double unit, forced_state *end,
                 double cost[COSTS]) {
  enum { TURNS = 9, PACE = 400 };
  double potential, kinetic, spent = 0, ratio[TURNS];
  int turns = 0;
  while (turns < 3 || (turns < TURNS && spent < 0.01)) {
    const double beat = pace(context, p, PACE) / PACE;
    forced_run *run = open_run(context, p, model, scheme);
    const double begun = seconds(CLOCK_THREAD_CPUTIME_ID);
    const rgs_status status = forced_run_steps(run, p->span / (double)steps, steps, &why);
    const double took = seconds(CLOCK_THREAD_CPUTIME_ID) - begun;
    const int there =
        status == RGS_OK && forced_run_look(run, end, &potential, &kinetic, &why) == RGS_OK;
    cost[CALLS] = (double)(forced_run_forces(run) + forced_run_gradients(run));
    forced_run_close(run);
    if (!there) return 0;
    ratio[turns++] = took / beat;
    spent += took;
  }
  cost[CPU] = middle(ratio, turns) * unit;
  return 1;
}

/* Root mean squares of energy and potential energy about their means; infinite if it fails. */
static double restlessness(rgs_context *context, const problem *p, const char *scheme,
                           const forced_model *model, int64_t steps, double *potential_rms) {
  const int64_t all = steps * p->spans, stride = all > SAMPLES ? all / SAMPLES : 1;
  double potential, kinetic, first[2] = { 0, 0 }, sum[2] = { 0, 0 }, square[2] = { 0, 0 }, n = 0;
  forced_run *run = open_run(context, p, model, scheme);
  int there = forced_run_look(run, NULL, &potential, &kinetic, &why) == RGS_OK;
  for (int64_t s = 0; there && s + stride <= all; s += stride, n++) {
    there = forced_run_steps(run, p->span / (double)steps, stride, &why) == RGS_OK &&
            forced_run_look(run, NULL, &potential, &kinetic, &why) == RGS_OK;
    const double value[2] = { potential + kinetic, potential };
    for (int k = 0; k < 2; k++) {
      if (s == 0) first[k] = value[k];
      sum[k] += value[k] - first[k];
      square[k] += (value[k] - first[k]) * (value[k] - first[k]);
    }
  }
  forced_run_close(run);
  if (!there) return INFINITY;
  double rms[2];
  for (int k = 0; k < 2; k++) rms[k] = sqrt(fmax(0, square[k] / n - sum[k] / n * (sum[k] / n)));
  if (potential_rms != NULL) *potential_rms = rms[1];
  return rms[0];
}

/* From few evaluations a span to many, half as many again each time, until both errors are as
 * small as rounding lets them be told. */
static void sweep(rgs_context *context, const problem *p, const forced_state *reference,
                  double potential, double unit, double floor_, result *r) {
  forced_model model = p->model;
  if (r->group == DISPLACED) model.provides &= ~(uint32_t)RGS_EVAL_GRADIENT;
  int64_t last = 0;
  for (double calls = p->fewest; calls <= p->most * 1.001 && r->n < CURVE_MOST; calls *= sqrt(2)) {
    const int64_t steps = llround(calls / r->calls);
    double cost[COSTS], off = INFINITY, energy = INFINITY;
    forced_state end;
    if (steps <= last) continue;
    last = steps;
    if (reach(context, p, &model, r->scheme, steps, unit, &end, cost)) {
      off = p->distance(p, &end, reference);
      energy = restlessness(context, p, r->scheme, &model, steps, NULL) / potential;
    }
    r->h[r->n] = p->span / (double)steps;
    for (int c = 0; c < COSTS; c++) r->cost[c][r->n] = cost[c] / p->span;
    r->error[STATE][r->n] = off < 1 ? off : INFINITY;
    r->error[ENERGY][r->n] = energy < 1 ? energy : INFINITY;
    r->n++;
    if (off < floor_ && energy < floor_) break;
  }
}

/* ---- what comes of it ------------------------------------------------------------------------ */
static curve curve_of(const result *r, int cost, int error) {
  curve c = { .n = r->n };
  memcpy(c.cost, r->cost[cost], sizeof c.cost);
  memcpy(c.error, r->error[error], sizeof c.error);
  return c;
}

static int write_group(const char *prefix, const problem *p, const result *r, int n, int group) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s_%s.txt", prefix, group_name[group]) >= (int)sizeof path)
    return -1;
  FILE *file = fopen(path, "w");
  if (file == NULL) return -1;
  fprintf(
      file,
      "# %s: step, evaluations and CPU seconds a unit of time (%s), error of the state, error of "
      "the energy\n",
      p->title, p->time_unit);
  for (int i = 0; i < n; i++) {
    if (i > 0 && r[i].group != group) continue;
    fprintf(file, "%s\"%s\"\n", i > 0 ? "\n\n" : "", r[i].name);
    for (int k = 0; k < r[i].n; k++)
      if (isfinite(r[i].error[STATE][k]) || isfinite(r[i].error[ENERGY][k]))
        fprintf(file, "%.6g %.6g %.4g %.4g %.4g\n", r[i].h[k], r[i].cost[CALLS][k],
                r[i].cost[CPU][k], r[i].error[STATE][k], r[i].error[ENERGY][k]);
  }
  return fclose(file);
}

static void print_crossing(const result *r, const result *base, int cost, int error) {
  int open;
  const curve c = curve_of(r, cost, error), b = curve_of(base, cost, error);
  const double at = curve_crossing(&c, &b, &open);
  if (at == 0)
    printf(" %9s", "-");
  else if (open)
    printf(" %9s", "always");
  else
    printf(" %9.1e", at);
}

/* The scheme of a class that is the first to be cheaper than strang. */
typedef struct class_ {
  const char *name;
  uint32_t least, most; /* order */
  int gradients;        /* 0 without, 1 with, -1 either */
} class_;

static double print_first(const class_ *k, const result *r, int n, int cost, int error) {
  double first = 0;
  const char *name = "-";
  const curve b = curve_of(&r[0], cost, error);
  for (int i = 1; i < n; i++) {
    int open;
    const int gradients = r[i].group == GRADIENT;
    if (r[i].group == DISPLACED || r[i].order < k->least || r[i].order > k->most) continue;
    if (k->gradients >= 0 && gradients != k->gradients) continue;
    const curve c = curve_of(&r[i], cost, error);
    const double at = curve_crossing(&c, &b, &open);
    if (at > first) first = at, name = r[i].name;
  }
  printf("  %7.1e %-14s", first, name);
  return first;
}

/* 0 if gradients are worth their cost where the literature says they are (README.md). */
static int print_first_of_all(const result *r, int n) {
  static const class_ classes[] = { { "order 4, no gradient", 4, 4, 0 },
                                    { "order 4, gradients", 4, 4, 1 },
                                    { "order 6", 6, 6, -1 },
                                    { "order 8 and more", 8, 99, -1 } };
  double worth = 0;
  printf("\nThe first to be cheaper than strang, and the error from which on\n%-21s", "");
  printf("  %-22s  %-22s  %-22s  %-22s\n", "state: calls", "CPU", "energy: calls", "CPU");
  for (size_t k = 0; k < sizeof classes / sizeof *classes; k++) {
    printf("%-21s", classes[k].name);
    for (int error = 0; error < ERRORS; error++)
      for (int cost = 0; cost < COSTS; cost++) {
        const double first = print_first(&classes[k], r, n, cost, error);
        if (k == 1 && error == ENERGY && cost == CALLS) worth = first;
      }
    printf("\n");
  }
  const int kept = worth >= 0.01;
  printf("\nGradient schemes of order 4 are cheaper than strang from an error of %.1f %% of the\n"
         "potential energy's fluctuation on (at least 1 %%)%s\n",
         100 * worth, kept ? "" : "  FAIL");
  return !kept;
}

static void print_gain(const result *r, const result *base, int error, double at) {
  const curve c = curve_of(r, CALLS, error), b = curve_of(base, CALLS, error);
  const double gain = curve_cost(&b, at) / curve_cost(&c, at);
  if (isfinite(gain) && gain > 0)
    printf(" %6.3g", gain);
  else
    printf(" %6s", "");
}

static void print_table(const result *r, int n) {
  printf("From which error on, and downwards, a scheme is cheaper than strang; and how many times\n"
         "fewer evaluations it takes for an error of the energy.\n\n");
  printf("%-30s %5s %5s  %19s  %19s  %s\n", "", "", "calls", "state, cheaper in",
         "energy, cheaper in", "fewer calls for energy to");
  printf("%-30s %5s %5s  %9s %9s  %9s %9s  %6s %6s %6s %6s %6s\n", "scheme", "order", "/step",
         "calls", "CPU", "calls", "CPU", "1.5e-2", "4e-3", "1e-3", "1e-4", "1e-5");
  for (int i = 1; i < n; i++) {
    static const double at[] = { 1.5e-2, 4e-3, 1e-3, 1e-4, 1e-5 };
    printf("%-30s %5u %5u ", r[i].name, r[i].order, r[i].calls);
    print_crossing(&r[i], &r[0], CALLS, STATE);
    print_crossing(&r[i], &r[0], CPU, STATE);
    printf(" ");
    print_crossing(&r[i], &r[0], CALLS, ENERGY);
    print_crossing(&r[i], &r[0], CPU, ENERGY);
    printf(" ");
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) print_gain(&r[i], &r[0], ENERGY, at[k]);
    printf("\n");
  }
}

static const char *cheapest(const result *r, int n, int cost, int error, double at) {
  const char *name = "-";
  double least = INFINITY;
  for (int i = 0; i < n; i++) {
    const curve c = curve_of(&r[i], cost, error);
    const double own = curve_cost(&c, at);
    if (own < least) least = own, name = r[i].name;
  }
  return name;
}

static void print_cheapest(const result *r, int n) {
  printf("\nCheapest for an error of\n%8s  %-26s %-26s %-26s %-26s\n", "", "state: calls", "CPU",
         "energy: calls", "CPU");
  static const double at[] = {
    1e-1, 3e-2, 1.5e-2, 1e-2, 4e-3, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10
  };
  for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
    printf("%8.1e ", at[k]);
    for (int error = 0; error < ERRORS; error++)
      for (int cost = 0; cost < COSTS; cost++) printf(" %-26s", cheapest(r, n, cost, error, at[k]));
    printf("\n");
  }
}

static int list(const rgs_context *context, result *r) {
  int n = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int64_t i = 0; i < rgs_count(context, RGS_SCHEME); i++) {
      const rgs_about *about = rgs_about_at(context, RGS_SCHEME, i);
      const int gradient = (about->needs & RGS_EVAL_GRADIENT) != 0;
      if (n == SCHEMES || (pass == 1 && !gradient)) continue;
      result *new = &r[n++];
      snprintf(new->scheme, sizeof new->scheme, "%s", about->name);
      snprintf(new->name, sizeof new->name, "%s%s", about->name, pass == 1 ? " displaced" : "");
      new->group = pass == 1                             ? DISPLACED
                   : gradient                            ? GRADIENT
                   : (about->claims & RGS_COMPOSED) != 0 ? COMPOSED
                                                         : SPLITTING;
    }
  return n;
}

static void describe(rgs_context *context, result *r) {
  const rgs_method_spec spec = { .head = RGS_HEAD(rgs_method_spec),
                                 .rotor = "exact",
                                 .scheme = r->scheme };
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  rgs_method *method;
  if (rgs_method_create(context, &spec, &method, &why) != RGS_OK ||
      rgs_method_describe(method, &info, &why) != RGS_OK)
    die(r->scheme);
  rgs_method_destroy(method);
  r->order = r->group == DISPLACED && info.order > 4 ? 4 : info.order;
  r->calls = info.evals + info.gradients;
}

int main(int argc, char **argv) {
  static problem p;
  static result results[SCHEMES];
  const int water = argc > 1 && strcmp(argv[1], "water") == 0;
  const double molecules = argc > 3 ? strtod(argv[3], NULL) : 27;
  if (argc < 3 || argc > 4 || (!water && strcmp(argv[1], "top") != 0) ||
      !(molecules >= 2 && molecules <= FORCED_MOST)) {
    fprintf(stderr, "usage: work_precision top|water PREFIX [MOLECULES], 2 to %d\n", FORCED_MOST);
    return 2;
  }
  rgs_context *context;
  if (rgs_context_create(NULL, &context, &why) != RGS_OK) die("context");
  if (!water)
    problem_top(&p);
  else if (problem_water(&p, context, (int64_t)molecules, &why) != 0)
    die("water");

  /* Two schemes that have nothing in common: what they differ by is what the reference is good to. */
  forced_state reference, other;
  double cost[COSTS], potential, unit = INFINITY;
  for (int i = 0; i < 20; i++) unit = fmin(unit, pace(context, &p, 1000) / 1000);
  if (!reach(context, &p, &p.model, "rkn8", llround(p.most / 19), unit, &reference, cost) ||
      !reach(context, &p, &p.model, "srkn14a", llround(p.most / 14), unit, &other, cost) ||
      !isfinite(restlessness(context, &p, "srkn14a", &p.model, llround(p.most / 56), &potential)))
    die("reference");
  const double unsure = p.distance(&p, &reference, &other);

  const int n = list(context, results);
  if (n == 0 || strcmp(results[0].name, "strang") != 0) die("strang is not the first scheme");
  const double begun = seconds(CLOCK_MONOTONIC);
  double said = begun;
  for (int i = 0; i < n; i++) {
    describe(context, &results[i]);
    sweep(context, &p, &reference, potential, unit, fmax(1e-10, 10 * unsure), &results[i]);
    if (seconds(CLOCK_MONOTONIC) < said + 5) continue;
    said = seconds(CLOCK_MONOTONIC);
    fprintf(stderr, "  %s: %d of %d schemes, %.0f s\n", argv[1], i + 1, n, said - begun);
  }
  for (int g = 0; g < GROUPS; g++)
    if (write_group(argv[2], &p, results, n, g) != 0) {
      fprintf(stderr, "work_precision: cannot write %s_%s.txt\n", argv[2], group_name[g]);
      return 2;
    }

  if (water) printf("%.0f SPC/E waters at 300 K; ", molecules);
  printf("%s: state after %g %s, known to %.0e; energy over %g %s\n\n", p.title, p.span,
         water ? "fs" : "", unsure, p.span * (double)p.spans, water ? "fs" : "");
  print_table(results, n);
  print_cheapest(results, n);
  const int failed = print_first_of_all(results, n);
  problem_close(&p);
  rgs_context_destroy(context);
  return failed;
}
