/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tensors.c - principal moments and axes of full inertia tensors.
 */
#include "base/body_check.h"
#include "simd/lanes.h"
#include "sites/frame.h"
#include "sites/sites.h"
#include <rigidstep/device/quaternion.h>
#include <rigidstep/sites.h>

static void tensor_of(const double *J, double a[4][4]) {
  for (int k = 0; k < 3; k++) a[k][k] = J[k];
  a[0][1] = a[1][0] = J[3];
  a[0][2] = a[2][0] = J[4];
  a[1][2] = a[2][1] = J[5];
}

static rgs_status check(int64_t i, const double *J, const double q[4], rgs_error *error) {
  double a[4][4], moment[3], axis[3][3];
  for (int k = 0; k < 6; k++)
    if (!isfinite(J[k]))
      return rgs_set_error(error, RGS_E_BODY, i, "body %lld: J[%d] is %g; must be finite",
                           (long long)i, k, J[k]);
  tensor_of(J, a);
  rgs_frame_of_tensor(a, moment, axis);
  if (!(moment[0] >= 0) || !isfinite(moment[2]))
    return rgs_set_error(
        error, RGS_E_BODY, i,
        "body %lld: J = (%g, %g, %g, %g, %g, %g) has the principal moments %g, %g, %g; they "
        "must be finite and >= 0 (Jxy is the sum of -m x y, and so are Jxz and Jyz)",
        (long long)i, J[0], J[1], J[2], J[3], J[4], J[5], moment[0], moment[1], moment[2]);
  return rgs_check_orientation(i, q, error);
}

rgs_status rgs_principal(int64_t n, const double *J, double *inertia, double *q, rgs_error *error) {
  if (n < 0) return rgs_set_error(error, RGS_E_ARG, -1, "n is %lld; must be >= 0", (long long)n);
  if (n > 0 && (J == NULL || inertia == NULL || q == NULL))
    return rgs_set_error(error, RGS_E_ARG, -1, "%s is null",
                         J == NULL         ? "J"
                         : inertia == NULL ? "inertia"
                                           : "q");
  for (int64_t i = 0; i < n; i++) {
    const rgs_status status = check(i, J + 6 * i, q + 4 * i, error);
    if (status != RGS_OK) return status;
  }
  for (int64_t i = 0; i < n; i++) {
    double a[4][4], axis[3][3], row[3][3], in_space[3][3];
    tensor_of(J + 6 * i, a);
    rgs_frame_of_tensor(a, inertia + 3 * i, axis);
    rgs_rotation_of(q + 4 * i, row);
    for (int k = 0; k < 3; k++)
      for (int j = 0; j < 3; j++) in_space[k][j] = rgs_dot(row[j], axis[k]);
    rgs_orientation_of_axes(in_space, q + 4 * i);
  }
  return RGS_OK;
}
