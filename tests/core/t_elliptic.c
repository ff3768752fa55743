/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_elliptic.c - elliptic functions and Carlson's RJ against values computed to 30 digits
 * (data/ellip.csv), and in their limits; the frames of Celledoni and Zanna with RJ, against `exact`.
 *
 * Columns: id, function, four arguments, value, relative condition number.  Jacobi's functions take the
 * modulus last.
 */
#include "check.h"
#include "random_numbers.h"
#include "reference_rows.h"
#include "rotations.h"

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

/* ---- frames -------------------------------------------------------------------------------- */
/* E. Celledoni and A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23, section 1, |m| = 1, I1 < I2 < I3, with
 * the corrections of core/README.md.  The library itself attaches its frame to the axis of dn. */
typedef struct frb {
  double I[3], m[3], T, k2, lambda, B21, B13, B31, phi; /* phi: the amplitude */
} frb;

/* (3) to (5).  In case (ii) the axes 1 and 3 exchange their roles; `low` is the axis of dn. */
static frb frb_of(const double I[3], const double m[3]) {
  frb b = { .T = 0 };
  for (int k = 0; k < 3; k++) b.I[k] = I[k], b.m[k] = m[k], b.T += m[k] * m[k] / I[k] / 2;
  const int low = 2 * b.T * I[1] > 1 ? 0 : 2, high = 2 - low;
  const double D_low = fabs(1 - 2 * b.T * I[low]), D_high = fabs(1 - 2 * b.T * I[high]);
  const double I31 = I[2] - I[0], I2_low = fabs(I[1] - I[low]), I2_high = fabs(I[1] - I[high]);
  b.k2 = D_low * I2_high / (D_high * I2_low);
  b.lambda = copysign(sqrt(D_high * I2_low / (I[0] * I[1] * I[2])), m[low]);
  b.B21 = sqrt(I[1] * D_low / I2_low), b.B31 = sqrt(I[high] * D_low / I31);
  b.B13 = sqrt(I[low] * D_high / I31);
  b.phi = atan2(m[1] / b.B21, m[high] / b.B31);
  return b;
}

/* Pi(phi, n, k) - F(phi, k), DLMF 19.25.14, continued over half periods. */
static double third_less_first(double phi, double n, double k2) {
  const double j = round(phi / PI), s = sin(phi - j * PI), c = cos(phi - j * PI), ss = s * s;
  return n / 3 *
         (s * ss * rgs_carlson_rj(c * c, 1 - k2 * ss, 1, 1 - n * ss) +
          2 * j * rgs_carlson_rj(0, 1 - k2, 1, 1 - n));
}
static double third(const frb *a, const frb *b, double h, double n) {
  return a->lambda * h + third_less_first(b->phi, n, a->k2) - third_less_first(a->phi, n, a->k2);
}

/* (16)'s f: with a minus. */
static double arc(const frb *b) {
  const double s = sin(b->phi), sd = s / sqrt(1 - b->k2 * s * s);
  return -b->B13 * b->B31 / b->B21 * atan(b->B21 / b->B13 * sd);
}

/* p of the cases (1) to (3), which turns m to axis 3: (15), from p3^2 and the sign of p0 p3. */
static void frame(const frb *b, int number, real p[4]) {
  const double *I = b->I, *m = b->m, m3 = m[2];
  double p33 = 0, sign = 1, rate[3], w[3] = { m[0] / I[0], m[1] / I[1], m3 / I[2] };
  cross(m, w, rate);
  if (number == 2) {
    const double length = sqrt(rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2]);
    p33 = (1 + m3) / 4 +
          m[1] / (4 * length) * ((I[2] - I[1]) * m3 / (I[1] * I[2]) + (1 - 2 * b->T * I[1]) / I[1]);
    sign = -m[0] * (m3 * (I[2] - I[0]) / (I[0] * I[2]) + (1 - 2 * b->T * I[0]) / I[0]);
  } else if (number == 3) {
    p33 = (1 + m3) / 4 - m[1] * (1 + m3) / (4 * sqrt(1 - m3 * m3));
    sign = m[0];
  }
  p[3] = copysign(sqrt(fmax(p33, 0)), sign);
  p[0] = sqrt(fmax((1 + m3) / 2 - p33, 0));
  p[1] = (p[3] * m[0] + p[0] * m[1]) / (1 + m3);
  p[2] = (p[3] * m[1] - p[0] * m[0]) / (1 + m3);
}

