/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_elliptic.c - elliptic functions and integrals against values computed to 30 digits
 * (data/ellip.csv), and against what they must satisfy.
 *
 * Columns: id, function, four arguments, value, relative condition number.  Legendre's integrals
 * and Jacobi's functions take the modulus last; Pi is n, phi, k, with 1 - n sin^2.
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
static double evaluate(const char *name, const double a[4]) {
  if (!strcmp(name, "RF")) return rgs_carlson_rf(a[0], a[1], a[2]);
  if (!strcmp(name, "RC")) return rgs_carlson_rc(a[0], a[1]);
  if (!strcmp(name, "RD")) return rgs_carlson_rd(a[0], a[1], a[2]);
  if (!strcmp(name, "RJ")) return rgs_carlson_rj(a[0], a[1], a[2], a[3]);
  if (!strcmp(name, "Pi")) return rgs_elliptic_pi(a[0], a[1], rgs_modulus_of(a[2]));
  const rgs_modulus k = rgs_modulus_of(a[1]);
  if (!strcmp(name, "F")) return rgs_elliptic_f(a[0], k);
  if (!strcmp(name, "E")) return rgs_elliptic_e(a[0], k);
  if (!strcmp(name, "am")) return rgs_amplitude(a[0], k);
  const rgs_jacobi f = rgs_jacobi_functions(a[0], k);
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
  TRUE(rows == 291);
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
    const rgs_jacobi f = rgs_jacobi_functions(u, k);
    NEAR(1, f.sn * f.sn + f.cn * f.cn, 20 * EPS);
    const double dd = f.cn * f.cn + k.kc * k.kc * f.sn * f.sn;
    NEAR(1, f.dn * f.dn / dd, 40 * EPS);
    TRUE(f.dn >= k.kc * (1 - 10 * EPS) && f.dn <= 1 + 10 * EPS && fabs(f.sn) <= 1 + 10 * EPS);

    /* F undoes am; in half periods, as near the unstable point am hardly moves. */
    double j;
    const rgs_jacobi r = rgs_jacobi_reduced(u, k, &j);
    TRUE(r.cn >= 0 && fabs(j) <= 2);
    const double part = r.sn * rgs_carlson_rf(r.cn * r.cn, r.dn * r.dn, 1);
    NEAR(u, 2 * j * K + part, 60 * EPS * fmax(1, K));

    NEAR(k.kc, rgs_jacobi_functions(K, k).dn, 20 * EPS * K * k.kc);
  }
}

TEST(complementary_digits) {
  /* Where k is 1 to all its digits, kc still counts: K = log(4/kc), dn(K/2) = sqrt(kc). */
  for (double kc = 1e-9; kc > 1e-300; kc *= 1e-9) {
    const rgs_modulus k = { 1, kc };
    const double K = rgs_elliptic_k(k);
    NEAR(log(4 / kc), K, 4 * EPS * K);
    NEAR(1, rgs_jacobi_functions(0.5 * K, k).dn / sqrt(kc), 20 * EPS * K);
    NEAR(1, rgs_jacobi_functions(K, k).dn / kc, 20 * EPS * K);
  }
}

TEST(limits) {
  const rgs_modulus zero = rgs_modulus_of(0), one = rgs_modulus_of(1);
  TRUE(zero.kc == 1 && one.kc == 0);
  TRUE(isinf(rgs_elliptic_k(one)));
  NEAR(PI / 2, rgs_elliptic_k(zero), EPS);
  for (double u = -9; u <= 9; u += 0.37) {
    const rgs_jacobi f = rgs_jacobi_functions(u, zero), g = rgs_jacobi_functions(u, one);
    NEAR(sin(u), f.sn, 8 * EPS);
    NEAR(cos(u), f.cn, 8 * EPS);
    NEAR(1, f.dn, 0);
    NEAR(tanh(u), g.sn, 2 * EPS);
    NEAR(1 / cosh(u), g.cn, 4 * EPS * g.cn);
    NEAR(1 / cosh(u), g.dn, 4 * EPS * g.dn);
    NEAR(u, rgs_elliptic_f(u, zero), 8 * EPS * fabs(u));
    NEAR(u, rgs_elliptic_e(u, zero), 8 * EPS * fabs(u));
    NEAR(u, rgs_elliptic_pi(0, u, zero), 8 * EPS * fabs(u));
    NEAR(u, rgs_amplitude(u, zero), 8 * EPS * fabs(u));
    if (fabs(u) < PI / 2) {
      NEAR(asinh(tan(u)), rgs_elliptic_f(u, one), 8 * EPS * fabs(asinh(tan(u))));
      NEAR(sin(u), rgs_elliptic_e(u, one), 8 * EPS);
    } else {
      TRUE(isinf(rgs_elliptic_f(u, one)));
    }
  }
  TRUE(isinf(rgs_elliptic_pi(0.5, 2, one)) && isinf(rgs_elliptic_pi(1, 2, rgs_modulus_of(0.5))));
}

