/* SPDX-License-Identifier: BSD-3-Clause
 *
 * crystal_samples.c - a crystal of 32 dimers in a flexible cell: the mean and the covariance of its six
 * strains beside cell_monte_carlo; or, with elastic=1, its 21 elastic constants at a low temperature, by
 * these covariances beside energies of strained cells.  (rigidstep-contract measures how the error of the
 * conserved energy depends on the step.)
 *
 *   cell_monte_carlo | crystal_samples [thermostat=langevin] [barostat=flexible] [h=0.03] [relaxation=1] [time=1500] [seed=1]
 *   crystal_samples elastic=1 kt=0.001 [thermostat=..] ..
 */
#include "cell_systems.h"
#include "ensemble_host.h"
#include "estimates.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 6, VALUES = SHAPES + 21 };
static double by = 0.03, relaxation = 1, duration = 1500, seed = 1, elastic = 0, kt = 0.2;
static const char *thermostat = "langevin", *barostat = "flexible";

static ensemble h;

static void step(double size, long n) {
  ensemble_run_steps(&h, size, (int)n, false);
  ensemble_take_cell(&h);
}

/* Of barostats that do not shear. */
static bool only_lengths(void) {
  return strcmp(barostat, "crescale") == 0 || strcmp(barostat, "mc") == 0;
}

/* `flexible` has one mass at all temperatures, and so the same motion. */
static void heated(double temperature, double pressure, double time) {
  const bool rescales = strncmp(barostat, "crescale", 8) == 0;
  const bool tries = strcmp(barostat, "mc") == 0, lengths = only_lengths();
  char words[240], mass[60];
  snprintf(mass, sizeof mass, "barostat_mass=%.15g", 0.2 * 163 * relaxation * relaxation);
  snprintf(words, sizeof words,
           "kt=%g pressure=%g barostat_relaxation=%g %s relaxation=0.5 seed=%g%s", temperature,
           pressure, relaxation, rescales ? "compressibility=0.013" : mass, seed,
           lengths ? " group_x=1 group_y=2 group_z=3" : "");
  if (tries)
    snprintf(words, sizeof words,
             "kt=%g pressure=%g seed=%g steps=3 volume_step=0.02 group_x=1 group_y=2 group_z=3",
             temperature, pressure, seed);
  h.one_force = tries;
  heat(&h.box, temperature, strcmp(thermostat, "langevin") != 0, (unsigned)seed);
  ensemble_open(&h, &(named_method){ "exact", "strang", thermostat, barostat, words }, 1, false);
  step(by, lround(time / by));
}

/* Means of six numbers that describe the cell, and of their products. */
static void sample(blocks *b, double pressure, void (*take)(double six[SHAPES])) {
  const int between = (int)(0.3 / by);
  const long samples = lround(duration / (between * by));
  heated(kt, pressure, 30);
  blocks_begin(b, VALUES, samples);
  for (long i = 0; i < samples; i++) {
    double values[VALUES];
    step(by, between);
    take(values);
    for (int k = 0, at = SHAPES; k < SHAPES; k++)
      for (int j = 0; j <= k; j++) values[at++] = values[k] * values[j];
    blocks_add(b, values);
  }
  close_kept(0);
  printf("%s, %s, h %g, barostat_relaxation %g, kt %g\n", thermostat, barostat, by, relaxation, kt);
}

/* ---- strains ------------------------------------------------------------------------------------- */

static void take_shape(double *values) {
  const double *v = h.box.vectors, *r = h.box.reference;
  for (int k = 0; k < 3; k++) values[k] = log(v[4 * k] / r[4 * k]);
  values[3] = v[3] / v[4], values[4] = v[6] / v[8], values[5] = v[7] / v[8];
}

static int first, second, product; /* of which the next function tells the covariance */
static double covariance(const double *means) {
  return means[product] - means[first] * means[second];
}

/* The mean shape of the free crystal, in which it is stable where lengths alone change: also in cell_monte_carlo. */
static const double MEAN_SHAPE[9] = { 3.609, 0, 0, 1.567, 3.248, 0, 1.569, 0.98, 3.092 };
static void take_mean_shape(box_of_bodies *b) {
  const double *v = b->vectors, *mean = MEAN_SHAPE;
  for (int i = 0; i < b->n; i++) {
    double *x = b->body[i].x;
    for (int k = 0; k < 3; k++) x[k] -= b->origin[k];
    const double c = x[2] / v[8], y = (x[1] - c * v[7]) / v[4];
    const double a = (x[0] - y * v[3] - c * v[6]) / v[0];
    for (int k = 0; k < 3; k++)
      x[k] = b->origin[k] + a * mean[k] + y * mean[3 + k] + c * mean[6 + k];
  }
  memcpy(b->vectors, mean, sizeof b->vectors);
  memcpy(b->reference, mean, sizeof b->reference);
}

