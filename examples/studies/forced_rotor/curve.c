/* SPDX-License-Identifier: BSD-3-Clause */
#include "curve.h"

#include <math.h>

double curve_cost(const curve *c, double error) {
  int i = c->n;
  while (i > 0 && c->error[i - 1] <= error) i--;
  if (i == c->n) return INFINITY;
  if (i == 0 || !isfinite(c->error[i - 1])) return c->cost[i];
  const double part = log(c->error[i - 1] / error) / log(c->error[i - 1] / c->error[i]);
  return c->cost[i - 1] * pow(c->cost[i] / c->cost[i - 1], part);
}

/* The smallest error that c reaches and keeps to. */
static double least(const curve *c) { return c->n > 0 ? c->error[c->n - 1] : INFINITY; }

static double largest(const curve *c) {
  double most = 0;
  for (int i = 0; i < c->n; i++)
    if (isfinite(c->error[i])) most = fmax(most, c->error[i]);
  return most;
}

double curve_crossing(const curve *c, const curve *base, int *open) {
  const double step = pow(10, 0.01), top = largest(base);
  double found = 0;
  *open = 0;
  for (double e = fmax(least(c), least(base)) * step; e <= top; e *= step) {
    if (!(curve_cost(c, e) < curve_cost(base, e))) return found;
    found = e;
  }
  *open = found > 0;
  return found;
}
