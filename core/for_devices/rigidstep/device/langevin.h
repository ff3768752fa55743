/* SPDX-License-Identifier: BSD-3-Clause
 *
 * langevin.h - friction and noise on the momenta of bodies, as the exact solution over a time of
 *   dP = -P/tau dt + sqrt(2 M kT/tau) dW,  dy_k = -y_k/tau dt + sqrt(2 I_k kT/tau) dW_k,
 * y the angular momentum about the principal axes while the body does not turn: "Langevin C" of
 * R. L. Davidchack, T. E. Ouldridge and M. V. Tretyakov, J. Chem. Phys. 142, 144114 (2015), arXiv
 * 1412.5813.  No operation is fused, so that all instruction sets give the same bits.
 *
 * keep: exp(-h/tau).  spread: kT (1 - exp(-2h/tau)).  xi: normal deviates (noise.h).
 */
#ifndef RGS_LANGEVIN_H
#define RGS_LANGEVIN_H
#include "quaternion.h"

/* exp(x) - 1.  All ranks must scale momenta alike, yet libm may give another last bit on another
 * processor.  So this consists of sums, products and quotients alone, each rounded once.  The parts
 * of ln 2 are from fdlibm (K. C. Ng, Sun Microsystems, 1993, https://www.netlib.org/fdlibm). */
RGS_INLINE double rgs_exp_minus_1(double x) {
  if (!(x == x)) return x; /* which no int can hold, further down */
  if (x < -50) return -1;
  if (x > 710) return HUGE_VAL;
  const double k = floor(x * 1.44269504088896340736 + 0.5);
  const double r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
  double p = 1; /* (exp(r) - 1)/r, from its series */
  for (int n = 14; n > 1; n--) p = 1 + p * r / n;
  p *= r;
  const double power = ldexp(1.0, (int)k - 1); /* half of it, which never overflows */
  return 2 * ((power - 0.5) + power * p);
}

/* keep and spread of the time h. */
RGS_INLINE void rgs_langevin_over(double h, double relaxation, double kt, double *keep,
                                  double *spread) {
  *keep = 1 + rgs_exp_minus_1(-h / relaxation);
  *spread = -rgs_exp_minus_1(-2 * h / relaxation) * kt;
}

/* What is left of a momentum or of its component p, and the noise; width: the root of spread M, or of
 * spread/M where p is a velocity. */
RGS_INLINE rgs_lanes rgs_langevin_now(double keep, rgs_lanes p, rgs_lanes width, rgs_lanes xi) {
  return keep * p + width * xi;
}

/* How wide the noise of the angular momentum is along each of the body's axes. */
RGS_INLINE void rgs_langevin_widths(double spread, const rgs_lanes moment[3], rgs_lanes width[3]) {
  for (int k = 0; k < 3; k++) width[k] = rgs_sqrt(spread * moment[k]);
}

/* That noise.  row: the rotation of the body.  flat: in two dimensions, about z alone. */
RGS_INLINE void rgs_langevin_torque(double spread, int flat, rgs_lanes row[3][3],
                                    const rgs_lanes moment[3], const rgs_lanes width[3],
                                    const rgs_lanes xi[3], rgs_lanes noise[3]) {
  if (flat) {
    const rgs_lanes about_z = moment[0] * row[2][0] * row[2][0] +
                              moment[1] * row[2][1] * row[2][1] + moment[2] * row[2][2] * row[2][2];
    const rgs_lanes z = rgs_sqrt(spread * about_z) * xi[2];
    for (int k = 0; k < 3; k++) noise[k] = row[2][k] * z;
  } else {
    for (int k = 0; k < 3; k++) noise[k] = width[k] * xi[k];
  }
}

/* Component j of the angular momentum in space. */
RGS_INLINE rgs_lanes rgs_langevin_turned(double keep, rgs_lanes l, rgs_lanes row[3][3],
                                         const rgs_lanes noise[3], int j) {
  const rgs_lanes turn = row[j][0] * noise[0] + row[j][1] * noise[1] + row[j][2] * noise[2];
  return keep * l + turn;
}

#endif /* RGS_LANGEVIN_H */
