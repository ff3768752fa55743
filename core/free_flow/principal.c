/* SPDX-License-Identifier: BSD-3-Clause
 *
 * principal.c - inertia that is principal about d3 only: one Jacobi rotation about d3 makes the
 * frame principal.
 */
#include "base/body_check.h"
#include "lanes/unfused.h"
#include <float.h>
#include <math.h>

typedef struct rotation {
  double inertia[3];
  double half_cos, half_sin; /* of the angle about d3 */
} rotation;

/* Rounding may leave a rod that lies askew with a small or negative moment about its own axis.  The
 * angular velocity about that axis would be a rounding error divided by another. */
static void drop_rounding(double inertia[2]) {
  const double least = 4 * DBL_EPSILON * fmax(inertia[0], inertia[1]);
  for (int k = 0; k < 2; k++)
    if (inertia[k] <= least && isfinite(least)) inertia[k] = 0;
}

static rotation rotation_of(const double J[4]) {
  rotation out = { { J[0], J[2], J[3] }, 1, 0 };
  if (J[1] == 0) return out;
  double ratio = (J[2] - J[0]) / 2 / J[1];
  double tangent = copysign(1, ratio) / (fabs(ratio) + rgs_root_of_1_plus_square(ratio));
  out.inertia[0] = J[0] - tangent * J[1];
  out.inertia[1] = J[2] + tangent * J[1];
  drop_rounding(out.inertia);
  double angle = -atan(tangent);
  out.half_cos = cos(angle / 2);
  out.half_sin = sin(angle / 2);
  return out;
}

/* No principal moment is larger than the sum of J11 and J22, which is what may overflow. */
static rgs_status check_moments(int64_t i, const double J[4], rgs_error *error) {
  if (isfinite(J[0] + J[2])) return RGS_OK;
  const rotation t = rotation_of(J);
  if (isfinite(t.inertia[0]) && isfinite(t.inertia[1])) return RGS_OK;
  return rgs_refuse(
      error, RGS_E_BODY, i,
      "body %lld: J11, J12, J22 are %g, %g, %g; a principal moment is larger than the "
      "largest number, %g; choose other units",
      (long long)i, J[0], J[1], J[2], DBL_MAX);
}

static rgs_status check(int64_t n, const double *J, const double *q, rgs_error *error) {
  if (n < 0) return rgs_refuse(error, RGS_E_ARG, -1, "n is %lld; must be >= 0", (long long)n);
  if (n > 0 && J == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "J is null");
  for (int64_t i = 0; i < n; i++) {
    const double *a = J + 4 * i;
    if (!isfinite(a[0]) || !isfinite(a[1]) || !isfinite(a[2]) || !isfinite(a[3]))
      return rgs_refuse(error, RGS_E_BODY, i, "body %lld: J is (%g %g %g %g); must be finite",
                        (long long)i, a[0], a[1], a[2], a[3]);
    /* The roots are taken first because the product of small moments may underflow. */
    if (!(a[0] >= 0) || !(a[2] >= 0) || !(a[3] >= 0) ||
        fabs(a[1]) > sqrt(a[0]) * sqrt(a[2]) * (1 + 16 * DBL_EPSILON))
      return rgs_refuse(error, RGS_E_BODY, i,
                        "body %lld: J11, J12, J22, J33 are %g, %g, %g, %g; must be >= 0 with "
                        "|J12| <= sqrt(J11 J22)",
                        (long long)i, a[0], a[1], a[2], a[3]);
    if (q != NULL) {
      rgs_status status = rgs_check_attitude(i, q + 4 * i, error);
      if (status != RGS_OK) return status;
    }
  }
  return RGS_OK;
}

/* q <- q (half_cos, 0, 0, half_sin) */
static void rotate_about_d3(double q[4], double half_cos, double half_sin) {
  const double old[4] = { q[0], q[1], q[2], q[3] };
  q[0] = old[0] * half_cos - old[3] * half_sin;
  q[1] = old[1] * half_cos + old[2] * half_sin;
  q[2] = old[2] * half_cos - old[1] * half_sin;
  q[3] = old[3] * half_cos + old[0] * half_sin;
}

rgs_status rgs_to_principal(int64_t n, const double *J, double *inertia, double *q,
                            rgs_error *error) {
  rgs_status status = check(n, J, q, error);
  for (int64_t i = 0; i < n && status == RGS_OK && inertia != NULL; i++)
    status = check_moments(i, J + 4 * i, error);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < n; i++) {
    const rotation t = rotation_of(J + 4 * i);
    for (int k = 0; k < 3 && inertia != NULL; k++) inertia[3 * i + k] = t.inertia[k];
    if (q != NULL) rotate_about_d3(q + 4 * i, t.half_cos, t.half_sin);
  }
  return RGS_OK;
}

rgs_status rgs_from_principal(int64_t n, const double *J, double *q, rgs_error *error) {
  if (n > 0 && q == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "q is null");
  rgs_status status = check(n, J, q, error);
  if (status != RGS_OK) return status;
  for (int64_t i = 0; i < n; i++) {
    const rotation t = rotation_of(J + 4 * i);
    rotate_about_d3(q + 4 * i, t.half_cos, -t.half_sin);
  }
  return RGS_OK;
}
