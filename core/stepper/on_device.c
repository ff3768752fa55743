/* SPDX-License-Identifier: BSD-3-Clause
 *
 * on_device.c - a stepper whose bodies are on a device learns what became of the work that it has given.
 */
#include "motion/on_device.h"
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
  const rgs_on_device *on = s->motion.bodies->on;
  if (on == NULL) return RGS_OK;
  const bool is_owner = on->owner == &s->motion || on->lists == 0;
  const rgs_status status =
      is_owner ? rgs_device_settle(&s->motion, error) : rgs_settle_bodies(s->motion.bodies, error);
  rgs_take_fault_mark(s);
  if (status != RGS_OK) s->failed = true;
  return status < RGS_OK ? rgs_ensemble_name(&s->ensemble, -1, status, error) : RGS_OK;
}

rgs_status rgs_settle_bodies(const rgs_bodies *b, rgs_error *error) {
  if (b->on == NULL || b->on->lists == 0) return RGS_OK;
  return rgs_settle(b->on->owner, error); /* its first member is the motion */
}

rgs_status rgs_draft_device_wait(rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  const rgs_status status = rgs_settle(s, error);
  return status == RGS_OK ? rgs_device_wait_for(s->motion.bodies, error) : status;
}
