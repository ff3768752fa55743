/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_toms903.c - calls Algorithm 903 as its authors' driver does: momentum of length 1, moments in ascending order;
 * 0 asks for the exact solution.
 */
#include "peers.h"

#include <math.h>
#include <string.h>

void quat_step_(double y1[3], double q1[4], const double *h, const double inertia[3],
                const double y[3], const double q[4], const int *order);

void peer_toms903_turn(double h, const double inertia[3], double y[3], double q[4]) {
  const double length = sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]), time = h * length;
  const double unit[3] = { y[0] / length, y[1] / length, y[2] / length };
  const int exact = 0;
  double y1[3], q1[4];
  quat_step_(y1, q1, &time, inertia, unit, q, &exact);
  for (int k = 0; k < 3; k++) y[k] = length * y1[k];
  memcpy(q, q1, sizeof q1);
}
