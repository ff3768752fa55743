/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_elliptic.c - elliptic functions and Carlson's RJ against values computed to 30 digits
 * (data/ellip.csv), and in their limits.
 *
 * Columns: id, function, four arguments, value, relative condition number.  Jacobi's functions take the
 * modulus last.
 */
#include "check.h"
#include "reference_rows.h"

#include "free_motion/elliptic.h"

#include <math.h>
#include <stdlib.h>

#define BAR 10 /* times eps max(1, cond) */
static const double EPS = 0x1p-52;
static const double PI = 3.14159265358979323846;

/* ---- reference values ------------------------------------------------------------------------ */
static rgs_modulus modulus_of(double k) { return (rgs_modulus){ k, sqrt((1 - k) * (1 + k)) }; }

/* For any u, from the functions of u taken to the nearest zero of sn. */
static rgs_jacobi functions(double u, rgs_modulus modulus) {
  double half_periods;
  const rgs_jacobi f = rgs_jacobi_reduced(u, modulus, &half_periods);
  const double sign = fmod(half_periods, 2) != 0 ? -1 : 1;
  return (rgs_jacobi){ sign * f.sn, sign * f.cn, f.dn };
}

static double evaluate(const char *name, const double a[4]) {
  if (!strcmp(name, "RJ")) return rgs_carlson_rj(a[0], a[1], a[2], a[3]);
  const rgs_jacobi f = functions(a[0], modulus_of(a[1]));
  return !strcmp(name, "sn") ? f.sn : !strcmp(name, "cn") ? f.cn : !strcmp(name, "dn") ? f.dn : NAN;
}

TEST(every_row) {
  enum { ROWS = 66 };
  static reference_row rows[ROWS];
  double worst = 0;
  const char *worst_id = "";
  SAME_INT(ROWS, read_reference_rows(RIGIDSTEP_TEST_DATA, "ellip.csv", 2, 6, rows, ROWS));
  for (int i = 0; i < ROWS; i++) {
    const char *id = rows[i].label[0], *name = rows[i].label[1];
    const long double *at = rows[i].number, want = at[4];
    double a[4], cond = (double)at[5];
    take_doubles(&at, 4, a);
    const double got = evaluate(name, a);
    const double error = (double)(fabsl(got - want) / fabsl(want)) / (EPS * fmax(1, cond));
    if (!(error <= BAR))
      print_error("row %s, %s: want %.20Lg got %.17g, %g eps max(1, cond)\n", id, name, want, got,
                  error);
    TRUE(error <= BAR);
    if (error > worst) worst = error, worst_id = id;
  }
  print_message("worst row %s, %.2f eps max(1, cond); bar %d\n", worst_id, worst, BAR);
}

/* ---- limits ------------------------------------------------------------------------------ */

TEST(complementary_digits) {
  /* Where k is 1 to all its digits, kc still counts: K = log(4/kc), dn(K/2) = sqrt(kc). */
  for (double kc = 1e-9; kc > 1e-300; kc *= 1e-9) {
    const rgs_modulus k = { 1, kc };
    const double K = rgs_elliptic_k(k);
    NEAR(log(4 / kc), K, 4 * EPS * K);
    NEAR(1, functions(0.5 * K, k).dn / sqrt(kc), 20 * EPS * K);
    NEAR(1, functions(K, k).dn / kc, 20 * EPS * K);
  }
}

TEST(limits) {
  const rgs_modulus zero = modulus_of(0), one = modulus_of(1);
  TRUE(zero.kc == 1 && one.kc == 0);
  TRUE(isinf(rgs_elliptic_k(one)));
  NEAR(PI / 2, rgs_elliptic_k(zero), EPS);
  for (double u = -9; u <= 9; u += 0.37) {
    const rgs_jacobi f = functions(u, zero), g = functions(u, one);
    NEAR(sin(u), f.sn, 8 * EPS);
    NEAR(cos(u), f.cn, 8 * EPS);
    NEAR(1, f.dn, 0);
    NEAR(tanh(u), g.sn, 2 * EPS);
    NEAR(1 / cosh(u), g.cn, 4 * EPS * g.cn);
    NEAR(1 / cosh(u), g.dn, 4 * EPS * g.dn);
  }
  /* Arguments far beyond where a digit is left are still answered. */
  static const double huge[] = { 1e10, 1e17, 1e100, 1e300 };
  for (size_t i = 0; i < COUNT(huge); i++) {
    const rgs_jacobi f = functions(-huge[i], modulus_of(0.7));
    NEAR(1, f.sn * f.sn + f.cn * f.cn, 20 * EPS);
  }
}

TEST_MAIN(NULL, NULL)
