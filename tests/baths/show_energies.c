/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_energies.c - the order of schemes at constant enthalpy, energy minus heat, conserved energies,
 * and the total momentum with baths that scale.  Energies are computed by this host, but for those of
 * the variables of a bath.
 */
#include "shows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static ensemble e;

/* Kinetic energies, potential energy, and what belongs to the piston (axes "iso"). */
static double enthalpy(const show_run *r) {
  double translation, rotation;
  for (int k = 0; k < 3 && r->axes != NULL; k++)
    e.box.edge[k] = ensemble_output(&e, "box_lengths", k);
  evaluate(&e.box);
  kinetic_energies(&e.box, &translation, &rotation);
  double sum = translation + rotation + e.box.energy;
  if (r->axes != NULL) {
    const double p = ensemble_output(&e, "piston_momentum", 0), v = volume_of(&e.box);
    const double mass = (6 * r->n + 3) * r->kt * pow(r->piston_relaxation, 2);
    sum += 0.5 * p * p / mass + r->p * v - r->kt * log(v);
  }
  return sum;
}

static double with_chains(const show_run *r) {
  return enthalpy(r) + ensemble_output(&e, "bath_energy", 0);
}

/* ---- orders ---------------------------------------------------------------------------------------- */
/* What becomes smaller with the step: the largest change of an energy in `time`, and how far the volume
 * moves meanwhile; or, with `seeds`, the root mean square over many seeds of the change of energy minus
 * heat, since noise gives another path at another step. */
typedef struct change {
  double (*energy)(const show_run *r);
  double time;
  int seeds;
  double swing;
} change;

static estimate largest_change(const show_run *r, change *c) {
  run_open(&e, r);
  const double volume = volume_of(&e.box), first = c->energy(r);
  estimate worst = { 0, 0 };
  c->swing = 0;
  for (long i = 0; i < lround(c->time / r->h); i++) {
    ensemble_run_steps(&e, r->h, 1, false);
    worst.value = fmax(worst.value, fabs(c->energy(r) - first));
    c->swing = fmax(c->swing, fabs(volume_of(&e.box) / volume - 1));
  }
  run_close(&e);
  return worst;
}

static estimate change_of_seeds(show_run r, const change *c) {
  double sum = 0, squares = 0;
  for (int i = 0; i < c->seeds; i++) {
    r.seed = 100 + i;
    run_open(&e, &r);
    const double first = c->energy(&r);
    run_settle(&e, &r, lround(c->time / r.h));
    const double off = c->energy(&r) - ensemble_output(&e, "heat", 0) - first;
    run_close(&e);
    sum += off * off / c->seeds, squares += pow(off, 4) / c->seeds;
  }
  return (estimate){ sqrt(sum), sqrt(fmax(0, squares - sum * sum) / c->seeds / sum) / 2 };
}

/* Prints the changes at `runs` steps, each half of the one before; returns the order that the last two
 * show. */
static estimate order_of(show_run r, change *c, int runs) {
  estimate before = { 0, 0 }, slope = { 0, 0 };
  for (int halved = 0; halved < runs; halved++, r.h /= 2) {
    const estimate now = c->seeds > 0 ? change_of_seeds(r, c) : largest_change(&r, c);
    printf("  h %-6g %.*e", r.h, c->seeds > 0 ? 3 : 2, now.value);
    if (c->seeds > 0) printf("(%.1e)", now.error);
    if (halved > 0) {
      slope = (estimate){ log2(before.value / now.value),
                          hypot(before.error / before.value, now.error / now.value) / log(2) };
      printf(" (%.2f)", slope.value);
    }
    before = now;
  }
  return slope;
}

int show_slopes(const show_options *o) {
  static const struct {
    const char *scheme;
    double order, h;
  } schemes[] = { { "strang", 2, 0.02 },       { "strang_dkd", 2, 0.02 },
                  { "yoshida4", 4, 0.02 },     { "srkn6b", 4, 0.04 },
                  { "blanes_moan4", 4, 0.04 }, { "okunbor_skeel6", 6, 0.04 },
                  { "kahan_li6", 6, 0.04 },    { "kahan_li8", 8, 0.04 } };
  show_run r = { .potential = SMOOTH,
                 .axes = "iso",
                 .n = o->n > 0 ? (int)o->n : 12,
                 .volume = 30,
                 .kt = 1,
                 .p = 8,
                 .piston_relaxation = 0.3,
                 .seed = 2 };
  change c = { .energy = enthalpy, .time = o->time > 0 ? o->time : 2 };
  printf("largest change of H' in %g time units at constant enthalpy, %d trimers\n", c.time, r.n);
  for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++) {
    r.scheme = schemes[k].scheme, r.h = schemes[k].h;
    printf("%-15s", r.scheme);
    const estimate slope = order_of(r, &c, o->full ? 4 : 3);
    printf("  volume changed by %.0f %%\n", 100 * c.swing);
    compare_bound("slope", slope.value, schemes[k].order, 0.3);
    if (c.swing < 0.2) compare_bound("change of the volume", c.swing, 0.6, 0.4);
  }
  return verdict(0.001);
}

