/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_work.c - energy minus heat rises in long steps with a bath, and must.  Its change W is the sum of
 * the errors of energy of the steps without the bath, each of which is a map that keeps volumes in phase
 * space, while the bath keeps the canonical distribution.  So from states of that distribution on,
 * <exp(-W/kT)> is 1 at any step and after any number of them, and <W> is positive: Sivak, Chodera and
 * Crooks, Phys. Rev. X 3, 011007 (2013).
 *
 * States are drawn here, without the library: bodies on springs in a field that turns them.
 */
#include "shows.h"

#include "baths/draws.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static ensemble e;

/* An attitude with Boltzmann's weight in the field, by rejection. */
static void draw_attitude(const show_run *r, rgs_draws *draws, double q[4], double row[3][3]) {
  double chance, weight;
  do {
    double norm = 0;
    for (int k = 0; k < 4; k++) norm += pow(q[k] = rgs_draw_normal(draws), 2);
    for (int k = 0; k < 4; k++) q[k] /= sqrt(norm);
    attitude(q, row);
    weight = r->field[0] * (row[2][2] - 1) + r->field[1] * (row[2][0] * row[2][0] - 1);
    chance = 0.5 * erfc(rgs_draw_normal(draws) / sqrt(2));
  } while (chance >= exp(weight / r->kt));
}

/* A state of the canonical distribution, put into the stepper's bodies. */
static void draw_state(const show_run *r, rgs_draws *draws) {
  const rgs_view *view = &e.rank[0].view;
  for (int i = 0; i < r->n; i++) {
    double q[4], row[3][3], y[3];
    draw_attitude(r, draws, q, row);
    for (int k = 0; k < 4; k++) RGS_AT(view->q, i, k) = q[k];
    for (int k = 0; k < 3; k++) {
      RGS_AT(view->x, i, k) = sqrt(r->kt / r->spring) * rgs_draw_normal(draws);
      RGS_AT(view->p, i, k) = sqrt(r->kt * e.box.body[i].mass) * rgs_draw_normal(draws);
      y[k] = sqrt(r->kt * e.box.body[i].inertia[k]) * rgs_draw_normal(draws);
    }
    for (int j = 0; j < 3; j++)
      RGS_AT(view->l, i, j) = row[j][0] * y[0] + row[j][1] * y[1] + row[j][2] * y[2];
  }
  ensemble_gather(&e);
  if (rgs_stepper_set_fresh(e.rank[0].stepper, 0, &e.error) != RGS_OK) abort();
}

/* Energy minus heat. */
static double conserved(void) {
  double translation, rotation;
  evaluate(&e.box);
  kinetic_energies(&e.box, &translation, &rotation);
  return translation + rotation + e.box.energy - ensemble_output(&e, "heat", 0);
}

/* <exp(-W/kT)> and <W>/kT of one method. */
static void work_of(const show_run *r, int steps, long samples) {
  rgs_draws draws = { (uint32_t)r->seed, 78, 0, 0 };
  char line[100];
  blocks b;
  run_open(&e, r);
  blocks_begin(&b, 2, samples);
  for (long i = 0; i < samples; i++) {
    draw_state(r, &draws);
    const double before = conserved();
    run_settle(&e, r, steps);
    const double w = (conserved() - before) / r->kt, values[2] = { exp(-w), w };
    blocks_add(&b, values);
  }
  close_kept(0);
  snprintf(line, sizeof line, "%s, %s, %d steps of %g: <exp(-W/kT)>", r->bath, r->more, steps,
           r->h);
  compare(line, blocks_mean(&b, 0), 1, 0);
  const estimate mean = blocks_mean(&b, 1);
  printf("  <W>/kT is %.4f(%.4f)\n", mean.value, mean.error);
  compare_bound("  errors that this is above zero, or 5", fmin(mean.value / mean.error, 5), 5, 0);
}

int show_work(const show_options *o) {
  static const char *const runs[][2] = { { "langevin", "ends=0" },
                                         { "langevin", "ends=1" },
                                         { "csvr", "ends=0" } };
  for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
    const show_run r = { .potential = HELD,
                         .bath = runs[k][0],
                         .more = runs[k][1],
                         .n = 2,
                         .volume = 1000,
                         .kt = 1.3,
                         .h = o->h > 0 ? o->h : 0.16,
                         .relaxation = 0.5,
                         .spring = 3,
                         .field = { 2.6, 1.3 },
                         .seed = 61 + (double)k };
    work_of(&r, 40, (o->full ? 2000 : 100) * BLOCKS);
  }
  return verdict(0.001);
}
