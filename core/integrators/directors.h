/* SPDX-License-Identifier: BSD-3-Clause
 *
 * directors.h - one step of the energy-momentum scheme in directors, body by body.
 *
 * The configuration is the frame itself, nine numbers d1 d2 d3, which six multipliers keep
 * orthonormal. The kinetic energy and the momentum belong to nine coordinates,
 *
 *   K = 1/2 sum E_a |v_a|^2,   pi = sum E_a d_a x v_a,   E_a = (J_b + J_c - J_a) / 2.
 *
 * The step from d, v to d', v', with dm = (d + d')/2 and vm = (d' - d)/h = (v + v')/2:
 *
 *   E_a (v'_a - v_a)/h + sum_b Lambda_ab dm_b + sum_k mu_k g_ka = 0     Lambda symmetric
 *   d'_a . d'_b = delta_ab
 *   dm_j . vm_i - dm_i . vm_j = 0        for each axis k that must not twist, i j k cyclic,
 *                                        g_ki = dm_j / 2, g_kj = -dm_i / 2
 *
 * K is conserved for any constraints, and pi without mu.  In the frame at the start of the step d_a
 * = e_a. With D_a = d'_a - e_a, u_a = h v_a, moments in units of the largest, and scaled
 * multipliers, nothing cancels in
 *
 *   E_a (D_a - u_a) + sum_b Lambda_ab (e_b + D_b/2) + ... = 0
 *   D_a . e_b + D_b . e_a + D_a . D_b = 0,     D_i . e_j - D_j . e_i = 0
 *
 * which Newton's method solves.  E_a may be 0, as for flat bodies, or negative: only the energy of
 * rotations has to be positive.  So an axis without inertia is held, without force, by a condition
 * of the last kind.
 */
#pragma once
#include <rigidstep/method.h>

typedef struct rgs_directors {
  double weight[3]; /* E_a in units of the largest moment */
  int still[3];     /* axes that do not twist */
  int n_still;
} rgs_directors;

/* `held` is an axis that must not twist, besides those without inertia; or -1. */
rgs_directors rgs_directors_of(const rgs_column *inertia, int64_t body, int held);

/* Returns 1 and the change D of the directors, or 0 if h |w| is too large: D[a][c] is component c
 * of the change of d_a, and u alike.  The solution is the one that grows out of D = 0 as h grows
 * from 0. */
int rgs_directors_step(const rgs_directors *b, double u[3][3], int64_t max_iterations,
                       double D[3][3]);

/* q <- q (the rotation that D is). */
void rgs_directors_rotate(double D[3][3], double q[4]);
