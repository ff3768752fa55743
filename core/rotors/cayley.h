/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cayley.h - the equation of the discrete Moser-Veselov method and of the midpoint rule.
 * cayley_flow.h solves it.
 *
 * Both rotate the body by the quaternion (1, e)/sqrt(1 + |e|^2) in its own frame, where e solves
 *
 *   p + e x p = (1 + stretch |e|^2) m,      p_k = I_k e_k,   m = h y / 2,
 *
 * with stretch = 1 (Moser-Veselov) or 0 (midpoint).  The momentum afterwards is h y'/2 = m' with
 * p - e x p = (1 + stretch |e|^2) m', as the rotation requires.  So |y| and the kinetic energy are
 * conserved, because e x p is orthogonal to p, and a p = e is orthogonal to e x p.
 *
 * It is solved for p rather than e, with e_k = a_k p_k and a_k = 1/I_k, or 0 for an axis without
 * inertia.  So nothing is divided by a moment.
 *
 * The equation may have several solutions, or none, once the body rotates by about a radian a
 * step.  The right one is that which grows out of e = 0 as h grows from 0.  So m is reached in
 * stages short enough for Newton's method to stay on that branch, and a Jacobian that has lost its
 * positive determinant means that the branch has ended: then there is no solution.
 *
 * ROUNDING  The energy stays constant over many steps only if nothing is rounded the same way each
 * time. If e = a p and e x p are made from constants with different rounding errors of 1e-16, these
 * become a steady drift (2e-13 in 1e6 steps at h |w| = 0.1).  So the body is given by three
 * numbers, a_3 and the differences beta = a_1 - a_3 and delta = a_2 - a_3, with the axes relabelled
 * as in exact_simd.c (a_2 is the middle one, a_3 the one closer to it), and everything else is
 * made of these in each step.
 */
#pragma once
#include "rotors/dmv_series.h"
#include "simd/lanes.h"
#include "rotors/params.h"

typedef struct rgs_cayley_params {
  int64_t max_iterations;
} rgs_cayley_params;
#define RGS_CAYLEY_ROWS(fewest)                                                                    \
  {                                                                                                \
    RGS_PARAM_ROW(rgs_cayley_params, max_iterations, RGS_I64, "",                                  \
                  "Newton steps a body may take before the step is refused", fewest, 1000, 50, 0)  \
  }

/* The constants of a body: lanes where a flow uses them, numbers where they are prepared. */
typedef struct rgs_cayley_top {
  rgs_lanes order; /* of the axes: axes_order.h */
  rgs_lanes per_largest;
  rgs_lanes a3, beta, delta; /* scaled */
  rgs_lanes coupling;        /* how strongly two components of e change the third; >= 1 */
} rgs_cayley_top;
enum { RGS_CAYLEY_TOP = sizeof(rgs_cayley_top) / sizeof(rgs_lanes) };

/* The constants for a preprocessed method: the first 2, 4, .. coefficients of dmv_series.h
 * follow. */
typedef struct rgs_dmv_top {
  rgs_cayley_top given;
  rgs_lanes coefficients[RGS_DMV_COEFFICIENTS(RGS_DMV_MOST_TERMS)];
} rgs_dmv_top;
#define RGS_DMV_TOP(terms) (RGS_CAYLEY_TOP + RGS_DMV_COEFFICIENTS(terms))

void rgs_cayley_prepare(const void *params, int64_t n, const rgs_column *inertia, double *prepared);
