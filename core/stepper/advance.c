/* SPDX-License-Identifier: BSD-3-Clause
 *
 * advance.c - one time step.  rgs_stepper_advance goes from one evaluation to the next; rgs_stepper_run does the
 * same and calls the host in between, so there is one code path to test.
 */
#include "stepper/advance.h"
#include "base/layout.h"
#include "base/own_aux.h"
#include "ensemble/ensemble.h"
#include "stepper/integrator_call.h"
#include "stepper/rewind.h"
#include "jobs/jobs.h"
#include "backends/backend.h"
#include "motion/record.h"
#include "stepper/stages.h"
#include "stepper/stepper_check.h"
#include "stepper/trial.h"
#include "stepper/watch.h"
#include "thermostats/metropolis.h"
#include <float.h>
#include <math.h>
#include <string.h>

rgs_status rgs_stepper_check(rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  rgs_status status = rgs_bodies_check(s->motion.bodies, error);
  if (status == RGS_OK) status = rgs_check_view(s, error);
  if (status == RGS_OK && s->step_cursor.inside == RGS_OUTSIDE)
    status = rgs_integrator_check(s, error);
  return status;
}

rgs_status rgs_check_state(const rgs_stepper *s, rgs_error *error) {
  rgs_status status = rgs_check_view(s, error);
  if (status != RGS_OK || s->checked_at == s->motion.bodies->generation) return status;
  status = rgs_check_bodies(s->motion.bodies, !s->motion.bodies->in_motion, error);
  if (status == RGS_OK && !s->step_cursor.inside) status = rgs_integrator_check(s, error);
  if (status == RGS_OK) status = rgs_ensemble_check_tags(s, error);
  return status;
}

/* Other bodies were bound between steps, without a column for the aux: the aux is set to zeros, as after
 * a swap. */
static void begin_aux(rgs_stepper *s) {
  rgs_own_aux_begin(s->motion.bodies);
  if (rgs_displaces(&s->motion)) s->step_cursor.valid &= ~(uint32_t)RGS_EVAL_GRADIENT;
  if (!(s->step_cursor.valid & RGS_SLOW_CAME))
    s->step_cursor.valid &= ~(uint32_t)RGS_DRAFT_EVAL_SLOW;
  if (s->motion.aux.momentum > 0) s->step_cursor.valid = s->step_cursor.kept_valid = 0;
  rgs_record_begin(&s->record, s->step_cursor.h);
}

/* These bodies have passed; they are looked at in every call if the environment asks for it. */
static rgs_status note_checked(rgs_stepper *s, rgs_error *error) {
  const rgs_status status = s->watches ? rgs_watch_look(s, error) : RGS_OK;
  if (status != RGS_OK) return status;
  s->checked_at = s->watches ? 0 : s->motion.bodies->generation;
  s->motion.bodies->in_motion = true;
  return RGS_OK;
}

/* What was checked stays right until bodies are bound again, but for a aux, which other steppers of
 * these bodies may have used, and for the parameters of a barostat. */
rgs_status rgs_check_bound(rgs_stepper *s, rgs_error *error) {
  if (s->bound_at == s->motion.bodies->binds && s->info.aux == 0 &&
      s->motion.method->barostat == NULL && s->checked_at == s->motion.bodies->generation)
    return RGS_OK;
  rgs_status status = rgs_settle(s, error); /* what the device has found comes first */
  if (status == RGS_OK) status = rgs_check_state(s, error);
  if (status != RGS_OK) return status;
  if (s->info.aux > 0 && rgs_own_aux_is_stale(s->motion.bodies)) begin_aux(s);
  s->bound_at = s->motion.bodies->binds;
  return s->checked_at == s->motion.bodies->generation ? RGS_OK : note_checked(s, error);
}

/* What is refused before it begins must not take the step before back. */
static void forget_last_step(rgs_stepper *s) {
  if (s != NULL && s->step_cursor.inside != RGS_IN_STEP) rgs_rewind_forget(s);
}

