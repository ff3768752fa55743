/* SPDX-License-Identifier: BSD-3-Clause */
#include "report.h"

#include "curve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const group_name[GROUPS] = { "composed", "splitting", "gradient", "displaced" };

static curve curve_of(const result *r, int cost, int error) {
  curve c = { .n = r->n };
  memcpy(c.cost, r->cost[cost], sizeof c.cost);
  memcpy(c.error, r->error[error], sizeof c.error);
  return c;
}

static int write_group(const char *prefix, const workload *p, const result *r, int n, int group) {
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
    fprintf(file, "%s\"%s\"\n", i > 0 ? "\n\n" : "", r[i].scheme);
    for (int k = 0; k < r[i].n; k++) {
      if (!isfinite(r[i].error[STATE][k]) && !isfinite(r[i].error[ENERGY][k])) continue;
      fprintf(file, "%.6g %.6g %.4g", r[i].h[k], r[i].cost[CALLS][k], r[i].cost[CPU][k]);
      for (int error = 0; error < ERRORS; error++)
        if (isfinite(r[i].error[error][k]))
          fprintf(file, " %.4g", r[i].error[error][k]);
        else
          fprintf(file, " -");
      fprintf(file, "\n");
    }
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

/* The scheme of a family that is the first to be cheaper than strang. */
typedef struct family {
  const char *name;
  uint32_t least, most; /* order */
  int gradients;        /* 0 without, 1 with, -1 either */
} family;

static double print_first(const family *k, const result *r, int n, int cost, int error) {
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
  printf("  %7.1e %-16s", first, name);
  return first;
}

/* 0 if gradients are worth their cost where the literature says they are (README.md). */
static int print_first_of_all(const result *r, int n) {
  static const family families[] = { { "order 4, no gradient", 4, 4, 0 },
                                     { "order 4, gradients", 4, 4, 1 },
                                     { "order 6", 6, 6, -1 },
                                     { "order 8 and more", 8, 99, -1 } };
  double worth = 0;
  printf("\nThe first to be cheaper than strang, and the error from which on\n%-21s", "");
  printf("  %-24s  %-24s  %-24s  %-24s\n", "state: calls", "CPU", "energy: calls", "CPU");
  for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
    printf("%-21s", families[k].name);
    for (int error = 0; error < ERRORS; error++)
      for (int cost = 0; cost < COSTS; cost++) {
        const double first = print_first(&families[k], r, n, cost, error);
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
  printf("%-30s %5s %5s  %9s %9s  %9s %9s  %6s %6s %6s %6s\n", "scheme", "order", "/step", "calls",
         "CPU", "calls", "CPU", "1.5e-2", "4e-3", "1e-3", "1e-4");
  for (int i = 1; i < n; i++) {
    static const double at[] = { 1.5e-2, 4e-3, 1e-3, 1e-4 };
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

int report_write(const char *prefix, const workload *p, const result *results, int n) {
  for (int group = 0; group < GROUPS; group++)
    if (write_group(prefix, p, results, n, group) != 0) return -1;
  return 0;
}

int report_print(const result *results, int n) {
  print_table(results, n);
  print_cheapest(results, n);
  return print_first_of_all(results, n);
}
