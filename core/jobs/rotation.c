/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rotation.c - lets a rotor prepare its constants and rotate some of the bodies, and reports its
 * failures.
 */
#include "jobs/rotation.h"
#include "jobs/gyrostat.h"
#include "base/body_check.h"
#include "simd/batches.h"
#include <math.h>

const double *rgs_rotor_prepares_one(const rgs_motion *m, int64_t i, double *room) {
  const rgs_rotor *rotor = &m->method->rotor->rotor;
  const rgs_column inertia = rgs_column_from(&m->bodies->view.inertia, i);
  if (rotor->prepared == 0) return NULL;
  rotor->prepare(m->method->rotor_params, 1, &inertia, room);
  return room;
}

/* The library's own rotors check the orientations that they write; a module's may not. */
static rgs_status check_orientations(const rgs_flow *call, int64_t *bad) {
  for (int64_t i = 0; i < call->n; i++) {
    double length2 = 0;
    for (int k = 0; k < 4; k++) length2 += RGS_AT(call->q, i, k) * RGS_AT(call->q, i, k);
    *bad = i;
    if (!(length2 > 0) || !isfinite(length2)) return RGS_E_NONFINITE;
  }
  return RGS_OK;
}

rgs_status rgs_rotate(const rgs_motion *m, const double *prepared, double h, int64_t first,
                      int64_t n, int64_t *bad) {
  const rgs_view *v = &m->bodies->view;
  const rgs_rotor *rotor = &m->method->rotor->rotor;
  const rgs_flow call = { .head = RGS_HEAD(rgs_flow),
                          .n = n,
                          .h = h,
                          .params = m->method->rotor_params,
                          .prepared = prepared == NULL ? NULL : prepared + first * rotor->prepared,
                          .inertia = rgs_column_from(&v->inertia, first),
                          .l = rgs_column_from(&v->l, first),
                          .q = rgs_column_from(&v->q, first) };
  rgs_status status;
  if (m->bodies->wheels.data == NULL) {
    status = rotor->flow(&call, bad);
  } else {
    const rgs_column wheels = rgs_column_from(&m->bodies->wheels, first);
    status = rgs_gyrostat_flow(rotor, &call, &wheels, bad);
  }
  if (status == RGS_OK && !m->method->rotor->built_in) status = check_orientations(&call, bad);
  if (status != RGS_OK) *bad = *bad >= 0 && *bad < n ? *bad + first : -1;
  return status;
}

rgs_status rgs_set_error_rotation(const rgs_about *rotor, rgs_status status, double h, int64_t bad,
                                  rgs_error *error) {
  if (status == RGS_E_NONFINITE)
    return rgs_set_error(
        error, status, bad,
        "body %lld: after rotor '%s' its orientation q does not have length 1; before the "
        "step q must have length 1, and q and l must be finite",
        (long long)bad, rotor->name);
  if (!rgs_is_methods_failure(status)) return rgs_set_error_answer(rotor->name, status, error);
  return rgs_set_error_rotor(rotor->name, status, h, bad, error);
}

rgs_status rgs_set_error_not_finite(int64_t body, const char *what, rgs_error *error) {
  return rgs_set_error(error, RGS_E_NONFINITE, body,
                       "body %lld: its %s is no longer finite; check its forces and the time step",
                       (long long)body, what);
}
