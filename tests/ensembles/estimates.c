/* SPDX-License-Identifier: BSD-3-Clause
 *
 * estimates.c - see estimates.h.
 */
#include "estimates.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- blocks -------------------------------------------------------------------------------------- */
void blocks_begin(blocks *b, int means, long samples) {
  memset(b, 0, sizeof *b);
  b->means = means, b->samples = samples / BLOCKS * BLOCKS;
}

void blocks_add(blocks *b, const double *values) {
  if (b->taken == b->samples) return;
  const long in_block = b->samples / BLOCKS;
  double *sum = b->sum[b->taken++ / in_block];
  for (int k = 0; k < b->means; k++) sum[k] += values[k] / (double)in_block;
}

estimate blocks_estimate(const blocks *b, double (*f)(const double *means)) {
  double all[MOST_MEANS] = { 0 }, sum = 0, squares = 0;
  for (int i = 0; i < BLOCKS; i++)
    for (int k = 0; k < b->means; k++) all[k] += b->sum[i][k] / BLOCKS;
  const double whole = f(all);
  for (int i = 0; i < BLOCKS; i++) {
    double without[MOST_MEANS];
    for (int k = 0; k < b->means; k++) without[k] = (all[k] * BLOCKS - b->sum[i][k]) / (BLOCKS - 1);
    const double off = f(without) - whole;
    sum += off, squares += off * off;
  }
  const double spread = squares - sum * sum / BLOCKS;
  return (estimate){ whole, sqrt(fmax(0, spread) * (BLOCKS - 1) / BLOCKS) };
}

static int chosen_mean;
static double one_mean(const double *means) { return means[chosen_mean]; }

estimate blocks_mean(const blocks *b, int which) {
  chosen_mean = which;
  return blocks_estimate(b, one_mean);
}

/* ---- verdicts ------------------------------------------------------------------------------------ */
static int count, wrong;
static double smallest = 1;

/* Both tails of Student's distribution; its degrees of freedom, BLOCKS - 1, are even. */
static double tails(double t) {
  const double angle = atan(fabs(t) / sqrt(BLOCKS - 1)), c = cos(angle) * cos(angle);
  double term = 1, sum = 1;
  for (int k = 1; 2 * k <= BLOCKS - 3; k++) sum += term *= (2 * k - 1) * c / (2 * k);
  return fmax(0, 1 - sin(angle) * sum);
}

double sigmas(estimate found, double known, double error) {
  return (found.value - known) / sqrt(found.error * found.error + error * error);
}

void remember_sigmas(double sigma) {
  count++;
  smallest = isfinite(sigma) ? fmin(smallest, tails(sigma)) : 0;
}

void compare(const char *what, estimate found, double known, double error) {
  const double off = sigmas(found, known, error);
  printf("  %-44s %12.6g +- %-9.2g known %12.6g", what, found.value, found.error, known);
  if (error > 0) printf(" +- %-9.2g", error);
  printf("  %+.2f sigma\n", off);
  remember_sigmas(off);
}

void compare_bound(const char *what, double value, double known, double room) {
  const int holds = fabs(value - known) <= room;
  printf("  %-56s %10.4g  %s %g +- %g\n", what, value, holds ? "within" : "NOT WITHIN", known,
         room);
  wrong += !holds;
}

int verdict(double level) {
  const double corrected = fmin(1, smallest * count);
  if (count > 0)
    printf("%d comparisons; smallest p times their number: %.3g (fails below %g)\n", count,
           corrected, level);
  if (wrong > 0) printf("%d bounds do not hold\n", wrong);
  const int failed = wrong > 0 || (count > 0 && !(corrected >= level));
  printf("%s\n", failed ? "FAILED" : "ok");
  return failed;
}
