/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_report.c - tables, ratios and rows of what was measured.
 */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- medians --------------------------------------------------------------------------------- */
static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double bench_median(const double *values) {
  double there[MOST_ROUNDS];
  int n = 0;
  for (int i = 0; i < MOST_ROUNDS; i++)
    if (!isnan(values[i])) there[n++] = values[i];
  if (n == 0) return NAN;
  qsort(there, (size_t)n, sizeof *there, ascending);
  return n % 2 ? there[n / 2] : 0.5 * (there[n / 2 - 1] + there[n / 2]);
}

double bench_ratio(const double *above, const double *below) {
  double ratios[MOST_ROUNDS];
  for (int i = 0; i < MOST_ROUNDS; i++) ratios[i] = above[i] / below[i];
  return bench_median(ratios);
}

double bench_difference(const double *more, const double *less) {
  double differences[MOST_ROUNDS];
  for (int i = 0; i < MOST_ROUNDS; i++) differences[i] = more[i] - less[i];
  return bench_median(differences);
}

/* ---- tables ---------------------------------------------------------------------------------- */
static const double *flow_of(const bench_results *r, int subject, int mode, int h, int count) {
  static double none[MOST_ROUNDS];
  if (subject >= 0) return r->flow[subject][mode][h][count];
  for (int i = 0; i < MOST_ROUNDS; i++) none[i] = NAN;
  return none;
}

static bool any(const bench_results *r, int subject, int mode, int count) {
  for (int h = 0; h < N_HW; h++)
    if (!isnan(bench_median(flow_of(r, subject, mode, h, count)))) return true;
  return false;
}

static void print_flows(const bench_results *r, int count) {
  const double copy = bench_median(r->copy);
  const bool million = count == N_COUNTS - 1;
  printf("\n%lld bodies a call: CPU ns of a body and turn, and the largest error (rad)\n%-13s %-7s",
         (long long)BENCH_COUNTS[count], "h |w|", "");
  for (int h = 0; h < N_HW; h++)
    if (r->hw_used[h]) printf(" %7g %7s", BENCH_HW[h], "");
  printf(million ? "  bytes, of copy's speed at the first angle\n" : "\n");
  for (int s = 0; s < bench_subjects(); s++)
    for (int m = 0; m < r->n_modes; m++) {
      if (!any(r, s, m, count)) continue;
      printf("%-13s %-7s", m == 0 ? bench_subject_name(s) : "",
             bench_is_rotor(s) ? r->mode[m] : "");
      double first = NAN;
      for (int h = 0; h < N_HW; h++) {
        if (!r->hw_used[h]) continue;
        const double ns = bench_median(flow_of(r, s, m, h, count));
        if (isnan(first)) first = ns;
        if (isnan(ns))
          printf(" %7s %7s", "-", "");
        else
          printf(" %7.1f %7.0e", ns, r->error[s][m][h]);
      }
      if (million)
        printf("  %5.0f %3.0f %%", bench_subject_bytes(s),
               100 * bench_subject_bytes(s) * copy / first);
      printf("\n");
    }
}

/* ---- ratios ---------------------------------------------------------------------------------- */
static void print_bar(double value, bool at_most, double bar) {
  if (isnan(value)) {
    printf(" %7s %6s", "-", "");
    return;
  }
  const bool met = at_most ? value <= bar : value >= bar;
  printf(" %7.2f%c%6s", value, met ? ' ' : '*', "");
}

/* above/below at every angle up to `most`; the bar of an angle is bars[h], 0: none. */
static void print_ratio(const bench_results *r, const char *above, int above_mode,
                        const char *below, int below_mode, int count, bool at_most,
                        const double bars[N_HW]) {
  const int a = bench_subject(above), b = bench_subject(below);
  if (a < 0 || b < 0 || !any(r, a, above_mode, count)) return;
  char what[64];
  const bool peer = !bench_is_rotor(a);
  snprintf(what, sizeof what, "%s%s%s / %s %s", above, peer ? "" : " ",
           peer ? "" : r->mode[above_mode], below, r->mode[below_mode]);
  printf("  %-32s %8lld ", what, (long long)BENCH_COUNTS[count]);
  for (int h = 0; h < N_HW; h++) {
    if (!r->hw_used[h]) continue;
    const double value =
        bench_ratio(flow_of(r, a, above_mode, h, count), flow_of(r, b, below_mode, h, count));
    if (bars[h] != 0)
      print_bar(value, at_most, bars[h]);
    else if (isnan(value))
      printf(" %7s %6s", "-", "");
    else
      printf(" %7.2f %6s", value, "");
  }
  printf("\n");
}

