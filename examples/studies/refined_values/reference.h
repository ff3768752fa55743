/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reference.h - the two systems gradients are tried on, as in tests/data: a bound pair of waters,
 * and a heavy top; each with where it is known to be later, to 30 digits.
 */
#ifndef REFINED_REFERENCE_H
#define REFINED_REFERENCE_H
#include "run.h"
#include "top_model.h"

typedef struct problem {
  const char *name;
  body start[2], end[2];
  int64_t n;
  double time; /* of the end */
} problem;

/* Read FOLDER/water2.csv (100 fs) and FOLDER/heavytop.csv (10 units of time).  End the program with
 * status 2 if that cannot be done. */
void reference_pair(problem *p, const char *folder);
void reference_top(problem *p, const char *folder);

/* The largest over all bodies of the relative error of the momenta and of the place, and the angle
 * between the attitudes. */
double reference_distance(int64_t n, const body *got, const body *want);

/* Fills n and body of r. */
void reference_start(run *r, const problem *p);

#endif
