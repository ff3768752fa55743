/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rotations.h - quaternions (w,x,y,z), which turn body vectors into space: v_space = q v_body q*.  Tests judge the
 * library by these, so they share no code with it.
 */
#pragma once
#include <math.h>
#include <string.h>

/* ---- in double precision --------------------------------------------------------------------- */
static inline void cross(const double a[3], const double b[3], double out[3]) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Of a quaternion of length 1; the columns are the body's axes. */
static inline void rotation_matrix(const double q[4], double m[3][3]) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  m[0][0] = w * w + x * x - y * y - z * z;
  m[1][1] = w * w - x * x + y * y - z * z;
  m[2][2] = w * w - x * x - y * y + z * z;
  m[0][1] = 2 * (x * y - w * z);
  m[1][0] = 2 * (x * y + w * z);
  m[0][2] = 2 * (x * z + w * y);
  m[2][0] = 2 * (x * z - w * y);
  m[1][2] = 2 * (y * z - w * x);
  m[2][1] = 2 * (y * z + w * x);
}

/* Into space, or with `back` into the body. */
static inline void turn_vector(const double q[4], int back, const double v[3], double out[3]) {
  double m[3][3];
  rotation_matrix(q, m);
  for (int i = 0; i < 3; i++)
    out[i] = back ? m[0][i] * v[0] + m[1][i] * v[1] + m[2][i] * v[2]
                  : m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
}

/* Q T Q^T */
static inline void tensor_in_space(const double q[4], double tensor[3][3], double out[3][3]) {
  double m[3][3];
  rotation_matrix(q, m);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      out[i][j] = 0;
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) out[i][j] += m[i][a] * tensor[a][b] * m[j][b];
    }
}

/* ---- in long double, or in what the file that includes this calls TEST_REAL ------------------- */
#ifndef TEST_REAL
#define TEST_REAL long double
#endif
typedef TEST_REAL real;

static inline void cross_product(const real u[3], const real v[3], real w[3]) {
  const real x[3] = { u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                      u[0] * v[1] - u[1] * v[0] };
  memcpy(w, x, sizeof x);
}

static inline void multiply(const real p[4], const real q[4], real r[4]) {
  const real v[4] = { p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
                      p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
                      p[0] * q[2] + p[2] * q[0] + p[3] * q[1] - p[1] * q[3],
                      p[0] * q[3] + p[3] * q[0] + p[1] * q[2] - p[2] * q[1] };
  memcpy(r, v, sizeof v);
}

static inline void conjugate(const real q[4], real r[4]) {
  r[0] = q[0];
  for (int k = 1; k < 4; k++) r[k] = -q[k];
}

static inline void normalize(real q[4]) {
  const real length = sqrtl(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++) q[k] /= length;
}

static inline void rotate(const real q[4], const real v[3], real w[3]) { /* q v q* */
  real p[4] = { 0, v[0], v[1], v[2] }, back[4];
  conjugate(q, back);
  multiply(q, p, p);
  multiply(p, back, p);
  for (int k = 0; k < 3; k++) w[k] = p[k + 1];
}

static inline void rotate_back(const real q[4], const real v[3], real w[3]) { /* q* v q */
  real back[4];
  conjugate(q, back);
  rotate(back, v, w);
}

/* Of the rotation that leads from p to q, which may have any length. */
static inline real angle_between(const real p[4], const real q[4]) {
  real d[4];
  conjugate(p, d);
  multiply(d, q, d);
  return 2 * atan2l(sqrtl(d[1] * d[1] + d[2] * d[2] + d[3] * d[3]), d[0] < 0 ? -d[0] : d[0]);
}

/* The same of orientations in double precision. */
static inline real angle_from(const double p[4], const double q[4]) {
  const real a[4] = { p[0], p[1], p[2], p[3] }, b[4] = { q[0], q[1], q[2], q[3] };
  return angle_between(a, b);
}
