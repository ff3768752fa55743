/* SPDX-License-Identifier: GPL-2.0-only
 *
 * One rigid body, whichever fix holds it: vectors in the space frame, q = (w, x, y, z), principal
 * moments of which some may be zero (no spin about that axis).
 */
#ifndef RIGIDSTEP_RIGID_BODY_H
#define RIGIDSTEP_RIGID_BODY_H

#include "math_extra.h"

#include <cmath>

namespace rigidstep_lammps {

/* The principal axes in space: columns of the rotation. */
inline void axes_of(const double q[4], double ex[3], double ey[3], double ez[3])
{
  const double ww = q[0] * q[0], xx = q[1] * q[1], yy = q[2] * q[2], zz = q[3] * q[3];
  const double xy = q[1] * q[2], xz = q[1] * q[3], yz = q[2] * q[3];
  const double wx = q[0] * q[1], wy = q[0] * q[2], wz = q[0] * q[3];
  ex[0] = ww + xx - yy - zz;
  ex[1] = 2.0 * (xy + wz);
  ex[2] = 2.0 * (xz - wy);
  ey[0] = 2.0 * (xy - wz);
  ey[1] = ww - xx + yy - zz;
  ey[2] = 2.0 * (yz + wx);
  ez[0] = 2.0 * (xz + wy);
  ez[1] = 2.0 * (yz - wx);
  ez[2] = ww - xx - yy + zz;
}

/* J^-1 l: the angular velocity of a momentum, the angular acceleration of a torque. */
inline void over_inertia(const double l[3], const double inertia[3], const double ex[3], const double ey[3],
                         const double ez[3], double out[3])
{
  const double a = inertia[0] > 0.0 ? MathExtra::dot3(l, ex) / inertia[0] : 0.0;
  const double b = inertia[1] > 0.0 ? MathExtra::dot3(l, ey) / inertia[1] : 0.0;
  const double c = inertia[2] > 0.0 ? MathExtra::dot3(l, ez) / inertia[2] : 0.0;
  for (int k = 0; k < 3; k++) out[k] = a * ex[k] + b * ey[k] + c * ez[k];
}

/* LAMMPS takes the momentum from the velocities of atoms that lie on a line to some digits only, and
   never looks at its part along that line.  `least`: relative to the momentum. */
inline void drop_dead_momentum(const double q[4], const double inertia[3], double l[3], double least)
{
  double axes[3][3];
  axes_of(q, axes[0], axes[1], axes[2]);
  for (int k = 0; k < 3; k++) {
    if (inertia[k] > 0.0) continue;
    double along = MathExtra::dot3(l, axes[k]);
    if (std::fabs(along) <= least * MathExtra::len3(l)) continue;
    for (int j = 0; j < 3; j++) l[j] -= along * axes[k][j];
  }
}

/* What the constraint forces of a body follow from. */
struct Acceleration {
  double centre[3], angular[3];

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
    over_inertia(whole, inertia, ex, ey, ez, angular);
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
