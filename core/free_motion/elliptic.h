/* SPDX-License-Identifier: BSD-3-Clause
 *
 * elliptic.h - Jacobi's elliptic functions, Legendre's and Carlson's elliptic integrals.
 *
 * The modulus is a pair, k and kc = sqrt(1 - k^2): near k = 1 everything depends on the digits of
 * kc, which are lost in k.  A caller who can compute kc^2 without 1 - k^2 passes it.
 *
 * Errors are given in units of eps = 2^-52, relative to the value, and in excess of what the
 * rounding of the arguments does to it; as measured against 30 digits in tests/core/t_elliptic.c.
 *
 * DLMF is the NIST Digital Library of Mathematical Functions, https://dlmf.nist.gov; Carlson 1995
 * is B. C. Carlson, Numer. Algorithms 10 (1995) 13, doi 10.1007/BF02198293.
 */
#ifndef RGS_ELLIPTIC_H
#define RGS_ELLIPTIC_H

typedef struct rgs_modulus {
  double k, kc; /* modulus and its complement, 0 to 1, k^2 + kc^2 = 1          */
} rgs_modulus;

/* The pair of a modulus 0 <= k <= 1. */
rgs_modulus rgs_modulus_of(double k);

/* ---- Jacobi's functions --------------------------------------------------------------------- */
typedef struct rgs_jacobi {
  double sn, cn, dn;
} rgs_jacobi;

/* sn, cn and dn of u taken to the nearest zero of sn.
 *
 * Given     u      argument, any finite value
 *           modulus
 * Returned  *half_periods   j, a whole number: u = r + 2 K j, |r| <= K; 0 where K is infinite
 *           functions of r: cn >= 0, and sn(u) = (-1)^j sn(r), cn(u) = (-1)^j cn(r), dn alike
 * Error     15 eps, each for itself: also a cn and dn that are small near k = 1 are good to that,
 *           but for the zero of cn at |r| = K, where its error is 15 eps kc
 * Source    Landen's transformations, DLMF 22.7: down to sine and cosine for k^2 <= 1/2, up to the
 *           hyperbolic functions above; quarter period shift, DLMF table 22.4.3
 */
rgs_jacobi rgs_jacobi_reduced(double u, rgs_modulus modulus, double *half_periods);

/* sn(u, k), cn(u, k), dn(u, k) for any finite u.  Error 15 eps plus what 2 eps of u do. */
rgs_jacobi rgs_jacobi_functions(double u, rgs_modulus modulus);

/* am(u, k), the inverse of F; any finite u; grows without bound with u.  DLMF 22.16.
 * Error 15 eps plus what 2 eps of u do. */
double rgs_amplitude(double u, rgs_modulus modulus);

/* ---- Legendre's integrals, DLMF 19.2 -------------------------------------------------------- */
/* K(k): the complete integral of the first kind; infinite at k = 1.  Error 3 eps.
 * Source: arithmetic-geometric mean, DLMF 19.8.5. */
double rgs_elliptic_k(rgs_modulus modulus);

/* F(phi, k) and E(phi, k), integrals of (1 - k^2 sin^2)^(-1/2) and (1 - k^2 sin^2)^(1/2) from 0
 * to phi.
 *
 * Given     phi    amplitude, any finite value; beyond pi/2 whole half periods are added
 *           modulus
 * Returned  the integral; F is infinite at k = 1 for |phi| >= pi/2
 * Error     10 eps
 * Source    Carlson's RF and RD, DLMF 19.25.5 and 19.25.10 (only positive terms)
 */
double rgs_elliptic_f(double phi, rgs_modulus modulus);
double rgs_elliptic_e(double phi, rgs_modulus modulus);

/* Pi(n; phi, k), integral of 1 / ((1 - n sin^2) (1 - k^2 sin^2)^(1/2)) from 0 to phi: note the
 * sign before n.
 *
 * Given     n      characteristic, any finite value
 *           phi    amplitude, any finite value; beyond pi/2 whole half periods are added
 *           modulus
 * Returned  the integral; Cauchy's principal value where n > 1 and phi is beyond the pole;
 *           infinite where it diverges
 * Error     20 eps for n <= 1.  For n > 1 beyond the pole parts of opposite sign are added: 20 eps
 *           of the largest part.
 * Source    Carlson's RF and RJ, DLMF 19.25.14; for n < 0 the terms there cancel, so that n is
 *           first brought between k^2 and 1: Abramowitz and Stegun, 17.7.15 and 17.7.16
 */
double rgs_elliptic_pi(double n, double phi, rgs_modulus modulus);

/* ---- Carlson's symmetric integrals, DLMF 19.16 ---------------------------------------------- */
/* All arguments finite, at most one of x, y, z is 0, none below 0 (but see RC and RJ).  Products
 * of three must not leave the range of a double.
 *
 * RF(x, y, z) = 1/2 Int_0^inf  ((t+x)(t+y)(t+z))^(-1/2) dt                         error  5 eps
 * RC(x, y)    = RF(x, y, y); y != 0; for y < 0 Cauchy's principal value            error  5 eps
 * RD(x, y, z) = RJ(x, y, z, z); z > 0                                              error 10 eps
 * RJ(x, y, z, p) = 3/2 Int_0^inf ((t+x)(t+y)(t+z))^(-1/2) / (t+p) dt; p != 0; for p < 0 Cauchy's
 *               principal value                  error 10 eps, of the largest part for p < 0
 * Source    duplication theorem and seventh-degree series, Carlson 1995 and DLMF 19.36(i); closed
 *           form of RC: DLMF 19.6.15; principal values: DLMF 19.2.20 and 19.20.14
 */
double rgs_carlson_rf(double x, double y, double z);
double rgs_carlson_rc(double x, double y);
double rgs_carlson_rd(double x, double y, double z);
double rgs_carlson_rj(double x, double y, double z, double p);

#endif /* RGS_ELLIPTIC_H */
