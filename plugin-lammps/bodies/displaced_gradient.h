/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The gradient that a scheme kicks with, from forces at a displaced point: every body is moved by
 * reach f/m and rotated by reach J^-1 tau, and the change of its force and torque is divided by the
 * reach.  The library does so by itself where all forces take part.  This is for param
 * kspace_gradient no, with which the forces that displace, and whose change is taken, are the
 * short-range ones alone.
 */
#ifndef RIGIDSTEP_DISPLACED_GRADIENT_H
#define RIGIDSTEP_DISPLACED_GRADIENT_H

#include <rigidstep/bodies.h>

#include <cstddef>
#include <vector>

namespace rigidstep_lammps {

class DisplacedGradient {
public:
  // Columns for the gradients of n bodies; those that were formed stay.
  void give_columns(rgs_view &);

  // In this order.  `reach` is a time squared.  The forces of the view: any; the short-range ones;
  // those at the displaced point.
  void keep(const rgs_view &); // forces and torques as they are, which form() puts back
  void displace(const rgs_view &, double reach, double ftm2v);
  void form(const rgs_view &, double reach);

private:
  struct Body {
    double x[3], q[4], whole[6], push[6]; // push: short-range force and torque
  };
  std::vector<Body> bodies;
  std::vector<double> gradients; // six a body
};

} // namespace rigidstep_lammps

#endif
