/* SPDX-License-Identifier: BSD-3-Clause
 *
 * elliptic.c - elliptic functions; elliptic.h says what each of them does.
 *
 * One rule holds everywhere: a quantity that can be small is a sum of positive terms, never a
 * difference.  So 1 - k^2 sin^2 is computed as cos^2 + kc^2 sin^2, and so on.
 */
#include "free_motion/elliptic.h"
#include <math.h>

static const double PI = 3.14159265358979323846;

/* ---- Carlson's integral --------------------------------------------------------------------- */
/* The series stop before the eighth power of the arguments' relative deviation from their mean,
 * with coefficients below 0.1.  So up to this deviation they are exact to rounding. */
static const double DEVIATION = 8e-3;

static double largest3(double a, double b, double c) {
  return fmax(fabs(a), fmax(fabs(b), fabs(c)));
}

/* RC(1, 1 + e), with f = 1 + e as well, which would lose its digits for e close to -1. */
static double rc_of_1(double e, double f) {
  if (fabs(e) < 1e-5) return 1 - e * (1. / 3 - e * (1. / 5 - e * (1. / 7)));
  if (e > 0) {
    const double t = sqrt(e);
    return atan(t) / t;
  }
  const double t = sqrt(-e);
  return (t < 0.7 ? atanh(t) : log((1 + t) / sqrt(f))) / t;
}

/* DLMF 19.36.2. */
static double rj_series(double E2, double E3, double E4, double E5) {
  return 1 - (3. / 14) * E2 + (1. / 6) * E3 + (9. / 88) * E2 * E2 - (3. / 22) * E4 -
         (9. / 52) * E2 * E3 + (3. / 26) * E5 - (1. / 16) * E2 * E2 * E2 + (3. / 40) * E3 * E3 +
         (3. / 20) * E2 * E4 + (45. / 272) * E2 * E2 * E3 - (9. / 68) * (E3 * E4 + E2 * E5);
}

double rgs_carlson_rj(double x, double y, double z, double p) {
  double mean, X, Y, Z, P, sum = 0, scale = 1;
  for (;;) {
    mean = (x + y + z + 2 * p) / 5;
    X = (mean - x) / mean;
    Y = (mean - y) / mean;
    Z = (mean - z) / mean;
    P = (mean - p) / mean;
    if (!(fmax(largest3(X, Y, Z), fabs(P)) > DEVIATION)) break;
    const double rx = sqrt(x), ry = sqrt(y), rz = sqrt(z), rp = sqrt(p);
    const double lambda = rx * ry + ry * rz + rz * rx;
    /* Carlson's e_n is ((p-x)(p-y)(p-z)) / d^2 of the first round over 64^n.  In the numbers of
     * this round it is a product of three ratios, and 1 + e a sum of positive terms. */
    const double d = (rp + rx) * (rp + ry) * (rp + rz);
    const double e = ((rp - rx) / (rp + rx)) * ((rp - ry) / (rp + ry)) * ((rp - rz) / (rp + rz));
    sum += scale / d * rc_of_1(e, 2 * rp * (p + lambda) / d);
    scale *= 0.25;
    x = 0.25 * (x + lambda);
    y = 0.25 * (y + lambda);
    z = 0.25 * (z + lambda);
    p = 0.25 * (p + lambda);
  }
  const double XYZ = X * Y * Z, PP = P * P; /* P = -(X + Y + Z) / 2 */
  const double E2 = X * Y + X * Z + Y * Z - 3 * PP;
  const double series =
      rj_series(E2, XYZ + 2 * E2 * P + 4 * PP * P, (2 * XYZ + E2 * P + 3 * PP * P) * P, XYZ * PP);
  return scale * series / (mean * sqrt(mean)) + 6 * sum;
}

/* ---- Jacobi's functions --------------------------------------------------------------------- */
double rgs_elliptic_k(rgs_modulus modulus) {
  if (modulus.kc == 0) return INFINITY;
  double a = 1, b = modulus.kc;
  while (fabs(a - b) > 1e-8 * a) { /* then the next mean is exact to rounding */
    const double product = a * b;
    a = 0.5 * (a + b);
    b = sqrt(product);
  }
  return PI / (a + b);
}

