/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rewind.c - takes a stepper and its bodies back to the beginning of a step.
 */
#include "stepper/rewind.h"
#include "backends/backend.h"
#include "stepper/state_columns.h"
#include "stepper/stepper_check.h"
#include <string.h>

static bool rewinds(const rgs_stepper *s) { return (s->host.flags & RGS_HOST_REWINDS) != 0; }

rgs_status rgs_rewind_need(rgs_stepper *s, const rgs_method *m, const rgs_method_info *info,
                           rgs_error *error) {
  if (!rewinds(s)) return RGS_OK;
  rgs_bodies *b = s->motion.bodies;
  const rgs_status status = rgs_bodies_need(b, &s->begin.columns, rgs_state_doubles(info), error);
  if (status != RGS_OK) return status;
  return rgs_enlarge(&b->context->allocator, rgs_ensemble_room(m) + rgs_method_cursor_size(m),
                     &s->begin.params, &s->begin.room, error);
}

void rgs_rewind_note(rgs_stepper *s) {
  if (!rewinds(s)) return;
  rgs_begin *begin = &s->begin;
  begin->step_cursor = s->step_cursor;
  begin->saved = s->ensemble.saved;
  begin->record = s->record;
  if (s->batch.begin_size > 0) memcpy(s->batch.begin, s->batch.memory, s->batch.begin_size);
  const size_t params = rgs_ensemble_room(s->motion.method);
  const size_t cursor = rgs_method_cursor_size(s->motion.method);
  if (params > 0) memcpy(begin->params, s->ensemble.thermostat_params, params);
  if (cursor > 0) memcpy((char *)begin->params + params, s->cursor, cursor);
  const bool copied = rgs_state_copy(s, begin->columns.data, NULL) == RGS_OK;
  begin->columns.holds = copied ? s->motion.bodies->generation : 0;
}

/* Is the step under way one whose beginning nobody has seen, or whose bodies are others now? */
static rgs_status check_known(const rgs_stepper *s, rgs_error *error) {
  if (s->begin.columns.holds == 0)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "the beginning of this step is not known, because saved data was loaded "
                         "inside it, or bodies were reserved since; load a save of a time between "
                         "steps (rgs_stepper_load)");
  if (s->begin.columns.holds == s->motion.bodies->generation) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_NEEDS, -1,
      "bodies were bound with another number, other flags, another revision, or revision 0 "
      "since this step began; bind the bodies that began it with their revision, or "
      "load a save of a time between steps (rgs_stepper_load)");
}

rgs_status rgs_stepper_rewind(rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (!rewinds(s))
    return rgs_set_error(
        error, RGS_E_NEEDS, -1,
        "rgs_host.flags is 0x%x; to go back to the beginning of a step it must have "
        "RGS_HOST_REWINDS at rgs_stepper_create",
        s->host.flags);
  if (s->step_cursor.inside != RGS_IN_STEP && s->begin.columns.holds == 0) return RGS_OK;
  rgs_status status = check_known(s, error);
  if (status == RGS_OK) status = rgs_check_view(s, error);
  if (status != RGS_OK) return status;
  const rgs_begin *begin = &s->begin;
  s->motion.backend->forget(&s->motion);
  status = rgs_state_put_back(s, begin->columns.data, error);
  if (status != RGS_OK) return status;
  s->step_cursor = begin->step_cursor;
  s->ensemble.saved = begin->saved;
  if (s->batch.begin_size > 0) memcpy(s->batch.memory, s->batch.begin, s->batch.begin_size);
  s->record = begin->record;
  const size_t params = rgs_ensemble_room(s->motion.method);
  const size_t cursor = rgs_method_cursor_size(s->motion.method);
  if (params > 0) memcpy(s->ensemble.thermostat_params, begin->params, params);
  if (cursor > 0) memcpy(s->cursor, (const char *)begin->params + params, cursor);
  s->ensemble.broken = s->failed = s->requested = false;
  rgs_threads_forget(&s->motion.threads);
  rgs_rewind_forget(s);
  return RGS_OK;
}
