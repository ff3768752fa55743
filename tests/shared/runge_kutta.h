/* SPDX-License-Identifier: BSD-3-Clause
 *
 * runge_kutta.h - Runge and Kutta's method of order 4 in long double, for references of tests: with steps so short that
 * its error is far below what it is compared with.
 */
#pragma once

enum { RUNGE_KUTTA_MOST = 32 };

/* Moves y, n numbers, by the time in equal steps.  slope writes dy/dt; self is what it wants to know. */
static inline void runge_kutta(long double *y, int n, long double time, int steps,
                               void (*slope)(const void *self, const long double *y,
                                             long double *dy),
                               const void *self) {
  const long double h = time / steps, at[4] = { 0, h / 2, h / 2, h },
                    weight[4] = { h / 6, h / 3, h / 3, h / 6 };
  for (int step = 0; step < steps; step++) {
    long double sum[RUNGE_KUTTA_MOST], here[RUNGE_KUTTA_MOST], dy[RUNGE_KUTTA_MOST] = { 0 };
    for (int i = 0; i < n; i++) sum[i] = y[i];
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < n; i++) here[i] = y[i] + at[k] * dy[i];
      slope(self, here, dy);
      for (int i = 0; i < n; i++) sum[i] += weight[k] * dy[i];
    }
    for (int i = 0; i < n; i++) y[i] = sum[i];
  }
}