TEST(frames_of_celledoni_and_zanna) {
  double worst[4] = { 0 };
  int seen[4] = { 0 };
  for (int i = 0; i < 4000; i++) {
    const double d[3] = { 1.6 + uniform(), 1 + 0.5 * uniform(), 0.4 + 0.5 * uniform() };
    const double I[3] = { d[1] + d[2], d[0] + d[2], d[0] + d[1] };
    double m[3], size = 0, w[4] = { 1, 0, 0, 0 };
    for (int k = 0; k < 3; k++) m[k] = 2 * uniform() - 1, size += m[k] * m[k];
    for (int k = 0; k < 3; k++) m[k] /= sqrt(size);
    const frb a = frb_of(I, m);
    const double h = 1.8 * uniform() / fabs(a.lambda), I31 = I[2] - I[0];
    OK(rgs_free_flow("exact", 1, h, I, m, w, NULL));
    double end[3];
    turn_vector(w, 1, m, end);
    frb b = frb_of(I, end);
    b.phi += 2 * PI * round((a.phi - b.phi) / (2 * PI));
    const bool case_i = 2 * a.T * I[1] > 1;
    for (int number = 1; number <= 3; number++) {
      const double least = fmin(1 + m[2], 1 + end[2]), most = fmax(fabs(m[2]), fabs(end[2]));
      /* (1) and (3) are printed for case (i).  Each frame has its own singular states. */
      if ((number != 2 && !case_i) || least < 0.05 || (number == 3 && most > 0.98)) continue;
      const double signed_2 = 1 - 2 * a.T * I[1], n = -pow(a.B31 / a.B13, 2);
      /* 1/B23^2 in case (i), 1/B21^2 of the paper in case (ii) */
      const double n2 = case_i ? (I[2] - I[1]) / (I[1] * fabs(1 - 2 * a.T * I[2]))
                               : (I[1] - I[0]) / (I[1] * fabs(1 - 2 * a.T * I[0]));
      const double psi =
          number == 2
              ? 2 * a.T * h + signed_2 / (a.lambda * I[1]) * third(&a, &b, h, n2)
              : h / I[2] + I31 / (I[0] * I[2] * a.lambda) *
                               (third(&a, &b, h, n) + (number == 1 ? arc(&b) - arc(&a) : 0));
      real p0[4], p1[4], y[4] = { cosl(psi / 2), 0, 0, sinl(psi / 2) }, q[4];
      frame(&a, number, p0);
      frame(&b, number, p1);
      const real least_part = fminl(fminl(fabsl(p0[0]), fabsl(p1[0])),
                                    number == 1 ? 1 : fminl(fabsl(p0[3]), fabsl(p1[3])));
      if (least_part < 0.03) continue; /* a root of what is nearly 0 */
      conjugate(p0, p0);
      multiply(p0, y, q);
      multiply(q, p1, q);
      worst[number] =
          fmax(worst[number], (double)angle_from(w, (double[4]){ q[0], q[1], q[2], q[3] }));
      seen[number]++;
    }
  }
  for (int number = 1; number <= 3; number++) {
    print_message("frame (%d), %d steps: %.1e\n", number, seen[number], worst[number]);
    TRUE(seen[number] > 1000 && worst[number] <= 2e-12);
  }
}

TEST_MAIN(NULL, NULL)
