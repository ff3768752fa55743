/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stages.c - does the stages of a scheme, which are drifts and kicks.  A scheme with a processor
 * gets it before its first step, and its inverse where the time step changes.
 *
 * A step is
 *   for each stage of the method, which has the thermostat among the stages of its scheme:
 *     drift: without a barostat, move and rotate the bodies over a h
 *            with one, ask for sums over ranks, and fly bodies and cell together
 *            forces, energy and virial are no longer valid
 *     kick:  while one of those that it needs is not valid, return RGS_NEED_EVAL; a slow force that has come
 *            is kept, because f and tau are needed for the fast one
 *            check that they are finite; p += a h f, l += a h tau, and the gradient's part
 *            with a barostat, ask for sums over ranks, and kick the cell
 *     kick by momenta: the same at several predicted momenta, which are solved for (motion/momentum_kick.c)
 *     thermostat:  ask for sums over ranks if it needs any; change the momenta
 * and begins again at the stage that has asked.  What acts on each body alone waits on the list of jobs
 * (jobs/jobs.h), which is done as soon as somebody needs its results.
 */
#include "stepper/stages.h"
#include "base/params.h"
#include "simd/batches.h"
#include "methods/thermostat_stages.h"
#include "ensemble/thermostat.h"
#include "ensemble/cell.h"
#include "motion/flight.h"
#include "motion/gradient.h"
#include "motion/momentum_kick.h"
#include "jobs/jobs.h"
#include "backends/backend.h"
#include "motion/record.h"
#include "stepper/stepper_check.h"
#include "stepper/trial.h"
#include <math.h>
#include <string.h>

/* ---- kick ------------------------------------------------------------------------------------ */

/* Forces are checked before any body is kicked by them. */
static rgs_status check_forces(rgs_motion *m, rgs_error *error) {
  if (m->jobs.checked) return RGS_OK; /* and they have not changed since */
  m->jobs.checked = true;
  return m->backend->check(m, RGS_JOB_CHECK, error);
}

static void add_kick(rgs_motion *m, int kind, double by, bool checks) {
  rgs_job *job = rgs_jobs_add(&m->jobs, kind, by);
  job->flags = checks ? RGS_JOB_CHECKS : 0;
  job->step[0] = by * m->method->turns;
}

