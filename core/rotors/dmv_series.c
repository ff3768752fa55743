/* SPDX-License-Identifier: BSD-3-Clause */
#include "rotors/dmv_series.h"

enum { ROWS = RGS_DMV_MOST_TERMS + 1 };

/* Sum over k < ROWS and j <= k of c[k][j] tau^(2k) Z^j. */
typedef struct series {
  double c[ROWS][ROWS];
} series;

/* Adds factor a_i b_j to the row i + j of *sum. */
static void add_product(series *sum, int row, double factor, const series *a, int i,
                        const series *b, int j) {
  for (int m = 0; m <= i; m++)
    for (int n = 0; n <= j; n++) sum->c[row][m + n] += factor * a->c[i][m] * b->c[j][n];
}

static series times(const series *a, const series *b, int terms) {
  series product = { { { 0 } } };
  for (int i = 0; i <= terms; i++)
    for (int j = 0; i + j <= terms; j++) add_product(&product, i + j, 1, a, i, b, j);
  return product;
}

static series sum(const series *a, double factor, const series *b) {
  series s = *a;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j <= i; j++) s.c[i][j] += factor * b->c[i][j];
  return s;
}

/* a / b, where b begins with 1. */
static series over(const series *a, const series *b, int terms) {
  series quotient = *a;
  for (int k = 1; k <= terms; k++)
    for (int i = 0; i < k; i++) add_product(&quotient, k, -1, &quotient, i, b, k - i);
  return quotient;
}

/* The square root of what begins with 1. */
static series root(const series *a, int terms) {
  series r = *a;
  for (int k = 1; k <= terms; k++) {
    for (int i = 1; i < k; i++) add_product(&r, k, -1, &r, i, &r, k - i);
    for (int j = 0; j <= k; j++) r.c[k][j] *= 0.5;
  }
  return r;
}

/* Sum of f[k] x^k, where x begins with tau^2. */
static series of(const double *f, const series *x, int terms) {
  series value = { { { f[terms] } } };
  for (int k = terms - 1; k >= 0; k--) {
    value = times(&value, x, terms);
    value.c[0][0] = f[k]; /* NOLINT(clang-analyzer-core.uninitialized.Assign): terms < ROWS */
  }
  return value;
}

static const series ONE = { { { 1 } } };

/* P = sigma^2/(beta tau)^2 from its differential equation. */
static series sigma_square(const series *x1, const series *x3, int terms) {
  const series x13 = sum(x1, 1, x3), x1x3 = times(x1, x3, terms);
  series P = ONE;
  for (int k = 1; k <= terms; k++) {
    const double per = 1.0 / ((2 * k + 2) * (2 * k + 1));
    add_product(&P, k, -4 * per, &x13, 1, &P, k - 1);
    for (int i = 0; i <= k - 2; i++) {
      series PP = { { { 0 } } };
      add_product(&PP, k - 2, 1, &P, i, &P, k - 2 - i);
      add_product(&P, k, 6 * per, &x1x3, 2, &PP, k - 2);
    }
  }
  return P;
}

void rgs_dmv_series(double a3, double beta, double delta, int terms, double *coefficients) {
  const double w1 = beta != 0 ? delta / beta : 0, per_beta = beta != 0 ? 1 / beta : 0;

  /* mu1, mu3, nu of exact_simd.c and Z/beta, each with the power of the time it comes with. */
  const series x1 = { { { 0 }, { delta * beta, -w1 } } }, x3 = { { { 0 }, { 0, 1 - w1 } } },
               x = { { { 0 }, { 0, w1 } } }, z = { { { 0 }, { 0, per_beta } } };

  const series P = sigma_square(&x1, &x3, terms);
  const series x1P = times(&x1, &P, terms), x3P = times(&x3, &P, terms), xP = times(&x, &P, terms);
  const series cc = sum(&ONE, -1, &x1P), dd = sum(&ONE, -1, &x3P), nn = sum(&ONE, 1, &xP);

  /* chi/tau = a_3 + delta tau^2 Z * integral of P / (1 + xP). */
  const series slope = over(&P, &nn, terms);
  series chi = { { { a3 } } };
  for (int k = 1; k <= terms; k++)
    for (int j = 1; j <= k; j++) chi.c[k][j] = delta * slope.c[k - 1][j - 1] / (2 * k + 1);

  /* sin(2 chi)/(2 chi) and (sin(chi)/chi)^2, by their series in (2 chi)^2. */
  static const double SINE[] = { 1,           -1. / 6,        1. / 120,       -1. / 5040,
                                 1. / 362880, -1. / 39916800, 1. / 6227020800 },
                      SQUARE[] = { 1,
                                   -1. / 12,
                                   1. / 360,
                                   -1. / 20160,
                                   1. / 1814400,
                                   -1. / 239500800,
                                   1. / 43589145600 };
  const series chi2 = times(&chi, &chi, terms);
  series four_chi2 = { { { 0 } } }, sin2;
  for (int k = 1; k <= terms; k++)
    for (int j = 0; j < k; j++) four_chi2.c[k][j] = 4 * chi2.c[k - 1][j];
  const series sine = of(SINE, &four_chi2, terms), square = of(SQUARE, &four_chi2, terms);
  const series sincos = times(&chi, &sine, terms); /* sin(chi) cos(chi) / tau */
  sin2 = times(&four_chi2, &square, terms);        /* 4 sin(chi)^2 */

  /* K = sigma gamma / (eta beta tau). */
  const series Pcc = times(&P, &cc, terms), Pccdd = over(&Pcc, &dd, terms);
  const series K = root(&Pccdd, terms), PK = over(&P, &K, terms);

  /* sin(chi)^2/tau^2; z counts the tau^2. */
  const series chi2_square = times(&chi2, &square, terms);
  const series zK = times(&z, &K, terms), third_loss = times(&zK, &chi2_square, terms);
  const series third = sum(&sincos, -1, &third_loss);

  /* s (1 + nu sigma^2) = (P/K) cos(chi)^2 - 2 z P sin(chi) cos(chi)/tau + z^2 P K
   * sin(chi)^2/tau^2 */
  const series zP = times(&z, &P, terms), zPzK = times(&zP, &zK, terms);
  const series first = times(&PK, &sin2, terms), second = times(&zP, &sincos, terms),
               fourth = times(&zPzK, &chi2_square, terms);
  series s = sum(&PK, -0.25, &first);
  s = sum(&s, -2, &second);
  s = sum(&s, 1, &fourth);
  s = over(&s, &nn, terms);

  for (int k = 1; k <= terms; k++) {
    for (int j = 0; j <= k; j++) *coefficients++ = s.c[k][j];
    for (int j = 0; j <= k; j++) *coefficients++ = third.c[k][j];
  }
}
