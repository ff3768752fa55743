/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_flow.c - free rotation without a handle: plain arrays in and out.
 */
#include "free_flow/free_flow.h"
#include "base/body_check.h"
#include "base/params.h"
#include "rotors/rotors.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 2048 /* doubles of prepared constants on the stack */
#define FEW 64    /* bodies whose orientations fit on the stack */
#define BLOCK 32  /* 8-byte words of a built-in rotor's parameters */

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
                               const rgs_orientation_form *form, rgs_error *error, int64_t *bad) {
  *bad = -1;
  rgs_status status = check_arguments(rotor, n, h, inertia, l, orientation, form->name, error);
  if (status != RGS_OK) return status;
  const double room = rgs_dead_axis_room(rgs_builtin_rotor(rotor));
  for (int64_t i = 0; i < n; i++) {
    double q[4];
    if ((status = rgs_check_inertia(i, inertia + 3 * i, error)) != RGS_OK ||
        (status = form->take(i, orientation + form->numbers * i, q, error)) != RGS_OK ||
        (status = rgs_check_finite(i, "l", l + 3 * i, error)) != RGS_OK ||
        (status = rgs_check_dead_axes(i, inertia + 3 * i, l + 3 * i, q, room, error)) != RGS_OK) {
      *bad = i;
      return status;
    }
  }
  return RGS_OK;
}

static rgs_status take_quaternion(int64_t i, const double *given, double q[4], rgs_error *error) {
  memcpy(q, given, 4 * sizeof *q);
  return rgs_check_orientation(i, q, error);
}
static const rgs_orientation_form quaternions = { "q", 4, take_quaternion };

rgs_status rgs_free_flow_check(const char *rotor, int64_t n, double h, const double *inertia,
                               const double *l, const double *q, rgs_error *error) {
  int64_t bad;
  return rgs_check_free_flow(rotor, n, h, inertia, l, q, &quaternions, error, &bad);
}

/* The cast removes const; rotors never write to the columns that they only read. */
static rgs_column column(const double *data, int components) {
  return (rgs_column){ (double *)(uintptr_t)data, components, 1 };
}

static rgs_status flow(const rgs_rotor *rotor, int64_t n, double h, const double *inertia,
                       const double *l, double *q, int64_t *bad) {
  uint64_t params[BLOCK] = { 0 };
  double prepared[ROOM];
  rgs_params_default(rotor->about, params);
  int64_t at_once = rotor->prepared == 0 ? n : ROOM / rotor->prepared;
  for (int64_t start = 0; start < n; start += at_once) {
    rgs_flow call = { RGS_HEAD(rgs_flow),
                      n - start < at_once ? n - start : at_once,
                      h,
                      params,
                      rotor->prepared == 0 ? NULL : prepared,
                      column(inertia + 3 * start, 3),
                      column(l + 3 * start, 3),
                      column(q + 4 * start, 4) };
    if (rotor->prepared > 0) rotor->prepare(params, call.n, &call.inertia, prepared);
    rgs_status status = rotor->flow(&call, bad);
    if (status != RGS_OK) {
      *bad += start;
      return status;
    }
  }
  return RGS_OK;
}

rgs_status rgs_free_flow(const char *rotor, int64_t n, double h, const double *inertia,
                         const double *l, double *q, int64_t *bad) {
  int64_t ignored;
  if (bad == NULL) bad = &ignored;
  rgs_status status = rgs_check_free_flow(rotor, n, h, inertia, l, q, &quaternions, NULL, bad);
  if (status != RGS_OK || n == 0) return status;
  const rgs_rotor *r = rgs_builtin_rotor(rotor);
  if (r->about->claims & RGS_NEVER_FAILS) return flow(r, n, h, inertia, l, q, bad);

  /* The rotor may fail at the last body: it works on a copy, so that no orientation changes then. */
  double few[4 * FEW], *copy = few;
  if (n > FEW) {
    if ((uint64_t)n > SIZE_MAX / (4 * sizeof *copy)) return RGS_E_NOMEM;
    copy = malloc((size_t)n * 4 * sizeof *copy);
    if (copy == NULL) return RGS_E_NOMEM;
  }
  memcpy(copy, q, (size_t)n * 4 * sizeof *copy);
  status = flow(r, n, h, inertia, l, copy, bad);
  if (status == RGS_OK) memcpy(q, copy, (size_t)n * 4 * sizeof *copy);
  if (copy != few) free(copy);
  return status;
}
