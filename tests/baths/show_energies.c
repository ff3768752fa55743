/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_energies.c - energy minus heat, conserved energies, and the total momentum with baths that scale.
 * Energies are computed by this host, but for those of the variables of a bath.
 */
#include "shows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static ensemble e;

static double energy(void) {
  double translation, rotation;
  evaluate(&e.box);
  kinetic_energies(&e.box, &translation, &rotation);
  return translation + rotation + e.box.energy;
}

static double less_heat(void) { return energy() - ensemble_output(&e, "heat", 0); }
static double with_chains(void) { return energy() + ensemble_output(&e, "bath_energy", 0); }

/* ---- energy minus heat ---------------------------------------------------------------------------------------- */
/* The root mean square over many seeds of the change of energy minus heat in 1 time unit, since noise
 * gives another path at another step. */
static estimate change_of_seeds(show_run r, int seeds) {
  double sum = 0, squares = 0;
  for (int i = 0; i < seeds; i++) {
    r.seed = 100 + i;
    run_open(&e, &r);
    const double first = energy();
    run_settle(&e, &r, lround(1 / r.h));
    const double off = less_heat() - first;
    ensemble_close(&e);
    sum += off * off / seeds, squares += pow(off, 4) / seeds;
  }
  return (estimate){ sqrt(sum), sqrt(fmax(0, squares - sum * sum) / seeds / sum) / 2 };
}

static const show_run EIGHT = {
  .potential = SMOOTH, .n = 8, .volume = 30, .kt = 1, .h = 0.02, .relaxation = 0.5, .seed = 2
};

/* At three steps, each half of the one before; the last two show the order. */
static void energy_minus_heat(const show_options *o) {
  static const char *const baths[] = { "csvr", "langevin" };
  const int seeds = o->full ? 400 : 60;
  for (int k = 0; k < 2; k++) {
    show_run r = EIGHT;
    estimate before = { 0, 0 }, slope = { 0, 0 };
    r.bath = baths[k], r.relaxation = 1;
    printf("%s: root mean square over %d seeds of the change of energy minus heat in 1 time unit\n",
           r.bath, seeds);
    for (int halved = 0; halved < 3; halved++, r.h /= 2) {
      const estimate now = change_of_seeds(r, seeds);
      slope = (estimate){ log2(before.value / now.value),
                          hypot(before.error / before.value, now.error / now.value) / log(2) };
      printf("  h %-6g %.3e(%.1e)\n", r.h, now.value, now.error);
      before = now;
    }
    /* The next power of h changes the slope by about 0.1 at these steps. */
    compare("slope", slope, 2, 0.1);
  }
}

/* ---- energies with chains, and total momenta -------------------------------------------------------------------- */
/* The change over the run, as a sum of changes from one part of it to the next: its error covers an
 * energy that walks at random as well as one that only fluctuates. */
static void no_drift(const show_options *o) {
  enum { PARTS = BLOCKS + 1, POINTS = 40 };
  show_run r = EIGHT;
  r.bath = "nhc", r.h = o->h > 0 ? o->h : 0.01;
  if (o->seed > 0) r.seed = o->seed;
  const long steps = o->full ? 1000000 : 40000, stride = steps / (PARTS * POINTS) + 1;
  double mean[PARTS] = { 0 }, range[2] = { 0, 0 }, momentum = 0;
  blocks b;
  run_open(&e, &r);
  const double first = with_chains();
  for (int i = 0; i < PARTS * POINTS; i++) {
    run_settle(&e, &r, stride);
    const double change = with_chains() - first;
    mean[i / POINTS] += change / POINTS;
    range[0] = fmin(range[0], change), range[1] = fmax(range[1], change);
  }
  blocks_begin(&b, 1, BLOCKS);
  for (int i = 0; i < BLOCKS; i++) {
    const double change = (mean[i + 1] - mean[i]) * BLOCKS;
    blocks_add(&b, &change);
  }
  for (int k = 0; k < 3; k++) {
    double sum = 0;
    for (int i = 0; i < r.n; i++) sum += e.box.p[3 * i + k];
    momentum = fmax(momentum, fabs(sum));
  }
  printf("nhc, %ld steps of %g: energy plus that of the chains, between %.2g and %.2g\n",
         stride * PARTS * POINTS, r.h, range[0], range[1]);
  compare("drift, from the first of 34 parts to the last", blocks_mean(&b, 0), 0, 0);
  compare_bound("largest component of the total momentum", momentum, 0,
                1e-13 * sqrt((double)steps));
  ensemble_close(&e);
}

int show_conserved(const show_options *o) {
  energy_minus_heat(o);
  no_drift(o);
  return verdict(0.001);
}
