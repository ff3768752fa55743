/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The gradient for param kspace_gradient no, formed as the library forms it (section 7 of
 * core/README.md).  The library displaces bodies along all forces and takes the change of all forces.
 * Here both are the short-range forces, which the library cannot tell from the others.
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

  // In this order.  `reach` is a time squared.  The forces of the view: all; the short-range ones;
  // those at the displaced point.
  void keep(const rgs_view &); // the bodies as they are, which form() puts back
  void displace(const rgs_view &, double reach, double ftm2v);
  void form(const rgs_view &, double reach);

private:
  struct Body {
    double x[3], q[4], f[3], tau[3], part_f[3], part_tau[3]; // part: of short range
  };
  std::vector<Body> bodies;
  std::vector<double> gradients; // six a body
};

} // namespace rigidstep_lammps

#endif
