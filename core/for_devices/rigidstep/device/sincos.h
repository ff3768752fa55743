/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sincos.h - sine and cosine of lanes, right to about one unit in the last place of 1.
 *
 * Reduction to |x| <= pi/4 after W. J. Cody and W. Waite, Software Manual for the Elementary
 * Functions (1980); pi/2 in parts and the polynomials as in fdlibm (K. C. Ng, Sun Microsystems,
 * 1993, https://www.netlib.org/fdlibm).  Unlike libm's, the bits do not depend on the processor.
 * Single precision uses sine and cosine of the C library.
 */
#ifndef RGS_SINCOS_H
#define RGS_SINCOS_H
#include "number.h"

/* cos x - 1 and (sin x - x)/x for |x| <= pi/4; z = x^2. */
RGS_INLINE rgs_lanes rgs_cos_minus_1(rgs_lanes z) {
  rgs_lanes p = rgs_same(-1.13596475577881948265e-11);
  p = rgs_madd(z, p, rgs_same(2.08757232129817482790e-09));
  p = rgs_madd(z, p, rgs_same(-2.75573143513906633035e-07));
  p = rgs_madd(z, p, rgs_same(2.48015872894767294178e-05));
  p = rgs_madd(z, p, rgs_same(-1.38888888888741095749e-03));
  p = rgs_madd(z, p, rgs_same(4.16666666666666019037e-02));
  return z * rgs_madd(z, p, rgs_same(-0.5));
}
RGS_INLINE rgs_lanes rgs_sin_over_x_minus_1(rgs_lanes z) {
  rgs_lanes p = rgs_same(1.58969099521155010221e-10);
  p = rgs_madd(z, p, rgs_same(-2.50507602534068634195e-08));
  p = rgs_madd(z, p, rgs_same(2.75573137070700676789e-06));
  p = rgs_madd(z, p, rgs_same(-1.98412698298579493134e-04));
  p = rgs_madd(z, p, rgs_same(8.33333333332248946124e-03));
  return z * rgs_madd(z, p, rgs_same(-1.66666666666666324348e-01));
}

/* Up to here a multiple n of the first two parts of pi/2, 33 bits each, is exact. */
#define RGS_SINCOS_FAR 1e5

/* Adding this rounds to the nearest integer, and leaves that in the lowest bits. */
#define RGS_ROUND 6755399441055744.0 /* 3/2 2^52 */

RGS_APART void rgs_sincos_far(rgs_mask far, rgs_lanes x, rgs_lanes *sine, rgs_lanes *cosine) {
  double each[RGS_WIDTH], s[RGS_WIDTH], c[RGS_WIDTH];
  rgs_to_memory(each, x);
  for (int lane = 0; lane < RGS_WIDTH; lane++) {
    s[lane] = sin(each[lane]);
    c[lane] = cos(each[lane]);
  }
  rgs_mend(far, sine, s);
  rgs_mend(far, cosine, c);
}

RGS_INLINE void rgs_sincos(rgs_lanes x, rgs_lanes *sine, rgs_lanes *cosine) {
  const rgs_lanes rounded = rgs_madd(x, rgs_same(6.36619772367581382433e-01), rgs_same(RGS_ROUND));
  const rgs_lanes n = rounded - RGS_ROUND;
  const rgs_lanes once = rgs_nmadd(n, rgs_same(1.57079632673412561417e+00), x);
  const rgs_lanes second = n * 6.07710050630396597660e-11;
  const rgs_lanes r = once - second;
  const rgs_lanes rest = rgs_nmadd(n, rgs_same(2.02226624879595063154e-21), (once - r) - second);
  const rgs_lanes y = r + rest, tail = (r - y) + rest; /* x - n pi/2 is y + tail */

  const rgs_lanes z = y * y;
  const rgs_lanes s = y + rgs_madd(y, rgs_sin_over_x_minus_1(z), rgs_nmadd(0.5 * z, tail, tail));
  const rgs_lanes c = 1 + rgs_nmadd(y, tail, rgs_cos_minus_1(z));

  const rgs_bits quadrant = rgs_bits_of(rounded), sign = rgs_bits_of(rgs_same(-0.0));
  const rgs_mask odd = rgs_sign_set(quadrant << 63);
  const rgs_bits sine_bits = rgs_bits_of(rgs_select(odd, c, s));
  const rgs_bits cosine_bits = rgs_bits_of(rgs_select(odd, s, c));
  *sine = rgs_of_bits(sine_bits ^ ((quadrant << 62) & sign));
  *cosine = rgs_of_bits(cosine_bits ^ (((quadrant << 62) ^ (quadrant << 63)) & sign));

  const rgs_mask near = rgs_at_most(rgs_abs(x), rgs_same(RGS_SINCOS_FAR));
  if (!rgs_all(near)) rgs_sincos_far(rgs_not(near), x, sine, cosine);
}

#endif /* RGS_SINCOS_H */
