/* SPDX-License-Identifier: BSD-3-Clause
 *
 * measure.h - what water_cluster measures of each method, and its clock.
 */
#ifndef WATER_CLUSTER_MEASURE_H
#define WATER_CLUSTER_MEASURE_H
#include <stdint.h>

enum { BLOCKS = 20 }; /* of samples, for the error of the drift */

typedef struct span {             /* what one method did                                         */
  double dt, start;               /* fs                                                          */
  double *energy;                 /* samples, every stride steps                                 */
  double unit;                    /* kT times the degrees of freedom                             */
  double drift, drift_error, rms; /* energy units a fs; energy units                             */
  double dp, dl;                  /* relative change of total momenta                            */
  double evaluations;             /* a step */
  double ns_forces, ns_rigidstep; /* a molecule and step                                         */
} span;

/* Drift, its error and rms from the samples of the energy, one every `interval` fs: a straight line
 * through the means of BLOCKS blocks, its error from their scatter about it, and the scatter of all
 * samples about it. */
void fit(span *s, int64_t samples, double interval);

/* Seconds, from some instant on. */
double now(void);

/* A line on stderr once the program has run for 2 s; on a terminal it is one line that changes, and
 * that goes where `what` is NULL. */
void progress(double begun, double fraction, const char *what);
#endif
