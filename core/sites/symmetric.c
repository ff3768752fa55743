/* SPDX-License-Identifier: BSD-3-Clause */
#include "sites/symmetric.h"
#include <math.h>

/* One rotation: it makes a[i][j] zero. */
static void rotate_away(int n, double a[4][4], double v[4][4], int i, int j) {
  if (a[i][j] == 0) return;
  const double ratio = (a[j][j] - a[i][i]) / 2 / a[i][j];
  const double t = copysign(1, ratio) / (fabs(ratio) + sqrt(ratio * ratio + 1));
  const double c = 1 / sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < n; k++) {
    const double ki = a[k][i], kj = a[k][j];
    a[k][i] = c * ki - s * kj;
    a[k][j] = s * ki + c * kj;
  }
  for (int k = 0; k < n; k++) {
    const double ik = a[i][k], jk = a[j][k], vi = v[k][i], vj = v[k][j];
    a[i][k] = c * ik - s * jk;
    a[j][k] = s * ik + c * jk;
    v[k][i] = c * vi - s * vj;
    v[k][j] = s * vi + c * vj;
  }
  a[i][j] = a[j][i] = 0;
}

void rgs_diagonalise(int n, double a[4][4], double v[4][4]) {
  enum { MOST_SWEEPS = 30 }; /* five are enough: they converge quadratically */
  const double small = 1e-18;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) v[i][j] = i == j;
  for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    double off = 0, on = 0;
    for (int i = 0; i < n; i++) {
      on = fmax(on, fabs(a[i][i]));
      for (int j = i + 1; j < n; j++) off = fmax(off, fabs(a[i][j]));
    }
    if (off <= on * small) return;
    for (int i = 0; i < n; i++)
      for (int j = i + 1; j < n; j++) rotate_away(n, a, v, i, j);
  }
}
