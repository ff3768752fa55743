/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_elliptic.c - elliptic functions and Carlson's RJ against values computed to 30 digits
 * (data/ellip.csv), and against what they must satisfy.
 *
 * Columns: id, function, four arguments, value, relative condition number.  Jacobi's functions take the
 * modulus last.
 */
#include "check.h"
#include "random_numbers.h"

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
  FILE *file = fopen(RIGIDSTEP_TEST_DATA "/ellip.csv", "r");
  TRUE(file != NULL);
  char line[512];
  TRUE(fgets(line, sizeof line, file) != NULL);
  double worst = 0;
  int rows = 0, worst_id = -1;
  for (; fgets(line, sizeof line, file); rows++) {
    char name[8], *at;
    double a[4] = { 0, 0, 0, 0 };
    const int id = (int)strtol(line, &at, 10);
    const char *comma = strchr(++at, ',');
    snprintf(name, sizeof name, "%.*s", (int)(comma - at), at);
    at += strlen(name);
    for (int k = 0; k < 4; k++) {
      const char *number = at + 1;
      if (*number == ',')
        at++;
      else
        a[k] = strtod(number, &at);
    }
    const long double want = strtold(at + 1, &at);
    const double cond = strtod(at + 1, &at), got = evaluate(name, a);
    const double error = (double)(fabsl(got - want) / fabsl(want)) / (EPS * fmax(1, cond));
    if (!(error <= BAR))
      print_error("row %d, %s: want %.20Lg got %.17g, %g eps max(1, cond)\n", id, name, want, got,
                  error);
    TRUE(error <= BAR);
    if (error > worst) worst = error, worst_id = id;
  }
  fclose(file);
  print_message("%d rows; worst %d, %.2f eps max(1, cond); bar %d\n", rows, worst_id, worst, BAR);
  TRUE(rows == 66);
}

/* ---- identities ------------------------------------------------------------------------------ */

/* Moduli of all sizes, and complements of all sizes. */
static rgs_modulus any_modulus(void) {
  const double small = uniform() < 0.5 ? uniform() : pow(10, -40 * uniform());
  const double other = sqrt((1 - small) * (1 + small));
  return uniform() < 0.5 ? (rgs_modulus){ small, other } : (rgs_modulus){ other, small };
}

TEST(jacobi_identities) {
  for (int i = 0; i < 20000; i++) {
    const rgs_modulus k = any_modulus();
    const double K = rgs_elliptic_k(k), u = (uniform() - 0.5) * 3 * K;
    const rgs_jacobi f = functions(u, k);
    NEAR(1, f.sn * f.sn + f.cn * f.cn, 20 * EPS);
    const double dd = f.cn * f.cn + k.kc * k.kc * f.sn * f.sn;
    NEAR(1, f.dn * f.dn / dd, 40 * EPS);
    TRUE(f.dn >= k.kc * (1 - 10 * EPS) && f.dn <= 1 + 10 * EPS && fabs(f.sn) <= 1 + 10 * EPS);
    NEAR(k.kc, functions(K, k).dn, 20 * EPS * K * k.kc);
  }
}

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
}

TEST(parity_and_periods) {
  for (int i = 0; i < 5000; i++) {
    const rgs_modulus k = modulus_of(uniform());
    const double K = rgs_elliptic_k(k), u = 4 * K * uniform();
    const rgs_jacobi f = functions(u, k), g = functions(-u, k);
    TRUE(f.sn == -g.sn && f.cn == g.cn && f.dn == g.dn);
    double half_periods;
    const rgs_jacobi r = rgs_jacobi_reduced(u, k, &half_periods);
    TRUE(r.cn >= 0 && half_periods >= 0 && half_periods <= 2);
  }
  /* Arguments far beyond where a digit is left are still answered. */
  static const double huge[] = { 1e10, 1e17, 1e100, 1e300 };
  for (size_t i = 0; i < COUNT(huge); i++) {
    const rgs_jacobi f = functions(-huge[i], modulus_of(0.7));
    NEAR(1, f.sn * f.sn + f.cn * f.cn, 20 * EPS);
  }
}

/* Carlson's integral is symmetric, and joined to itself by DLMF 19.21.1, where RD(x, y, z) is
 * RJ(x, y, z, z). */
TEST(carlson) {
  for (int i = 0; i < 5000; i++) {
    const double x = pow(10, 12 * uniform() - 6), y = pow(10, 12 * uniform() - 6);
    const double z = pow(10, 12 * uniform() - 6), p = pow(10, 12 * uniform() - 6);
    const double j = rgs_carlson_rj(x, y, z, p);
    NEAR(j, rgs_carlson_rj(y, z, x, p), 20 * EPS * j);
    const double d =
        rgs_carlson_rj(x, y, z, z) + rgs_carlson_rj(y, z, x, x) + rgs_carlson_rj(z, x, y, y);
    NEAR(3 / sqrt(x * y * z), d, 30 * EPS * d);
  }
}

TEST_MAIN(NULL, NULL)