TEST(parity_and_periods) {
  for (int i = 0; i < 5000; i++) {
    const rgs_modulus k = rgs_modulus_of(uniform());
    const double K = rgs_elliptic_k(k), u = 4 * K * uniform(), phi = 6 * uniform();
    const double n = 1 - pow(10, 6 * uniform() - 3);
    const rgs_jacobi f = rgs_jacobi_functions(u, k), g = rgs_jacobi_functions(-u, k);
    TRUE(f.sn == -g.sn && f.cn == g.cn && f.dn == g.dn);
    TRUE(rgs_amplitude(-u, k) == -rgs_amplitude(u, k));
    TRUE(rgs_elliptic_f(-phi, k) == -rgs_elliptic_f(phi, k));
    TRUE(rgs_elliptic_e(-phi, k) == -rgs_elliptic_e(phi, k));
    TRUE(rgs_elliptic_pi(n, -phi, k) == -rgs_elliptic_pi(n, phi, k));
    if (k.kc < 0.1) continue;
    const double shifted = phi + 1000 * PI, slope = fmax(1, 1 / fmax(1e-3, 1 - n));
    NEAR(rgs_elliptic_f(phi, k) + 2000 * K, rgs_elliptic_f(shifted, k), 5e4 * EPS);
    NEAR(rgs_elliptic_pi(n, phi, k) + 2000 * rgs_elliptic_pi(n, PI / 2, k),
         rgs_elliptic_pi(n, shifted, k), 5e4 * EPS * slope);
  }
  /* Arguments far beyond where a digit is left are still answered. */
  static const double huge[] = { 1e10, 1e17, 1e100, 1e300 };
  for (size_t i = 0; i < COUNT(huge); i++) {
    const rgs_jacobi f = rgs_jacobi_functions(-huge[i], rgs_modulus_of(0.7));
    NEAR(1, f.sn * f.sn + f.cn * f.cn, 20 * EPS);
    TRUE(isfinite(rgs_amplitude(huge[i], rgs_modulus_of(0.7))));
    TRUE(isfinite(rgs_elliptic_pi(-3, huge[i], rgs_modulus_of(0.7))));
  }
}

/* Legendre's relation joins K and E of a modulus and its complement, DLMF 19.7.1. */
TEST(legendre_relation) {
  for (int i = 0; i < 5000; i++) {
    const double k = 0.02 + 0.96 * uniform(), c = sqrt((1 - k) * (1 + k));
    const rgs_modulus a = { k, c }, b = { c, k };
    const double Ka = rgs_elliptic_k(a), Kb = rgs_elliptic_k(b);
    const double Ea = rgs_elliptic_e(PI / 2, a), Eb = rgs_elliptic_e(PI / 2, b);
    NEAR(PI / 2, Ea * Kb + Eb * Ka - Ka * Kb, 40 * EPS * Ka * Kb);
  }
}

/* Carlson's integrals: homogeneous, symmetric, joined by DLMF 19.21.1, and RJ below 0 by an
 * example of Carlson 1995. */
TEST(carlson) {
  for (int i = 0; i < 5000; i++) {
    const double x = pow(10, 12 * uniform() - 6), y = pow(10, 12 * uniform() - 6);
    const double z = pow(10, 12 * uniform() - 6), p = pow(10, 12 * uniform() - 6);
    const double f = rgs_carlson_rf(x, y, z), j = rgs_carlson_rj(x, y, z, p);
    NEAR(f, rgs_carlson_rf(z, x, y), 10 * EPS * f);
    NEAR(f, 2 * rgs_carlson_rf(4 * x, 4 * y, 4 * z), 0);
    NEAR(j, rgs_carlson_rj(y, z, x, p), 20 * EPS * j);
    NEAR(rgs_carlson_rd(x, y, z), rgs_carlson_rj(x, y, z, z), 30 * EPS * rgs_carlson_rd(x, y, z));
    NEAR(rgs_carlson_rc(x, y), rgs_carlson_rf(x, y, y), 10 * EPS * rgs_carlson_rc(x, y));
    const double d = rgs_carlson_rd(x, y, z) + rgs_carlson_rd(y, z, x) + rgs_carlson_rd(z, x, y);
    NEAR(3 / sqrt(x * y * z), d, 30 * EPS * d);
  }
  NEAR(0.24723819703052, rgs_carlson_rj(2, 3, 4, -0.5), 1e-14);
  NEAR(-0.12711230042964, rgs_carlson_rj(2, 3, 4, -5), 1e-14);
  NEAR(0.23104906018665, rgs_carlson_rc(0.25, -2), 1e-14);
}

int main(void) { return RUN_TESTS(NULL, NULL); }
