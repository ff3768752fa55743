/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dmv_series.h - the moments with which the discrete Moser-Veselov method is accurate to high
 * order.
 *
 * E. Hairer and G. Vilmart (J. Phys. A 39 (2006) 13225, doi 10.1088/0305-4470/39/42/006) found that
 * one step of that method is a step of the exact motion, orientation included, if the reciprocal
 * moments a_k = 1/I_k are replaced by s a_k + t, where s = 1 + O(h^2) and t = O(h^2) depend on h
 * and on the invariants of the motion alone.  They give the first terms of s and t in powers of h.
 *
 * Here s and t come from a closed form instead, in the variables of exact_simd.c.  With tau half
 * the step, the axes relabelled as there (a_2 the middle, a_3 the one closer to it), and
 *
 *   beta = a_1 - a_3,  delta = a_2 - a_3 = w1 beta,  Z = (beta y1)^2 + delta beta y2^2
 *
 * the functions sigma, gamma, eta (sn, cn, dn) and the angle chi of exact_simd.c, at time tau,
 * give
 *
 *   s a_3 + t = sin(chi) (cos(chi) - (sigma gamma/eta) (Z/beta^2) sin(chi)) / tau
 *   s = sigma (eta cos(chi) - sigma gamma (Z/beta^2) sin(chi))^2
 *       / (beta tau gamma eta (1 + w1 (Z/beta^2) sigma^2)).
 *
 * (The rotation of the whole step in exact_simd.c, written as e, divided by p, which is along the
 * sum of the momenta at its ends.)  So the exact rotor is the Moser-Veselov method of unlimited
 * order, and its expansion in powers of tau^2 is the series of Hairer and Vilmart.  The
 * coefficients are polynomials in Z that depend on the body alone.  They are computed once a body,
 * by arithmetic on truncated series; in these variables nothing cancels for any body that can
 * exist, flat, needle-like and linear ones included.  The published form has differences of huge
 * terms there.
 */
#ifndef RGS_DMV_SERIES_H
#define RGS_DMV_SERIES_H

enum { RGS_DMV_MOST_TERMS = 4 }; /* for order 10 */

/* How many coefficients `terms` terms have: term k has k + 1 of s and k + 1 of s a_3 + t. */
#define RGS_DMV_COEFFICIENTS(terms) ((terms) * ((terms) + 3))

/* Term k = 1 .. terms, coefficient of tau^(2k) Z^j, for s from j = 0 to k, then for s a_3 + t. */
void rgs_dmv_series(double a3, double beta, double delta, int terms, double *coefficients);

#endif /* RGS_DMV_SERIES_H */
