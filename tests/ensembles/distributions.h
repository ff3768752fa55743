/* SPDX-License-Identifier: BSD-3-Clause
 *
 * distributions.h - distribution functions, and how far samples are from them.
 */
#pragma once

double normal_below(double x);
/* P(a, x): the share of a Gamma distribution below x. */
double gamma_below(double shape, double x);

/* The probability that a sample of this distribution lies as far from it as this one, by the test of Kolmogorov and
 * Smirnov.  `below`: the n values of the distribution function; they are sorted. */
double kolmogorov_smirnov(double *below, int n);
