/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bodies.c - calls of bodies.  Before they become others, the stepper that has given a device work on them learns
 * what became of it.
 */
#include "backends/backend.h"
#include "stepper/stepper_check.h"
#include <stddef.h>

_Static_assert(offsetof(struct rgs_stepper, motion) == 0, "rgs_settle_bodies casts");

/* A step that is long over has failed: the stepper is in that step again, as the bodies are. */
void rgs_take_fault_mark(rgs_stepper *s) {
  rgs_motion *m = &s->motion;
  if (!m->has_fault_mark) return;
  m->has_fault_mark = m->jobs.last_step_failed = false;
  s->step_cursor.time = m->fault_mark.time;
  s->step_cursor.time_rest = m->fault_mark.rest;
  const uint64_t back = s->ensemble.saved.steps - m->fault_mark.step;
  for (int64_t k = 0; k < s->ensemble.n_systems; k++) s->ensemble.systems[k].saved.steps -= back;
  s->ensemble.saved.steps = m->fault_mark.step;
  s->failed = true;
}

rgs_status rgs_settle(const rgs_stepper *stepper, rgs_error *error) {
  rgs_stepper *s = (rgs_stepper *)(uintptr_t)stepper; /* what has happened becomes known */
  rgs_motion *owner = rgs_queue_owner(s->motion.bodies);
  if (owner == NULL && !s->motion.has_fault_mark) return RGS_OK;
  const rgs_status status = owner == NULL         ? RGS_OK
                            : owner == &s->motion ? owner->backend->settle(owner, error)
                                                  : rgs_settle_bodies(s->motion.bodies, error);
  rgs_take_fault_mark(s);
  if (status != RGS_OK) s->failed = true;
  return status < RGS_OK ? rgs_ensemble_name(&s->ensemble, -1, status, error) : RGS_OK;
}

rgs_status rgs_settle_bodies(const rgs_bodies *b, rgs_error *error) {
  const rgs_motion *owner = rgs_queue_owner(b);
  return owner == NULL ? RGS_OK : rgs_settle((const rgs_stepper *)(const void *)owner, error);
}

rgs_status rgs_draft_device_wait(rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  const rgs_status status = rgs_settle(s, error);
  return status == RGS_OK ? rgs_device_wait_for(s->motion.bodies, error) : status;
}

rgs_status rgs_bodies_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error) {
  if (b == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "bodies is null");
  const rgs_status status = capacity > b->capacity ? rgs_settle_bodies(b, error) : RGS_OK;
  return status == RGS_OK ? rgs_bodies_grow(b, capacity, error) : status;
}

rgs_status rgs_bodies_bind(rgs_bodies *b, const rgs_view *view, rgs_error *error) {
  if (b == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "bodies is null");
  const rgs_status status = rgs_settle_bodies(b, error);
  return status == RGS_OK ? rgs_bodies_take(b, view, error) : status;
}

/* ---- checks and energies --------------------------------------------------------------------- */

rgs_status rgs_check_bodies(const rgs_bodies *b, bool dead_axes, rgs_error *error) {
  const uint32_t momenta = RGS_M(P) | RGS_M(L), constants = RGS_M(MASS) | RGS_M(INERTIA);
  const uint32_t columns = momenta | constants | RGS_M(X) | RGS_M(Q) | RGS_MIRROR(THERMOSTATTED);
  return RGS_WITH_COLUMNS(b, columns, b->view.flags & RGS_VIEW_PLANAR ? momenta : 0, error,
                          rgs_check_all_bodies(&b->view, dead_axes, error));
}

static rgs_status check_view(const rgs_bodies *b, rgs_error *error) {
  if (b == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "bodies is null");
  if (b->view.head.size == 0)
    return rgs_set_error(error, RGS_E_ORDER, -1, "no view is bound; call rgs_bodies_bind first");
  return RGS_OK;
}

rgs_status rgs_bodies_check(rgs_bodies *b, rgs_error *error) {
  rgs_status status = check_view(b, error);
  if (status == RGS_OK) status = rgs_check_overlap(&b->view, error);
  return status == RGS_OK ? rgs_check_bodies(b, true, error) : status;
}

static rgs_status energies_of(const rgs_bodies *b, double *translation, double *rotation) {
  const rgs_view *v = &b->view;
  double trans = 0, rot = 0;
  for (int64_t i = 0; i < rgs_own_bodies(v); i++) {
    double mass = RGS_AT(v->mass, i, 0), p[3], q[4], l[3];
    rgs_get(&v->p, i, 3, p);
    rgs_get(&v->q, i, 4, q);
    rgs_get(&v->l, i, 3, l);
    double pp = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    trans += 0.5 * (v->flags & RGS_VIEW_P_IS_VELOCITY ? pp * mass : pp / mass);
    for (int k = 0; k < 3; k++) {
      double inertia = RGS_AT(v->inertia, i, k), y = rgs_along_axis(q, l, k);
      if (b->wheels.data != NULL && i < b->wheels_n) y -= RGS_AT(b->wheels, i, k);
      if (inertia > 0) rot += 0.5 * y * (y / inertia);
    }
  }
  if (translation != NULL) *translation = trans;
  if (rotation != NULL) *rotation = rot;
  return RGS_OK;
}

rgs_status rgs_bodies_energy(rgs_bodies *b, double *translation, double *rotation,
                             rgs_error *error) {
  const rgs_status status = check_view(b, error);
  const uint32_t columns = RGS_M(P) | RGS_M(Q) | RGS_M(L) | RGS_M(MASS) | RGS_M(INERTIA);
  if (status != RGS_OK) return status;
  return RGS_WITH_COLUMNS(b, columns, 0, error, energies_of(b, translation, rotation));
}
