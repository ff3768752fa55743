/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_run.c - the mathematics of baths and pistons put together in a loop of its own, which
 * shows the ensembles before any stepper knows of them.
 *
 *   ensemble_run sample [key=value ...]   mean and variance of the volume, and what they should be
 *   ensemble_run slopes [key=value ...]   largest error of H' at constant enthalpy, step by step
 *   ensemble_run check                    short runs of both, compared with what is known
 *
 * Keys: potential gas|wca|smooth, n, bath langevin|csvr|nhc, damp, pdamp, h, time, seed, p, kt,
 * volume, axes iso|x|xy|x,y,z (those left out are fixed), scheme (slopes).
 */
#include "ensemble_loop.h"

#include "baths/baths.h"
#include "baths/csvr.h"
#include "baths/nhc.h"
#include "baths/piston.h"
#include "baths/unfused.h"
#include "schemes/schemes.h"

#include <rigidstep/rigidstep.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- commands ------------------------------------------------------------------------------------ */
enum { BLOCKS = 20, MEANS = 6 };
/* Volume, its square, pressure less target, that times volume, K_t, K_r: means of each block. */
static double block[BLOCKS][MEANS];

/* Mean and error of what f makes of all blocks; of each block alone, its spread. */
static double jackknife(double (*f)(const double m[MEANS]), double *error) {
  double all[MEANS] = { 0 }, sum = 0, squares = 0;
  for (int i = 0; i < BLOCKS; i++)
    for (int k = 0; k < MEANS; k++) all[k] += block[i][k] / BLOCKS;
  for (int i = 0; i < BLOCKS; i++) {
    double without[MEANS];
    for (int k = 0; k < MEANS; k++) without[k] = (all[k] * BLOCKS - block[i][k]) / (BLOCKS - 1);
    const double value = f(without);
    sum += value, squares += value * value;
  }
  *error = sqrt(fmax(0, (squares - sum * sum / BLOCKS) * (BLOCKS - 1) / BLOCKS));
  return f(all);
}
static double mean_volume(const double m[MEANS]) { return m[0]; }
static double variance(const double m[MEANS]) { return m[1] - m[0] * m[0]; }
static double pressure(const double m[MEANS]) { return m[2]; }
static double covariance(const double m[MEANS]) { return m[3] - m[2] * m[0]; }
static double translation(const double m[MEANS]) { return m[4]; }
static double rotation(const double m[MEANS]) { return m[5]; }

typedef struct found {
  double value, error;
} found;

static void sample(const loop_settings *s, found out[MEANS]) {
  static loop r;
  loop_begin(&r, s);
  memset(block, 0, sizeof block);
  const long steps = (long)(s->time / s->h), warm = steps / 20;
  const double ideal = r.chain[0].n / 3.0 * s->kt;
  for (long i = 0; i < warm; i++) loop_step(&r, s);
  r.heat = 0;
  const double began = loop_energy(&r);
  for (long i = 0; i < steps; i++) {
    loop_step(&r, s);
    const rgs_bath_sums k = rgs_bath_kinetic(&r.bodies);
    const double v = volume_of(&r.box);
    const double virial = (r.box.virial[0] + r.box.virial[1] + r.box.virial[2]) / 3;
    const double p = (ideal + virial) / v - s->p;
    const double value[MEANS] = { v, v * v, p, p * v, rgs_bath_internal(&k), k.rotation };
    for (int m = 0; m < MEANS; m++)
      block[i * BLOCKS / steps][m] += value[m] * BLOCKS / (double)steps;
  }
  double (*const what[])(const double m[MEANS]) = { mean_volume, variance,    pressure,
                                                    covariance,  translation, rotation };
  const char *const names[] = { "V", "var", "P-P0", "cov", "Kt", "Kr" };
  printf("%s n %g %s axes %s pdamp %g h %g:", s->potential, s->n, s->bath, s->axes, s->pdamp, s->h);
  for (int k = 0; k < MEANS; k++) {
    out[k].value = jackknife(what[k], &out[k].error);
    printf("  %s %.5g(%.2g)", names[k], out[k].value, out[k].error);
  }
  printf("  drift %.2g\n", loop_energy(&r) - began - r.heat);
}

static const rgs_scheme *scheme_named(const char *name) {
  for (int i = 0; rgs_builtin_schemes[i] != NULL; i++)
    if (strcmp(name, rgs_builtin_schemes[i]->about->name) == 0) return rgs_builtin_schemes[i];
  fprintf(stderr, "no scheme %s\n", name);
  exit(2);
}

static double enthalpy_error(const loop_settings *s, double h, double *swing) {
  static loop r;
  const rgs_scheme *scheme = scheme_named(s->scheme);
  loop_begin(&r, s);
  const double began = loop_energy(&r), volume = volume_of(&r.box);
  double worst = 0;
  int stale = 0;
  *swing = 0;
  for (long i = 0; i < lround(s->time / h); i++) {
    for (uint32_t k = 0; k < scheme->n_stages; k++) {
      const rgs_stage *stage = &scheme->stages[k];
      if (stage->op == RGS_DRIFT) {
        loop_fly(&r, stage->a * h);
        stale = 1;
      } else {
        if (stale) evaluate(&r.box);
        stale = 0;
        loop_kick(&r, stage->a * h);
      }
    }
    if (stale) evaluate(&r.box);
    stale = 0;
    worst = fmax(worst, fabs(loop_energy(&r) - began));
    *swing = fmax(*swing, fabs(volume_of(&r.box) / volume - 1));
  }
  return worst;
}