static rgs_status check_call(rgs_stepper *s, double h, rgs_error *error) {
  forget_last_step(s);
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (!isfinite(h)) return rgs_set_error(error, RGS_E_ARG, -1, "h is %g; must be finite", h);
  rgs_status status = rgs_set_error_failed(s, error);
  if (status != RGS_OK) return status;
  const rgs_step_cursor *at = &s->step_cursor;
  if (at->inside == RGS_IN_PROCESS) return rgs_set_error_inside(s, "a step", error);
  if (at->variables == RGS_SHOWN)
    return rgs_set_error(
        error, RGS_E_ORDER, -1,
        "the bodies are as rgs_stepper_process left them for output; call rgs_stepper_unprocess "
        "before a step");
  if (at->inside && h != at->h)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "h is %.17g; it must be %.17g until the step that is under way ends", h,
                         at->h);
  return rgs_check_bound(s, error);
}

/* Checks that the call is legal, and begins a step unless one is under way. */
static rgs_status enter(rgs_stepper *s, double h, rgs_error *error) {
  rgs_status status = check_call(s, h, error);
  if (status != RGS_OK || s->step_cursor.inside) return status;
  rgs_step_cursor *at = &s->step_cursor;
  status = s->motion.backend->step_begins(&s->motion, error);
  if (status == RGS_OK && s->host.flags & RGS_HOST_REWINDS) status = rgs_settle(s, error);
  rgs_take_fault_mark(s);
  if (status == RGS_OK) status = rgs_set_error_failed(s, error);
  if (status != RGS_OK) return status;
  rgs_rewind_note(s);
  status = rgs_ensemble_begin(&s->ensemble, h, error);
  if (status != RGS_OK) return status;
  s->motion.last_mark = s->motion.mark;
  s->motion.mark = (rgs_step_mark){ at->time, at->time_rest, s->ensemble.saved.steps };
  at->inside = RGS_IN_STEP;
  /* A gradient that was formed depends on the reach, and so on h.  The result of a step must not
   * depend on the h of the step before. */
  if (fabs(h) != fabs(at->h) && rgs_displaces(&s->motion))
    at->valid &= ~(uint32_t)RGS_EVAL_GRADIENT;
  at->h = h;
  if (s->cursor != NULL) memset(s->cursor, 0, s->cursor_room);
  if (s->motion.method->scheme != NULL) rgs_stages_begin(s);
  return RGS_OK;
}

/* Adds up the time together with its rounding errors: a torque may depend on it for 1e9 steps. */
static void end_step(rgs_step_cursor *at) {
  double add = at->h + at->time_rest, sum = rgs_time_after(at->time, add);
  at->time_rest = add - (sum - at->time);
  if (fabs(sum) == DBL_MAX) at->time_rest = 0;
  at->time = sum;
  at->last_h = at->h;
  at->inside = RGS_OUTSIDE;
}

/* A job left over from the last step has failed: that step is not over, and the next one has not begun. */
static void take_back_step(rgs_stepper *s) {
  s->step_cursor.time = s->last_time;
  s->step_cursor.time_rest = s->last_rest;
  if (s->step_cursor.h != 0 && s->step_cursor.inside) rgs_ensemble_take_back(&s->ensemble);
  s->motion.jobs.last_step_failed = false;
}

/* joins: the host cannot read the bodies between this step and the next one.  Then the kick at the end of
 * this step and the first stages of the next are done together, unless there are sums: what is formed from
 * them belongs to this step. */
static rgs_status end_stages(rgs_stepper *s, bool joins, rgs_status status, rgs_error *error) {
  rgs_jobs *jobs = &s->motion.jobs;
  if (status == RGS_OK && joins && jobs->of_last_step == 0 && jobs->n_sums == 0) {
    jobs->of_last_step = jobs->n;
    s->last_time = s->step_cursor.time;
    s->last_rest = s->step_cursor.time_rest;
  } else {
    const rgs_status of_jobs = rgs_jobs_do(&s->motion, error);
    if (of_jobs != RGS_OK) { /* their fault was the first */
      status = of_jobs;
      s->failed = true;
    }
  }
  if (s->motion.jobs.last_step_failed && !s->motion.has_fault_mark) take_back_step(s);
  /* An executor that left out some bodies is reported before the host is asked anything, and whatever else
   * has gone wrong by it. */
  const rgs_status of_executor = rgs_threads_check(s->motion.executor, error);
  return of_executor == RGS_OK ? status : of_executor;
}

