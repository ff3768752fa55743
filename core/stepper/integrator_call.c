/* SPDX-License-Identifier: BSD-3-Clause
 *
 * integrator_call.c - calls of an integrator's functions: advance, check, project.  stages.c does
 * the same for schemes.
 */
#include "stepper/integrator_call.h"
#include "stepper/stepper_check.h"
#include "ensemble/sums.h"
#include <string.h>

rgs_step_call rgs_integrator_call(const rgs_stepper *s) {
  const rgs_step_cursor *at = &s->step_cursor;
  rgs_step_call call = { .head = RGS_HEAD(rgs_step_call),
                         .h = at->h,
                         .time = at->time,
                         .energy = at->energy,
                         .params = s->motion.method->integrator_params,
                         .cursor = s->cursor,
                         .bodies = &s->motion.bodies->view,
                         .force_scale = s->motion.force_scale,
                         .valid = at->valid,
                         .state =
                             rgs_method_state_size(s->motion.method) > 0 ? s->ensemble.state : NULL,
                         .step =
                             s->ensemble.saved.steps - (at->inside != RGS_OUTSIDE && at->h != 0) };
  return call;
}

/* ---- sums over ranks ------------------------------------------------------------------------- */

/* RGS_OK: there is one rank, and the sums are there. */
static rgs_status ask_for_sums(rgs_stepper *s, const rgs_step_call *call, rgs_error *error) {
  const rgs_about *about = &s->motion.method->integrator->about;
  if (!rgs_method_sums(s->motion.method))
    return rgs_set_error(error, RGS_E_MODULE, -1,
                         "integrator '%s' asks for sums over ranks; its table must say so "
                         "(rgs_about.needs, RGS_EVAL_REDUCTION)",
                         about->name);
  if (call->n_sum < 1 || call->n_sum > RGS_STEP_CALL_SUMS)
    return rgs_set_error(error, RGS_E_MODULE, -1,
                         "integrator '%s' asks for %u sums over ranks; allowed 1 to %d",
                         about->name, call->n_sum, RGS_STEP_CALL_SUMS);
  memcpy(s->ensemble.saved.local_sum, s->ensemble.sum, call->n_sum * sizeof *s->ensemble.sum);
  const rgs_status status = rgs_sums_ask(&s->ensemble, call->n_sum + RGS_SUM_MARKS, error);
  if (status == RGS_NEED_EVAL) s->step_cursor.asked = RGS_EVAL_REDUCTION;
  s->step_cursor.asked_time = call->want_time;
  return status;
}

/* Calls the integrator, and with one rank again as often as it asks for sums.  RGS_OK: *answer is what
 * it answered.  RGS_NEED_EVAL: the host is to sum. */
static rgs_status call_advance(rgs_stepper *s, rgs_step_call *call, int64_t *bad,
                               rgs_status *answer, rgs_error *error) {
  const rgs_integrator *integrator = &s->motion.method->integrator->integrator;
  rgs_ensemble_state *e = &s->ensemble.saved;
  rgs_status status = RGS_OK;
  while (status == RGS_OK) {
    *call = rgs_integrator_call(s);
    call->sum = s->ensemble.sum;
    if (e->phase == 1) call->n_sum = (uint32_t)e->n_local_sums - RGS_SUM_MARKS;
    e->phase = 0;
    *answer = integrator->advance(call, bad);
    s->step_cursor.valid = call->valid & RGS_KNOWN_EVALS;
    if (*answer != RGS_NEED_EVAL || call->want != RGS_EVAL_REDUCTION) return RGS_OK;
    status = ask_for_sums(s, call, error);
  }
  return status;
}

/* ---- advance --------------------------------------------------------------------------------- */

