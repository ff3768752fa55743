/* SPDX-License-Identifier: BSD-3-Clause
 *
 * textbook_turn.c - the free rotation as L. D. Landau, E. M. Lifshitz, Mechanics, section 37, solve
 * it, with functions from a library: what somebody writes who wants the exact solution and does not
 * mind what it costs.  Shares no code with the library's own rotors.
 *
 * Units: |y| = 1, a_k = 1/I_k, a_1 > a_2 > a_3.  The momentum goes around the axis f (1 if its energy
 * is above the energy of a turn about axis 2, else 3), and o is the other of these two:
 *
 *   y_f = Y_f dn u,   y_2 = Y_2 sn u,   y_o = Y_o cn u,   u = u_0 + rate t.
 *
 * The orientation is a turn about the momentum, of the frame whose first axis is the line of nodes, at
 * a right angle to y and axis f.  That line turns at (a_2 y_2^2 + a_o y_o^2) / (y_2^2 + y_o^2).  Of a
 * body on an axis, or with equal moments, it makes nan: the textbook tells these apart.
 */
#include "peers.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

/* Rows: the line of nodes, what completes it, and the momentum, as seen from the body. */
static void frame_of(const double y[3], int f, double rows[3][3]) {
  const int i = (f + 1) % 3, j = (f + 2) % 3;
  const double length = sqrt(y[i] * y[i] + y[j] * y[j]);
  double *nodes = rows[0], *second = rows[1];
  nodes[f] = 0;
  nodes[i] = y[j] / length;
  nodes[j] = -y[i] / length;
  for (int k = 0; k < 3; k++) rows[2][k] = y[k];
  for (int k = 0; k < 3; k++) {
    const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
    second[k] = y[k1] * nodes[k2] - y[k2] * nodes[k1];
  }
}

/* The quaternion of a rotation matrix. */
static void quaternion_of(double R[3][3], double r[4]) {
  const double trace = R[0][0] + R[1][1] + R[2][2];
  int k = 0;
  for (int i = 1; i < 3; i++)
    if (R[i][i] > R[k][k]) k = i;
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  if (trace > R[k][k]) {
    r[0] = 1 + trace;
    for (int c = 0; c < 3; c++)
      r[1 + c] = R[(c + 2) % 3][(c + 1) % 3] - R[(c + 1) % 3][(c + 2) % 3];
  } else {
    r[0] = R[j][i] - R[i][j];
    r[1 + k] = 1 + R[k][k] - R[i][i] - R[j][j];
    r[1 + i] = R[i][k] + R[k][i];
    r[1 + j] = R[j][k] + R[k][j];
  }
}

/* The amplitude of u, beyond one period too. */
static double amplitude(const elliptic_library *library, double u, double k, double sn, double cn) {
  const double near = PI * u / (2 * library->K(k)), principal = atan2(sn, cn);
  return principal + 2 * PI * round((near - principal) / (2 * PI));
}

void textbook_turn(const elliptic_library *library, double h, const double inertia[3], double y[3],
                   double q[4]) {
  const double length = sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]), t = h * length;
  const double a[3] = { 1 / inertia[0], 1 / inertia[1], 1 / inertia[2] };
  double m[3], energy = 0; /* twice the energy */
  for (int k = 0; k < 3; k++) {
    m[k] = y[k] / length;
    energy += a[k] * m[k] * m[k];
  }
  const int f = energy > a[1] ? 0 : 2, o = 2 - f;

  const double Y_f = sqrt((energy - a[o]) / (a[f] - a[o]));
  const double Y_o = sqrt((energy - a[f]) / (a[o] - a[f]));
  const double Y_2 = sqrt((energy - a[f]) / (a[1] - a[f]));
  const double k = sqrt((a[1] - a[o]) * (energy - a[f]) / ((a[1] - a[f]) * (energy - a[o])));
  const double sign = m[f] < 0 ? -1 : 1;
  const double rate = sign * sqrt((a[1] - a[f]) * (a[o] - energy));

  const double phi_0 = atan2(m[1] / Y_2, m[o] / Y_o);
  const double u = library->F(phi_0, k) + rate * t;
  double sn, cn, dn, m_1[3];
  library->jacobi(u, k, &sn, &cn, &dn);
  const double phi_1 = amplitude(library, u, k, sn, cn);
  m_1[f] = sign * Y_f * dn;
  m_1[1] = Y_2 * sn;
  m_1[o] = Y_o * cn;

  const double n = -(Y_f * k / Y_o) * (Y_f * k / Y_o);
  const double angle = a[f] * t + (energy - a[f]) / (Y_o * Y_o * rate) *
                                      (library->Pi(phi_1, n, k) - library->Pi(phi_0, n, k));
  const double c = cos(angle), s = sin(angle);
  double before[3][3], after[3][3], R[3][3], r[4];
  frame_of(m, f, before);
  frame_of(m_1, f, after);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      R[i][j] = before[0][i] * (c * after[0][j] - s * after[1][j]) +
                before[1][i] * (s * after[0][j] + c * after[1][j]) + before[2][i] * after[2][j];
  quaternion_of(R, r);

  const double v[4] = { q[0] * r[0] - q[1] * r[1] - q[2] * r[2] - q[3] * r[3],
                        q[0] * r[1] + q[1] * r[0] + q[2] * r[3] - q[3] * r[2],
                        q[0] * r[2] + q[2] * r[0] + q[3] * r[1] - q[1] * r[3],
                        q[0] * r[3] + q[3] * r[0] + q[1] * r[2] - q[2] * r[1] };
  const double norm = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
  for (int i = 0; i < 4; i++) q[i] = v[i] / norm;
  for (int i = 0; i < 3; i++) y[i] = length * m_1[i];
}
