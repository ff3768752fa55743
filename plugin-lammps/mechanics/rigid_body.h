/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Mechanics of one rigid body, for every store.  Vectors are in the space frame; a principal moment
 * may be zero, and then the body has no spin about that axis.
 */
#pragma once

#include "mechanics/body_frame.h"

#include <rigidstep/bodies.h>

#include "math_extra.h"

#include <cmath>

namespace rigidstep_lammps {

/* LAMMPS sets a moment that is below 1e-7 of the largest to 0, and leaves the other two as they are.
   Such a body would slowly gain momentum about its line; with their mean it has none. */
inline void make_line_symmetric(double &moment, double &a, double &b) {
  if (moment == 0.0 && std::fabs(a - b) <= 1.1e-7 * std::fmax(a, b)) a = b = 0.5 * (a + b);
}
inline void make_line_symmetric(const rgs_column &moments, int64_t i) {
  for (int k = 0; k < 3; k++)
    make_line_symmetric(RGS_AT(moments, i, k), RGS_AT(moments, i, (k + 1) % 3),
                        RGS_AT(moments, i, (k + 2) % 3));
}

/* The axes of a body in space */
inline void axes_of(const rgs_column &orientations, int64_t i, double axes[3][3]) {
  double q[4];
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(orientations, i, k);
  principal_axes(q, axes[0], axes[1], axes[2]);
}

/* LAMMPS finds the angular momentum of a linear body from the velocities of its atoms, with an
   error along the axis that has no moment, and never looks at that component.  It is set to zero
   here if it is larger than `least`, relative to the whole angular momentum.  In two dimensions that
   leaves rounding out of the plane. */
inline void drop_dead_momentum(const rgs_view &bodies, int64_t i, double least) {
  double l[3], axes[3][3];
  for (int k = 0; k < 3; k++) l[k] = RGS_AT(bodies.l, i, k);
  axes_of(bodies.q, i, axes);
  for (int k = 0; k < 3; k++) {
    if (RGS_AT(bodies.inertia, i, k) > 0.0) continue;
    const double along = MathExtra::dot3(l, axes[k]);
    if (std::fabs(along) <= least * MathExtra::len3(l)) continue;
    for (int j = 0; j < 3; j++) l[j] -= along * axes[k][j];
    if (bodies.flags & RGS_VIEW_PLANAR) l[0] = l[1] = 0.0;
  }
  for (int k = 0; k < 3; k++) RGS_AT(bodies.l, i, k) = l[k];
}

/* Accelerations of a rigid body, from which the constraint forces on its atoms follow.  Atom i at
   r_i from the centre of mass of a body with force F and torque T, both summed over the atoms, has
   the acceleration
     a_i = F/M + alpha x r_i + w x (w x r_i),   J alpha = T - w x L,
   and the constraint force on it is m_i a_i - f_i. */
struct Acceleration {
  double centre[3], angular[3];

  Acceleration() = default;

  // force and torque: sums over the atoms, in LAMMPS' unit of force
  Acceleration(const double force[3], const double torque[3], double mass, const double inertia[3],
               const double l[3], const double omega[3], const double ex[3], const double ey[3],
               const double ez[3], double ftm2v) {
    double turning[3], whole[3];
    MathExtra::cross3(omega, l, turning);
    for (int k = 0; k < 3; k++) {
      whole[k] = torque[k] * ftm2v - turning[k];
      centre[k] = force[k] * ftm2v / mass;
    }
    // J alpha = torque is solved as J w = L
    angular_velocity(whole, ex, ey, ez, inertia, angular);
  }

  // The constraint force g on an atom at r from the centre of mass, on which the force f acts
  void constraint_force(const double r[3], const double omega[3], double mass_over_ftm2v,
                        const double f[3], double g[3]) const {
    double turning[3], inward[3], tangential[3];
    MathExtra::cross3(omega, r, turning);
    MathExtra::cross3(omega, turning, inward);
    MathExtra::cross3(angular, r, tangential);
    for (int k = 0; k < 3; k++)
      g[k] = mass_over_ftm2v * (centre[k] + tangential[k] + inward[k]) - f[k];
  }
};

} // namespace rigidstep_lammps
