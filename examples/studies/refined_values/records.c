/* SPDX-License-Identifier: BSD-3-Clause
 *
 * records.c - energy of a bound pair of waters over 1 ns at 4 fs, and of a heavy top over 1e5 units
 * of time, by Strang's scheme and by Nystroem's with the exact gradient of the force and with
 * gradients formed by displacement; and how well the pair's angular momentum is kept.
 *
 *   records FOLDER [PART]
 *
 * FOLDER is that of heavytop.csv and water2.csv; PART, at most 1, of the whole length.  Writes the
 * mean of E - E(0) of every block of a twentieth, and a summary in comments.  Answers 0; 1 if
 * angular momentum is not kept to rounding, or if over the whole length the energy wanders as far
 * with a displacement of a sixteenth as with one of the full way.
 */
#include "reference.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct way {
  const char *name, *scheme, *key;
  double value;
  uint32_t provides;
} way;
enum { FORCE = RGS_EVAL_FORCE | RGS_EVAL_ENERGY, GRADIENT = FORCE | RGS_EVAL_GRADIENT };
static const way ways[] = {
  { "strang", "strang", NULL, 0, FORCE },
  { "exact gradient", "nystrom4", NULL, 0, GRADIENT },
  { "displaced 1", "nystrom4", "s", 1, FORCE },
  { "displaced 1/16", "nystrom4", "s", 1.0 / 16, FORCE },
};
enum { WAYS = sizeof ways / sizeof *ways, BLOCKS = 20, LONG = 200000 };

typedef struct record {
  double block[BLOCKS], low, high, fluctuation; /* of E - E(0); rms about the mean of its block */
  double turned;                                /* largest change of angular momentum, relative */
} record;

static double length_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

static void measure(record *out, run *r, const problem *p, const way *w, double h, int64_t steps,
                    double unit) {
  const int64_t block = steps / BLOCKS;
  double begun[3];
  *out = (record){ .low = INFINITY, .high = -INFINITY };
  reference_start(r, p);
  r->provides = w->provides;
  run_begin(r, w->scheme, w->key, w->value);
  const double first = unit * (run_kinetic(r) + run_potential(r));
  run_angular_momentum(r, begun);
  for (int b = 0; b < BLOCKS; ++b) {
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < block; ++i) {
      double now[3];
      run_steps(r, h, 1);
      const double off = unit * (run_kinetic(r) + r->potential) - first;
      sum += off;
      squares += off * off;
      run_angular_momentum(r, now);
      for (int k = 0; k < 3; ++k) now[k] -= begun[k];
      out->turned = fmax(out->turned, length_of(now) / length_of(begun));
    }
    const double mean = sum / (double)block;
    out->block[b] = mean;
    out->low = fmin(out->low, mean);
    out->high = fmax(out->high, mean);
    out->fluctuation += (squares / (double)block - mean * mean) / BLOCKS;
    run_progress(p->name, (double)(b + 1) / BLOCKS);
  }
  out->fluctuation = sqrt(out->fluctuation);
  run_end(r);
}

enum { DISPLACED = 2, SHRUNK = 3 };

/* One block of gnuplot's: time, then the block means of every way. */
static int table(run *r, const problem *p, double h, double time, double unit, int moves) {
  static record of[WAYS];
  const int64_t steps = (int64_t)(time / h);
  /* Rounding wanders: by a few units in the last place a step, in random directions. */
  const double rounding = 1e-14 * sqrt((double)steps);
  int bad = 0;
  for (int w = 0; w < WAYS; ++w) measure(&of[w], r, p, &ways[w], h, steps, unit);
  printf("# %s, step %g, %lld steps\n", p->name, h, (long long)steps);
  printf("# %-16s  block means of E - E(0)    width     rms in a block%s\n", "",
         moves ? "  change of angular momentum" : "");
  for (int w = 0; w < WAYS; ++w) {
    printf("# %-16s  %9.2e .. %9.2e  %8.1e  %8.1e", ways[w].name, of[w].low, of[w].high,
           of[w].high - of[w].low, of[w].fluctuation);
    if (moves) printf("        %8.1e%s", of[w].turned, of[w].turned < rounding ? "" : "  FAILED");
    if (moves && !(of[w].turned < rounding)) bad = 1;
    printf("\n");
  }
  for (int b = 0; b < BLOCKS; ++b) {
    printf("%g", (b + 0.5) / BLOCKS * time);
    for (int w = 0; w < WAYS; ++w) printf(" %.6g", of[w].block[b]);
    printf("\n");
  }
  if (steps >= LONG &&
      of[DISPLACED].high - of[DISPLACED].low < 2 * (of[SHRUNK].high - of[SHRUNK].low)) {
    printf("# FAILED: the energy wanders as far with s = 1/16 as with s = 1\n");
    bad = 1;
  }
  printf("\n\n");
  fflush(stdout);
  return bad;
}

/* The pair of the reference would fly apart; where it is closest it is slowed down, to be bound by
 * 12 kJ/mol. */
static void bind(run *r, problem *p) {
  reference_start(r, p);
  r->provides = FORCE;
  run_begin(r, "strang", NULL, 0);
  run_steps(r, 1, 18);
  const double wanted = -12 / WATER_KJ_PER_MOL - r->potential;
  run_scale_momenta(r, sqrt(wanted / run_kinetic(r)));
  memcpy(p->start, r->body, sizeof p->start);
  run_end(r);
}

int main(int argc, char **argv) {
  static run r;
  static problem p;
  const water_model model = water_spce();
  const double part = argc > 2 ? atof(argv[2]) : 1;
  heavy_top top = { { 0, 0, 1 } };
  water_host host;
  int bad = 0;
  if (argc < 2 || argc > 3 || !(part >= 1e-3 && part <= 1)) {
    fprintf(stderr, "records FOLDER [PART of the length, 0.001 to 1]\n");
    return 2;
  }
  if (water_host_create(&host, &model, 2) != 0) return 2;
  reference_pair(&p, argv[1]);
  r.eval = water_eval;
  r.self = &host;
  bind(&r, &p);
  bad |= table(&r, &p, 4, 1e6 * part, WATER_KJ_PER_MOL, 1);
  reference_top(&p, argv[1]);
  r.eval = heavy_top_eval;
  r.self = &top;
  for (double h = 0.25; h > 0.1; h /= 2) bad |= table(&r, &p, h, 1e5 * part, 1, 0);
  run_progress("", 1);
  water_host_destroy(&host);
  return bad;
}
