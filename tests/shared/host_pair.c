/* SPDX-License-Identifier: BSD-3-Clause */
#include "host_pair.h"
#include "rotations.h"

enum { MOST = 8 };
static const double arm[3] = { 0.4, -0.3, 0.5 };
static const double stiffness = 1.1, quartic = 0.3;

static void turned(const rgs_view *view, int64_t i, double out[3]) {
  double q[4];
  for (int k = 0; k < 4; k++) q[k] = RGS_AT(view->q, i, k);
  turn_vector(q, 0, arm, out);
}

int pair_eval(void *self, rgs_eval *request, const rgs_view *view) {
  double offset[MOST][3], force[MOST][3] = { { 0 } }, torque[3], energy = 0;
  (void)self;
  if (view->n > MOST) return 1;
  for (int64_t i = 0; i < view->n; i++) turned(view, i, offset[i]);
  for (int64_t i = 0; i < view->n; i++)
    for (int64_t j = 0; j < i; j++) {
      double apart[3], square = 0;
      for (int k = 0; k < 3; k++) {
        apart[k] = RGS_AT(view->x, i, k) + offset[i][k] - RGS_AT(view->x, j, k) - offset[j][k];
        square += apart[k] * apart[k];
      }
      energy += stiffness / 2 * square + quartic / 4 * square * square;
      for (int k = 0; k < 3; k++) {
        const double pull = (stiffness + quartic * square) * apart[k];
        force[i][k] -= pull;
        force[j][k] += pull;
      }
    }
  for (int64_t i = 0; i < view->n; i++) {
    cross(offset[i], force[i], torque);
    for (int k = 0; k < 3; k++) {
      RGS_AT(view->f, i, k) = force[i][k];
      RGS_AT(view->tau, i, k) = torque[k];
    }
  }
  request->energy = energy;
  return 0;
}
