/* SPDX-License-Identifier: GPL-2.0-only
 *
 * One rigid body, whichever fix holds it: vectors in the space frame, principal moments of which
 * some may be zero (no spin about that axis).
 */
#ifndef RIGIDSTEP_RIGID_BODY_H
#define RIGIDSTEP_RIGID_BODY_H

#include "bodies/body_frame.h"

#include <rigidstep/bodies.h>

#include "math_extra.h"

#include <cmath>

namespace rigidstep_lammps {

/* LAMMPS takes the momentum from the velocities of atoms that lie on a line to some digits only, and
   never looks at its part along that line.  `least`: relative to the momentum. */
inline void drop_dead_momentum(const rgs_view &bodies, int64_t i, double least)
{
  double q[4], l[3], axes[3][3];
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(bodies.q, i, k);
  for (int k = 0; k < 3; k++) l[k] = RGS_AT(bodies.l, i, k);
  principal_axes(q, axes[0], axes[1], axes[2]);
  for (int k = 0; k < 3; k++) {
    if (RGS_AT(bodies.inertia, i, k) > 0.0) continue;
    const double along = MathExtra::dot3(l, axes[k]);
    if (std::fabs(along) <= least * MathExtra::len3(l)) continue;
    for (int j = 0; j < 3; j++) l[j] -= along * axes[k][j];
  }
  for (int k = 0; k < 3; k++) RGS_AT(bodies.l, i, k) = l[k];
}

/* What the constraint forces of a body follow from. */
struct Acceleration {
  double centre[3], angular[3];

  Acceleration() = default;

  // from force and torque as sums over the atoms, in LAMMPS' unit of force
  Acceleration(const double force[3], const double torque[3], double mass, const double inertia[3], const double l[3],
               const double omega[3], const double ex[3], const double ey[3], const double ez[3], double ftm2v)
  {
    double turning[3], whole[3];
    MathExtra::cross3(omega, l, turning);
    for (int k = 0; k < 3; k++) {
      whole[k] = torque[k] * ftm2v - turning[k];
      centre[k] = force[k] * ftm2v / mass;
    }
    // alpha is to this torque as w is to L
    angular_velocity(whole, ex, ey, ez, inertia, angular);
  }

  // what holds an atom at r from the centre of mass in its place, with force f upon it
  void constraint_force(const double r[3], const double omega[3], double mass_over_ftm2v, const double f[3],
                        double g[3]) const
  {
    double turning[3], inward[3], tangential[3];
    MathExtra::cross3(omega, r, turning);
    MathExtra::cross3(omega, turning, inward);
    MathExtra::cross3(angular, r, tangential);
    for (int k = 0; k < 3; k++) g[k] = mass_over_ftm2v * (centre[k] + tangential[k] + inward[k]) - f[k];
  }
};

}    // namespace rigidstep_lammps

#endif
