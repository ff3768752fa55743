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

typedef struct spreads {
  estimate positions, turn, rotation, aligned;
} spreads;

static spreads sample(const show_run *r, long steps) {
  blocks b;
  run_open(&e, r);
  run_settle(&e, r, steps / 20 + lround(40 / r->h));
  blocks_begin(&b, 4, steps);
  for (long i = 0; i < steps; i++) {
    ensemble_run_steps(&e, r->h, 1, false);
    double values[4] = { 0 }, translation;
    kinetic_energies(&e.box, &translation, &values[2]);
    values[2] /= 1.5 * r->n * r->kt;
    for (int k = 0; k < r->n; k++) {
      double row[3][3];
      attitude(e.box.q + 4 * k, row);
      for (int c = 0; c < 3; c++)
        values[0] += r->spring * pow(e.box.x[3 * k + c], 2) / (3 * r->n * r->kt);
      values[1] += 3 * row[2][2] * row[2][2] / r->n;
      values[3] += row[2][2] / r->n;
    }
    blocks_add(&b, values);
  }
  run_close(&e);
  return (spreads){ blocks_mean(&b, 0), blocks_mean(&b, 1), blocks_mean(&b, 2),
                    blocks_mean(&b, 3) };
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
    r.more = "ends=0";
    const spreads middle = sample(&r, samples);
    r.more = "ends=1";
    const spreads ends = sample(&r, samples);
    const double theory = 1 / (1 - 0.25 * r.h * r.h);
    printf("%5g  %8.5f %.5f  %8.5f %.5f  %8.5f  %8.5f %.5f  %8.5f %.5f\n", r.h,
           middle.positions.value, middle.positions.error, ends.positions.value,
           ends.positions.error, theory, middle.rotation.value, middle.rotation.error,
           middle.turn.value, middle.turn.error);
    remember_sigmas(sigmas(middle.positions, 1, 0));
    remember_sigmas(sigmas(ends.positions, theory, 0));
    remember_sigmas(sigmas(middle.rotation, 1, 0));
    remember_sigmas(sigmas(middle.turn, 1, 0));
    remember_sigmas(sigmas(middle.aligned, 0, 0));
  }
  return verdict(0.001);
}
