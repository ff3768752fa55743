/* SPDX-License-Identifier: BSD-3-Clause */
#include "host_pair.h"

enum { MOST = 8 };
static const double arm[3] = { 0.4, -0.3, 0.5 };
static const double stiffness = 1.1, quartic = 0.3;

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    out[k] = a[i] * b[j] - a[j] * b[i];
  }
}

/* v + 2 w (e x v) + 2 e x (e x v) */
static void turned(const rgs_view *view, int64_t i, const double v[3], double out[3]) {
  const double w = RGS_AT(view->q, i, 0);
  double e[3], once[3], twice[3];
  for (int k = 0; k < 3; k++) e[k] = RGS_AT(view->q, i, 1 + k);
  cross(e, v, once);
  cross(e, once, twice);
  for (int k = 0; k < 3; k++) out[k] = v[k] + 2 * w * once[k] + 2 * twice[k];
}

int pair_eval(void *self, rgs_eval *request, const rgs_view *view) {
  double offset[MOST][3], force[MOST][3] = { { 0 } }, torque[3], energy = 0;
  (void)self;
  if (view->n > MOST) return 1;
  for (int64_t i = 0; i < view->n; i++) turned(view, i, arm, offset[i]);
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

void pair_momenta(const rgs_view *view, double total[6]) {
  for (int k = 0; k < 6; k++) total[k] = 0;
  for (int64_t i = 0; i < view->n; i++) {
    double x[3], p[3], orbit[3];
    for (int k = 0; k < 3; k++) {
      x[k] = RGS_AT(view->x, i, k);
      p[k] = RGS_AT(view->p, i, k);
    }
    cross(x, p, orbit);
    for (int k = 0; k < 3; k++) {
      total[k] += p[k];
      total[3 + k] += RGS_AT(view->l, i, k) + orbit[k];
    }
  }
}
