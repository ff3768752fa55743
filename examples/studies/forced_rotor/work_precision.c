/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_precision.c - what accuracy costs: every scheme the library lists, with the rotor exact and
 * from coarse steps to fine ones, on a heavy top or a cluster of water (workload.h).
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
 * root mean square about its mean over that of the potential energy.  Evaluations are those of a
 * step in the long run (a processor at the start is not counted), and a gradient counts as one.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "report.h"
#include "workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SCHEMES = 128, SAMPLES = 1000 };

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
static forced_run *open_run(rgs_context *context, const workload *p, const forced_model *model,
                            const char *scheme) {
  forced_run *run = forced_run_open(context, model, &p->start, "exact", scheme, &why);
  if (run == NULL) die(scheme);
  return run;
}

static forced_model model_for(const workload *p, const result *r) {
  forced_model model = p->model;
  if (r->group == DISPLACED) model.provides &= ~(uint32_t)RGS_EVAL_GRADIENT;
  return model;
}

/* The state after a span in `steps` steps; 0 if the step is too large for it. */
static int reach(rgs_context *context, const workload *p, const forced_model *model,
                 const char *scheme, int64_t steps, forced_state *end) {
  double potential, kinetic;
  forced_run *run = open_run(context, p, model, scheme);
  const int there = forced_run_steps(run, p->span / (double)steps, steps, &why) == RGS_OK &&
                    forced_run_look(run, end, &potential, &kinetic, &why) == RGS_OK;
  forced_run_close(run);
  return there;
}

/* Root mean squares of energy and potential energy about their means; infinite if it fails. */
static double restlessness(rgs_context *context, const workload *p, const char *scheme,
                           const forced_model *model, int64_t steps, double *potential_rms) {
  const int64_t all = steps * p->spans, stride = all > SAMPLES ? all / SAMPLES : 1;
  double potential, kinetic, mean[2] = { 0, 0 }, square[2] = { 0, 0 }, n = 0;
  forced_run *run = open_run(context, p, model, scheme);
  int there = forced_run_look(run, NULL, &potential, &kinetic, &why) == RGS_OK;
  for (int64_t s = 0; there && s + stride <= all; s += stride) {
    there = forced_run_steps(run, p->span / (double)steps, stride, &why) == RGS_OK &&
            forced_run_look(run, NULL, &potential, &kinetic, &why) == RGS_OK;
    const double value[2] = { potential + kinetic, potential };
    n++;
    for (int k = 0; k < 2; k++) { /* Welford: the mean is far larger than what is sought */
      const double off = value[k] - mean[k];
      mean[k] += off / n;
      square[k] += off * (value[k] - mean[k]);
    }
  }
  forced_run_close(run);
  if (!there) return INFINITY;
  if (potential_rms != NULL) *potential_rms = sqrt(square[1] / n);
  return sqrt(square[0] / n);
}

/* From few evaluations a span to many, half as many again each time, until both errors are as
 * small as rounding lets them be told. */
static void sweep(rgs_context *context, const workload *p, const forced_state *reference,
                  double potential, double least, result *r) {
  const forced_model model = model_for(p, r);
  int64_t last = 0;
  for (double calls = p->fewest; calls <= p->most * 1.001 && r->n < CURVE_MOST; calls *= sqrt(2)) {
    const int64_t steps = llround(calls / r->calls);
    double off = INFINITY, energy = INFINITY;
    forced_state end;
    if (steps <= last) continue;
    last = steps;
    if (reach(context, p, &model, r->scheme, steps, &end)) {
      off = p->distance(p, &end, reference);
      energy = restlessness(context, p, r->scheme, &model, steps, NULL) / potential;
    }
    r->h[r->n] = p->span / (double)steps;
    r->cost[CALLS][r->n] = (double)(r->calls * steps) / p->span;
    r->cost[CPU][r->n] = r->cpu * (double)steps / p->span;
    r->error[STATE][r->n] = off < 1 ? off : INFINITY;
    r->error[ENERGY][r->n] = energy < 1 ? energy : INFINITY;
    r->n++;
    if (off < least && energy < least) break;
  }
}

