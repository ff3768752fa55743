/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Principal axes and angular velocity of a body in the space frame, by LAMMPS' formulas.
 * Everything that a run and its continuation from a restart file must agree on in every bit uses
 * these functions, because LAMMPS' own may be compiled with other options than the plugin.
 */
#pragma once

namespace rigidstep_lammps {

/* As MathExtra::q_to_exyz.  T: a number, or the numbers of several bodies side by side */
template <class T>
inline __attribute__((always_inline)) void principal_axes(const T *q, T *ex, T *ey, T *ez) {
  ex[0] = q[0] * q[0] + q[1] * q[1] - q[2] * q[2] - q[3] * q[3];
  ex[1] = 2.0 * (q[1] * q[2] + q[0] * q[3]);
  ex[2] = 2.0 * (q[1] * q[3] - q[0] * q[2]);
  ey[0] = 2.0 * (q[1] * q[2] - q[0] * q[3]);
  ey[1] = q[0] * q[0] - q[1] * q[1] + q[2] * q[2] - q[3] * q[3];
  ey[2] = 2.0 * (q[2] * q[3] + q[0] * q[1]);
  ez[0] = 2.0 * (q[1] * q[3] + q[0] * q[2]);
  ez[1] = 2.0 * (q[2] * q[3] - q[0] * q[1]);
  ez[2] = q[0] * q[0] - q[1] * q[1] - q[2] * q[2] + q[3] * q[3];
}

/* As MathExtra::angmom_to_omega.  A body has no angular velocity about an axis whose moment is
   0. */
inline void angular_velocity(const double *l, const double *ex, const double *ey, const double *ez,
                             const double *inertia, double *w) {
  const double *axes[3] = { ex, ey, ez };
  double about[3];
  for (int k = 0; k < 3; k++)
    about[k] = inertia[k] == 0.0
                   ? 0.0
                   : (l[0] * axes[k][0] + l[1] * axes[k][1] + l[2] * axes[k][2]) / inertia[k];
  for (int k = 0; k < 3; k++) w[k] = about[0] * ex[k] + about[1] * ey[k] + about[2] * ez[k];
}

} // namespace rigidstep_lammps
