/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stages.c - does the stages of a scheme, which are drifts and kicks.  A scheme with a processor
 * gets it before its first step, and its inverse where the time step changes.
 */
#include "stepper/stages.h"
#include "base/params.h"
#include "lanes/blocks.h"
#include "methods/placement.h"
#include "stepper/ensemble.h"
#include "stepper/flight.h"
#include "stepper/gradient.h"
#include "stepper/record.h"
#include "stepper/stepper_check.h"
#include <math.h>
#include <string.h>

/* ---- kick ------------------------------------------------------------------------------------ */

/* Even finite forces and a finite step may give a momentum that is not finite. */
typedef struct push {
  const rgs_view *v;
  const rgs_column *f, *tau;
  double impulse;
  atomic_int not_finite;
} push;

static inline void push_some(void *work, int64_t first, int64_t n) {
  push *add = work;
  const rgs_view *v = add->v;
  const rgs_column *mass = v->flags & RGS_VIEW_P_IS_VELOCITY ? &v->mass : NULL;
  bool finite = true;
  for (int64_t i = first; i < first + n; i += RGS_BLOCK) {
    const int64_t here = rgs_in_block(first + n, i, RGS_BLOCK);
    finite = rgs_push_block(&v->p, add->impulse, mass, add->f, i, here) && finite;
    finite = rgs_push_block(&v->l, add->impulse, NULL, add->tau, i, here) && finite;
  }
  if (!finite) atomic_store_explicit(&add->not_finite, 1, memory_order_relaxed);
}

static rgs_status add_force(const rgs_stepper *s, const rgs_column *f, const rgs_column *tau,
                            double impulse, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  push add = { v, f, tau, impulse, 0 };
  rgs_split(s->executor, v->n, push_some, &add);
  if (!atomic_load_explicit(&add.not_finite, memory_order_relaxed)) return RGS_OK;
  return rgs_refuse_overflow(v, &v->p, &v->l, "momentum", error);
}

static rgs_status check_forces(const rgs_stepper *s, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  return rgs_check_force_columns(s->executor, v, &v->f, &v->tau, "f", "tau", error);
}

static rgs_status kick(const rgs_stepper *s, const rgs_stage *stage, double h, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  const bool with_gradient = stage->op == RGS_KICK_GRADIENT;
  double scale = s->host.force_scale;
  rgs_status status = check_forces(s, error);
  if (!with_gradient)
    return status == RGS_OK ? add_force(s, &v->f, &v->tau, stage->a * h * scale, error) : status;
  rgs_column gf, gtau;
  rgs_gradient_columns(s, &gf, &gtau);
  if (status == RGS_OK)
    status = rgs_check_force_columns(s->executor, v, &gf, &gtau, "gf", "gtau", error);
  if (status == RGS_OK) status = add_force(s, &v->f, &v->tau, stage->a * h * scale, error);
  if (status != RGS_OK) return status;
  return add_force(s, &gf, &gtau, -2 * stage->c * h * h * h * scale, error);
}

/* ---- stages ---------------------------------------------------------------------------------- */

/* The step h of the present list of stages. */
static double step_of(const rgs_place *at) {
  return at->list == RGS_POST ? at->processed_h : at->h;
}

static rgs_status ask_for(rgs_place *at, uint32_t what) {
  at->asked = what;
  at->asked_time = rgs_time_after(at->time, at->drifted * step_of(at));
  return RGS_NEED_EVAL;
}

/* How far the bodies are displaced to form a gradient.  At the full reach, forces at the displaced
 * point would be the kick and its gradient in one; `s` is the fraction of it that is used.  A stage
 * without a kick of its own has no such reach, and gets that of a full kick. */
static double reach_of(const rgs_stepper *s, const rgs_stage *stage, double h) {
  const rgs_entry *scheme = s->method->scheme;
  double part = rgs_params_get(&scheme->about, s->method->scheme_params, "s", 1.0 / 16);
  return -2 * stage->c * h * h / (stage->a != 0 ? stage->a : 1) * part;
}

static rgs_status gradient_by_displacement(rgs_stepper *s, double reach, rgs_error *error) {
  if (s->place.displaced) return rgs_gradient_form(s, reach, error);
  rgs_status status = check_forces(s, error);
  if (status == RGS_OK) status = rgs_gradient_displace(s, reach, error);
  return status == RGS_OK ? ask_for(&s->place, RGS_EVAL_FORCE) : status;
}

/* Takes samples for outputs about past steps, at the kick. */
static void record(rgs_stepper *s, bool after_kick) {
  const rgs_place *at = &s->place;
  uint32_t form = s->method->scheme->facts.strang;
  if (!s->method->refined || at->h == 0) return;
  if (at->h != s->record.h) rgs_record_begin(s);
  if (form == RGS_DRIFT_FIRST && after_kick) rgs_record_sample(s, -0.5);
  if (form == RGS_KICK_FIRST && (after_kick ? at->stage > 0 : s->record.samples == 0))
    rgs_record_sample(s, 0);
}

