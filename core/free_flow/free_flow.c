/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_flow.c - free rotation without a handle: plain arrays in and out.
 */
#include "free_flow/free_flow.h"
#include "base/body_check.h"
#include "base/params.h"
#include "rotors/rotors.h"
#include <math.h>
#include <string.h>

#define ROOM                                                                                       \
  (RGS_FLOW_BLOCK * 48) /* doubles of prepared constants on the stack; dmv10 has 34 a body */
#define BLOCK 32        /* 8-byte words of a built-in rotor's parameters */

static rgs_status check_arguments(const char *rotor, int64_t n, double h, const double *inertia,
                                  const double *l, const double *orientation, const char *name,
                                  rgs_error *error) {
  if (rotor == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "rotor is null");
  if (rgs_builtin_rotor(rotor) == NULL)
    return rgs_set_error(error, RGS_E_NAME, -1,
                         "rotor is '%s'; there is no built-in rotor of that name", rotor);
  if (n < 0) return rgs_set_error(error, RGS_E_ARG, -1, "n is %lld; must be >= 0", (long long)n);
  if (!isfinite(h)) return rgs_set_error(error, RGS_E_ARG, -1, "h is %g; must be finite", h);
  if (n > 0 && (inertia == NULL || l == NULL || orientation == NULL))
    return rgs_set_error(error, RGS_E_ARG, -1, "%s is null",
                         inertia == NULL ? "inertia"
                         : l == NULL     ? "l"
                                         : name);
  return RGS_OK;
}

rgs_status rgs_check_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                               const double *l, const double *orientation,
                               const rgs_orientation_form *form, rgs_error *error) {
  rgs_status status = check_arguments(rotor, n, h, inertia, l, orientation, form->name, error);
  if (status != RGS_OK) return status;
  const double room = rgs_dead_axis_room(rgs_builtin_rotor(rotor));
  for (int64_t i = 0; i < n; i++) {
    double q[4];
    if ((status = rgs_check_inertia(i, inertia + 3 * i, error)) != RGS_OK ||
        (status = form->take(i, orientation + form->numbers * i, q, error)) != RGS_OK ||
        (status = rgs_check_finite(i, "l", l + 3 * i, error)) != RGS_OK ||
        (status = rgs_check_dead_axes(i, inertia + 3 * i, l + 3 * i, q, room, error)) != RGS_OK)
      return status;
  }
  return RGS_OK;
}

static rgs_status take_quaternion(int64_t i, const double *given, double q[4], rgs_error *error) {
  memcpy(q, given, 4 * sizeof *q);
  return rgs_check_orientation(i, q, error);
}
const rgs_orientation_form rgs_quaternions = { "q", 4, take_quaternion };

/* The cast removes const; rotors never write to the columns that they only read. */
static rgs_column column(const double *data, int components) {
  return (rgs_column){ (double *)(uintptr_t)data, components, 1 };
}

rgs_status rgs_flow_block(const char *name, int64_t n, double h, const double *inertia,
                          const double *l, double *q, int64_t *bad) {
  const rgs_rotor *rotor = rgs_builtin_rotor(name);
  uint64_t params[BLOCK] = { 0 };
  double prepared[ROOM], copy[4 * RGS_FLOW_BLOCK];
  rgs_params_default(rotor->about, params);
  const rgs_flow call = { RGS_HEAD(rgs_flow),
                          n,
                          h,
                          params,
                          rotor->prepared == 0 ? NULL : prepared,
                          column(inertia, 3),
                          column(l, 3),
                          column(copy, 4) };
  if (rotor->prepared > 0) rotor->prepare(params, n, &call.inertia, prepared);
  memcpy(copy, q, (size_t)n * 4 * sizeof *q);
  const rgs_status status = rotor->flow(&call, bad);
  if (status == RGS_OK) memcpy(q, copy, (size_t)n * 4 * sizeof *q);
  return status;
}

rgs_status rgs_flow_blocks(const char *name, int64_t n, double h, const double *inertia,
                           const double *l, double *orientation, int numbers,
                           rgs_status (*one)(const char *, int64_t, double, const double *,
                                             const double *, double *, int64_t *),
                           rgs_error *error) {
  for (int64_t start = 0; start < n; start += RGS_FLOW_BLOCK) {
    const int64_t left = n - start;
    int64_t bad = -1;
    const rgs_status status =
        one(name, left < RGS_FLOW_BLOCK ? left : RGS_FLOW_BLOCK, h, inertia + 3 * start,
            l + 3 * start, orientation + numbers * start, &bad);
    if (status != RGS_OK) return rgs_set_error_rotor(name, status, h, start + bad, error);
  }
  return RGS_OK;
}

rgs_status rgs_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                         const double *l, double *q, rgs_error *error) {
  const rgs_status status =
      rgs_check_free_flow(rotor, n, h, inertia, l, q, &rgs_quaternions, error);
  if (status != RGS_OK) return status;
  return rgs_flow_blocks(rotor, n, h, inertia, l, q, 4, rgs_flow_block, error);
}