/* ---- energy minus heat ----------------------------------------------------------------------------- */
static const show_run EIGHT = {
  .potential = SMOOTH, .n = 8, .volume = 30, .kt = 1, .h = 0.02, .relaxation = 0.5, .seed = 2
};

static void energy_minus_heat(const show_options *o) {
  static const char *const baths[] = { "csvr", "langevin" };
  change c = { .energy = enthalpy, .time = 1, .seeds = o->full ? 400 : 60 };
  for (int k = 0; k < 2; k++) {
    show_run r = EIGHT;
    r.bath = baths[k], r.relaxation = 1;
    printf(
        "%s: root mean square over %d seeds of the change of energy minus heat in 1 time unit\n ",
        r.bath, c.seeds);
    const estimate slope = order_of(r, &c, 3);
    printf("\n");
    /* The next power of h changes the slope by about 0.1 at these steps. */
    compare("slope", slope, 2, 0.1);
  }
}

/* ---- csvr alone: K = 0, and the sign of the factor ------------------------------------------------- */
/* Two bodies with opposite momenta: three degrees of freedom, one direction, so that the factor is
 * often negative.  In a gas energy minus heat is constant to rounding. */
static void signs(const show_options *o) {
  const long steps = o->full ? 1000000 : 100000;
  show_run r = { .potential = GAS,
                 .bath = "csvr",
                 .n = 2,
                 .volume = 8,
                 .kt = 1.7,
                 .h = 0.05,
                 .relaxation = 0.2,
                 .seed = 3 };
  run_open(&e, &r);
  const double direction[3] = { e.box.p[0], e.box.p[1], e.box.p[2] }, first = enthalpy(&r);
  long negative = 0, changes = 0;
  double side = 1;
  blocks b;
  blocks_begin(&b, 2, steps);
  for (long i = 0; i < steps; i++) {
    ensemble_run_steps(&e, r.h, 1, false);
    double along = 0, translation, rotation;
    for (int k = 0; k < 3; k++) along += direction[k] * e.box.p[k];
    changes += along * side < 0, negative += along < 0, side = along;
    kinetic_energies(&e.box, &translation, &rotation);
    const double values[2] = { along < 0, translation };
    blocks_add(&b, values);
  }
  printf("csvr, two bodies, three degrees of freedom: the factor was negative %ld times in %ld\n",
         changes, steps);
  compare("share of steps with momenta reversed", blocks_mean(&b, 0), 0.5, 0);
  compare("mean of K_t", blocks_mean(&b, 1), 1.5 * r.kt, 0);
  compare_bound("energy minus heat, change", enthalpy(&r) - ensemble_output(&e, "heat", 0) - first,
                0, 1e-14 * (double)steps);
  run_close(&e);
}

static void at_rest(void) {
  show_run r = EIGHT;
  r.bath = "csvr", r.h = 0.01, r.relaxation = 0.1, r.seed = 3;
  double translation, rotation;
  /* A gas stays at rest; forces set bodies in motion. */
  for (int moving = 0; moving < 2; moving++) {
    r.potential = moving ? SMOOTH : GAS;
    memset(&e, 0, sizeof e);
    set_up(&e.box, r.potential, r.n, r.volume, r.kt, 1, 3);
    memset(e.box.p, 0, sizeof e.box.p);
    memset(e.box.l, 0, sizeof e.box.l);
    run_open_as_it_is(&e, &r);
    const double first = enthalpy(&r);
    run_settle(&e, &r, 300);
    kinetic_energies(&e.box, &translation, &rotation);
    const double change = enthalpy(&r) - ensemble_output(&e, "heat", 0) - first;
    printf("csvr, from rest, %s: K_t %.3g, K_r %.3g after 3 time units\n",
           moving ? "with forces" : "a gas", translation, rotation);
    compare_bound("energy minus heat, change", change, 0, moving ? 0.05 : 0);
    run_close(&e);
  }
}

/* ---- chains, and total momenta -------------------------------------------------------------------- */
static void chains(void) {
  change c = { .energy = with_chains, .time = 2 };
  show_run r = EIGHT;
  r.bath = "nhc";
  printf("nhc with strang: largest change of energy plus that of the chains in 2 time units\n ");
  const estimate slope = order_of(r, &c, 3);
  printf("\n");
  compare_bound("slope", slope.value, 2, 0.3);
}

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
  const double first = with_chains(&r);
  for (int i = 0; i < PARTS * POINTS; i++) {
    run_settle(&e, &r, stride);
    const double change = with_chains(&r) - first;
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
  run_close(&e);
}

int show_conserved(const show_options *o) {
  energy_minus_heat(o);
  signs(o);
  at_rest();
  chains();
  no_drift(o);
  return verdict(0.001);
}
