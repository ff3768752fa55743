/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nontwist_rig.h - one body under test in a field that pulls at its axis d3.
 */
#pragma once
#include "handles.h"
#include "rotations.h"

/* ---- a body ---------------------------------------------------------------------------------- */
enum { TOP_AUX = 32 };
/* Potential energy u . d3 and of a spring along each axis, so the torque is u x d3; and `twist` d3 besides. */
typedef struct top {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3], aux[TOP_AUX], u[3], twist;
  double flags; /* of the view, which a first body has */
} top;

/* Orientation q0 (of any length) and momenta in the body frame. */
top top_of(const double inertia[3], const double momenta[3], const double q0[4]);
void top_momenta(const top *t, real momenta[3]); /* in the body frame, by its q and l            */
real top_energy(const top *t);                   /* of rotation, by its q and l                  */
rgs_view top_view(top *t);                       /* the view of this one body                    */

/* ---- a run ----------------------------------------------------------------------------------- */
typedef struct top_run {
  handles h;
  top *world;
  int64_t evals;
} top_run;

/* Of n bodies, to the end of the case; params: null, or "key=value". */
top_run *run_open(const char *integrator, const char *params, top *world, int64_t n);
/* The whole of a run of one body. */
void run_steps(const char *integrator, const char *params, top *t, double h, int64_t steps);
void run_output(const top_run *r, const char *key, double *values, int64_t room);
