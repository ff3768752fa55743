/* SPDX-License-Identifier: BSD-3-Clause
 *
 * energies.c - how much the energies of a Strang run fluctuate: the plain one with h^2, the refined
 * one with h^4, the shadow energy with h^8.  27 waters, all from one start; the fluctuation is that
 * within 4 ps, ten times.
 *
 *   energies [--quick] [--records FILE]
 *
 * --quick does 2 fs only.  FILE gets the three energies of the first 4 ps at 4 fs, less their means.
 * Answers 0; 1 if refined_energy at 2 fs is not 30 times quieter than total_energy, or a slope is
 * not what it should be.
 */
#include "waters.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN, REFINED, SHADOW, KINDS };
static const char *const KEY[KINDS] = { "total_energy", "refined_energy", "shadow_energy" };
static const double SPAN = 4000, RECORDED = 4;
enum { MOST_STEPS = 8000, WINDOWS = 10 };

typedef struct record {
  int64_t n[KINDS], first[KINDS];  /* values, and the step the first belongs to */
  double value[KINDS][MOST_STEPS]; /* kJ/mol */
} record;

static double mean(const record *r, int kind) {
  double sum = 0;
  for (int64_t i = 0; i < r->n[kind]; ++i) sum += r->value[kind][i];
  return sum / (double)r->n[kind];
}

static double variance(const record *r, int kind) {
  const double about = mean(r, kind);
  double sum = 0;
  for (int64_t i = 0; i < r->n[kind]; ++i) sum += pow(r->value[kind][i] - about, 2);
  return sum / (double)r->n[kind];
}

static void write_record(const record *r, double h, const char *path) {
  FILE *file = fopen(path, "w");
  if (file == NULL) {
    perror(path);
    exit(2);
  }
  double about[KINDS];
  for (int k = 0; k < KINDS; ++k) about[k] = mean(r, k);
  fprintf(file, "# fs, then kJ/mol less the mean: total, refined and shadow energy\n");
  for (int64_t i = 0; i < r->n[PLAIN]; ++i) {
    fprintf(file, "%g", h * (double)(i + 1));
    for (int k = 0; k < KINDS; ++k) {
      const int64_t at = i - r->first[k];
      if (at >= 0 && at < r->n[k])
        fprintf(file, " %.6g", r->value[k][at] - about[k]);
      else
        fprintf(file, " nan");
    }
    fputc('\n', file);
  }
  if (fclose(file) == 0) return;
  perror(path);
  exit(2);
}

static void measure(double rms[KINDS], const run *start, double h, const char *path) {
  static run r;
  static record now;
  const int64_t steps = llround(SPAN / h);
  char what[32];
  r = *start;
  run_begin(&r, "strang", "shadow", 1);
  snprintf(what, sizeof what, "energies at %g fs", h);
  for (int k = 0; k < KINDS; ++k) rms[k] = 0;
  for (int window = 0; window < WINDOWS; ++window) {
    memset(now.n, 0, sizeof now.n);
    for (int64_t i = 0; i < steps; ++i) {
      run_steps(&r, h, 1);
      for (int k = 0; k < KINDS; ++k) {
        double energy;
        if (!run_known(&r, KEY[k], &energy)) continue;
        if (now.n[k] == 0) now.first[k] = i - run_lag(&r, KEY[k]);
        now.value[k][now.n[k]++] = WATER_KJ_PER_MOL * energy;
      }
      run_progress(what, (window + (double)i / (double)steps) / WINDOWS);
    }
    for (int k = 0; k < KINDS; ++k) rms[k] += variance(&now, k) / WINDOWS;
    if (window == 0 && path != NULL) write_record(&now, h, path);
  }
  for (int k = 0; k < KINDS; ++k) rms[k] = sqrt(rms[k]);
  run_progress(what, 1);
  run_end(&r);
}

static int bad;
static void claim(int holds, const char *what) {
  if (holds) return;
  printf("# FAILED: %s\n", what);
  bad = 1;
}

int main(int argc, char **argv) {
  static const double steps[] = { 0.5, 1, 2, 3, 4, 5 };
  enum { STEPS = sizeof steps / sizeof *steps, AT_2 = 2 };
  static run start;
  double rms[STEPS][KINDS];
  const char *path = NULL;
  int quick = 0;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--quick") == 0) {
      quick = 1;
    } else if (strcmp(argv[i], "--records") == 0 && i + 1 < argc) {
      path = argv[++i];
    } else {
      fprintf(stderr, "energies [--quick] [--records FILE]\n");
      return 2;
    }
  }
  water_host host;
  waters_host(&host);
  waters_start(&start, &host);
  printf("# rms in %g ps, of %d such, kJ/mol in total, %d waters\n", SPAN / 1000, WINDOWS, WATERS);
  printf("# dt/fs       total     refined      shadow  total/refined\n");
  for (int s = 0; s < STEPS; ++s) {
    if (quick && s != AT_2) continue;
    measure(rms[s], &start, steps[s], steps[s] == RECORDED ? path : NULL);
    printf("%7g  %10.3e  %10.3e  %10.3e  %13.1f\n", steps[s], rms[s][PLAIN], rms[s][REFINED],
           rms[s][SHADOW], rms[s][PLAIN] / rms[s][REFINED]);
    fflush(stdout);
  }
  claim(rms[AT_2][PLAIN] > 30 * rms[AT_2][REFINED],
        "refined energy 30 times quieter than the plain one at 2 fs");
  claim(rms[AT_2][REFINED] > 2 * rms[AT_2][SHADOW], "shadow energy twice as quiet again");
  if (!quick) {
    double slope[KINDS];
    for (int k = 0; k < KINDS; ++k) slope[k] = log2(rms[1][k] / rms[0][k]);
    printf("# slope from 1 to 0.5 fs: %.2f %.2f %.2f\n", slope[PLAIN], slope[REFINED],
           slope[SHADOW]);
    claim(fabs(slope[PLAIN] - 2) < 0.2, "total energy of order 2");
    claim(fabs(slope[REFINED] - 4) < 0.3, "refined energy of order 4");
    claim(slope[SHADOW] > 7, "shadow energy of order 8");
  }
  water_host_destroy(&host);
  return bad;
}
