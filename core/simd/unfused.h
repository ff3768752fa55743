/* SPDX-License-Identifier: BSD-3-Clause
 *
 * unfused.h - functions of one number with the same bits on every machine.
 *
 * All ranks must scale momenta and the cell alike, yet libm may give another last bit on another
 * processor.  So these consist of sums, products, quotients and roots alone, each rounded once.
 * Their errors are about one unit in the last place.
 */
#pragma once

double rgs_log(double x);   /* x > 0, normal and finite */
double rgs_expm1(double x); /* exp(x) - 1 */
double rgs_exp(double x);

/* sinh(x)/x and cosh(x) - 1; nothing is lost for small x. */
double rgs_sinh_over(double x);
double rgs_cosh_minus_1(double x);

/* ln(1 + x), x > -1; nothing is lost for small x. */
double rgs_log_of_1_plus(double x);
