/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gradient.c - the derivative of forces and torques that a gradient kick needs, where the host has
 * none: every body is displaced by `reach` f/m and turned by `reach` J^-1 tau, the host evaluates
 * its forces there, and the difference is divided by the reach.  Bodies may change rank meanwhile,
 * so what they were displaced from travels in their carry.
 *
 * Near its end the derivative is made to keep the total angular momentum: forces f* at x* exert
 * the torque tau* + (x* - x) x f* about where the body really is.
 */
#include "base/core.h"
#include <math.h>
#include <string.h>

bool rgs_stepper_displaces(const rgs_stepper *s) { return s->carry.displaced > 0; }

/* The first RGS_CARRY_DISPLACED doubles: x q f tau while displaced, gf gtau afterwards. */
static rgs_column carried(const rgs_view *v, int place) {
  rgs_column c = v->carry;
  if (c.data != NULL) c.data += place * c.comp;
  return c;
}

void rgs_gradient_columns(const rgs_stepper *s, rgs_column *gf, rgs_column *gtau) {
  const rgs_view *v = &s->bodies->view;
  *gf = rgs_stepper_displaces(s) ? carried(v, 0) : v->gf;
  *gtau = rgs_stepper_displaces(s) ? carried(v, 3) : v->gtau;
}

static void put(const rgs_column *c, int64_t i, int components, const double *in) {
  for (int k = 0; k < components; k++) RGS_AT(*c, i, k) = in[k];
}

/* Angular velocity in space that a momentum (or, for its rate, a torque) in space belongs to. */
static void angular_velocity(const double inertia[3], const double q[4], const double l[3],
                             double w[3]) {
  const double back[4] = { q[0], -q[1], -q[2], -q[3] };
  double body[3];
  for (int k = 0; k < 3; k++) body[k] = inertia[k] > 0 ? rgs_along_axis(q, l, k) / inertia[k] : 0;
  for (int k = 0; k < 3; k++) w[k] = rgs_along_axis(back, body, k);
}

/* Cayley's rotation: it differs from the exponential in the third order of its argument only. */
static void turn(double q[4], const double angle[3]) {
  const double a = angle[0] / 2, b = angle[1] / 2, c = angle[2] / 2;
  const double turned[4] = { q[0] - a * q[1] - b * q[2] - c * q[3],
                             q[1] + a * q[0] + b * q[3] - c * q[2],
                             q[2] + b * q[0] + c * q[1] - a * q[3],
                             q[3] + c * q[0] + a * q[2] - b * q[1] };
  const double length = sqrt(1 + a * a + b * b + c * c);
  for (int k = 0; k < 4; k++) q[k] = turned[k] / length;
}

rgs_status rgs_gradient_displace(rgs_stepper *s, double reach, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  const rgs_column kept = carried(v, 0);
  double scaled = reach * s->host.force_scale;
  rgs_status status = RGS_OK;
  for (int64_t i = 0; i < v->n; i++) {
    double keep[RGS_CARRY_DISPLACED], inertia[3], angle[3];
    rgs_get(&v->x, i, 3, keep);
    rgs_get(&v->q, i, 4, keep + 3);
    rgs_get(&v->f, i, 3, keep + 7);
    rgs_get(&v->tau, i, 3, keep + 10);
    put(&kept, i, RGS_CARRY_DISPLACED, keep);
    rgs_get(&v->inertia, i, 3, inertia);
    angular_velocity(inertia, keep + 3, keep + 10, angle);
    double *x = keep, *q = keep + 3, *f = keep + 7, sum = 0;
    for (int k = 0; k < 3; k++) {
      x[k] += scaled / RGS_AT(v->mass, i, 0) * f[k];
      angle[k] *= scaled;
      sum += (x[k] - x[k]) + (angle[k] * angle[k] - angle[k] * angle[k]);
    }
    if (sum != 0 && status == RGS_OK)
      status = rgs_refuse(error, RGS_E_NONFINITE, i,
                          "body %lld: the displaced point its gradient is formed at is not finite",
                          (long long)i);
    if (sum != 0) continue;
    turn(q, angle);
    put(&v->x, i, 3, x);
    put(&v->q, i, 4, q);
  }
  s->place.displaced = 1;
  s->place.fresh &= ~(uint32_t)RGS_EVAL_FORCE;
  if (status != RGS_OK) rgs_gradient_put_back(s);
  return status;
}

/* Forces and all, bit for bit. */
void rgs_gradient_put_back(rgs_stepper *s) {
  if (!s->place.displaced) return;
  const rgs_view *v = &s->bodies->view;
  const rgs_column kept = carried(v, 0);
  for (int64_t i = 0; i < v->n && kept.data != NULL; i++) {
    double keep[RGS_CARRY_DISPLACED];
    rgs_get(&kept, i, RGS_CARRY_DISPLACED, keep);
    put(&v->x, i, 3, keep);
    put(&v->q, i, 4, keep + 3);
    put(&v->f, i, 3, keep + 7);
    put(&v->tau, i, 3, keep + 10);
  }
  s->place.displaced = 0;
  s->place.fresh |= RGS_EVAL_FORCE;
}

rgs_status rgs_gradient_form(rgs_stepper *s, double reach, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  const rgs_column kept = carried(v, 0);
  rgs_status status =
      rgs_check_force_columns(v, &v->f, &v->tau, "displaced f", "displaced tau", error);
  if (status != RGS_OK) {
    rgs_gradient_put_back(s);
    return status;
  }
  for (int64_t i = 0; i < v->n; i++) {
    double keep[RGS_CARRY_DISPLACED], f[3], tau[3], moved[3], gradient[6];
    rgs_get(&kept, i, RGS_CARRY_DISPLACED, keep);
    rgs_get(&v->f, i, 3, f);
    rgs_get(&v->tau, i, 3, tau);
    for (int k = 0; k < 3; k++) moved[k] = RGS_AT(v->x, i, k) - keep[k];
    for (int k = 0; k < 3; k++) {
      int a = (k + 1) % 3, b = (k + 2) % 3;
      gradient[k] = (f[k] - keep[7 + k]) / reach;
      gradient[3 + k] = (tau[k] - keep[10 + k] + (moved[a] * f[b] - moved[b] * f[a])) / reach;
    }
    put(&v->x, i, 3, keep);
    put(&v->q, i, 4, keep + 3);
    put(&v->f, i, 3, keep + 7);
    put(&v->tau, i, 3, keep + 10);
    put(&kept, i, 6, gradient);
  }
  s->place.displaced = 0;
  s->place.fresh |= RGS_EVAL_FORCE | RGS_EVAL_GRADIENT;
  return RGS_OK;
}
