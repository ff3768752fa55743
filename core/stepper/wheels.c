/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wheels.c - wheels inside of bodies, as the host declares them.
 */
#include "base/columns.h"
#include "methods/table_check.h"
#include "stepper/stepper_check.h"
#include <rigidstep/draft.h>
#include <math.h>

rgs_status rgs_draft_bodies_wheels(rgs_bodies *b, int64_t n, const rgs_column *wheels,
                                   rgs_error *error) {
  if (b == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "bodies is null");
  if (n < 0) return rgs_set_error(error, RGS_E_ARG, -1, "n is %lld; must be >= 0", (long long)n);
  if (b->on != NULL)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "the bodies are on a device, where they have no wheels; leave them on the "
                         "host");
  if (wheels != NULL) {
    const rgs_status status = rgs_check_column("", "wheels", wheels, n, 3, true, error);
    if (status != RGS_OK) return status;
  }
  b->wheels = wheels != NULL ? *wheels : (rgs_column){ 0 };
  b->wheels_n = n;
  b->binds++; /* steppers look at their bodies again */
  return RGS_OK;
}

/* About an axis without inertia no wheel can be locked. */
static rgs_status check_wheel(const rgs_view *v, const rgs_column *wheels, int64_t i,
                              rgs_error *error) {
  for (int k = 0; k < 3; k++) {
    const double w = RGS_AT(*wheels, i, k);
    if (!isfinite(w))
      return rgs_set_error(error, RGS_E_NONFINITE, i, "body %lld: wheels[%d] is %g; must be finite",
                           (long long)i, k, w);
    if (w != 0 && RGS_AT(v->inertia, i, k) == 0)
      return rgs_set_error(error, RGS_E_BODY, i,
                           "body %lld: wheels[%d] is %g, and inertia[%d] is 0; must be 0, or give "
                           "the moment with the wheel locked",
                           (long long)i, k, w, k);
  }
  return RGS_OK;
}

rgs_status rgs_check_wheels(const rgs_stepper *s, rgs_error *error) {
  const rgs_bodies *b = s->motion.bodies;
  const rgs_method *m = s->motion.method;
  const rgs_registry_entry *other = m->integrator != NULL   ? m->integrator
                                    : m->thermostat != NULL ? m->thermostat
                                                            : m->barostat;
  if (b->wheels.data == NULL) return RGS_OK;
  if (other != NULL)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "bodies have wheels (rgs_draft_bodies_wheels), which the %s '%s' does not "
                         "know; take a rotor and a scheme alone",
                         rgs_kind_name(other->kind), other->about.name);
  if (m->refined || m->turns != 1)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "bodies have wheels (rgs_draft_bodies_wheels), which %s does not know; "
                         "leave it out",
                         m->refined ? "'refined' or 'shadow' of spec.wants" : "spec.inertia");
  if (b->wheels_n != b->view.n)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "%lld bodies are bound and %lld have wheels; call "
                         "rgs_draft_bodies_wheels again",
                         (long long)b->view.n, (long long)b->wheels_n);
  if (b->view.flags & RGS_VIEW_PLANAR)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "bodies have wheels (rgs_draft_bodies_wheels), which turn them out of the "
                         "plane of RGS_VIEW_PLANAR; bind the bodies without this flag");
  rgs_status status = RGS_OK;
  for (int64_t i = 0; i < b->view.n && status == RGS_OK; i++)
    status = check_wheel(&b->view, &b->wheels, i, error);
  return status;
}
