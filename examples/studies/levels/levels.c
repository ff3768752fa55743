/* SPDX-License-Identifier: BSD-3-Clause
 *
 * levels.c - how long may a step be if the costly force comes once a step (scheme respa), and what does it save?
 * Prints the table of core/METHODS.md: 64 rigid waters, whose cheap model has other charges and diameters.
 *
 *   levels [PS [ROW]]     picoseconds of each row, 200; one row alone, from 0
 */
#include "water.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* How many steps an independent sample takes: twice the sum of autocorrelations, up to 3 % or 20 ps. */
static double correlation(const double *u, long n, long most) {
  double mean = 0, variance = 0, sum = 1;
  for (long i = 0; i < n; i++) mean += u[i] / (double)n;
  for (long i = 0; i < n; i++) variance += (u[i] - mean) * (u[i] - mean) / (double)n;
  for (long k = 1; k < most && k < n / 10; k++) {
    double c = 0;
    for (long i = 0; i + k < n; i++) c += (u[i] - mean) * (u[i + k] - mean) / (double)(n - k);
    if (c < 0.03 * variance) break;
    sum += 2 * c / variance;
  }
  return sum;
}

static void show(run *r, const row *way, double ps) {
  const long n = lround(ps * 1000 / way->step);
  double *const told = calloc(3 * (size_t)n, sizeof *told);
  water *w = &r->now;
  begin(r, way, 200);
  steps(r, way, lround((ps < 10 ? 1000 : 10000) / way->step));
  const long before = w->costly;
  w->kinetic[0] = w->kinetic[1] = 0, w->visits = 0;
  for (long i = 0; i < n; i++) {
    steps(r, way, 1);
    told[i] = w->energy;
    for (int k = 0; k < 2; k++) {
      told[(k + 1) * n + i] = w->kinetic[k] / (1.5 * N * BOLTZMANN * (double)w->visits);
      w->kinetic[k] = 0;
    }
    w->visits = 0;
  }
  print_way(way);
  printf(" %.0f |", (double)(w->costly - before) / (double)n *
                        correlation(told, n, lround(20000 / way->step)));
  print_mean(told, n, 1e4 / N, " %.3f(%.3f) |");
  print_mean(told + n, n, 1, " %.1f(%.1f),");
  print_mean(told + 2 * n, n, 1, " %.1f(%.1f) |\n");
  fflush(stdout);
  end(r);
  free(told);
}

int main(int argc, char **argv) {
  static const row ways[] = { { 2, 0, 1, 0, 0, 0 },     { 4, 0, 1, 0, 0, 0 },
                              { 8, 0, 4, 0, 0, 0 },     { 12, 0.02, 1, 3, 0, 0 },
                              { 16, 0.02, 1, 4, 0, 0 }, { 16, 0.05, 1, 4, 0, 0 },
                              { 20, 0.02, 1, 5, 0, 0 }, { 16, 0.02, 4, 2, 0, 0 },
                              { 24, 0.02, 4, 4, 0, 0 }, { 32, 0.02, 4, 4, 0, 0 } };
  static run r;
  const double ps = argc > 1 ? atof(argv[1]) : 200;
  const int only = argc > 2 ? atoi(argv[2]) : -1;
  open_run(&r, ps < 10 ? 100 : 1000);
  printf("| step | costly | energy, kJ/mol | T of translation, rotation |\n|---|---|---|---|\n");
  for (int k = 0; k < (int)(sizeof ways / sizeof *ways); k++)
    if (only < 0 || k == only) show(&r, &ways[k], ps);
  close_run(&r);
  return 0;
}