static rgs_status kick_once_known(rgs_stepper *s, const rgs_stage *stage, rgs_error *error) {
  rgs_place *at = &s->place;
  const bool displaces = rgs_stepper_displaces(s), with_gradient = stage->op == RGS_KICK_GRADIENT;
  const bool has_piston = s->method->piston != NULL;
  if (has_piston && s->ensemble.phase == 1) return rgs_ensemble_kick(s, stage->a * at->h, error);
  uint32_t needs = RGS_EVAL_FORCE;
  if ((s->method->refined || s->method->conserved) && !at->displaced) needs |= RGS_EVAL_ENERGY;
  if (has_piston) needs |= RGS_EVAL_VIRIAL;
  if (with_gradient && !displaces) needs |= RGS_EVAL_GRADIENT;
  /* A virial is of forces, which the host gives together. */
  if (has_piston && (needs & ~at->fresh)) return ask_for(at, needs);
  if (needs & ~at->fresh) return ask_for(at, needs & ~at->fresh);
  double h = step_of(at);
  if (with_gradient && !(at->fresh & RGS_EVAL_GRADIENT)) {
    double reach = reach_of(s, stage, h);
    if (reach == 0) { /* h is 0, or the gradient has no weight */
      rgs_stage plain = { RGS_KICK, 0, stage->a, 0 };
      return kick(s, &plain, h, error);
    }
    rgs_status status = gradient_by_displacement(s, reach, error);
    if (status != RGS_OK) return status;
  }
  record(s, false);
  rgs_status status = kick(s, stage, h, error);
  if (status == RGS_OK) record(s, true);
  if (status == RGS_OK && has_piston) status = rgs_ensemble_kick(s, stage->a * h, error);
  return status;
}

static void begin_list(rgs_stepper *s, uint32_t list) {
  s->place.list = list;
  s->place.stage = 0;
  s->place.drifted = list == RGS_PRE ? 0 : s->method->scheme->facts.drift_of_pre;
}

/* Bodies in the variables of the host get the processor first.  Bodies that got it for another h
 * get its inverse first. */
void rgs_stages_begin(rgs_stepper *s) {
  const rgs_place *at = &s->place;
  bool processed = s->method->scheme->scheme.n_pre > 0;
  if (at->inside == RGS_IN_PROCESS ||
      (processed && at->variables == RGS_PROPAGATED && at->h != at->processed_h))
    begin_list(s, RGS_POST);
  else
    begin_list(s, processed && at->variables == RGS_PHYSICAL ? RGS_PRE : RGS_STAGES);
}

/* Begins the list that follows the one that is done; false where none follows. */
static bool next_list(rgs_stepper *s) {
  rgs_place *at = &s->place;
  if (at->list == RGS_STAGES) return false;
  at->variables = at->list == RGS_PRE ? RGS_PROPAGATED : RGS_PHYSICAL;
  if (at->list == RGS_PRE) at->processed_h = at->h;
  if (at->inside == RGS_IN_PROCESS) return false;
  begin_list(s, at->list == RGS_PRE ? RGS_STAGES : RGS_PRE);
  return true;
}

static rgs_status do_one(rgs_stepper *s, const rgs_stage *stage, rgs_error *error) {
  const double h = stage->a * step_of(&s->place);
  switch (stage->op) {
  case RGS_DRIFT:
    if (s->method->piston != NULL) return rgs_ensemble_drift(s, h, error);
    return rgs_fly(s, h, h, NULL, error);
  case RGS_BATH: return rgs_ensemble_bathe(s, stage->a, error);
  case RGS_DRIFT_AND_BATH: return rgs_ensemble_drift_and_bathe(s, stage->a, error);
  default: return kick_once_known(s, stage, error);
  }
}

/* An executor that left out some bodies is told before the host is asked anything, and whatever else
 * has gone wrong by it. */
static rgs_status do_stage(rgs_stepper *s, const rgs_stage *stage, rgs_error *error) {
  const rgs_status status = do_one(s, stage, error);
  const rgs_status of_executor = rgs_executor_check(s->executor, error);
  return of_executor == RGS_OK ? status : of_executor;
}

rgs_status rgs_stages_advance(rgs_stepper *s, rgs_error *error) {
  const rgs_method *m = s->method;
  rgs_place *at = &s->place;
  do {
    for (; at->stage < rgs_method_stages_in(m, at->list); at->stage++) {
      const rgs_stage stage = rgs_method_stage(m, at->list, at->stage);
      const rgs_status status = do_stage(s, &stage, error);
      if (status != RGS_OK) return status;
      if (stage.op == RGS_DRIFT || stage.op == RGS_DRIFT_AND_BATH) at->drifted += stage.a;
      s->ensemble.phase = 0;
    }
  } while (next_list(s));
  return RGS_OK;
}
