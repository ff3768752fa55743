/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spin.h - how a body may turn: about its principal axes, or, in two dimensions, about z alone.
 *
 * Vectors of rotation have three components.  In three dimensions these are those along the
 * principal axes; an axis without inertia has the mobility 0, so nothing turns the body about it.
 * In the plane the first two are 0 and the third is the one along z of space.
 */
#pragma once
#include "integrators/orientation.h"
#include "free_motion/free_body.h"

typedef struct rgs_spin {
  double axes[3][3];  /* the principal axes in space, as columns */
  double mobility[3]; /* 1/moment, or 0 */
  int flat;
} rgs_spin;

static inline rgs_spin rgs_spin_of(const rgs_view *v, int64_t i) {
  rgs_spin s = { .flat = (v->flags & RGS_VIEW_PLANAR) != 0 };
  rgs_axes(&v->q, i, s.axes);
  double about_z = 0;
  for (int k = 0; k < 3; k++) {
    const double moment = RGS_AT(v->inertia, i, k);
    about_z += moment * s.axes[2][k] * s.axes[2][k];
    s.mobility[k] = !s.flat && moment > 0 ? 1 / moment : 0;
  }
  if (s.flat && about_z > 0) s.mobility[2] = 1 / about_z;
  return s;
}

/* A vector of space in the components of the spin, and back. */
static inline void rgs_into_spin(rgs_spin *s, const double space[3], double out[3]) {
  if (s->flat) {
    out[0] = out[1] = 0;
    out[2] = space[2];
  } else {
    rgs_into_body(s->axes, space, out);
  }
  for (int k = 0; k < 3; k++) out[k] = s->mobility[k] > 0 ? out[k] : 0;
}
static inline void rgs_out_of_spin(rgs_spin *s, const double spin[3], double out[3]) {
  if (s->flat) {
    out[0] = out[1] = 0;
    out[2] = spin[2];
  } else {
    rgs_into_space(s->axes, spin, out);
  }
}

/* Rotates body i about the vector `by`; its length is the angle.  The rotation is exact, so bodies stay
 * rigid however large it is. */
static inline void rgs_rotate_body(rgs_spin *s, const rgs_column *column, int64_t i,
                                   const double by[3]) {
  double e[3], q[4];
  if (s->flat) {
    for (int k = 0; k < 3; k++) e[k] = s->axes[2][k] * by[2];
  } else {
    memcpy(e, by, sizeof e);
  }
  const double angle = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
  const double share = angle > 0 ? sin(0.5 * angle) / angle : 0.5;
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(*column, i, k);
  rgs_rotate_in_body(q, cos(0.5 * angle), share * e[0], share * e[1], share * e[2]);
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++) RGS_AT(*column, i, k) = q[k] / length;
  rgs_axes(column, i, s->axes);
}
