/* SPDX-License-Identifier: BSD-3-Clause */
#include "sites/fit.h"
#include "simd/lanes.h"
#include "sites/frame.h"
#include "sites/symmetric.h"
#include <rigidstep/device/quaternion.h>

void rgs_fit_add(rgs_fit *fit, const double place[3], double mass, const double arm[3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) rgs_sum_add(&fit->sum[i][j], mass * (place[i] * arm[j]));
}

void rgs_fit_orientation(const rgs_fit *fit, bool line, double q[4]) {
  double S[3][3], v[4][4], most = 0;
  for (int k = 0; k < 9; k++) {
    S[k / 3][k % 3] = rgs_sum_of(&fit->sum[k / 3][k % 3]);
    most = fmax(most, fabs(S[k / 3][k % 3]));
  }
  const double near_one = rgs_near_one(most); /* squares of moments leave the range of numbers */
  for (int k = 0; k < 9; k++) S[k / 3][k % 3] *= near_one;
  if (line) { /* S is one vector: a line may be turned about itself */
    const double size = sqrt(rgs_dot(S[0], S[0]));
    double u[3] = { 1, 0, 0 };
    for (int k = 0; k < 3 && size > 0; k++) u[k] = S[0][k] / size;
    rgs_orientation_of_linear(u, q);
    return;
  }
  /* The largest eigenvalue belongs to the best orientation. */
  double a[4][4] = {
    { S[0][0] + S[1][1] + S[2][2], S[1][2] - S[2][1], S[2][0] - S[0][2], S[0][1] - S[1][0] },
    { S[1][2] - S[2][1], S[0][0] - S[1][1] - S[2][2], S[0][1] + S[1][0], S[2][0] + S[0][2] },
    { S[2][0] - S[0][2], S[0][1] + S[1][0], S[1][1] - S[0][0] - S[2][2], S[1][2] + S[2][1] },
    { S[0][1] - S[1][0], S[2][0] + S[0][2], S[1][2] + S[2][1], S[2][2] - S[0][0] - S[1][1] }
  };
  rgs_diagonalise(4, a, v);
  int best = 0;
  for (int k = 1; k < 4; k++)
    if (a[k][k] > a[best][best]) best = k;
  const double column[4] = { v[0][best], v[1][best], v[2][best], v[3][best] };
  (void)rgs_unit_orientation(column, q);
}
