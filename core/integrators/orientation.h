/* SPDX-License-Identifier: BSD-3-Clause
 *
 * orientation.h - vectors between body and space, for integrators.
 */
#pragma once
#include <rigidstep/method.h>

/* The body's axes in space, as columns; also of a quaternion that is not quite of length 1. */
static inline void rgs_axes(const rgs_column *q, int64_t body, double axes[3][3]) {
  const double q0 = RGS_AT(*q, body, 0), q1 = RGS_AT(*q, body, 1);
  const double q2 = RGS_AT(*q, body, 2), q3 = RGS_AT(*q, body, 3);
  const double q00 = q0 * q0, q11 = q1 * q1, q22 = q2 * q2, q33 = q3 * q3;
  const double unit = 1 / (q00 + q11 + q22 + q33), twice = 2 * unit;
  axes[0][0] = (q00 + q11 - (q22 + q33)) * unit;
  axes[1][1] = (q00 + q22 - (q11 + q33)) * unit;
  axes[2][2] = (q00 + q33 - (q11 + q22)) * unit;
  axes[0][1] = twice * (q1 * q2 - q0 * q3);
  axes[1][0] = twice * (q1 * q2 + q0 * q3);
  axes[0][2] = twice * (q1 * q3 + q0 * q2);
  axes[2][0] = twice * (q1 * q3 - q0 * q2);
  axes[1][2] = twice * (q2 * q3 - q0 * q1);
  axes[2][1] = twice * (q2 * q3 + q0 * q1);
}

static inline void rgs_into_body(double axes[3][3], const double v[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = axes[0][k] * v[0] + axes[1][k] * v[1] + axes[2][k] * v[2];
}

static inline void rgs_into_space(double axes[3][3], const double v[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = axes[k][0] * v[0] + axes[k][1] * v[1] + axes[k][2] * v[2];
}

static inline void rgs_get3(const rgs_column *c, int64_t body, double v[3]) {
  for (int k = 0; k < 3; k++) v[k] = RGS_AT(*c, body, k);
}

/* x - x is 0 for all numbers but infinities and nan. */
static inline int rgs_finite3(const rgs_column *c, int64_t body) {
  const double a = RGS_AT(*c, body, 0), b = RGS_AT(*c, body, 1), d = RGS_AT(*c, body, 2);
  return (a - a) + (b - b) + (d - d) == 0;
}
