/* SPDX-License-Identifier: BSD-3-Clause
 *
 * run.h - bodies, a method and a host put together for the programs of this folder.  What cannot be
 * done ends the program with status 2 and the library's own words.
 */
#ifndef REFINED_RUN_H
#define REFINED_RUN_H
#include "water_model.h"

enum { RUN_BODIES = 64, RUN_CARRY = 64 };

typedef struct body { /* doubles only, so that strides are whole; see rigidstep/bodies.h */
  double x[3], p[3], q[4], l[3];
  double mass, inertia[3];
  double f[3], tau[3], gf[3], gtau[3];
  double carry[RUN_CARRY];
} body;

typedef int run_eval(void *self, rgs_eval *request, const rgs_view *bodies);

typedef struct run {
  int64_t n;
  body body[RUN_BODIES];
  run_eval *eval;
  void *self;
  /* What the host says it has.  Without RGS_EVAL_GRADIENT the library forms gradients by
   * displacement. */
  uint32_t provides;
  double potential; /* of the last evaluation: at the end of a step of strang or nystrom4   */
  rgs_view view;
  rgs_context *context;
  rgs_bodies *bodies;
  rgs_method *method;
  rgs_stepper *stepper;
} run;

/* One parameter of the scheme at most: key null if there is none.  n, body, eval, self and provides
 * are the caller's to fill first. */
void run_begin(run *r, const char *scheme, const char *key, double value);
void run_steps(run *r, double h, int64_t n);
void run_end(run *r);

/* Values of the output `key`, `count` of them.  run_known: 0 while the output is not known yet. */
void run_output(const run *r, const char *key, int count, double *values);
int run_known(const run *r, const char *key, double *value);
/* How many steps ago the state was that the output tells of. */
int run_lag(const run *r, const char *key);

double run_kinetic(const run *r);
/* Potential energy where the bodies are, before the first step. */
double run_potential(run *r);
/* Angular momentum about the origin of space: of the places, and of the spins. */
void run_angular_momentum(const run *r, double total[3]);
/* Kinetic energy changes by the square of the factor. */
void run_scale_momenta(run *r, double factor);

/* Tells on stderr how far a long task is; fraction 1 wipes the line. */
void run_progress(const char *what, double fraction);

#endif
