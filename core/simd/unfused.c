/* SPDX-License-Identifier: BSD-3-Clause
 *
 * unfused.c - see unfused.h.  The logarithm's polynomial and the parts of ln 2 are from fdlibm
 * (K. C. Ng, Sun Microsystems, 1993, https://www.netlib.org/fdlibm).
 */
#include "simd/unfused.h"
#include <rigidstep/device/langevin.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double LN2_HIGH = 6.93147180369123816490e-01, LN2_LOW = 1.90821492927058770002e-10;

double rgs_log(double x) {
  /* x = 2^k m with m from root 1/2 to root 2. */
  const uint64_t root_half = 0x3fe6a09e667f3bcdu, one = 0x3ff0000000000000u;
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits += one - root_half;
  const double k = (double)((int)(bits >> 52) - 1023);
  bits = (bits & 0x000fffffffffffffu) + root_half;
  double m;
  memcpy(&m, &bits, sizeof m);
  const double f = m - 1, s = f / (2 + f), z = s * s, half_square = 0.5 * f * f;
  double p = 1.479819860510658591e-01 * z + 1.531383769920937332e-01;
  p = p * z + 1.818357216161805012e-01;
  p = p * z + 2.222219843214978396e-01;
  p = p * z + 2.857142874366239149e-01;
  p = p * z + 3.999999999940941908e-01;
  p = (p * z + 6.666666666666735130e-01) * z;
  const double rest = s * (half_square + p) + k * LN2_LOW;
  return k * LN2_HIGH - ((half_square - rest) - f);
}

double rgs_log_of_1_plus(double x) {
  const double w = 1 + x;
  return rgs_log(w) - ((w - 1) - x) / w;
}

double rgs_expm1(double x) { return rgs_exp_minus_1(x); }

double rgs_exp(double x) { return 1 + rgs_expm1(x); }

double rgs_sinh_over(double x) {
  const double z = x * x;
  if (z < 0.25) {
    double p = 1;
    for (int n = 14; n > 0; n -= 2) p = 1 + p * z / (n * (n + 1));
    return p;
  }
  const double e = rgs_expm1(fabs(x));
  return 0.5 * (e + e / (e + 1)) / fabs(x);
}

double rgs_cosh_minus_1(double x) {
  const double s = 0.5 * x * rgs_sinh_over(0.5 * x); /* sinh(x/2) */
  return 2 * s * s;
}
