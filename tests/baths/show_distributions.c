/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_distributions.c - distributions, by the test of Kolmogorov and Smirnov: kinetic energies are
 * Gamma, the volumes at two pressures have the ratio exp(-(P2 - P1) V/kT), and orientations in a field
 * have Boltzmann's weight, which is integrated here.  Samples are taken so far apart that their
 * correlation, which is measured, has decayed.
 */
#include "shows.h"
#include "distributions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 40000 };
static ensemble e;
static double x[MOST_SAMPLES], other[MOST_SAMPLES];

static double mid_translation(ensemble *of) { return ensemble_output(of, "mid_translation", 0); }
static double mid_rotation(ensemble *of) { return ensemble_output(of, "mid_rotation", 0); }
static double volume(ensemble *of) { return volume_of(&of->box); }

/* ---- kinetic energies ------------------------------------------------------------------------------ */
static void kinetic(const show_options *o, long samples) {
  for (int k = 0; k < SAMPLING_BATHS; k++) {
    show_run r = { .potential = WCA,
                   .bath = sampling_baths[k],
                   .n = 8,
                   .volume = volume_without_contacts(8),
                   .kt = 1.4,
                   .h = 0.005,
                   .relaxation = 0.1,
                   .seed = 21 };
    if (o->bath != NULL && strcmp(o->bath, r.bath) != 0) continue;
    const double shape[2] = { 1.5 * (r.n - !run_acts_on_drift(&r)), 1.5 * r.n };
    double (*const energies[2])(ensemble *) = { mid_translation, mid_rotation };
    run_open(&e, &r);
    run_settle(&e, &r, 4000);
    for (int part = 0; part < 2; part++) {
      char line[100];
      const long stride = run_stride(&e, &r, energies[part]);
      run_sample(&e, &r, energies[part], x, samples, stride);
      for (long i = 0; i < samples; i++) x[i] = gamma_below(shape[part], x[i] / r.kt);
      snprintf(line, sizeof line, "%s: %s is Gamma(%g), one of %ld steps", r.bath,
               part ? "K_r" : "K_t", shape[part], stride);
      compare_probability(line, kolmogorov_smirnov(x, (int)samples));
    }
    run_close(&e);
  }
}

/* ---- volumes at two pressures ----------------------------------------------------------------------- */
/* The most probable slope b of ln p2(V)/p1(V) = a + b V and its error, by Newton's method; each sample
 * belongs to the second pressure with the probability 1/(1 + exp(-a - b V)). */
static estimate slope_of_ratio(const double *v1, const double *v2, long n) {
  double a = 0, b = 0, centre = 0, h11 = 1, h12 = 0, h22 = 1;
  for (long i = 0; i < n; i++) centre += 0.5 * (v1[i] + v2[i]) / (double)n;
  for (int round = 0; round < 30; round++) {
    double g1 = 0, g2 = 0;
    h11 = h12 = h22 = 0;
    for (long i = 0; i < 2 * n; i++) {
      const double v = (i < n ? v1[i] : v2[i - n]) - centre, p = 1 / (1 + exp(-a - b * v));
      g1 += (i >= n) - p, g2 += ((i >= n) - p) * v;
      h11 += p * (1 - p), h12 += p * (1 - p) * v, h22 += p * (1 - p) * v * v;
    }
    const double det = h11 * h22 - h12 * h12;
    a += (h22 * g1 - h12 * g2) / det, b += (h11 * g2 - h12 * g1) / det;
  }
  return (estimate){ b, sqrt(h11 / (h11 * h22 - h12 * h12)) };
}

