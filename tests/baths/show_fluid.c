/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_fluid.c - bodies whose beads repel each other, at constant pressure: for every piston, step and
 * bath the same volumes, as Monte Carlo has them; the mean of P - P0 is 0 and cov(P, V) = -kT.
 * P is N kT/V plus the virial's share, with N - 1 in place of N where the total momentum is zero.
 */
#include "shows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static ensemble e;

/* ---- one run --------------------------------------------------------------------------------------- */
typedef struct row {
  estimate pressure, covariance, variance, mean;
} row;

static double variance(const double *m) { return m[1] - m[0] * m[0]; }
static double covariance(const double *m) { return m[3] - m[2] * m[0]; }

static void volume_and_pressure(ensemble *of, const show_run *r, double *values) {
  const double ideal = (r->n - !run_acts_on_drift(r)) * r->kt, v = volume_of(&of->box);
  const char *axes = strcmp(r->axes, "iso") == 0 ? "xyz" : r->axes;
  double virial = 0;
  for (const char *c = axes; *c != '\0'; c++)
    virial += of->box.virial[*c - 'x'] / (double)strlen(axes);
  values[0] = v, values[1] = v * v;
  values[2] = (ideal + virial) / v - r->p, values[3] = values[2] * v;
}

static row sample(const show_run *r, long steps) {
  const long settle = steps / 20 + 1000 + lround(20 * r->piston_relaxation / r->h);
  blocks b;
  run_open(&e, r);
  run_means(&e, r, settle, steps, &b, 4, volume_and_pressure);
  close_kept(0);
  return (row){ blocks_mean(&b, 2), blocks_estimate(&b, covariance), blocks_estimate(&b, variance),
                blocks_mean(&b, 0) };
}

/* ---- the table ------------------------------------------------------------------------------------- */
/* Mean, error, variance, error with the weight V^N, then with V^(N-1); by monte_carlo cycles=3000000
 * for 64 bent trimers of mass 3 at kT = P = 1. */
static double known[8] = { 303.77, 0.04, 113.3, 0.3, 303.40, 0.04, 112.9, 0.3 };

static int read_reference(const char *text) {
  return sscanf(text, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", known, known + 1, known + 2, known + 3,
                known + 4, known + 5, known + 6, known + 7) == 8;
}

static void cell(estimate value, double want, double error) {
  const double off = sigmas(value, want, error);
  printf("  %9.5g(%-6.2g)%+5.1f", value.value, value.error, off);
  remember_sigmas(off);
}

static void print_row(const show_run *r, long steps) {
  const row found = sample(r, steps);
  const double *k = known + (run_acts_on_drift(r) ? 0 : 4);
  printf("%-9s %-4s %5.3g %6.3g", r->bath, r->axes, r->piston_relaxation, r->h);
  cell(found.pressure, 0, 0);
  cell(found.covariance, -r->kt, 0);
  cell(found.variance, k[2], k[3]);
  cell(found.mean, k[0], k[1]);
  printf("\n");
}

static void print_head(const show_run *r, double time) {
  char covariance[40], variances[40], means[40];
  snprintf(covariance, sizeof covariance, "cov(P,V): %g", -r->kt);
  snprintf(variances, sizeof variances, "var V: %.5g, %.5g", known[2], known[6]);
  snprintf(means, sizeof means, "mean V: %.5g, %.5g", known[0], known[4]);
  printf(
      "%d bodies, kT %g, P0 %g, %g time units a run.  Above each column what is known (of V with "
      "langevin, and with csvr and nhc); below, values, their errors, and how many sigma they are "
      "off.\n%-27s%24s%24s%24s%24s\n",
      r->n, r->kt, r->p, time, "bath      axes Pdamp      h", "mean(P-P0): 0", covariance,
      variances, means);
}

int show_fluid(const show_options *o) {
  static const double pistons[] = { 0.5, 1, 2, 4, 8 }, steps[] = { 0.004, 0.01 };
  if (o->reference != NULL && !read_reference(o->reference))
    return fprintf(stderr, "reference must have eight numbers\n"), 2;
  static const char *const baths[] = { "langevin", "csvr", "nhc" }; /* all that sample */
  show_run r = { .potential = WCA,
                 .n = o->n > 0 ? (int)o->n : 64,
                 .volume = o->volume,
                 .axes = o->axes != NULL ? o->axes : "iso",
                 .kt = o->kt > 0 ? o->kt : 1,
                 .p = o->p > 0 ? o->p : 1,
                 .h = 0.004,
                 .relaxation = o->relaxation > 0 ? o->relaxation : 1,
                 .piston_relaxation = 1,
                 .bath = baths[0],
                 .seed = o->seed > 0 ? o->seed : 12 };
  if (r.volume <= 0) r.volume = fmax(known[0], volume_without_contacts(r.n));
  const double time = o->time > 0 ? o->time : o->full ? 1000 : 200;
  print_head(&r, time);
  for (int b = 0; b < 3; b++)
    for (int p = 0; p < 5; p++)
      for (int s = 0; s < 2; s++) {
        r.bath = baths[b], r.piston_relaxation = pistons[p], r.h = steps[s];
        r.seed++;
        if (o->bath != NULL && strcmp(o->bath, r.bath) != 0) continue;
        if (o->piston_relaxation > 0 && o->piston_relaxation != r.piston_relaxation) continue;
        if (o->h > 0 && o->h != r.h) continue;
        if (!o->full && o->piston_relaxation <= 0 && p != 1) continue;
        if (!o->full && o->h <= 0 && s != 1) continue;
        print_row(&r, lround(time / r.h));
      }
  return verdict(0.001);
}
