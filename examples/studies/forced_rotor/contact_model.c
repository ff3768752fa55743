/* SPDX-License-Identifier: BSD-3-Clause */
#include "contact_model.h"

#include <math.h>

/* The third row of the attitude's matrix gives heights; the others the arm of a vertical force. */
static void matrix(const rgs_view *bodies, int64_t i, double m[3][3]) {
  const double w = RGS_AT(bodies->q, i, 0), x = RGS_AT(bodies->q, i, 1);
  const double y = RGS_AT(bodies->q, i, 2), z = RGS_AT(bodies->q, i, 3);
  m[0][0] = w * w + x * x - y * y - z * z;
  m[0][1] = 2 * (x * y - w * z);
  m[0][2] = 2 * (x * z + w * y);
  m[1][0] = 2 * (x * y + w * z);
  m[1][1] = w * w - x * x + y * y - z * z;
  m[1][2] = 2 * (y * z - w * x);
  m[2][0] = 2 * (x * z - w * y);
  m[2][1] = 2 * (y * z + w * x);
  m[2][2] = w * w - x * x - y * y + z * z;
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

int contact_eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  const contact_floor *ground = self;
  double energy = 0;
  for (int64_t i = 0; i < bodies->n; i++) {
    const double weight = RGS_AT(bodies->mass, i, 0) * ground->gravity;
    double m[3][3], up = 0, tau[2] = { 0, 0 };
    matrix(bodies, i, m);
    energy += weight * RGS_AT(bodies->x, i, 2);
    for (int k = 0; k < CONTACT_SPHERES; k++) {
      const double *r = ground->place[k];
      const double overlap = ground->radius - RGS_AT(bodies->x, i, 2) - dot(m[2], r);
      if (!(overlap > 0)) continue;
      const double push = ground->stiffness * overlap * sqrt(overlap);
      energy += 0.4 * push * overlap;
      up += push;
      tau[0] += push * dot(m[1], r);
      tau[1] -= push * dot(m[0], r);
    }
    for (int k = 0; k < 2; k++) RGS_AT(bodies->f, i, k) = 0, RGS_AT(bodies->tau, i, k) = tau[k];
    RGS_AT(bodies->f, i, 2) = up - weight;
    RGS_AT(bodies->tau, i, 2) = 0;
  }
  request->energy = energy;
  return 0;
}