/* Both transformations square the small one of k and kc: 8 steps are more than enough. */
enum { MOST_STEPS = 8 };

/* For |u| <= K/2 and k^2 <= 1/2: down to k = 0, where the functions are sine and cosine. */
static rgs_jacobi descend(double u, double k, double kc) {
  static const double NO_MODULUS = 1e-8;  /* the error is of the order k^2 */
  double k1[MOST_STEPS], k1c[MOST_STEPS]; /* moduli on the way down, and 1 - k1 */
  int steps = 0;
  while (k > NO_MODULUS && steps < MOST_STEPS) {
    const double ratio = k / (1 + kc);
    k = k1[steps] = ratio * ratio;
    k1c[steps] = 2 * kc / (1 + kc);
    kc = 2 * sqrt(kc) / (1 + kc);
    u /= 1 + k;
    steps++;
  }
  rgs_jacobi f = { sin(u), cos(u), 1 };
  while (steps-- > 0) { /* DLMF 22.7.2 to 22.7.4 */
    const double ss = f.sn * f.sn, inverse = 1 / (1 + k1[steps] * ss);
    const double dn = (f.cn * f.cn + k1c[steps] * ss) * inverse;
    f.sn *= (1 + k1[steps]) * inverse;
    f.cn *= f.dn * inverse;
    f.dn = dn;
  }
  return f;
}

/* For |u| <= K/2 and k^2 > 1/2: up to k = 1, where the functions are hyperbolic.  (Downwards would
 * double the argument at each step, and with it the relative error of a cn close to 1.) */
static rgs_jacobi ascend(double u, double k, double kc) {
  static const double NO_COMPLEMENT = 1e-17; /* the error is of the order kc at K/2 */
  double half[MOST_STEPS], k2c[MOST_STEPS];  /* (1 + k) / 2, and complements on the way up */
  int steps = 0;
  while (kc > NO_COMPLEMENT && steps < MOST_STEPS) {
    const double ratio = kc / (1 + k);
    half[steps] = 0.5 * (1 + k);
    kc = k2c[steps] = ratio * ratio;
    k = sqrt(k) / half[steps];
    u /= 1 + kc;
    steps++;
  }
  const double sech = 1 / cosh(u);
  rgs_jacobi f = { tanh(u), sech, sech };
  while (steps-- > 0) { /* DLMF 22.7.6 to 22.7.8 */
    const double c = k2c[steps], dd = f.dn * f.dn, to_dn = half[steps] / f.dn;
    f.sn *= (1 + c) * (f.cn / f.dn);
    f.cn = to_dn * (dd - c) * ((1 + c) / (1 - c));
    f.dn = to_dn * (dd + c);
  }
  return f;
}

static rgs_jacobi landen(double u, rgs_modulus modulus) {
  return modulus.k <= modulus.kc ? descend(u, modulus.k, modulus.kc)
                                 : ascend(u, modulus.k, modulus.kc);
}

rgs_jacobi rgs_jacobi_reduced(double u, rgs_modulus modulus, double *half_periods) {
  *half_periods = 0;
  if (modulus.kc == 0) { /* DLMF table 22.5.4 */
    const double sech = 1 / cosh(u);
    return (rgs_jacobi){ tanh(u), sech, sech };
  }
  const double K = rgs_elliptic_k(modulus);
  if (fabs(u) > K) {
    const double whole = u;
    u = remainder(u, 2 * K);
    *half_periods = rint((whole - u) / (2 * K));
  }
  if (fabs(u) <= 0.5 * K) return landen(u, modulus);
  const rgs_jacobi f = landen(K - fabs(u), modulus);
  return (rgs_jacobi){ copysign(f.cn / f.dn, u), modulus.kc * (f.sn / f.dn), modulus.kc / f.dn };
}
