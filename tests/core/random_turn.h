/* SPDX-License-Identifier: BSD-3-Clause
 *
 * random_turn.h - random bodies, turned by a rotor, and quaternions in long double.
 */
#pragma once
#include "check.h"
#include "rotations.h"

static const double EPS = 0x1p-52;

/* (The bars of t_dmv.c are for the bodies that these numbers make, not for random_numbers.h's.) */
static uint64_t seed = 88172645463325252u;
static inline double uniform(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (double)(seed >> 11) * 0x1p-53;
}

/* v seen from a frame turned by q, which may have any length. */
static inline void turn_back(const real q[4], const real v[3], real w[3]) {
  real unit[4] = { q[0], q[1], q[2], q[3] };
  normalize(unit);
  rotate_back(unit, v, w);
}

/* `n` steps of a rotor from q = 1.  With that orientation l is the momentum in the body frame. */
static inline rgs_status turn(const char *rotor, const double inertia[3], const double y[3],
                              double h, int n, real q[4]) {
  double at[4] = { 1, 0, 0, 0 };
  rgs_status status = RGS_OK;
  for (int i = 0; i < n && status == RGS_OK; i++)
    status = rgs_free_flow(rotor, 1, h, inertia, y, at, NULL);
  for (int k = 0; k < 4; k++) q[k] = at[k];
  return status;
}

static inline double spin(const double inertia[3], const double y[3]) {
  double square = 0;
  for (int k = 0; k < 3; k++)
    if (inertia[k] > 0) square += y[k] * y[k] / (inertia[k] * inertia[k]);
  return sqrt(square);
}

/* Moments of three masses on the axes: every body that can exist is like one of these. */
static inline void body_of(const double masses[3], double inertia[3], double y[3]) {
  for (int k = 0; k < 3; k++) {
    inertia[k] = masses[(k + 1) % 3] + masses[(k + 2) % 3];
    y[k] = (2 * uniform() - 1) * sqrt(inertia[k]);
  }
}
