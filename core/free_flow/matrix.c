/* SPDX-License-Identifier: BSD-3-Clause
 *
 * matrix.c - free rotation without a handle, for orientations that are kept as rotation matrices.
 *
 * `jacobi` works on the matrix itself: E. Celledoni and A. Zanna, ACM Trans. Math. Softw. 37 (2010)
 * 23, doi 10.1145/1731022.1731036, Algorithm 1, Q <- Q P(0)^T Y P(h).  Their frame P has the
 * momentum and its derivative for axes, and does not exist where the derivative vanishes.  Here P
 * is the shortest rotation from the momentum to the axis that carries dn, which always exists.  All
 * other rotors work on quaternions, which are converted.
 */
#include "base/body_check.h"
#include "free_flow/free_flow.h"
#include "free_motion/free_body.h"
#include "free_motion/jacobi_motion.h"
#include "rotors/rotors.h"
#include <string.h>

#define ORTHOGONAL_ROOM 1e-6 /* the deviation of Q^T Q from the unit matrix, per entry */

/* ---- small matrices, row-major -------------------------------------------------------------- */
static void multiply(const double A[9], const double B[9], double C[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

static double column_product(const double Q[9], int i, int j) {
  return Q[i] * Q[j] + Q[3 + i] * Q[3 + j] + Q[6 + i] * Q[6 + j];
}

static double determinant(const double Q[9]) {
  return Q[0] * (Q[4] * Q[8] - Q[5] * Q[7]) + Q[1] * (Q[5] * Q[6] - Q[3] * Q[8]) +
         Q[2] * (Q[3] * Q[7] - Q[4] * Q[6]);
}

/* Q <- Q + Q D: what a small D changes is rounded once, so that many small steps have no drift. */
static void add_product(double Q[9], const double D[9]) {
  double S[9];
  multiply(Q, D, S);
  for (int k = 0; k < 9; k++) Q[k] += S[k];
}

/* Q <- Q (3 - Q^T Q) / 2: one step towards the nearest rotation; it squares the distance. */
static void straighten(double Q[9]) {
  double D[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) D[3 * i + j] = 0.5 * ((i == j) - column_product(Q, i, j));
  add_product(Q, D);
}

/* The quaternion by its largest component (S. W. Shepperd, J. Guid. Control 1 (1978) 223). */
static void matrix_to_quaternion(const double Q[9], double q[4]) {
  const double trace = Q[0] + Q[4] + Q[8];
  int k = 0;
  for (int j = 1; j < 3; j++)
    if (Q[4 * j] > Q[4 * k]) k = j;
  if (trace > Q[4 * k]) {
    q[0] = 1 + trace;
    q[1] = Q[7] - Q[5];
    q[2] = Q[2] - Q[6];
    q[3] = Q[3] - Q[1];
  } else {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    q[0] = Q[3 * j + i] - Q[3 * i + j];
    q[1 + k] = 1 + Q[4 * k] - Q[4 * i] - Q[4 * j];
    q[1 + i] = Q[3 * k + i] + Q[3 * i + k];
    q[1 + j] = Q[3 * k + j] + Q[3 * j + k];
  }
  const double unit = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int j = 0; j < 4; j++) q[j] *= unit;
}

/* The rotation of q, less the unit matrix. */
static void quaternion_to_change(const double q[4], double D[9]) {
  const double a = q[0], b = q[1], c = q[2], d = q[3];
  const double s = 2 / (a * a + b * b + c * c + d * d);
  D[0] = -s * (c * c + d * d), D[1] = s * (b * c - a * d), D[2] = s * (b * d + a * c);
  D[3] = s * (b * c + a * d), D[4] = -s * (b * b + d * d), D[5] = s * (c * d - a * b);
  D[6] = s * (b * d - a * c), D[7] = s * (c * d + a * b), D[8] = -s * (b * b + c * c);
}

/* ---- checks --------------------------------------------------------------------------------- */
static rgs_status take_rotation(int64_t i, const double *Q, double q[4], rgs_error *error) {
  for (int j = 0; j < 3; j++)
    for (int k = j; k < 3; k++) {
      const double product = column_product(Q, j, k), want = j == k ? 1 : 0;
      if (!(fabs(product - want) <= ORTHOGONAL_ROOM))
        return rgs_set_error(error, RGS_E_BODY, i,
                             "body %lld: columns %d and %d of Q have the product %.9g; allowed "
                             "%g +- %g",
                             (long long)i, j, k, product, want, ORTHOGONAL_ROOM);
    }
  if (!(determinant(Q) > 0))
    return rgs_set_error(
        error, RGS_E_BODY, i,
        "body %lld: Q has the determinant %.9g, so it is a reflection; must be a rotation",
        (long long)i, determinant(Q));
  matrix_to_quaternion(Q, q);
  return RGS_OK;
}
static const rgs_orientation_form matrices = { "Q", 9, take_rotation };

/* ---- jacobi: on matrices -------------------------------------------------------------------- */
/* The shortest rotation from m to axis 0 of the motion's frame; its rows are the columns of P^T. */
static void frame(const double m[3], double P[9]) {
  const double unit = 1 / sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  const double x = m[0] * unit, y = m[1] * unit, z = m[2] * unit, f = 1 / (1 + x);
  P[0] = x, P[1] = y, P[2] = z;
  P[3] = -y, P[4] = 1 - y * y * f, P[5] = -y * z * f;
  P[6] = -z, P[7] = -y * z * f, P[8] = 1 - z * z * f;
}

/* Q P0^T Y P1, all in the motion's frame. */
static void rotate_matrix(const rgs_jacobi_motion *m, double angle, double Q[9]) {
  const double C = cos(angle), S = sin(angle);
  double F[9], P[9], A[9]; /* Q by columns of the motion's frame; the frames; their product */
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) F[3 * i + k] = m->sign[k] * Q[3 * i + m->axis[k]];
  frame(m->m0, P);
  for (int i = 0; i < 3; i++) {
    const double *row = F + 3 * i;
    const double a0 = row[0] * P[0] + row[1] * P[1] + row[2] * P[2];
    const double a1 = row[0] * P[3] + row[1] * P[4] + row[2] * P[5];
    const double a2 = row[0] * P[6] + row[1] * P[7] + row[2] * P[8];
    A[3 * i] = a0;
    A[3 * i + 1] = C * a1 + S * a2;
    A[3 * i + 2] = C * a2 - S * a1;
  }
  const double m1[3] = { m->m0[0] + m->change[0], m->m0[1] + m->change[1],
                         m->m0[2] + m->change[2] };
  frame(m1, P);
  multiply(A, P, F);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) Q[3 * i + m->axis[k]] = m->sign[k] * F[3 * i + k];
}

