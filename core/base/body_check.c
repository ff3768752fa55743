/* SPDX-License-Identifier: BSD-3-Clause
 *
 * body_check.c - is a body valid?  All thresholds are relative, because a body may weigh 1e-26 kg.
 */
#include "base/body_check.h"
#include <math.h>
#include <stdbool.h>

#define TRIANGLE_ROOM 1e-8 /* the relative excess of a moment over the sum of the other two */
#define NORM_ROOM 1e-6     /* the deviation of |q|^2 from 1 */
#define PLANE_ROOM 1e-14   /* momenta out of the plane that are rounding, in parts of those in it */

rgs_status rgs_check_finite(int64_t i, const char *name, const double v[3], rgs_error *error) {
  for (int k = 0; k < 3; k++)
    if (!isfinite(v[k]))
      return rgs_set_error(error, RGS_E_BODY, i, "body %lld: %s[%d] is %g; must be finite",
                           (long long)i, name, k, v[k]);
  return RGS_OK;
}

rgs_status rgs_check_inertia(int64_t i, const double inertia[3], rgs_error *error) {
  for (int k = 0; k < 3; k++)
    if (!(inertia[k] >= 0) || !isfinite(inertia[k]))
      return rgs_set_error(error, RGS_E_BODY, i,
                           "body %lld: inertia[%d] is %g; must be finite and >= 0", (long long)i, k,
                           inertia[k]);
  return RGS_OK;
}

rgs_status rgs_check_triangle(int64_t i, const double inertia[3], rgs_error *error) {
  for (int k = 0; k < 3; k++) {
    double others = inertia[(k + 1) % 3] + inertia[(k + 2) % 3];
    if (inertia[k] > others * (1 + TRIANGLE_ROOM))
      return rgs_set_error(
          error, RGS_E_BODY, i,
          "body %lld: inertia[%d] is %.17g; in a mass distribution it is at most the sum of "
          "the other two, %.17g (RGS_VIEW_ANY_MOMENTS turns this check off)",
          (long long)i, k, inertia[k], others);
  }
  return RGS_OK;
}

rgs_status rgs_check_orientation(int64_t i, const double q[4], rgs_error *error) {
  double norm2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  if (!(fabs(norm2 - 1) <= NORM_ROOM))
    return rgs_set_error(error, RGS_E_BODY, i,
                         "body %lld: q is (%g, %g, %g, %g) with |q|^2 = %.9g; allowed 1 +- %g",
                         (long long)i, q[0], q[1], q[2], q[3], norm2, NORM_ROOM);
  return RGS_OK;
}

static bool is_rounding(double part, double rest) { return fabs(part) <= PLANE_ROOM * fabs(rest); }

rgs_status rgs_check_plane(int64_t i, const rgs_view *v, const double p[3], const double l[3],
                           rgs_error *error) {
  if (p[2] == 0 && l[0] == 0 && l[1] == 0) return RGS_OK;
  if (is_rounding(p[2], fmax(fabs(p[0]), fabs(p[1]))) && is_rounding(l[0], l[2]) &&
      is_rounding(l[1], l[2])) {
    RGS_AT(v->p, i, 2) = RGS_AT(v->l, i, 0) = RGS_AT(v->l, i, 1) = 0;
    return RGS_OK;
  }
  return rgs_set_error(
      error, RGS_E_BODY, i,
      "body %lld: p[2] is %g, l[0] %g and l[1] %g; in a plane (RGS_VIEW_PLANAR) they "
      "must be 0, or below %g of the other components",
      (long long)i, p[2], l[0], l[1], PLANE_ROOM);
}

rgs_status rgs_check_thermostatted(int64_t i, double thermostatted, rgs_error *error) {
  if (!isnan(thermostatted)) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_BODY, i,
      "body %lld: thermostatted is nan; must be 0, which keeps the thermostat from the body, or "
      "another number",
      (long long)i);
}

rgs_status rgs_check_dead_axes(int64_t i, const double inertia[3], const double l[3],
                               const double q[4], double room, rgs_error *error) {
  if (inertia[0] > 0 && inertia[1] > 0 && inertia[2] > 0) return RGS_OK;
  double largest = fmax(fabs(l[0]), fmax(fabs(l[1]), fabs(l[2])));
  if (largest == 0) return RGS_OK;
  double u[3] = { l[0] / largest, l[1] / largest, l[2] / largest };
  /* With q = (w, e), v = u + 2 w (u x e) - 2 (u x e) x e is u in the body frame. */
  double c[3] = { u[1] * q[3] - u[2] * q[2], u[2] * q[1] - u[0] * q[3], u[0] * q[2] - u[1] * q[1] };
  double v[3] = { u[0] + 2 * (q[0] * c[0] + c[1] * q[3] - c[2] * q[2]),
                  u[1] + 2 * (q[0] * c[1] + c[2] * q[1] - c[0] * q[3]),
                  u[2] + 2 * (q[0] * c[2] + c[0] * q[2] - c[1] * q[1]) };
  double length = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  for (int k = 0; k < 3; k++)
    if (inertia[k] == 0 && !(fabs(v[k]) <= room * length))
      return rgs_set_error(error, RGS_E_BODY, i,
                           "body %lld: angular momentum about axis %d, which has no inertia, is %g "
                           "of |l|; allowed up to %g",
                           (long long)i, k, fabs(v[k]) / length, room);
  return RGS_OK;
}

rgs_status rgs_set_error_rotor(const char *rotor, rgs_status status, double h, int64_t i,
                               rgs_error *error) {
  return rgs_set_error(error, status, i, "body %lld: rotor '%s' failed over the time %g: %s",
                       (long long)i, rotor, h, rgs_status_text(status));
}
