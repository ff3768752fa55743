/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shows.h - runs whose results are known from outside: what ensemble_shows is made of.
 */
#ifndef TEST_BATHS_SHOWS_H
#define TEST_BATHS_SHOWS_H
#include "ensemble_host.h"
#include "estimates.h"

/* What the command line says; 0 or null: each show takes its own. */
typedef struct show_options {
  bool full; /* the long form */
  const char *bath, *axes, *reference;
  double n, kt, p, h, time, relaxation, piston_relaxation, volume, seed;
} show_options;

/* One run.  axes: "iso", or the free axes, "x", "yz"; null: no piston.  more: further parameters. */
typedef struct show_run {
  const char *scheme, *bath, *axes, *more;
  potential potential;
  int n;
  double volume, kt, p, h, relaxation, piston_relaxation, seed;
  double spring, field[2]; /* of potential HELD */
} show_run;

/* Sets up the bodies, their total momentum zero where the bath leaves it alone, and the stepper. */
void run_open(ensemble *e, const show_run *r);
/* Steps that are thrown away. */
void run_settle(ensemble *e, const show_run *r, long steps);
/* Settles, and takes the means of what `values` writes after each step. */
void run_means(ensemble *e, const show_run *r, long settle, long steps, blocks *b, int means,
               void (*values)(ensemble *e, const show_run *r, double *values));
bool run_acts_on_drift(const show_run *r); /* the bath, on the total momentum */

int show_fluid(const show_options *o);
int show_work(const show_options *o);

#endif
