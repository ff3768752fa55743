/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reset.c - what the host tells a stepper between steps: which evaluations hold, and the time; a new beginning.
 */
#include "methods/method.h"
#include "motion/gradient.h"
#include "motion/momentum_kick.h"
#include "backends/backend.h"
#include "motion/record.h"
#include "stepper/rewind.h"
#include "stepper/stepper_check.h"
#include "stepper/watch.h"
#include <math.h>

rgs_status rgs_stepper_set_valid(rgs_stepper *s, uint32_t what, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (what & ~(uint32_t)RGS_KNOWN_EVALS)
    return rgs_set_error(error, RGS_E_ARG, -1, "what is 0x%x; this version knows the bits 0x%x",
                         what, (uint32_t)RGS_KNOWN_EVALS);
  /* A host gives an energy or a slow force only in an answer, and never a gradient that is formed here. */
  what &= ~(uint32_t)(RGS_EVAL_ENERGY | RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL | RGS_DRAFT_EVAL_SLOW);
  if (rgs_displaces(&s->motion)) what &= ~(uint32_t)RGS_EVAL_GRADIENT;
  s->step_cursor.valid = what;
  if (s->motion.aux.momentum > 0) s->step_cursor.kept_valid &= ~(uint32_t)RGS_EVAL_FORCE;
  /* What a trial remembers is of the potential that was. */
  if (s->motion.aux.trial > 0) s->step_cursor.kept_valid &= what;
  if (s->step_cursor.variables == RGS_SHOWN) s->step_cursor.variables = RGS_PHYSICAL;
  if (s->step_cursor.inside == RGS_OUTSIDE) {
    /* Refined values need the forces of the last kick, and a step that drifts first does not end
     * with it. */
    if (!(what & RGS_EVAL_FORCE) || !s->info.ends_valid) s->step_cursor.last_h = 0;
    rgs_record_begin(&s->record, s->step_cursor.h);
  }
  return RGS_OK;
}

rgs_status rgs_stepper_set_time(rgs_stepper *s, double time, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (!isfinite(time))
    return rgs_set_error(error, RGS_E_ARG, -1, "time is %g; must be finite", time);
  if (s->step_cursor.inside) return rgs_set_error_inside(s, "rgs_stepper_set_time", error);
  if (time != s->step_cursor.time) s->step_cursor.time_rest = 0;
  s->step_cursor.time = time;
  return RGS_OK;
}

double rgs_stepper_time(const rgs_stepper *s) { return s == NULL ? NAN : s->step_cursor.time; }

rgs_status rgs_stepper_reset(rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  rgs_rewind_forget(s);
  (void)rgs_settle(s, NULL); /* sums of the steps that are done */
  rgs_watch_forget(s);
  s->motion.backend->forget(&s->motion);
  if (s->step_cursor.displaced && rgs_displaces(&s->motion)) rgs_gradient_put_back(&s->motion);
  if (s->step_cursor.displaced && s->step_cursor.drifted == 0 && s->motion.aux.momentum > 0)
    rgs_momentum_kick_put_back(&s->motion);
  s->step_cursor.displaced = 0;
  s->step_cursor.inside = RGS_OUTSIDE;
  s->step_cursor.variables = RGS_PHYSICAL;
  s->step_cursor.asked = 0;
  s->step_cursor.valid = s->step_cursor.kept_valid = 0;
  s->step_cursor.last_h = 0;
  s->failed = false;
  rgs_threads_forget(&s->motion.threads);
  rgs_ensemble_reset(&s->ensemble);
  rgs_record_begin(&s->record, s->step_cursor.h);
  return RGS_OK;
}

rgs_status rgs_stepper_describe(const rgs_stepper *s, rgs_method_info *out, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  return rgs_write_info(&s->info, out, error);
}