static void volumes(const show_options *o, long samples) {
  for (int k = 0; k < SAMPLING_BATHS; k++) {
    show_run r = { .potential = WCA,
                   .bath = sampling_baths[k],
                   .axes = "iso",
                   .n = 22,
                   .volume = volume_without_contacts(22),
                   .kt = 1.2,
                   .h = 0.01,
                   .relaxation = 0.3,
                   .piston_relaxation = 0.5,
                   .seed = 31 };
    const double pressures[2] = { 1, 1.25 };
    long stride = 1;
    if (o->bath != NULL && strcmp(o->bath, r.bath) != 0) continue;
    for (int side = 0; side < 2; side++) {
      r.p = pressures[side], r.seed += side;
      run_open(&e, &r);
      run_settle(&e, &r, 5000);
      if (side == 0) stride = run_stride(&e, &r, volume);
      run_sample(&e, &r, volume, side ? other : x, samples, stride);
      run_close(&e);
    }
    char line[100];
    snprintf(line, sizeof line, "%s: slope of ln p(V;P2)/p(V;P1), 1 of %ld", r.bath, stride);
    compare(line, slope_of_ratio(x, other, samples), (pressures[0] - pressures[1]) / r.kt, 0);
  }
}

/* ---- orientations ------------------------------------------------------------------------------------ */
/* U = -a u_3 - b u_1^2, where u, the field's direction as the body sees it, is anywhere on the sphere
 * with the same weight.  The integrals are over the circle that is left when one component is given. */
static const double FIELD[2] = { 1.5, 2 }, FULL_TURN = 6.283185307179586477;

static double weight_along(double u3) {
  double sum = 0;
  for (int i = 0; i < 400; i++) {
    const double u1 = sqrt(1 - u3 * u3) * cos(FULL_TURN * i / 400);
    sum += exp(FIELD[0] * u3 + FIELD[1] * u1 * u1);
  }
  return sum;
}

static double weight_across(double u1) {
  double sum = 0;
  for (int i = 0; i < 400; i++)
    sum += exp(FIELD[0] * sqrt(1 - u1 * u1) * cos(FULL_TURN * i / 400) + FIELD[1] * u1 * u1);
  return sum;
}

enum { GRID = 4000 };
/* The share below -1 + 2 k/GRID, by Simpson's rule; energies in units of kT. */
static void shares(double (*weight)(double), double below[GRID + 1]) {
  below[0] = 0;
  for (int k = 0; k < GRID; k++) {
    const double left = -1 + 2.0 * k / GRID, right = -1 + 2.0 * (k + 1) / GRID;
    below[k + 1] = below[k] + weight(left) + 4 * weight(0.5 * (left + right)) + weight(right);
  }
  for (int k = 0; k <= GRID; k++) below[k] /= below[GRID];
}

static int column;
static double component(ensemble *of) {
  double row[3][3];
  attitude(of->box.q, row);
  return row[2][column];
}

static void orientations(const show_options *o, long samples) {
  static double below[GRID + 1];
  show_run r = { .potential = HELD,
                 .bath = "langevin",
                 .n = 1,
                 .volume = 1000,
                 .kt = 0.9,
                 .h = 0.02,
                 .relaxation = 0.5,
                 .spring = 3,
                 .seed = 41 };
  if (o->bath != NULL && strcmp(o->bath, r.bath) != 0) return;
  for (int k = 0; k < 2; k++) r.field[k] = FIELD[k] * r.kt;
  run_open(&e, &r);
  run_settle(&e, &r, 10000);
  for (int which = 0; which < 2; which++) {
    char line[100];
    column = which == 0 ? 2 : 0;
    shares(which == 0 ? weight_along : weight_across, below);
    const long stride = run_stride(&e, &r, component);
    run_sample(&e, &r, component, x, samples, stride);
    for (long i = 0; i < samples; i++) {
      const double at = 0.5 * (x[i] + 1) * GRID;
      const int k = at >= GRID ? GRID - 1 : (int)at;
      x[i] = below[k] + (at - k) * (below[k + 1] - below[k]);
    }
    snprintf(line, sizeof line, "langevin: orientation, component %d, 1 of %ld", column + 1,
             stride);
    compare_probability(line, kolmogorov_smirnov(x, (int)samples));
  }
  run_close(&e);
}

int show_distributions(const show_options *o) {
  const long samples = o->full ? 6000 : 700;
  printf("%ld samples for each\n", samples);
  kinetic(o, samples);
  volumes(o, samples);
  orientations(o, 2 * samples);
  return verdict(0.01);
}