/* exact over whichever other rotor takes least at each angle. */
static void print_cheapest(const bench_results *r, int mode, int count, const double bars[N_HW]) {
  const int exact = bench_subject("exact");
  if (exact < 0 || !any(r, exact, mode, count)) return;
  printf("  exact / the cheapest other, %-7s %5lld ", r->mode[mode],
         (long long)BENCH_COUNTS[count]);
  for (int h = 0; h < N_HW; h++) {
    if (!r->hw_used[h]) continue;
    int least = -1;
    double ns = INFINITY;
    for (int s = 0; s < bench_subjects(); s++) {
      const double other = bench_median(flow_of(r, s, mode, h, count));
      if (bench_is_rotor(s) && s != exact && other < ns) least = s, ns = other;
    }
    const double value = least < 0 ? NAN
                                   : bench_ratio(flow_of(r, exact, mode, h, count),
                                                 flow_of(r, least, mode, h, count));
    const bool missed = bars[h] != 0 && value > bars[h];
    if (isnan(value))
      printf(" %7s %6s", "-", "");
    else
      printf(" %5.2f%c %-7.7s", value, missed ? '*' : ' ', bench_subject_name(least));
  }
  printf("\n");
}

static void print_heading(const bench_results *r, const char *what) {
  printf("\n%s\n%-35s %8s ", what, "", "bodies");
  for (int h = 0; h < N_HW; h++)
    if (r->hw_used[h]) printf(" %7g %6s", BENCH_HW[h], "");
  printf("\n");
}

static void print_ratios(const bench_results *r) {
  static const double none[N_HW] = { 0 };
  static const double below_dmv6[N_HW] = { 0.9, 0.9, 0.9, 0.9 }, jacobi[N_HW] = { 10, 10, 10, 10 };
  static const double gsl[N_HW] = { 25, 25, 15, 15 }, batched[N_HW] = { 1.75, 1.75, 1.75, 1.75 };
  static const double small[N_HW] = { 0.75, 0.9, 0.9, 0.9 };
  printf("\nRatios: medians over rounds of two times that were measured side by side.  A star is\n"
         "set where the value misses the bar.\n");
  print_heading(r, "h |w|; bars: at most 0.9 up to 1 (0.75 at 0.01 in batches)");
  for (int c = 0; c < N_COUNTS; c++)
    for (int m = 0; m < r->n_modes && r->count_used[c]; m++)
      print_ratio(r, "exact", m, "dmv6", m, c, true, m == 0 ? below_dmv6 : small);
  static const double cheapest[N_HW] = { 1, 1, 1, 1 };
  print_heading(r, "h |w|; bar: at most 1 in batches up to 1, beside rotors of any order");
  for (int c = 0; c < N_COUNTS; c++)
    for (int m = 0; m < r->n_modes && r->count_used[c]; m++)
      print_cheapest(r, m, c, m > 0 && c > 0 ? cheapest : none);
  print_heading(
      r, "h |w|; bars: jacobi at least 10 up to 1, gsl at least 25 up to 0.1 and 15 up to 1");
  for (int c = 1; c < 3; c++)
    for (int m = 0; m < r->n_modes && r->count_used[c]; m++) {
      print_ratio(r, "jacobi", 0, "exact", m, c, false, jacobi);
      print_ratio(r, "gsl", 0, "exact", m, c, false, gsl);
      print_ratio(r, "boost", 0, "exact", m, c, false, none);
      print_ratio(r, "toms903", 0, "exact", m, c, false, none);
      print_ratio(r, "hairer_dmv6", 0, "exact", m, c, false, none);
      print_ratio(r, "openmm", 0, "exact", m, c, false, none);
    }
  if (r->n_modes == 1) return;
  print_heading(
      r, "h |w|; what wider lanes gain beside two; bar: at least 1.75 up to 1 (exact with AVX2)");
  for (int m = 1; m < r->n_modes; m++) {
    for (int c = 0; c < N_COUNTS; c++)
      if (r->count_used[c]) print_ratio(r, "exact", 0, "exact", m, c, false, batched);
    for (int s = 0; s < bench_subjects(); s++)
      if (bench_is_rotor(s) && strcmp(bench_subject_name(s), "exact") != 0 && r->count_used[2])
        print_ratio(r, bench_subject_name(s), 0, bench_subject_name(s), m, 2, false, none);
  }
}

