/* SPDX-License-Identifier: BSD-3-Clause
 *
 * crystal_shows.c - a crystal of 32 dimers in a flexible cell: the mean and the covariance of its six strains
 * beside cell_monte_carlo, and how the error of the conserved energy depends on the step.
 *
 *   cell_monte_carlo | crystal_shows strains [bath=langevin] [h=0.03] [relaxation=1] [time=1500] [seed=1]
 *   crystal_shows energies    at constant enthalpy, and with each bath
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

static void open_crystal(const char *scheme, const char *bath, double relaxation, double seed) {
  char words[240];
  int n = snprintf(words, sizeof words, "kt=%g pressure=%g piston_relaxation=%g", KT, PRESSURE,
                   relaxation);
  if (bath != NULL)
    n += snprintf(words + n, sizeof words - (size_t)n, " relaxation=0.5 seed=%g", seed);
  cell_of_dimers(&h);
  cell_heat(&h, KT, bath == NULL || strcmp(bath, "langevin") != 0, (uint64_t)seed);
  cell_open(&h, &(made_of){ "exact", scheme, bath, "flexible", words });
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
  open_crystal("strang", bath, relaxation, seed);
  step(by, lround(30 / by));
  blocks_begin(&b, VALUES, samples);
  for (long i = 0; i < samples; i++) {
    step(by, between);
    take_shape(values);
    blocks_add(&b, values);
  }
  cell_close(&h);
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

/* ---- energies ------------------------------------------------------------------------------------ */

/* The largest deviation of the conserved energy within two time units. */
static double deviation(const char *scheme, const char *bath, double by) {
  double most = 0;
  open_crystal(scheme, bath, 1, 5);
  const double before = cell_energy(&h);
  for (long i = 0; i < lround(2 / by); i++) {
    step(by, 1);
    most = fmax(most, fabs(cell_energy(&h) - before));
  }
  cell_close(&h);
  return most;
}

/* With noise the path depends on the step, and so does the largest deviation: hence the room for it. */
static int show_energies(void) {
  static const struct {
    const char *scheme, *bath;
    double by, slope, room;
  } rows[] = { { "strang", NULL, 0.02, 2, 0.2 },    { "suzuki4", NULL, 0.02, 4, 0.3 },
               { "kahan_li6", NULL, 0.02, 6, 0.5 }, { "strang", "langevin", 0.02, 2, 0.7 },
               { "strang", "csvr", 0.02, 2, 0.7 },  { "strang", "nhc", 0.02, 2, 0.3 } };
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char text[60];
    const double coarse = deviation(rows[k].scheme, rows[k].bath, rows[k].by);
    const double fine = deviation(rows[k].scheme, rows[k].bath, rows[k].by / 2);
    snprintf(text, sizeof text, "%s, %s: %.2g, %.2g; slope", rows[k].scheme,
             rows[k].bath == NULL ? "no bath" : rows[k].bath, coarse, fine);
    compare_bound(text, log2(coarse / fine), rows[k].slope, rows[k].room);
  }
  return verdict(0.001);
}

int main(int argc, char **argv) {
  double by = 0.03, relaxation = 1, time = 1500, seed = 1;
  const char *bath = "langevin";
  double *const numbers[] = { &by, &relaxation, &time, &seed };
  static const char *const keys[] = { "h=", "relaxation=", "time=", "seed=" };
  for (int i = 2; i < argc; i++) {
    int known = strncmp(argv[i], "bath=", 5) == 0;
    if (known) bath = argv[i] + 5;
    for (int k = 0; k < 4; k++)
      if (strncmp(argv[i], keys[k], strlen(keys[k])) == 0)
        *numbers[k] = atof(argv[i] + strlen(keys[k])), known = 1;
    if (!known) return fprintf(stderr, "crystal_shows does not understand '%s'\n", argv[i]), 2;
  }
  if (argc > 1 && strcmp(argv[1], "energies") == 0) return show_energies();
  if (argc > 1 && strcmp(argv[1], "strains") == 0)
    return show_strains(bath, by, relaxation, time, seed);
  return fprintf(stderr, "crystal_shows strains or energies\n"), 2;
}