/* Returns the slope between the last two steps. */
static double slopes(const loop_settings *s) {
  double before = 0, swing = 0, slope = 0;
  printf("%s n %g axes %s scheme %s:", s->potential, s->n, s->axes, s->scheme);
  for (double h = s->h; h > s->h / 9; h /= 2) {
    const double error = enthalpy_error(s, h, &swing);
    printf("  %g: %.2e", h, error);
    slope = before > 0 ? log2(before / error) : 0;
    if (before > 0) printf(" (%.2f)", slope);
    before = error;
  }
  printf("  volume changed by %.0f %%\n", 100 * swing);
  return slope;
}

/* ---- what is known ------------------------------------------------------------------------------- */
static int wrong;
static void expect(const char *what, double want, double got, double room) {
  if (fabs(got - want) <= room) return;
  printf("%s is %g, should be %g within %g\n", what, got, want, room);
  wrong++;
}

static void check_gas(const loop_settings *s, const char *bath, const char *axes, double gamma) {
  loop_settings t = *s;
  t.potential = "gas", t.bath = bath, t.axes = axes, t.n = 4, t.volume = 5, t.h = 0.05;
  t.time = 10000;
  found f[MEANS];
  sample(&t, f);
  expect("mean volume", gamma, f[0].value, 4 * f[0].error);
  expect("variance of the volume", gamma, f[1].value, 4 * f[1].error);
}

/* With several free groups an ideal gas has no bounded shape: so one at a time. */
static void check(const loop_settings *s) {
  check_gas(s, "langevin", "iso", 5), check_gas(s, "csvr", "iso", 4), check_gas(s, "nhc", "iso", 4);
  check_gas(s, "langevin", "x", 5), check_gas(s, "langevin", "xy", 5);
  loop_settings t = *s;
  t.h = 0.01, t.time = 300;
  found f[MEANS];
  sample(&t, f); /* Monte Carlo: 303.77(4), 113.3(3) */
  expect("mean volume", 303.77, f[0].value, 4 * f[0].error);
  expect("variance of the volume", 113.3, f[1].value, 4 * f[1].error);
  expect("pressure less target", 0, f[2].value, 4 * f[2].error);
  expect("covariance of pressure and volume", -1, f[3].value, 4 * f[3].error);
  const struct {
    const char *scheme;
    double order;
  } orders[] = { { "strang", 2 },       { "strang_dkd", 2 },     { "srkn6b", 4 },
                 { "blanes_moan4", 4 }, { "okunbor_skeel6", 6 }, { "kahan_li6", 6 } };
  for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
    for (int groups = 0; groups < 2; groups++) {
      t = *s;
      t.potential = "smooth", t.n = 8, t.volume = 100, t.pdamp = 0.3, t.h = 0.04, t.time = 2;
      t.scheme = orders[k].scheme, t.axes = groups ? "xy,z" : "iso", t.difference = groups * 0.5;
      expect("slope", orders[k].order, slopes(&t), 0.3);
    }
}

static void read(loop_settings *s, const char *word) {
  const struct {
    const char *key;
    const char **text;
    double *number;
  } keys[] = {
    { "potential=", &s->potential, NULL },
    { "bath=", &s->bath, NULL },
    { "axes=", &s->axes, NULL },
    { "scheme=", &s->scheme, NULL },
    { "n=", NULL, &s->n },
    { "damp=", NULL, &s->damp },
    { "pdamp=", NULL, &s->pdamp },
    { "h=", NULL, &s->h },
    { "time=", NULL, &s->time },
    { "seed=", NULL, &s->seed },
    { "p=", NULL, &s->p },
    { "kt=", NULL, &s->kt },
    { "volume=", NULL, &s->volume },
    { "difference=", NULL, &s->difference },
  };
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    const size_t length = strlen(keys[k].key);
    if (strncmp(word, keys[k].key, length) != 0) continue;
    if (keys[k].text != NULL)
      *keys[k].text = word + length;
    else
      *keys[k].number = strtod(word + length, NULL);
    return;
  }
  fprintf(stderr, "ensemble_run does not know %s\n", word);
  exit(2);
}

int main(int argc, char **argv) {
  loop_settings s = { .command = argc > 1 ? argv[1] : "",
                      .potential = "wca",
                      .bath = "langevin",
                      .axes = "iso",
                      .scheme = "strang",
                      .n = 64,
                      .damp = 1,
                      .pdamp = 1,
                      .h = 0.01,
                      .time = 4000,
                      .seed = 1,
                      .p = 1,
                      .kt = 1,
                      .volume = 304 };
  for (int i = 2; i < argc; i++) read(&s, argv[i]);
  found found[MEANS];
  if (strcmp(s.command, "sample") == 0)
    sample(&s, found);
  else if (strcmp(s.command, "slopes") == 0)
    slopes(&s);
  else if (strcmp(s.command, "check") == 0)
    check(&s);
  else
    return fprintf(stderr, "usage: ensemble_run sample|slopes|check [key=value ...]\n"), 2;
  return wrong != 0;
}
