/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_positions.c - bodies on springs, and free rotors, with langevin: in the middle of the step
 * positions have the right spread at every time step up to the limit of stability; at its ends the
 * spread is too large by 1/(1 - (wh)^2/4).  Free rotation has no error at all.
 */
#include "shows.h"

#include <math.h>
#include <stdio.h>

static ensemble e;

/* Means over a run */
enum { POSITIONS, ROTATION, TURN, ALIGNED, MEANS };

static void spreads(ensemble *of, const show_run *r, double *values) {
  double translation;
  kinetic_energies(&of->box, &translation, &values[ROTATION]);
  values[ROTATION] /= 1.5 * r->n * r->kt;
  for (int k = 0; k < r->n; k++) {
    double row[3][3];
    attitude(of->box.body[k].q, row);
    for (int c = 0; c < 3; c++)
      values[POSITIONS] += r->spring * pow(of->box.body[k].x[c], 2) / (3 * r->n * r->kt);
    values[TURN] += 3 * row[2][2] * row[2][2] / r->n;
    values[ALIGNED] += row[2][2] / r->n;
  }
}

/* A cell of the table; what it should be. */
static void cell(estimate found, double known) {
  printf("  %8.5f %.5f", found.value, found.error);
  remember_sigmas(sigmas(found, known, 0));
}

int show_positions(const show_options *o) {
  static const double steps[] = { 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 1.9 };
  const long samples = o->full ? 400000 : 12000;
  show_run r = { .potential = HELD,
                 .bath = o->bath != NULL ? o->bath : "langevin",
                 .n = 16,
                 .volume = 1000,
                 .kt = 1.3,
                 .relaxation = 1,
                 .spring = 3, /* the trimers have mass 3, so the frequency is 1 */
                 .seed = 51 };
  printf(
      "# wh   spring <x^2>/kT: middle, ends, ends by theory; free rotors: K_r/(3/2 kT), 3<Q33^2>; "
      "each with its error\n");
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
    if (!o->full && k % 3 == 0 && k > 0) continue;
    r.h = steps[k], r.seed = 51 + (double)k;
    static blocks at[2]; /* in the middle of the step, and with the bath at its ends */
    for (int ends = 0; ends < 2; ends++) {
      r.more = ends ? "ends=1" : "ends=0";
      run_open(&e, &r);
      run_means(&e, &r, samples / 20 + lround(40 / r.h), samples, &at[ends], MEANS, spreads);
      ensemble_close(&e);
    }
    const double theory = 1 / (1 - 0.25 * r.h * r.h);
    printf("%5g", r.h);
    cell(blocks_mean(&at[0], POSITIONS), 1);
    cell(blocks_mean(&at[1], POSITIONS), theory);
    printf("  %8.5f", theory);
    cell(blocks_mean(&at[0], ROTATION), 1);
    cell(blocks_mean(&at[0], TURN), 1);
    printf("\n");
    remember_sigmas(sigmas(blocks_mean(&at[0], ALIGNED), 0, 0));
  }
  return verdict(0.001);
}
