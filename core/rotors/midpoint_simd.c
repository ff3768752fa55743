/* SPDX-License-Identifier: BSD-3-Clause
 *
 * midpoint_simd.c - the implicit midpoint rule for body momentum and orientation matrix.
 *
 * M. A. Austin, P. S. Krishnaprasad, L. S. Wang, J. Comput. Phys. 107 (1993) 105, doi
 * 10.1006/jcph.1993.1128.  It is the midpoint rule in the momentum y and the matrix Q, where the
 * mean is taken of the numbers (not in the group, where it would be half the rotation):
 *
 *   y' - y = h Y x w,   Q' - Q = h (Q + Q')/2 hat(w),   Y = (y + y')/2,   w_k = Y_k/I_k.
 *
 * The second equation says that Q' = Q Cay(h hat(w)/2), the rotation of the quaternion (1, h
 * w/2).  The first then says that Q' y' = Q y.  So the momentum in space stays constant, and with e
 * = h w/2 and p = h Y/2 the equation to solve is  p + e x p = h y/2  (cayley.h, without its
 * stretch).
 *
 * Quadratic invariants are conserved: |y|, the kinetic energy, and that Q is orthogonal.  The
 * bracket is conserved only to second order, so the method is not symplectic, nor Poisson for y
 * alone.
 */
#include "rotors/cayley_flow.h"
#include "rotors/rotors.h"

RGS_LANE_FLOW(rgs_midpoint_flow) { return rgs_cayley_flow(call, 0, bad); }
RGS_ROTOR_KERNEL(midpoint, rgs_midpoint_flow)

#if RGS_ONCE
static const rgs_param_info params[] = RGS_CAYLEY_ROWS(1);
static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = "midpoint",
  .doc = "Implicit midpoint rule with Cayley rotations; conserves energy, but is not symplectic.",
  .cite = "10.1006/jcph.1993.1128",
  .order = 2,
  .claims = RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM,
  RGS_PARAMS(rgs_cayley_params, params),
};
const rgs_rotor rgs_rotor_midpoint = {
  .head = RGS_HEAD(rgs_rotor),
  .about = &about,
  .flow = rgs_midpoint_flow,
  .prepare = rgs_cayley_prepare,
  .prepared = RGS_CAYLEY_TOP,
};
#endif /* RGS_ONCE */
