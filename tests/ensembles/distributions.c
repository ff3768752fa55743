/* SPDX-License-Identifier: BSD-3-Clause
 *
 * distributions.c - see distributions.h.
 */
#include "distributions.h"

#include <math.h>
#include <stdlib.h>

double normal_below(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }

/* By its series below the mean, by the continued fraction of the rest above. */
double gamma_below(double a, double x) {
  if (x <= 0) return 0;
  const double front = exp(a * log(x) - x - lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (int n = 1; term > 1e-17 * sum; n++) sum += term *= x / (a + n);
    return sum * front;
  }
  double fraction = 0;
  for (int n = 2000 + (int)a; n > 0; n--) fraction = n * (n - a) / (x + 2 * n + 1 - a - fraction);
  return 1 - front / (x + 1 - a - fraction);
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double kolmogorov_smirnov(double *below, int n) {
  qsort(below, (size_t)n, sizeof *below, ascending);
  double most = 0;
  for (int i = 0; i < n; i++) {
    most = fmax(most, below[i] - (double)i / n);
    most = fmax(most, (double)(i + 1) / n - below[i]);
  }
  const double z = most * (sqrt(n) + 0.12 + 0.11 / sqrt(n));
  double p = 0;
  for (int k = 1; k < 101; k++) p += (k % 2 ? 2 : -2) * exp(-2.0 * k * k * z * z);
  return z < 0.2 ? 1 : p;
}
