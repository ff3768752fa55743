/* SPDX-License-Identifier: BSD-3-Clause
 *
 * elliptic.h - Jacobi's elliptic functions, and the elliptic integrals that Jacobi's solution takes.
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
#pragma once

typedef struct rgs_modulus {
  double k, kc; /* modulus and its complement, 0 to 1, k^2 + kc^2 = 1          */
} rgs_modulus;

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

/* K(k): the complete integral of the first kind; infinite at k = 1.  Error 3 eps.
 * Source: arithmetic-geometric mean, DLMF 19.8.5. */
double rgs_elliptic_k(rgs_modulus modulus);

/* Carlson's RJ(x, y, z, p) = 3/2 Int_0^inf ((t+x)(t+y)(t+z))^(-1/2) / (t+p) dt, DLMF 19.16.
 *
 * Given     x, y, z   finite, at most one of them 0, none below 0
 *           p         above 0; products of three arguments must not leave the range of a double
 * Error     10 eps
 * Source    duplication theorem and seventh-degree series, Carlson 1995 and DLMF 19.36(i)
 */
double rgs_carlson_rj(double x, double y, double z, double p);
