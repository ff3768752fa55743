/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact_simd.c - the free rotation without any time-step error; core/EXACT.md derives the formulas.
 *
 * The textbook solution (Jacobi's elliptic functions for the momentum, an elliptic integral of the
 * third kind for the orientation: R. van Zon and J. Schofield, J. Comput. Phys. 225 (2007) 145; E.
 * Celledoni and A. Zanna, doi 10.1145/1731022.1731036) has to distinguish the two kinds of motion
 * and the separatrix, and costs several evaluations of elliptic integrals.  Here the motion over a
 * short time comes from power series, and the time is then doubled as often as needed by the
 * addition theorems (DLMF 22.8 and 19.11), which hold for all kinds of motion.
 *
 * Notation, in the dimensionless units of free_body.h (the code uses other units, see
 * rigidstep/device/exact_phase.h): a_k = 1/I_k, y the momentum in the body frame, |y| = 1.  The axes are relabelled
 * so that a_2 is the middle one and a_3 the one closer to it; hand = +1 if that is a cyclic
 * relabelling, -1 if it makes a mirror image of the frame.
 *
 *   beta = a_1 - a_3                                   the whole spread of the reciprocal moments
 *   w1 = (a_2 - a_3)/beta,  w3 = 1 - w1                0 <= w1 <= 1/2 <= w3
 *   T = beta time                                      the time that counts for the momentum
 *   A2 = y1^2 + w1 y2^2,  B2 = y3^2 + w3 y2^2          invariants, A2 + B2 = 1
 *   mu1 = w1 B2,  mu3 = w3 A2,  nu = w1 A2             all >= 0, and nu <= mu3
 *
 * Euler's equations are then dy/dT = hand (-w1 y2 y3, y1 y3, -w3 y1 y2).  Their solutions are made
 * of three functions of T that stand for sn, cn and dn.  They begin at (0, 1, 1) and obey
 *
 *   s' = c d,   c' = -mu1 s d,   d' = -mu3 s c,   so   c^2 + mu1 s^2 = 1 = d^2 + mu3 s^2.
 *
 * They depend on the state only through invariants, so their argument is a time and not a phase,
 * and nothing has to be inverted.  (mu1 < mu3: y goes around axis 1; mu1 > mu3: around axis 3;
 * equal: the separatrix.)  The orientation needs one more such function, an angle
 *
 *   chi' = nu s^2 / (1 + nu s^2)  + a_3/beta
 *
 * of which only C = cos chi and S = sin chi are used.  Because nu s^2 >= 0, this integral has no
 * pole: that is what the choice of axis 3 is for.  (The more usual angle about axis 2 has
 * -A2 B2 in place of nu, and loses digits whenever y passes near axis 2.)  All five functions are
 * evaluated at half the step; the rotation over the whole step follows from them and from y.
 *
 * Where the moment about axis 1 is far above the sum of the other two, which no mass distribution has,
 * a rotation about axis 1 would be the small difference of chi and of the argument of d + i s.  Then
 * axes 1 and 3 are exchanged for such motions: rgs_exact_far.
 */
#include "rotors/exact_flow.h"
#include "rotors/rotors.h"

RGS_ROTOR_KERNEL(exact, rgs_exact_flow)

#if RGS_ONCE

/* ---- constants of a body --------------------------------------------------------------------- */
static void prepare(const void *params, int64_t n, const rgs_column *inertia, double *prepared) {
  (void)params;
  rgs_exact_top *t = (rgs_exact_top *)prepared;
  for (int64_t i = 0; i < n; i++, t++) {
    const double moment[3] = RGS_MOMENTS_AT(inertia, i);
    const rgs_exact_shape shape = rgs_exact_prepare(moment);
    t->order = shape.order;
    t->a3 = shape.a3;
    t->beta = shape.beta;
    t->w1 = shape.w1;
  }
}

/* ---- flow ------------------------------------------------------------------------------------ */
static const rgs_about about = {
  .head = RGS_HEAD(rgs_about),
  .name = "exact",
  .doc = "The free rotation itself, to rounding, at any step; for bodies of every shape.",
  .cite = "series and addition theorems; cf. 10.1145/1731022.1731036 and 10.1137/070704393",
  .order = RGS_EXACT,
  .claims =
      RGS_SYMPLECTIC | RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM | RGS_NEVER_FAILS,
};
const rgs_rotor rgs_rotor_exact = {
  .head = RGS_HEAD(rgs_rotor),
  .about = &about,
  .flow = rgs_exact_flow,
  .prepare = prepare,
  .prepared = sizeof(rgs_exact_top) / sizeof(double),
};
#endif /* RGS_ONCE */