static void flow_jacobi(int64_t n, double h, const double *inertia, const double *l, double *Q) {
  for (int64_t i = 0; i < n; i++, inertia += 3, l += 3, Q += 9) {
    double here[4] = { 1, 0, 0, 0 };
    rgs_jacobi_top top;
    rgs_flow call = { RGS_HEAD(rgs_flow),
                      1,
                      h,
                      NULL,
                      NULL,
                      { (double *)(uintptr_t)inertia, 3, 1 },
                      { (double *)(uintptr_t)l, 3, 1 },
                      { here, 4, 1 } };
    rgs_jacobi_prepare(NULL, 1, &call.inertia, (double *)&top);
    straighten(Q);
    rgs_free_body b;
    /* With the orientation 1, b.y is the direction of l in space. */
    if (!rgs_free_body_load(&call, 0, top.per_largest, &b)) continue;
    double y[3];
    for (int k = 0; k < 3; k++) y[k] = Q[k] * b.y[0] + Q[3 + k] * b.y[1] + Q[6 + k] * b.y[2];
    rgs_jacobi_motion m;
    rgs_jacobi_move(&top, y, b.time, &m);
    if (m.steady) {
      double r[4], D[9];
      rgs_jacobi_steady_rotation(&m, r);
      quaternion_to_change(r, D);
      add_product(Q, D);
    } else {
      rotate_matrix(&m, rgs_jacobi_angle(&m, NULL), Q);
    }
    straighten(Q);
  }
}

/* ---- the call ------------------------------------------------------------------------------- */
/* Rotates a block from the unit orientation, in the frame of the body. */
static rgs_status flow_by_quaternions(const char *rotor, int64_t n, double h, const double *inertia,
                                      const double *l, double *Q, int64_t *bad) {
  double q[4 * RGS_FLOW_BLOCK];
  double y[3 * RGS_FLOW_BLOCK] = { 0 }; /* compilers do not see that n is above 0 */
  for (int64_t i = 0; i < n; i++) {
    const double *A = Q + 9 * i, *m = l + 3 * i;
    for (int k = 0; k < 4; k++) q[4 * i + k] = k == 0;
    for (int k = 0; k < 3; k++) y[3 * i + k] = A[k] * m[0] + A[3 + k] * m[1] + A[6 + k] * m[2];
  }
  const rgs_status status = rgs_flow_block(rotor, n, h, inertia, y, q, bad);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < n; i++) {
    double D[9];
    quaternion_to_change(q + 4 * i, D);
    add_product(Q + 9 * i, D);
    straighten(Q + 9 * i);
  }
  return RGS_OK;
}

rgs_status rgs_free_flow_matrix(const char *rotor, int64_t n, double h, const double *inertia,
                                const double *l, double *Q, rgs_error *error) {
  const rgs_status status = rgs_check_free_flow(rotor, n, h, inertia, l, Q, &matrices, error);
  if (status != RGS_OK || n == 0) return status;
  if (strcmp(rotor, "jacobi") == 0) {
    flow_jacobi(n, h, inertia, l, Q);
    return RGS_OK;
  }
  return rgs_flow_blocks(rotor, n, h, inertia, l, Q, 9, flow_by_quaternions, error);
}
