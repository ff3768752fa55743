/* SPDX-License-Identifier: BSD-3-Clause
 *
 * crystal_shows.c - a crystal of 32 dimers in a flexible cell: the mean and the covariance of its six strains
 * beside cell_monte_carlo.  (rigidstep-contract measures how the error of the conserved energy depends on the step.)
 *
 *   cell_monte_carlo | crystal_shows [bath=langevin] [h=0.03] [relaxation=1] [time=1500] [seed=1]
 */
#include "cell_host.h"
#include "estimates.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 6, VALUES = SHAPES + 21 };
static const double KT = 0.2, PRESSURE = 0.3;

static cell_host h;

static void open_crystal(const char *bath, double relaxation, double seed) {
  char words[240];
  snprintf(words, sizeof words, "kt=%g pressure=%g piston_relaxation=%g relaxation=0.5 seed=%g", KT,
           PRESSURE, relaxation, seed);
  cell_of_dimers(&h);
  cell_heat(&h, KT, strcmp(bath, "langevin") != 0, (uint64_t)seed);
  cell_open(&h, &(made_of){ "exact", "strang", bath, "flexible", words });
}

static void step(double by, long n) {
  if (cell_step(&h, by, (int)n) == RGS_OK) return;
  fprintf(stderr, "%s\n", h.error.text);
  exit(1);
}

/* ---- strains ------------------------------------------------------------------------------------- */

static void take_shape(double *values) {
  const double *v = h.vectors, *r = h.reference;
  for (int k = 0; k < 3; k++) values[k] = log(v[4 * k] / r[4 * k]);
  values[3] = v[3] / v[4], values[4] = v[6] / v[8], values[5] = v[7] / v[8];
  for (int k = 0, at = SHAPES; k < SHAPES; k++)
    for (int j = 0; j <= k; j++) values[at++] = values[k] * values[j];
}

static int first, second, product; /* of which the next function tells the covariance */
static double covariance(const double *means) {
  return means[product] - means[first] * means[second];
}

static int show_strains(const char *bath, double by, double relaxation, double time, double seed) {
  static const char *const names[] = { "ln ax", "ln by", "ln cz", "bx/by", "cx/cz", "cy/cz" };
  static blocks b;
  double known[VALUES][2], values[VALUES];
  for (int k = 0; k < VALUES; k++)
    if (scanf("%lf %lf", &known[k][0], &known[k][1]) != 2)
      return fprintf(stderr, "the reference has %d lines; must be %d\n", k, VALUES), 2;
  const int between = (int)(0.3 / by);
  const long samples = lround(time / (between * by));
  open_crystal(bath, relaxation, seed);
  step(by, lround(30 / by));
  blocks_begin(&b, VALUES, samples);
  for (long i = 0; i < samples; i++) {
    step(by, between);
    take_shape(values);
    blocks_add(&b, values);
  }
  close_kept(0);
  printf("%s, h %g, piston_relaxation %g\n", bath, by, relaxation);
  for (int k = 0; k < SHAPES; k++) compare(names[k], blocks_mean(&b, k), known[k][0], known[k][1]);
  product = SHAPES;
  for (first = 0; first < SHAPES; first++)
    for (second = 0; second <= first; second++, product++) {
      char text[40];
      snprintf(text, sizeof text, "cov(%s, %s)", names[first], names[second]);
      compare(text, blocks_estimate(&b, covariance), known[product][0], known[product][1]);
    }
  return verdict(0.001);
}

int main(int argc, char **argv) {
  double by = 0.03, relaxation = 1, time = 1500, seed = 1;
  const char *bath = "langevin";
  double *const numbers[] = { &by, &relaxation, &time, &seed };
  static const char *const keys[] = { "h=", "relaxation=", "time=", "seed=" };
  for (int i = 1; i < argc; i++) {
    int known = strncmp(argv[i], "bath=", 5) == 0;
    if (known) bath = argv[i] + 5;
    for (int k = 0; k < 4; k++)
      if (strncmp(argv[i], keys[k], strlen(keys[k])) == 0)
        *numbers[k] = atof(argv[i] + strlen(keys[k])), known = 1;
    if (!known) return fprintf(stderr, "crystal_shows does not understand '%s'\n", argv[i]), 2;
  }
  return show_strains(bath, by, relaxation, time, seed);
}