static rgs_status go_on(rgs_stepper *s, bool joins, rgs_error *error) {
  rgs_status status;
  if (s->motion.method->integrator != NULL)
    status = rgs_integrator_advance(s, error);
  else
    status = end_stages(s, joins, rgs_stages_advance(s, error), error);
  if (status == RGS_OK && s->host.flags & RGS_HOST_REWINDS) /* while the step can be taken back */
    status = s->motion.backend->settle(&s->motion, error);
  const rgs_status of_ensemble =
      status < RGS_OK
          ? RGS_OK
          : rgs_ensemble_check_finite(&s->ensemble, rgs_ensemble_stops_alone(&s->ensemble), error);
  if (of_ensemble != RGS_OK) status = of_ensemble;
  if (status == RGS_OK && s->step_cursor.inside == RGS_IN_STEP) end_step(&s->step_cursor);
  if (status < RGS_OK) s->failed = true;
  rgs_take_fault_mark(s);
  return status;
}

static rgs_status answered(rgs_stepper *s, const rgs_eval *answer, rgs_error *error) {
  rgs_step_cursor *at = &s->step_cursor;
  const uint32_t given = at->asked;
  uint32_t next = 0;
  const bool of_each = rgs_ensemble_has_energies(&s->ensemble);
  const bool ends_trial = (given & RGS_EVAL_ENERGY) && rgs_trial_ends(s);
  const bool overlaps = ends_trial && !of_each && answer->energy == INFINITY;
  const bool broken =
      (given & RGS_EVAL_ENERGY) && !of_each && !overlaps && !isfinite(answer->energy);
  if (broken && rgs_ensemble_stops_alone(&s->ensemble))
    return rgs_set_error(
        error, RGS_E_HOST, -1, "the host's energy is %g; must be finite%s", answer->energy,
        rgs_method_trials(s->motion.method) ? ", or +infinity at the end of a trial" : "");
  if (at->asked & (RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL)) {
    rgs_status status = rgs_ensemble_answered(&s->ensemble, &at->asked, answer, error);
    if (status == RGS_E_NONFINITE) s->failed = true; /* perhaps of another rank; all ranks stop */
    if (status < RGS_OK) return status;
    if (status == RGS_NEED_EVAL) next = at->asked;
  }
  if ((given & RGS_EVAL_ENERGY) && of_each) {
    const rgs_status status = rgs_ensemble_take_energies(&s->ensemble, ends_trial, error);
    if (status != RGS_OK) return status;
  } else if (given & RGS_EVAL_ENERGY) {
    at->energy = overlaps ? RGS_OVERLAP : s->motion.force_scale * answer->energy;
  }
  if (ends_trial && given != RGS_EVAL_ENERGY) {
    const rgs_status status = rgs_trial_drop_forces(s, error);
    if (status != RGS_OK) return status;
  }
  s->ensemble.broken |= broken;
  at->valid |= given & ~(uint32_t)RGS_EVAL_REDUCTION;
  if (given & RGS_DRAFT_EVAL_SLOW)
    at->valid = (at->valid | RGS_SLOW_CAME) & ~(uint32_t)RGS_EVAL_FORCE;
  at->asked = next;
  return RGS_OK;
}

/* What the host is told at a request. */
static void tell(rgs_stepper *s, rgs_eval *request) {
  request->what = s->step_cursor.asked;
  request->time = s->step_cursor.asked_time;
  rgs_ensemble_request(&s->ensemble, s->step_cursor.asked, request);
}