rgs_status rgs_integrator_advance(rgs_stepper *s, rgs_error *error) {
  const rgs_integrator *integrator = &s->motion.method->integrator->integrator;
  rgs_step_cursor *at = &s->step_cursor;
  rgs_step_call call;
  int64_t bad = -1;
  rgs_status answer = RGS_OK, status = call_advance(s, &call, &bad, &answer, error);
  if (status != RGS_OK) return status; /* sums are asked for, or were refused */
  status = answer;
  if (status == RGS_OK) return RGS_OK;
  if (status == RGS_NEED_EVAL && (call.want & RGS_EVAL_REDUCTION))
    return rgs_set_error(
        error, RGS_E_MODULE, bad,
        "integrator '%s' asks for sums over ranks and for %s at once; sums have to be "
        "asked for alone",
        integrator->about->name, rgs_eval_names(call.want & ~(uint32_t)RGS_EVAL_REDUCTION));
  if (status == RGS_NEED_EVAL && (call.want & ~s->host.provides) == 0 && call.want != 0) {
    at->asked = call.want;
    at->asked_time = call.want_time;
    return RGS_NEED_EVAL;
  }
  if (status > RGS_OK)
    return rgs_set_error(error, RGS_E_NEEDS, bad,
                         "integrator '%s' asks for evaluations of %s (0x%x); the host provides %s",
                         integrator->about->name, rgs_eval_names(call.want), call.want,
                         rgs_eval_names(s->host.provides));
  /* The host has changed the state since it was checked: the check gives a better reason. */
  if (status == RGS_E_BODY && rgs_integrator_check(s, error) != RGS_OK) return status;
  if (!rgs_is_methods_failure(status))
    return rgs_set_error_answer(integrator->about->name, status, error);
  return rgs_set_error(error, status, bad, "body %lld: integrator '%s' failed: %s", (long long)bad,
                       integrator->about->name, rgs_status_text(status));
}

rgs_status rgs_integrator_check(const rgs_stepper *s, rgs_error *error) {
  if (s->motion.method->integrator == NULL ||
      s->motion.method->integrator->integrator.check == NULL)
    return RGS_OK;
  rgs_step_call call = rgs_integrator_call(s);
  rgs_violation violation = { .head = RGS_HEAD(rgs_violation), .body = -1 };
  rgs_status status = s->motion.method->integrator->integrator.check(&call, &violation);
  if (status == RGS_OK) return RGS_OK;
  if (status < RGS_OK && !rgs_is_methods_failure(status))
    return rgs_set_error_answer(rgs_method_about(s->motion.method)->name, status, error);
  return rgs_set_error(error, status < RGS_OK ? status : RGS_E_BODY, violation.body,
                       "body %lld: %s is %g; integrator '%s' allows at most %g%s",
                       (long long)violation.body, violation.what ? violation.what : "a constraint",
                       violation.value, rgs_method_about(s->motion.method)->name, violation.most,
                       s->motion.method->integrator->integrator.project
                           ? " (rgs_stepper_project puts it on the constraint)"
                           : "");
}

rgs_status rgs_stepper_project(rgs_stepper *s, double *moved, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  rgs_status status = rgs_set_error_failed(s, error);
  if (status == RGS_OK && s->step_cursor.inside)
    status = rgs_set_error_inside(s, "rgs_stepper_project", error);
  if (status == RGS_OK) status = rgs_check_view(s, error);
  if (status == RGS_OK) status = rgs_check_bodies(s->motion.bodies, false, error);
  if (status != RGS_OK) return status;
  if (moved != NULL) *moved = 0;
  if (s->motion.method->integrator == NULL ||
      s->motion.method->integrator->integrator.project == NULL)
    return RGS_OK;
  double far = 0;
  rgs_step_call call = rgs_integrator_call(s);
  rgs_violation violation = { .head = RGS_HEAD(rgs_violation), .body = -1 };
  status = s->motion.method->integrator->integrator.project(&call, &far, &violation);
  if (moved != NULL) *moved = far;
  if (far != 0) s->step_cursor.valid = 0; /* the integrator may have rotated the bodies as well */
  if (status == RGS_OK) return RGS_OK;
  if (status < RGS_OK && !rgs_is_methods_failure(status))
    return rgs_set_error_answer(rgs_method_about(s->motion.method)->name, status, error);
  return rgs_set_error(error, status < RGS_OK ? status : RGS_E_BODY, violation.body,
                       "body %lld: %s is %g; integrator '%s' can project at most %g",
                       (long long)violation.body, violation.what ? violation.what : "a constraint",
                       violation.value, rgs_method_about(s->motion.method)->name, violation.most);
}
