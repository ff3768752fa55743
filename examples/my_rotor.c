/* SPDX-License-Identifier: BSD-3-Clause
 *
 * my_rotor.c - a module of somebody else's: one rotor, which is one function.  It links nothing of
 * the library.
 *
 *   cc -shared -fPIC -I include my_rotor.c -o my_rotor.so -lm
 *   rigidstep-contract my_rotor.so
 *
 * The method: Taylor series of Euler's equations  y' = y x w,  w = y / I,  put into the Magnus
 * series, so that one rotation about a fixed axis stands for the step:  Q(h) = Q(0) exp(hat(W)),
 *
 *   W = h w + h^2/2 w' + h^3/6 w'' + h^4/24 w''' + h^3/12 w x w' + h^4/24 w x w'' + O(h^5).
 *
 * Explicit and of order 4.  It is neither symmetric nor symplectic, and keeps no energy: so it
 * claims the angular momentum only, which no rotor can change.
 */
#include <rigidstep/module.h>

#include <math.h>

static void cross(const double u[3], const double v[3], double product[3]) {
  for (int k = 0; k < 3; k++)
    product[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
}

/* y = Q^T l: angular momentum in the body frame. */
static void to_body(const double q[4], const double l[3], double y[3]) {
  const double *e = q + 1;
  double once[3], twice[3];
  cross(l, e, once);
  cross(once, e, twice);
  for (int k = 0; k < 3; k++) y[k] = l[k] + 2 * (q[0] * once[k] + twice[k]);
}

/* y[n], w[n]: derivative n, times h^n and h^(n+1).  So nothing here has a unit but y. */
static void derivatives(double y[4][3], double w[4][3], const double h_per_inertia[3]) {
  static const double binomial[3][3] = { { 1 }, { 1, 1 }, { 1, 2, 1 } };
  for (int n = 0; n < 4; n++) {
    for (int k = 0; k < 3; k++) w[n][k] = h_per_inertia[k] * y[n][k];
    if (n == 3) break;
    for (int k = 0; k < 3; k++) y[n + 1][k] = 0;
    for (int j = 0; j <= n; j++) { /* Leibniz' rule for y x w */
      double term[3];
      cross(y[j], w[n - j], term);
      for (int k = 0; k < 3; k++) y[n + 1][k] += binomial[n][j] * term[k];
    }
  }
}

/* q <- q exp(hat(W)), of length 1. */
static void turn(double q[4], const double W[3]) {
  const double angle = sqrt(W[0] * W[0] + W[1] * W[1] + W[2] * W[2]);
  const double s = angle > 0 ? sin(angle / 2) / angle : 0.5;
  const double r[4] = { cos(angle / 2), s * W[0], s * W[1], s * W[2] };
  double next[4] = { q[0] * r[0] - q[1] * r[1] - q[2] * r[2] - q[3] * r[3],
                     q[0] * r[1] + q[1] * r[0] + q[2] * r[3] - q[3] * r[2],
                     q[0] * r[2] + q[2] * r[0] + q[3] * r[1] - q[1] * r[3],
                     q[0] * r[3] + q[3] * r[0] + q[1] * r[2] - q[2] * r[1] };
  double length2 = 0;
  for (int k = 0; k < 4; k++) length2 += next[k] * next[k];
  for (int k = 0; k < 4; k++) q[k] = next[k] / sqrt(length2);
}

static rgs_status flow(const rgs_flow *call, int64_t *bad) {
  for (int64_t i = 0; i < call->n; i++) {
    double q[4], l[3], h_per_inertia[3], y[4][3], w[4][3], once[3], twice[3], W[3];
    for (int k = 0; k < 4; k++) q[k] = RGS_AT(call->q, i, k);
    for (int k = 0; k < 3; k++) {
      const double moment = RGS_AT(call->inertia, i, k);
      l[k] = RGS_AT(call->l, i, k);
      h_per_inertia[k] = moment > 0 ? call->h / moment : 0; /* 0: no spin about this axis */
    }
    to_body(q, l, y[0]);
    derivatives(y, w, h_per_inertia);
    cross(w[0], w[1], once);
    cross(w[0], w[2], twice);
    for (int k = 0; k < 3; k++)
      W[k] = w[0][k] + w[1][k] / 2 + w[2][k] / 6 + w[3][k] / 24 + once[k] / 12 + twice[k] / 24;
    turn(q, W);
    if (!isfinite(q[0] + q[1] + q[2] + q[3])) { /* this much of a step no series can do */
      *bad = i;
      return RGS_E_NOCONV;
    }
    for (int k = 0; k < 4; k++) RGS_AT(call->q, i, k) = q[k];
  }
  return RGS_OK;
}

static const rgs_about about = { .head = RGS_HEAD(rgs_about),
                                 .name = "example.magnus4",
                                 .doc = "Magnus series of the Taylor series, explicit, order 4.",
                                 .cite = "10.1016/j.physrep.2008.11.001",
                                 .order = 4,
                                 .claims = RGS_KEEPS_MOMENTUM,
                                 .param_info_size = sizeof(rgs_param_info) };
static const rgs_rotor magnus4 = { .head = RGS_HEAD(rgs_rotor), .about = &about, .flow = flow };
static const rgs_rotor *const rotors[] = { &magnus4, NULL };

RGS_MODULE = { .head = RGS_HEAD(rgs_module),
               .name = "example.magnus",
               .version = "1.0",
               .license = "BSD-3-Clause",
               .rotors = rotors };