rgs_status rgs_go_on_asking(rgs_stepper *s, rgs_eval *request, rgs_error *error) {
  rgs_eval ask = RGS_EVAL_INIT;
  rgs_status status = RGS_OK;
  if (request != NULL) status = rgs_read_struct(&ask, &rgs_eval_layout, request, error);
  if (status != RGS_OK) return status;
  /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): callers have refused a null stepper */
  if (s->step_cursor.asked && s->requested) {
    s->requested = false; /* if the answer is refused, it is requested again */
    if (s->watches) status = rgs_watch_answer(s, error);
    if (status == RGS_OK) status = answered(s, &ask, error);
    if (status != RGS_OK) return status;
  }
  status = s->step_cursor.asked ? RGS_NEED_EVAL : go_on(s, false, error);
  s->requested = status == RGS_NEED_EVAL;
  if (s->requested && s->watches) rgs_watch_ask(s, false);
  if (s->requested && request != NULL) {
    tell(s, &ask);
    rgs_write_struct(request, &rgs_eval_layout, &ask, error);
  }
  return status;
}

rgs_status rgs_stepper_advance(rgs_stepper *s, double h, rgs_eval *request, rgs_error *error) {
  rgs_status status = RGS_OK;
  forget_last_step(s);
  if (request != NULL)
    status = rgs_check_struct(&request->head, &rgs_eval_layout, "request", error);
  if (status == RGS_OK && s != NULL && request == NULL &&
      (s->info.needs & ~(uint32_t)RGS_EVAL_FORCE))
    status = rgs_set_error(
        error, RGS_E_ARG, -1,
        "request is null; '%s' needs evaluations besides forces, so give an rgs_eval that "
        "says which",
        rgs_method_about(s->motion.method)->name);
  if (status == RGS_OK) status = enter(s, h, error);
  if (status == RGS_OK) status = rgs_go_on_asking(s, request, error);
  return status < RGS_OK && s != NULL ? rgs_ensemble_name(&s->ensemble, -1, status, error) : status;
}

static rgs_status call_host(rgs_stepper *s, rgs_error *error) {
  rgs_eval request = RGS_EVAL_INIT;
  tell(s, &request);
  if (s->watches) rgs_watch_ask(s, true);
  s->requested = false; /* if the host fails, rgs_stepper_advance requests the evaluation again */
  int answer = s->host.eval(s->host.self, &request, &s->motion.bodies->view);
  if (answer != 0)
    return rgs_set_error(error, RGS_E_HOST, -1, "host.eval returned %d at time %g", answer,
                         request.time);
  if (s->watches) rgs_watch_momenta(s, &request);
  return answered(s, &request, error);
}

rgs_status rgs_go_on_calling(rgs_stepper *s, bool joins, rgs_error *error) {
  rgs_status status;
  do {
    while (s->step_cursor.asked) {
      if ((status = call_host(s, error)) != RGS_OK) {
        rgs_watch_failed(s);
        return status;
      }
      if ((status = rgs_check_bound(s, error)) != RGS_OK) {
        rgs_watch_failed(s);
        return status;
      }
    }
    status = go_on(s, joins, error);
  } while (status == RGS_NEED_EVAL);
  return status;
}

rgs_status rgs_stepper_run(rgs_stepper *s, double h, int64_t n, rgs_error *error) {
  forget_last_step(s);
  if (n < 0) return rgs_set_error(error, RGS_E_ARG, -1, "n is %lld; must be >= 0", (long long)n);
  if (s != NULL && s->host.eval == NULL)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "host.eval is null; set it, or call rgs_stepper_advance instead");
  /* What is to be kept of the next step's beginning is there when all jobs of this one are done. */
  const bool joins = s != NULL && !(s->host.flags & RGS_HOST_REWINDS);
  if (n == 0) return check_call(s, h, error);
  for (int64_t k = 0; k < n; k++) {
    rgs_status status = enter(s, h, error);
    if (status == RGS_OK) status = rgs_go_on_calling(s, joins && k + 1 < n, error);
    if (status == RGS_OK) continue;
    if (s != NULL) status = end_stages(s, false, status, error);
    return s != NULL ? rgs_ensemble_name(&s->ensemble, -1, status, error) : status;
  }
  return RGS_OK;
}