/* gradient: null where the stage has none. */
static rgs_status kick(rgs_stepper *s, double by, const double *gradient, rgs_error *error) {
  rgs_jobs *jobs = &s->motion.jobs;
  const double scale = s->motion.force_scale;
  const bool checks = !jobs->checked;
  rgs_motion *m = &s->motion;
  rgs_status status = check_forces(m, error);
  if (status == RGS_OK && gradient != NULL)
    status = m->backend->check(m, RGS_JOB_CHECK_GRADIENT, error);
  if (status != RGS_OK) return status;
  add_kick(&s->motion, RGS_JOB_KICK, by * scale, checks);
  if (gradient != NULL) add_kick(&s->motion, RGS_JOB_GRADIENT, *gradient * scale, true);
  return RGS_OK;
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* The step h of the present list of stages. */
static double step_of(const rgs_step_cursor *at) {
  return at->list == RGS_POST ? at->processed_h : at->h;
}

static rgs_status ask_for(rgs_step_cursor *at, uint32_t what) {
  at->asked = what;
  at->asked_time = rgs_time_in_step(at, step_of(at));
  return RGS_NEED_EVAL;
}

/* How far the bodies are displaced to form a gradient.  At the full reach, forces at the displaced
 * point would be the kick and its gradient in one; `s` is the fraction of it that is used.  A stage
 * without a kick of its own has no such reach, and gets the reach of a full kick. */
static double reach_of(const rgs_stepper *s, const rgs_stage *stage, double h) {
  const rgs_registry_entry *scheme = s->motion.method->scheme;
  double part = rgs_params_get(&scheme->about, s->motion.method->scheme_params, "s", 1.0 / 16);
  return -2 * stage->c * h * h / (stage->a != 0 ? stage->a : 1) * part;
}

static rgs_status gradient_by_displacement(rgs_stepper *s, double reach, rgs_error *error) {
  rgs_step_cursor *at = &s->step_cursor;
  rgs_status status;
  if (at->displaced) {
    status = s->motion.backend->settle(&s->motion, error);
    if (status != RGS_OK) return status;
    status = rgs_gradient_form(&s->motion, reach, error);
    at->displaced = 0;
    at->valid |= RGS_EVAL_FORCE; /* those that were given before it was displaced */
    if (status == RGS_OK) at->valid |= RGS_EVAL_GRADIENT;
    return status;
  }
  status = check_forces(&s->motion, error);
  if (status == RGS_OK) status = rgs_jobs_finish(&s->motion, error);
  if (status == RGS_OK) status = rgs_gradient_displace(&s->motion, reach, error);
  if (status != RGS_OK) return status;
  at->displaced = 1;
  at->valid &= ~(uint32_t)RGS_EVAL_FORCE;
  return ask_for(at, RGS_EVAL_FORCE);
}

static rgs_status sample(rgs_stepper *s, double share, rgs_error *error) {
  const rgs_step_cursor *at = &s->step_cursor;
  const uint32_t aux = s->motion.method->shadow ? RGS_M(AUX) : 0;
  const rgs_status status = rgs_jobs_finish(&s->motion, error);
  if (status != RGS_OK) return status;
  return RGS_WITH_COLUMNS(
      s->motion.bodies, RGS_MIRROR_STATE | RGS_M(MASS) | RGS_M(INERTIA) | aux, aux, error,
      (rgs_record_sample(&s->record, &s->motion, at->h, at->energy, share), RGS_OK));
}

/* Takes samples for outputs about past steps, at the kick. */
static rgs_status record(rgs_stepper *s, bool after_kick, rgs_error *error) {
  const rgs_step_cursor *at = &s->step_cursor;
  uint32_t form = s->motion.method->scheme->facts.strang;
  if (at->h == 0) return RGS_OK;
  if (at->h != s->record.h) rgs_record_begin(&s->record, s->step_cursor.h);
  if (form == RGS_DRIFT_FIRST && after_kick) return sample(s, -0.5, error);
  if (form == RGS_KICK_FIRST && (after_kick ? at->stage > 0 : s->record.samples == 0))
    return sample(s, 0, error);
  return RGS_OK;
}

/* Is the potential energy asked where this stage kicks?  A trial wants it where it is decided, and of a host that
 * answers with the fast force alone it is asked apart. */
static bool moves_by_fast_alone(const rgs_stepper *s) {
  return (s->info.needs & RGS_DRAFT_EVAL_SLOW) && !rgs_has_levels(&s->motion);
}
static bool wants_energy(const rgs_stepper *s) {
  const rgs_method *m = s->motion.method;
  if (rgs_method_trials(m))
    return !moves_by_fast_alone(s) && rgs_thermostat_stages_decide(m, s->step_cursor.stage);
  return m->refined || m->conserved;
}

/* ---- levels ---------------------------------------------------------------------------------- */

static rgs_status keep_slow(rgs_stepper *s, rgs_error *error) {
  rgs_motion *m = &s->motion;
  const bool checks = !m->jobs.checked;
  const rgs_status status = check_forces(m, error);
  if (status != RGS_OK) return status;
  rgs_jobs_add(&m->jobs, RGS_JOB_KEEP, 0)->flags = checks ? RGS_JOB_CHECKS : 0;
  s->step_cursor.valid &= ~RGS_SLOW_CAME;
  return RGS_OK;
}

/* Of a method with levels: asks for the forces of the present stage and, if it is to be known, for the energy.  Energy
 * and virial come with the slow force, which is asked first where both are. */
static rgs_status ask_for_levels(rgs_stepper *s, bool energy, bool fast, rgs_error *error) {
  rgs_step_cursor *at = &s->step_cursor;
  const rgs_method *m = s->motion.method;
  uint32_t of_slow = RGS_DRAFT_EVAL_SLOW;
  if (energy) of_slow |= RGS_EVAL_ENERGY;
  if (rgs_method_flies_cell(m)) of_slow |= RGS_EVAL_VIRIAL;
  if (at->valid & RGS_SLOW_CAME) {
    const rgs_status status = keep_slow(s, error);
    if (status != RGS_OK) return status;
  }
  if ((of_slow & ~at->valid) && rgs_method_slow_follows(m, at->stage)) return ask_for(at, of_slow);
  return fast && !(at->valid & RGS_EVAL_FORCE) ? ask_for(at, RGS_EVAL_FORCE) : RGS_OK;
}

/* One of its two kicks. */
__attribute__((noinline)) static rgs_status kick_of_level(rgs_stepper *s, const rgs_stage *stage,
                                                          rgs_error *error) {
  rgs_step_cursor *at = &s->step_cursor;
  const bool slow = stage->op == RGS_DRAFT_KICK_SLOW;
  const double by = stage->a * at->h;
  const rgs_status status = ask_for_levels(s, wants_energy(s), !slow, error);
  if (status != RGS_OK) return status;
  if (!slow) {
    rgs_ensemble_forget(&s->ensemble, RGS_KNOWS_KINETIC);
    return kick(s, by, NULL, error);
  }
  add_kick(&s->motion, RGS_JOB_GRADIENT, by * s->motion.force_scale, false);
  return RGS_OK;
}

static rgs_status kick_once_known(rgs_stepper *s, const rgs_stage *stage, rgs_error *error) {
  rgs_step_cursor *at = &s->step_cursor;
  if (rgs_has_levels(&s->motion)) return kick_of_level(s, stage, error);
  const bool displaces = rgs_displaces(&s->motion), with_gradient = stage->op == RGS_KICK_GRADIENT;
  const bool has_barostat = rgs_method_flies_cell(s->motion.method);
  uint32_t needs = RGS_EVAL_FORCE;
  if (wants_energy(s) && !at->displaced) needs |= RGS_EVAL_ENERGY;
  if (has_barostat) needs |= RGS_EVAL_VIRIAL;
  if (with_gradient && !displaces) needs |= RGS_EVAL_GRADIENT;
  /* The host gives a virial together with the forces. */
  if (has_barostat && (needs & ~at->valid)) return ask_for(at, needs);
  if (needs & ~at->valid) return ask_for(at, needs & ~at->valid);
  double h = step_of(at);
  if (with_gradient && !(at->valid & RGS_EVAL_GRADIENT)) {
    double reach = reach_of(s, stage, h);
    if (reach == 0)
      return kick(s, stage->a * h, NULL, error); /* h is 0, or the gradient has no weight */
    rgs_status status = gradient_by_displacement(s, reach, error);
    if (status != RGS_OK) return status;
  }
  const bool records = s->motion.method->refined;
  rgs_status status = records ? record(s, false, error) : RGS_OK;
  const double gradient = -2 * stage->c * h * h * h;
  if (status == RGS_OK) status = kick(s, stage->a * h, with_gradient ? &gradient : NULL, error);
  return status == RGS_OK && records ? record(s, true, error) : status;
}

static rgs_status kick_by_momenta(rgs_stepper *s, const rgs_stage *stage, rgs_error *error) {
  rgs_step_cursor *at = &s->step_cursor;
  const double before = stage->a * at->h, after = stage->c * at->h;
  rgs_momentum_kick kick = { before,
                             after,
                             at->h,
                             s->motion.method->evaluations,
                             (at->kept_valid & RGS_EVAL_FORCE) != 0,
                             (at->kept_valid & RGS_EVAL_GRADIENT) != 0 };
  bool valid = (at->valid & RGS_EVAL_FORCE) != 0;
  const int64_t slopes = s->motion.method->slopes;
  if (at->stage == 0 && at->displaced == 0 && slopes > 0 &&
      (s->ensemble.saved.steps - 1) % (uint64_t)slopes == 0)
    valid = kick.measured = false;
  const rgs_status status =
      rgs_momentum_kick_go_on(&s->motion, &kick, valid, &at->displaced, error);
  at->kept_valid = (kick.holds ? RGS_EVAL_FORCE : 0) | (kick.measured ? RGS_EVAL_GRADIENT : 0);
  if (status != RGS_NEED_EVAL) return status;
  at->valid = 0; /* they were of other momenta */
  return ask_for(at, RGS_EVAL_FORCE);
}

/* Thermostat and barostat ask for nothing but sums over ranks. */
static rgs_status with_sums(rgs_stepper *s, rgs_status status) {
  return status == RGS_NEED_EVAL ? ask_for(&s->step_cursor, RGS_EVAL_REDUCTION) : status;
}

/* Kicks the cell, after the bodies.  If the kick needs sums, it is continued here when they have arrived. */
static rgs_status kick_with_cell(rgs_stepper *s, const rgs_stage *stage, rgs_error *error) {
  const rgs_step_cursor *at = &s->step_cursor;
  const bool drifts_next = rgs_method_drifts_next(s->motion.method, at->stage);
  rgs_status status = RGS_OK;
  if (s->ensemble.saved.phase == 0) status = kick_once_known(s, stage, error);
  if (status != RGS_OK) return status;
  return with_sums(s, rgs_barostat_kick(&s->ensemble, stage->a * at->h, drifts_next, error));
}

/* ---- trials ---------------------------------------------------------------------------------- */

/* The energy is known from the last trial, unless there was none.  Then forces are asked with it, where the trial begins
 * with a kick. */
static rgs_status begin_trial(rgs_stepper *s, rgs_error *error) {
  rgs_step_cursor *at = &s->step_cursor;
  const rgs_method *m = s->motion.method;
  const bool kicks = m->stages[at->stage + 1].op != RGS_DRIFT;
  const uint32_t needs = RGS_EVAL_ENERGY | (kicks ? (uint32_t)RGS_EVAL_FORCE : 0);
  if (rgs_has_levels(&s->motion) && kicks) {
    const rgs_status status = ask_for_levels(s, true, true, error);
    if (status != RGS_OK) return status;
  } else if (moves_by_fast_alone(s) && (needs & ~at->valid & RGS_EVAL_FORCE)) {
    return ask_for(at, RGS_EVAL_FORCE);
  }
  return needs & ~at->valid ? ask_for(at, needs & ~at->valid) : rgs_trial_remember(s, error);
}

static rgs_status decide_trial(rgs_stepper *s, rgs_error *error) {
  rgs_step_cursor *at = &s->step_cursor;
  if (!(at->valid & RGS_EVAL_ENERGY)) return ask_for(at, RGS_EVAL_ENERGY);
  return with_sums(s, rgs_trial_decide(s, error));
}

static void begin_list(rgs_stepper *s, uint32_t list) {
  s->step_cursor.list = list;
  s->step_cursor.stage = 0;
  s->step_cursor.drifted = list == RGS_PRE ? 0 : s->motion.method->scheme->facts.drift_of_pre;
}

/* If the bodies have physical variables, the processor comes first; if it was applied for another h, its
 * inverse does. */
void rgs_stages_begin(rgs_stepper *s) {
  const rgs_step_cursor *at = &s->step_cursor;
  bool processed = s->motion.method->scheme->scheme.n_pre > 0;
  if (at->inside == RGS_IN_PROCESS ||
      (processed && at->variables == RGS_PROPAGATED && at->h != at->processed_h))
    begin_list(s, RGS_POST);
  else
    begin_list(s, processed && at->variables == RGS_PHYSICAL ? RGS_PRE : RGS_STAGES);
}

/* Begins the list that follows the one that is done; false where none follows. */
static bool next_list(rgs_stepper *s) {
  rgs_step_cursor *at = &s->step_cursor;
  if (at->list == RGS_STAGES) return false;
  at->variables = at->list == RGS_PRE ? RGS_PROPAGATED : RGS_PHYSICAL;
  if (at->list == RGS_PRE) at->processed_h = at->h;
  if (at->inside == RGS_IN_PROCESS) return false;
  begin_list(s, at->list == RGS_PRE ? RGS_STAGES : RGS_PRE);
  return true;
}

/* What acts on each body alone may wait on the list of jobs. */
static rgs_status do_stage(rgs_stepper *s, const rgs_stage *stage, rgs_error *error) {
  const rgs_step_cursor *at = &s->step_cursor;
  const double h = stage->a * step_of(at);
  const bool has_barostat = rgs_method_flies_cell(s->motion.method);
  const bool drifts_freely = stage->op == RGS_DRIFT && !has_barostat;
  if (rgs_jobs_full(&s->motion.jobs)) {
    const rgs_status status = rgs_jobs_do(&s->motion, error);
    if (status != RGS_OK) return status;
  }
  if (drifts_freely) return rgs_fly(&s->motion, h, h, error);
  switch (stage->op) {
  case RGS_DRAFT_KICK_MOMENTUM: return kick_by_momenta(s, stage, error);
  case RGS_DRIFT: return with_sums(s, rgs_barostat_drift(&s->ensemble, h, error));
  case RGS_REMEMBER: return begin_trial(s, error);
  case RGS_DECIDE: return decide_trial(s, error);
  case RGS_JUMP: return at->h == 0 ? RGS_OK : rgs_barostat_jump(&s->ensemble, error);
  case RGS_THERMOSTAT:
    return with_sums(s, rgs_apply_thermostat(&s->ensemble, h, rgs_time_in_step(at, at->h), error));
  case RGS_DRIFT_AND_THERMOSTAT:
    return with_sums(s, rgs_drift_and_apply_thermostat(&s->ensemble, stage->a, at->h,
                                                       rgs_time_in_step(at, at->h), error));
  default:
    return has_barostat && stage->op == rgs_method_last_kick(s->motion.method)
               ? kick_with_cell(s, stage, error)
               : kick_once_known(s, stage, error);
  }
}

/* A stage is over.  If it moved the bodies, what the host evaluated is no longer valid. */
static void end_stage(rgs_stepper *s, const rgs_stage *stage) {
  rgs_step_cursor *at = &s->step_cursor;
  s->ensemble.saved.phase = 0;
  if (stage->op == RGS_JUMP && at->h != 0) at->valid = 0;
  if (stage->op != RGS_DRIFT && stage->op != RGS_DRIFT_AND_THERMOSTAT) return;
  if (stage->a * step_of(at) != 0) at->valid = 0;
  at->drifted += stage->a;
}

rgs_status rgs_stages_advance(rgs_stepper *s, rgs_error *error) {
  const rgs_method *m = s->motion.method;
  rgs_step_cursor *at = &s->step_cursor;
  do {
    for (; at->stage < rgs_method_stages_in(m, at->list); at->stage++) {
      rgs_stage room;
      const rgs_stage *stage = rgs_method_stage(m, at->list, at->stage, &room);
      const rgs_status status = do_stage(s, stage, error);
      if (status != RGS_OK) return status;
      end_stage(s, stage);
    }
  } while (next_list(s));
  return RGS_OK;
}
