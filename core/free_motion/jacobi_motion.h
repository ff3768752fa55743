/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jacobi_motion.h - the part of the textbook solution of the free rotation that jacobi.c,
 * semiexact.c and free_flow/matrix.c share: the momentum in Jacobi's functions, and the frame that
 * rotates with it. jacobi_motion.c has the formulas and sources.
 */
#pragma once
#include "free_motion/elliptic.h"
#include <rigidstep/method.h>

/* Constants of a body, doubles only, in the units of free_body.h.  high, mid and low are the axes
 * in the order of their reciprocal moments. */
typedef struct rgs_jacobi_top {
  double per_largest;
  double high, mid, low;
  double handed;                      /* 1 if (high, mid, low) is right-handed, else -1 */
  double a[3];                        /* reciprocal moments by axis */
  double high_mid, mid_low, high_low; /* their differences, >= 0 */
} rgs_jacobi_top;

/* One motion for one time.  Its frame is right-handed; component 0 is along the axis that carries
 * dn, in the direction of the momentum; 1 is the middle axis. */
typedef struct rgs_jacobi_motion {
  int axis[3];                 /* of the body .. */
  double sign[3];              /* .. and its direction */
  int steady;                  /* 1: a rotation about m0 by `secular`; the rest is not filled */
  double secular;              /* 2 T t if steady; else a_mid t */
  double m0[3], change[3];     /* momentum before, length 1, and what is added to it */
  double twice_energy_time;    /* 2 T t */
  double w, wc, N, Ba, Bc, Bm; /* see jacobi_motion.c */
  double kk, kckc;             /* squares of the modulus and its complement */
  double half_periods;         /* whole half periods in v, left out of fv and f1 */
  rgs_jacobi f0, fv, f1;       /* functions at u0, v and u0 + v */
} rgs_jacobi_motion;

void rgs_jacobi_prepare(const void *params, int64_t n, const rgs_column *inertia, double *prepared);
void rgs_jacobi_move(const rgs_jacobi_top *top, const double y[3], double time,
                     rgs_jacobi_motion *motion);
/* The angle of a motion that is not steady, by the parameters of a rotor. */
typedef double rgs_jacobi_angle_of(const rgs_jacobi_motion *motion, const void *params);
rgs_jacobi_angle_of rgs_jacobi_angle; /* by Carlson's integrals, without parameters (jacobi.c) */
/* The quaternion, of any length, by which the body rotates in its own frame, from the angle. */
void rgs_jacobi_rotation(const rgs_jacobi_motion *motion, double angle, double r[4]);
/* The same for a steady motion. */
void rgs_jacobi_steady_rotation(const rgs_jacobi_motion *motion, double r[4]);

/* The flow of a rotor whose angle is this one. */
rgs_status rgs_jacobi_flow(const rgs_flow *call, rgs_jacobi_angle_of *angle, int64_t *bad);