static int show_strains(void) {
  static const char *const names[] = { "ln ax", "ln by", "ln cz", "bx/by", "cx/cz", "cy/cz" };
  static blocks b;
  double known[VALUES][2];
  for (int k = 0; k < VALUES; k++)
    if (scanf("%lf %lf", &known[k][0], &known[k][1]) != 2)
      return fprintf(stderr, "the reference has %d lines; must be %d\n", k, VALUES), 2;
  cell_of_dimers(&h.box);
  if (only_lengths()) take_mean_shape(&h.box);
  sample(&b, 0.3, take_shape);
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

/* ---- elastic constants ---------------------------------------------------------------------------- */

/* The crystal without pressure, cooled, and its volume. */
static box_of_bodies rest;
static double volume;

/* The energy of bodies at rest in the cell of `rest` after a strain: xx, yy, zz, and the shears xy, xz, yz. */
static double relaxed(const double e[SHAPES]) {
  double largest = 1;
  h.box = rest;
  for (int i = -3; i < h.box.n; i++) {
    double *x = i < 0 ? h.box.vectors + 3 * (i + 3) : h.box.body[i].x;
    x[0] += e[0] * x[0] + e[3] * x[1] + e[4] * x[2];
    x[1] += e[1] * x[1] + e[5] * x[2];
    x[2] += e[2] * x[2];
  }
  ensemble_open(&h, &(named_method){ .scheme = "fire" }, 1, false);
  for (int steps = 0; largest > 1e-9 && steps < 10000; steps++) {
    step(0.03, 1);
    largest =
        fmax(ensemble_output(&h, "largest_force", 0), ensemble_output(&h, "largest_torque", 0));
  }
  close_kept(0);
  return largest > 1e-9 ? NAN : h.box.energy;
}

/* Second derivatives of the energy by strains, from four cells each. */
static void stiffness(double c[SHAPES][SHAPES]) {
  static const double little = 1e-3;
  for (int i = 0; i < SHAPES; i++)
    for (int j = 0; j <= i; j++) {
      double sum = 0;
      for (int corner = 0; corner < 4; corner++) {
        double e[SHAPES] = { 0 };
        const int a = corner & 1 ? 1 : -1, b = corner & 2 ? 1 : -1;
        e[i] += a * little, e[j] += b * little;
        sum += a * b * relaxed(e);
      }
      c[i][j] = c[j][i] = sum / (4 * little * little);
    }
}

static void invert(double m[SHAPES][SHAPES]) {
  for (int p = 0; p < SHAPES; p++) {
    const double pivot = m[p][p];
    m[p][p] = 1;
    for (int k = 0; k < SHAPES; k++) m[p][k] /= pivot;
    for (int r = 0; r < SHAPES; r++) {
      const double factor = r == p ? 0 : m[r][p];
      if (r != p) m[r][p] = 0;
      for (int k = 0; k < SHAPES; k++) m[r][k] -= factor * m[p][k];
    }
  }
}

static void take_strain(double *e) {
  const double *v = h.box.vectors, *r = rest.vectors;
  for (int k = 0; k < 3; k++) e[k] = v[4 * k] / r[4 * k] - 1;
  e[3] = (v[3] - r[3] - e[0] * r[3]) / r[4];
  e[5] = (v[7] - r[7] - e[1] * r[7]) / r[8];
  e[4] = (v[6] - r[6] - e[0] * r[6] - e[3] * r[7]) / r[8];
}

static double elastic_constant(const double *means) {
  double m[SHAPES][SHAPES];
  for (int i = 0, at = SHAPES; i < SHAPES; i++)
    for (int j = 0; j <= i; j++, at++) m[i][j] = m[j][i] = means[at] - means[i] * means[j];
  invert(m);
  return kt / volume * m[first][second];
}

static int show_elastic(void) {
  static const char *const names[] = { "xx", "yy", "zz", "xy", "xz", "yz" };
  static blocks b;
  double c[SHAPES][SHAPES], e[SHAPES] = { 0 };
  cell_of_dimers(&h.box);
  heated(1e-8, 0, 60);
  close_kept(0);
  rest = h.box;
  relaxed(e);
  for (int k = 0; k < 9; k++)
    compare_bound("virial of the crystal at rest", h.box.virial[k], 0, 0.05);
  volume = rest.vectors[0] * rest.vectors[4] * rest.vectors[8];
  stiffness(c);
  h.box = rest;
  sample(&b, 0, take_strain);
  for (first = 0; first < SHAPES; first++)
    for (second = 0; second <= first; second++) {
      char text[40];
      snprintf(text, sizeof text, "elastic constant %s, %s", names[first], names[second]);
      compare(text, blocks_estimate(&b, elastic_constant), c[first][second] / volume, 0);
    }
  return verdict(0.001);
}

int main(int argc, char **argv) {
  double *const numbers[] = { &by, &relaxation, &duration, &seed, &elastic, &kt };
  static const char *const keys[] = { "h=", "relaxation=", "time=", "seed=", "elastic=", "kt=" };
  for (int i = 1; i < argc; i++) {
    int known = 1;
    if (strncmp(argv[i], "thermostat=", 11) == 0)
      thermostat = argv[i] + 11;
    else if (strncmp(argv[i], "barostat=", 9) == 0)
      barostat = argv[i] + 9;
    else
      known = 0;
    for (int k = 0; k < 6; k++)
      if (strncmp(argv[i], keys[k], strlen(keys[k])) == 0)
        *numbers[k] = atof(argv[i] + strlen(keys[k])), known = 1;
    if (!known) return fprintf(stderr, "crystal_samples does not understand '%s'\n", argv[i]), 2;
  }
  return elastic != 0 ? show_elastic() : show_strains();
}
