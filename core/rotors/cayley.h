/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cayley.h - the equation behind the discrete Moser-Veselov method and the midpoint rule.  Solved
 * in cayley_flow.h.
 *
 * Both turn the body by the quaternion (1, e)/sqrt(1 + |e|^2) in its own frame, where e solves
 *
 *   p + e x p = (1 + stretch |e|^2) m,      p_k = I_k e_k,   m = h y / 2,
 *
 * with stretch = 1 (Moser-Veselov) or 0 (midpoint).  The momentum afterwards is h y'/2 = m' with
 * p - e x p = (1 + stretch |e|^2) m', as the turn demands.  So |y| and the kinetic energy are kept,
 * since e x p is at right angles to p, and a p = e at right angles to e x p.
 *
 * Solved for p rather than e: e_k = a_k p_k with a_k = 1/I_k, or 0 for an axis without spin, so no
 * moment is divided by.
 *
 * The equation may have several solutions, or none, once the body turns by about a radian a step.
 * The right one is that which grows out of e = 0 as h grows from 0.  So m is reached in stages
 * short enough for Newton's method to stay on that branch, and a Jacobian that has lost its
 * positive determinant means that the branch has ended: then there is no solution.
 *
 * ROUNDING  Over many steps the energy stays only if nothing is rounded the same way each time.  If
 * e = a p and e x p come from constants whose roundings do not fit each other, that of 1e-16
 * becomes a steady drift (2e-13 in 1e6 steps at h |w| = 0.1).  So the body is given by three
 * numbers, a_3 and the differences beta = a_1 - a_3 and delta = a_2 - a_3, axes relabelled as in
 * exact_lanes.c (a_2 the middle, a_3 the one closer to it), and all that is needed is made of these
 * in each step.
 */
#ifndef RGS_CAYLEY_H
#define RGS_CAYLEY_H
#include "rotors/dmv_series.h"
#include "lanes/lanes.h"
#include <rigidstep/method.h>

typedef struct rgs_cayley_params {
  int64_t max_iterations;
} rgs_cayley_params;

/* What is prepared of a body: numbers in an ordinary file, lanes in a kernel. */
typedef struct rgs_cayley_top {
  rgs_lanes order; /* of the axes: axes_order.h */
  rgs_lanes per_largest;
  rgs_lanes a3, beta, delta; /* scaled */
  rgs_lanes coupling;        /* how strongly two components of e drive the third; >= 1 */
} rgs_cayley_top;
enum { RGS_CAYLEY_TOP = sizeof(rgs_cayley_top) / sizeof(rgs_lanes) };

/* Of a preprocessed method: that, and then the first 2, 4, .. coefficients of dmv_series.h. */
typedef struct rgs_dmv_top {
  rgs_cayley_top given;
  rgs_lanes coefficients[RGS_DMV_COEFFICIENTS(RGS_DMV_MOST_TERMS)];
} rgs_dmv_top;
#define RGS_DMV_TOP(terms) (RGS_CAYLEY_TOP + RGS_DMV_COEFFICIENTS(terms))

void rgs_cayley_prepare(const void *params, int64_t n, const rgs_column *inertia, double *prepared);

#endif /* RGS_CAYLEY_H */