/* ---- schemes --------------------------------------------------------------------------------- */
static int list(const rgs_context *context, result *r) {
  int n = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int64_t i = 0; i < rgs_about_count(context, RGS_KIND_SCHEME); i++) {
      const rgs_about *about = rgs_about_at(context, RGS_KIND_SCHEME, i);
      const int gradient = (about->needs & RGS_EVAL_GRADIENT) != 0;
      if (about->claims & RGS_PLACES_BATH) continue;
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

/* What a step asks of the host is counted, after the first steps, which ask for more. */
static void describe(rgs_context *context, const workload *p, result *r) {
  enum { STEPS = 10 };
  const forced_model model = model_for(p, r);
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  forced_run *run = open_run(context, p, &model, r->scheme);
  int64_t count = 0;
  for (int turn = 0; turn < 2; turn++) {
    if (forced_run_steps(run, p->span / 1000, STEPS, &why) != RGS_OK) die(r->name);
    count = forced_run_forces(run) + forced_run_gradients(run) - count;
  }
  if (forced_run_describe(run, &info, &why) != RGS_OK) die(r->name);
  forced_run_close(run);
  r->order = info.order;
  r->calls = (uint32_t)(count / STEPS);
  if (count == STEPS * (int64_t)(info.evals + info.gradients)) return;
  fprintf(stderr, "work_precision: %s: %.1f evaluations a step, described are %u\n", r->name,
          (double)count / STEPS, (unsigned)(info.evals + info.gradients));
  exit(2);
}

/* CPU seconds of so many steps at a step of a thousandth of the span; the first, which sets up, is
 * not timed. */
static double pace(rgs_context *context, const workload *p, const result *r, int64_t steps) {
  const forced_model model = model_for(p, r);
  forced_run *run = open_run(context, p, &model, r->scheme);
  if (forced_run_steps(run, p->span / 1000, 1, &why) != RGS_OK) die(r->name);
  const double begun = seconds(CLOCK_THREAD_CPUTIME_ID);
  if (forced_run_steps(run, p->span / 1000, steps, &why) != RGS_OK) die(r->name);
  const double took = seconds(CLOCK_THREAD_CPUTIME_ID) - begun;
  forced_run_close(run);
  return took;
}

/* Whatever else runs slows a machine down, by half at times.  So each scheme is timed by turns with
 * strang, and what counts is the middle one of the ratios. */
static void time_steps(rgs_context *context, const workload *p, result *r, int n) {
  enum { TURNS = 15 };
  double ratio[SCHEMES][TURNS], strang = INFINITY;
  const int64_t calls = llround(2e-3 / (pace(context, p, &r[0], 50) / 50)) + 20;
  for (int turn = 0; turn < TURNS; turn++)
    for (int i = 0; i < n; i++) {
      const int64_t steps = calls / r[i].calls + 1;
      const double beat = pace(context, p, &r[0], calls) / (double)calls;
      ratio[i][turn] = pace(context, p, &r[i], steps) / (double)steps / beat;
      strang = fmin(strang, beat);
    }
  for (int i = 0; i < n; i++) {
    for (int k = 1; k < TURNS; k++)
      for (int m = k; m > 0 && ratio[i][m] < ratio[i][m - 1]; m--) {
        const double swap = ratio[i][m];
        ratio[i][m] = ratio[i][m - 1];
        ratio[i][m - 1] = swap;
      }
    r[i].cpu = ratio[i][TURNS / 2] * strang;
  }
}

int main(int argc, char **argv) {
  static workload p;
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
    workload_top(&p);
  else if (workload_water(&p, context, (int64_t)molecules, &why) != 0)
    die("water");

  /* Two schemes that have nothing in common: what they differ by is what the reference is good to. */
  forced_state reference, other;
  double potential;
  if (!reach(context, &p, &p.model, "rkn8", llround(p.most / 19), &reference) ||
      !reach(context, &p, &p.model, "srkn14a", llround(p.most / 14), &other) ||
      !isfinite(restlessness(context, &p, "srkn14a", &p.model, llround(p.most / 56), &potential)))
    die("reference");
  const double unsure = p.distance(&p, &reference, &other);

  const int n = list(context, results);
  if (n == 0 || strcmp(results[0].name, "strang") != 0) die("strang is not the first scheme");
  const double begun = seconds(CLOCK_MONOTONIC);
  double said = begun;
  for (int i = 0; i < n; i++) describe(context, &p, &results[i]);
  time_steps(context, &p, results, n);
  for (int i = 0; i < n; i++) {
    sweep(context, &p, &reference, potential, fmax(1e-10, 10 * unsure), &results[i]);
    if (seconds(CLOCK_MONOTONIC) < said + 5) continue;
    said = seconds(CLOCK_MONOTONIC);
    fprintf(stderr, "  %s: %d of %d schemes, %.0f s\n", argv[1], i + 1, n, said - begun);
  }
  if (report_write(argv[2], &p, results, n) != 0) {
    fprintf(stderr, "work_precision: cannot write %s_*.txt\n", argv[2]);
    return 2;
  }

  if (water) printf("%.0f SPC/E waters at 300 K; ", molecules);
  printf("%s: state after %g %s, known to %.0e; energy over %g %s\n\n", p.title, p.span,
         water ? "fs" : "", unsure, p.span * (double)p.spans, water ? "fs" : "");
  const int failed = report_print(results, n);
  workload_close(&p);
  rgs_context_destroy(context);
  return failed;
}