/* ---- steps ----------------------------------------------------------------------------------- */
static void print_steps(const bench_results *r) {
  /* x, p, l, q in and out; f, tau and the mass in. */
  const double bytes = 8 * (2 * (3 + 3 + 3 + 4) + 3 + 3 + 1);
  const double constants = bench_subject_bytes(bench_subject("exact")) - 8 * (3 + 2 * 4);
  /* The host computes forces once a step, and these are checked before anything moves.  So a step goes
   * over all bodies twice: over f and tau, and then over everything, from its last kick to the next
   * step's drift. */
  const double passes = bytes + constants + 8 * (3 + 3);
  const double copy = bench_median(r->copy);
  if (isnan(bench_median(r->step_soa[0]))) return;
  printf("\nWhole steps, strang with exact, h |w| = 0.01, CPU ns of a body\n");
  if (!isnan(copy))
    printf("  copying memory: %.1f GB/s, half of it read; a step moves %.0f bytes a body and reads "
           "%.0f of constants; its two passes move %.0f\n",
           1 / copy, bytes, constants, passes);
  for (int m = 0; m < r->n_modes; m++) {
    const double step = bench_median(r->step_million[0][m]);
    printf("  %s\n", r->mode[m]);
    if (!isnan(step))
      printf("    1000000 bodies        %6.1f ns: %.1f GB/s, %.0f %% of copying (aim: 70 %%); "
             "%.0f %% with both passes, where\n"
             "                          4096 bodies, which the caches hold, have %.0f %%\n",
             step, (bytes + constants) / step,
             100 * bench_ratio(r->copy, r->step_million[0][m]) * (bytes + constants),
             100 * bench_ratio(r->copy, r->step_million[0][m]) * passes,
             100 * bench_ratio(r->copy, r->step_soa[m]) * passes);
    printf("    4096 bodies           %6.1f ns SoA, %6.1f ns AoS: %.2f times (bar: at most 1.5)\n",
           bench_median(r->step_soa[m]), bench_median(r->step_aos[m]),
           bench_ratio(r->step_aos[m], r->step_soa[m]));
    printf(
        "    4096 on two threads   %.2f times as fast by the clock on the wall, %.2f by CPU time "
        "(bar: 1.8)\n",
        bench_ratio(r->one_wall[m], r->two_wall[m]),
        2 * bench_ratio(r->one_thread[m], r->two_threads[m]));
  }
}

/* A step that took as long as copying the bytes that it moves would be at 100 %. */
static void print_million(const bench_results *r) {
  const double constants = bench_subject_bytes(bench_subject("exact")) - 8 * (3 + 2 * 4);
  if (isnan(bench_median(r->step_million[0][0]))) return;
  printf("\nWhole steps of 1000000 bodies: CPU ns of a body, and of copying's speed with the bytes "
         "of all "
         "passes\n%-24s %7s",
         "", "bytes");
  for (int m = 0; m < r->n_modes; m++) printf(" %14s", r->mode[m]);
  for (int e = 0; e < N_ENSEMBLES; e++) {
    const double bytes = bench_ensemble_bytes(e, constants);
    printf("\n  %-22s %7.0f", bench_ensemble_name(e), bytes);
    for (int m = 0; m < r->n_modes; m++)
      printf(" %7.1f %4.0f %%", bench_median(r->step_million[e][m]),
             100 * bytes * bench_ratio(r->copy, r->step_million[e][m]));
  }
  printf("\n");
}

/* What baths and pistons add to a step, and what a step of one body adds to its turn. */
static void print_additions(const bench_results *r) {
  if (isnan(bench_median(r->step_soa[0]))) return;
  printf(
      "\nAdded to a step of 4096 bodies, CPU ns of a body (aim with avx2: langevin and csvr with "
      "andersen at most 15; csvr, nhc and andersen at most 5)\n%-24s",
      "");
  for (int m = 0; m < r->n_modes; m++) printf(" %9s", r->mode[m]);
  for (int e = 1; e < N_ENSEMBLES; e++) {
    printf("\n  %-22s", bench_ensemble_name(e));
    for (int m = 0; m < r->n_modes; m++)
      printf(" %9.1f", bench_difference(r->step_ensemble[e][m], r->step_soa[m]));
  }
  printf("\nOne body, ns a step (aim: at most 100 more than its turn)\n");
  for (int m = 0; m < r->n_modes; m++)
    printf("  %-7s %6.0f, turn %4.0f: %4.0f more\n", r->mode[m], bench_median(r->step_one[m]),
           bench_median(r->turn_one[m]), bench_difference(r->step_one[m], r->turn_one[m]));
}

void bench_print(const bench_results *r) {
  for (int c = 0; c < N_COUNTS; c++)
    if (r->count_used[c]) print_flows(r, c);
  print_ratios(r);
  print_steps(r);
  print_million(r);
  print_additions(r);
}

/* ---- rows ------------------------------------------------------------------------------------ */
void bench_print_rows(const bench_results *r, FILE *file) {
  fprintf(file, "method,mode,hw,n,ns,error\n");
  for (int s = 0; s < bench_subjects(); s++)
    for (int m = 0; m < r->n_modes; m++)
      for (int c = 0; c < N_COUNTS; c++)
        for (int h = 0; h < N_HW; h++) {
          const double ns = bench_median(flow_of(r, s, m, h, c));
          if (!isnan(ns))
            fprintf(file, "%s,%s,%g,%lld,%.2f,%.2e\n", bench_subject_name(s), r->mode[m],
                    BENCH_HW[h], (long long)BENCH_COUNTS[c], ns, r->error[s][m][h]);
        }
  for (int e = 1; e < N_ENSEMBLES; e++)
    for (int m = 0; m < r->n_modes; m++) {
      const double ns = bench_difference(r->step_ensemble[e][m], r->step_soa[m]);
      if (!isnan(ns))
        fprintf(file, "%s (added to a step),%s,0.01,4096,%.2f,\n", bench_ensemble_name(e),
                r->mode[m], ns);
    }
}
