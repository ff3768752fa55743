/* SPDX-License-Identifier: BSD-3-Clause
 *
 * midpoint_lanes.c - the implicit midpoint rule for body momentum and attitude matrix.
 *
 * M. A. Austin, P. S. Krishnaprasad, L. S. Wang, J. Comput. Phys. 107 (1993) 105, doi
 * 10.1006/jcph.1993.1128.  It is the midpoint rule in the momentum y and the matrix Q, where the
 * mean is that of the numbers (not of the group, whose mean would be a half turn):
 *
 *   y' - y = h Y x w,   Q' - Q = h (Q + Q')/2 hat(w),   Y = (y + y')/2,   w_k = Y_k/I_k.
 *
 * The second equation says that Q' = Q Cay(h hat(w)/2), the turn of the quaternion (1, h w/2); the
 * first then says that Q' y' = Q y.  So the momentum in space stays, and with e = h w/2 and p = h Y/2
 * what is left to solve is  p + e x p = h y/2  (cayley.h, without its stretch).
 *
 * Quadratic invariants are kept: |y|, the kinetic energy, and that Q is orthogonal.  The bracket is
 * kept only to second order: the method is not symplectic, nor Poisson for y alone.
 */
#include "rotors/cayley_kernel.h"
#include "rotors/rotors.h"

RGS_LANE_FLOW(rgs_midpoint_flow) { return rgs_cayley_flow(call, 0, bad); }

#if RGS_ONCE
static const rgs_param_info params[] = {
  { "max_iterations", "", "Newton steps a body may take before the step is refused", RGS_I64,
    offsetof(rgs_cayley_params, max_iterations), 1, 1000, 50 },
};
static const rgs_about about = {
  RGS_HEAD(rgs_about),
  "midpoint",
  "Implicit midpoint rule with Cayley turns; keeps energy, but is not symplectic.",
  "10.1006/jcph.1993.1128",
  2,
  RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM,
  0,
  1,
  params,
  sizeof(rgs_param_info),
  sizeof(rgs_cayley_params),
};
const rgs_rotor rgs_rotor_midpoint = {
  RGS_HEAD(rgs_rotor),
  &about,
  rgs_midpoint_flow,
  rgs_cayley_prepare,
  RGS_CAYLEY_TOP,
  0,
  NULL,
};
#endif /* RGS_ONCE */
