/* SPDX-License-Identifier: BSD-3-Clause */
#include "top_model.h"
#include <math.h>
#include <stddef.h>

/* ---- vectors; the result may be an argument -------------------------------------------------- */
static void cross(const double a[3], const double b[3], double out[3]) {
  const double x = a[1] * b[2] - a[2] * b[1];
  const double y = a[2] * b[0] - a[0] * b[2];
  const double z = a[0] * b[1] - a[1] * b[0];
  out[0] = x, out[1] = y, out[2] = z;
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The columns of a body's orientation are its axes in space. */
typedef double axes[3][3];

static void axes_of(const rgs_view *bodies, int64_t i, axes e) {
  const double w = RGS_AT(bodies->q, i, 0), x = RGS_AT(bodies->q, i, 1);
  const double y = RGS_AT(bodies->q, i, 2), z = RGS_AT(bodies->q, i, 3);
  e[0][0] = w * w + x * x - y * y - z * z;
  e[0][1] = 2 * (x * y + w * z);
  e[0][2] = 2 * (x * z - w * y);
  e[1][0] = 2 * (x * y - w * z);
  e[1][1] = w * w - x * x + y * y - z * z;
  e[1][2] = 2 * (y * z + w * x);
  e[2][0] = 2 * (x * z + w * y);
  e[2][1] = 2 * (y * z - w * x);
  e[2][2] = w * w - x * x - y * y + z * z;
}

/* J v, or J^-1 v where an axis without inertia does not turn, in the space frame. */
static void inertia_times(const rgs_view *bodies, int64_t i, axes e, int inverse, const double v[3],
                          double out[3]) {
  double sum[3] = { 0, 0, 0 };
  for (int a = 0; a < 3; ++a) {
    const double moment = RGS_AT(bodies->inertia, i, a);
    const double factor = !inverse ? moment : moment > 0 ? 1 / moment : 0;
    const double along = factor * dot(e[a], v);
    for (int k = 0; k < 3; ++k) sum[k] += along * e[a][k];
  }
  for (int k = 0; k < 3; ++k) out[k] = sum[k];
}

static void store(rgs_column column, int64_t i, const double v[3]) {
  for (int k = 0; k < 3; ++k) RGS_AT(column, i, k) = v[k];
}

static int lacks_columns(const rgs_eval *request, const rgs_view *bodies) {
  return (request->what & RGS_EVAL_GRADIENT) &&
         (bodies->gf.data == NULL || bodies->gtau.data == NULL);
}

static const double NO_FORCE[3] = { 0, 0, 0 };

int heavy_top_eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  const heavy_top *top = self;
  double energy = 0;
  if (lacks_columns(request, bodies)) return -1;
  for (int64_t i = 0; i < bodies->n; ++i) {
    axes e;
    double tau[3];
    axes_of(bodies, i, e);
    energy += dot(top->weight, e[2]);
    cross(top->weight, e[2], tau);
    store(bodies->f, i, NO_FORCE);
    store(bodies->tau, i, tau);
    if (request->what & RGS_EVAL_GRADIENT) {
      /* Turning at the rate a, the axis moves at a x e. */
      double a[3], change[3];
      inertia_times(bodies, i, e, 1, tau, a);
      cross(a, e[2], change);
      cross(top->weight, change, change);
      store(bodies->gf, i, NO_FORCE);
      store(bodies->gtau, i, change);
    }
  }
  request->energy = energy;
  return 0;
}

int satellite_eval(void *self, rgs_eval *request, const rgs_view *bodies) {
  const satellite *craft = self;
  const double over_r3 = 1 / (craft->r * craft->r * craft->r);
  const double angle = sqrt(craft->mu * over_r3) * request->time;
  const double n[3] = { cos(angle), sin(angle), 0 };
  const double strength = 3 * craft->mu * over_r3;
  double energy = 0;
  if (lacks_columns(request, bodies)) return -1;
  for (int64_t i = 0; i < bodies->n; ++i) {
    axes e;
    double jn[3], tau[3];
    axes_of(bodies, i, e);
    inertia_times(bodies, i, e, 0, n, jn);
    cross(n, jn, tau);
    energy += 0.5 * strength * dot(n, jn);
    for (int k = 0; k < 3; ++k) tau[k] *= strength;
    store(bodies->f, i, NO_FORCE);
    store(bodies->tau, i, tau);
    if (request->what & RGS_EVAL_GRADIENT) {
      /* Turning at the rate a, J changes at a x J - J a x; n belongs to space and stays. */
      double a[3], turned[3], left[3], change[3];
      inertia_times(bodies, i, e, 1, tau, a);
      cross(a, jn, left);
      cross(a, n, turned);
      inertia_times(bodies, i, e, 0, turned, turned);
      for (int k = 0; k < 3; ++k) change[k] = strength * (left[k] - turned[k]);
      cross(n, change, change);
      store(bodies->gf, i, NO_FORCE);
      store(bodies->gtau, i, change);
    }
  }
  request->energy = energy;
  return 0;
}
