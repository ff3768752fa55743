/* SPDX-License-Identifier: BSD-3-Clause
 *
 * symrot_simd.c - "Symmetric + Rotation": a symmetric top, and a rotation for the rest.
 *
 * G. Vilmart, "Rigid Body Dynamics", in: Encyclopedia of Applied and Computational Mathematics,
 * Springer 2015, Algorithm 2.  With a_k = 1/I_k the kinetic energy is split as
 *
 *   (a_r - a_m) y_r^2 / 2   +   ( a_m |y|^2 + (a_z - a_m) y_z^2 ) / 2 .
 *
 * The first part rotates the body about axis r at a constant rate.  The second is a symmetric top
 * with axis z: a rotation about the momentum, then one about axis z.  Half of the first, the
 * second, and half of the first again are symmetric, symplectic and of order 2.  The method is
 * exact where the first part vanishes.  So m is the axis with the middle moment and r the one whose
 * reciprocal is closer to it: if two moments of a body are equal, r and m have them.
 */
#include "rotors/axis_rotations.h"
#include "rotors/rotors.h"

/* Axes 0, 1, 2 are r, m, z, and `a` holds a_r - a_m, a_m, a_z - a_m. */
RGS_LANE_FLOW(rgs_symrot_flow) {
  const rgs_flow flow = *call;
  rgs_lanes faults = rgs_same(0);
  for (int64_t i = 0; i < flow.n; i += RGS_ROTATING * RGS_WIDTH) {
    rgs_rotating w;
    rgs_rotating_load(&flow, i, &w);
    rgs_rotating_about(&w, 0, 0.5);
    rgs_rotating_about_momentum(&w, 1);
    rgs_rotating_about(&w, 2, 1);
    rgs_rotating_about(&w, 0, 0.5);
    faults += rgs_rotating_store(&flow, i, &w);
  }
  return rgs_orientations_stored(&flow, faults, bad);
}

RGS_ROTOR_KERNEL(symrot, rgs_symrot_flow)

#if RGS_ONCE

static void prepare(const void *params, int64_t n, const rgs_column *inertia, double *prepared) {
  (void)params;
  rgs_axis_rotations *t = (rgs_axis_rotations *)prepared;
  for (int64_t i = 0; i < n; i++, t++) {
    const rgs_moments moments = rgs_scale_moments(inertia, i);
    const double *a = moments.reciprocal;
    int lowest = 0, highest = 0;
    for (int k = 1; k < 3; k++) {
      if (a[k] < a[lowest]) lowest = k;
      if (a[k] >= a[highest]) highest = k;
    }
    const int m = (6 - lowest - highest) % 3; /* the third; nan may be there */
    const double below = rgs_reciprocal_difference(inertia, i, a, lowest, m);
    const double above = rgs_reciprocal_difference(inertia, i, a, highest, m);
    const int r_is_lowest = -below < above;
    t->per_largest = moments.per_largest;
    t->order = rgs_axes_order(r_is_lowest ? lowest : highest, m); /* r, m, z */
    t->a[0] = r_is_lowest ? below : above;
    t->a[1] = a[m];
    t->a[2] = r_is_lowest ? above : below;
  }
}

static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = "symrot",
  .doc = "Symmetric top plus a rotation for the rest; exact for every symmetric body.",
  .cite =
      "Vilmart, Rigid Body Dynamics, Encyclopedia of Applied and Computational Mathematics (2015)",
  .order = 2,
  .claims = RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS,
};
const rgs_rotor rgs_rotor_symrot = {
  .head = RGS_HEAD(rgs_rotor),
  .about = &about,
  .flow = rgs_symrot_flow,
  .prepare = prepare,
  .prepared = sizeof(rgs_axis_rotations) / sizeof(double),
};
#endif /* RGS_ONCE */
