/* SPDX-License-Identifier: BSD-3-Clause */
#include "soft_ellipsoids.h"

#include <math.h>

void soft_shape(const double a[3], const double axes[3][3], double g[6]) {
  static const int row[6] = { 0, 1, 2, 0, 0, 1 }, column[6] = { 0, 1, 2, 1, 2, 2 };
  for (int e = 0; e < 6; e++) {
    g[e] = 0;
    for (int k = 0; k < 3; k++) g[e] += a[k] * a[k] * axes[k][row[e]] * axes[k][column[e]];
  }
}

double soft_energy(const double shift[3], double square, const double ga[6], const double gb[6],
                   double epsilon) {
  double g[6];
  for (int e = 0; e < 6; e++) g[e] = ga[e] + gb[e];
  /* u G^-1 u by the adjugate of G */
  const double xx = g[1] * g[2] - g[5] * g[5], yy = g[0] * g[2] - g[4] * g[4],
               zz = g[0] * g[1] - g[3] * g[3], xy = g[4] * g[5] - g[3] * g[2],
               xz = g[3] * g[5] - g[1] * g[4], yz = g[3] * g[4] - g[0] * g[5];
  const double determinant = g[0] * xx + g[3] * xy + g[4] * xz;
  const double *s = shift;
  const double form = (xx * s[0] * s[0] + yy * s[1] * s[1] + zz * s[2] * s[2] +
                       2 * (xy * s[0] * s[1] + xz * s[0] * s[2] + yz * s[1] * s[2])) /
                      determinant;
  const double distance = sqrt(square) - sqrt(2 * square / form) + 1;
  if (distance <= 0) return INFINITY;
  const double third = pow(distance, -6);
  return 4 * epsilon * (third * third - third);
}
