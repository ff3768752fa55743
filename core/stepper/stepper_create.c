/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stepper_create.c - makes a stepper for a method, a host and bodies, swaps its method, and destroys it.
 */
#include "stepper/parts.h"
#include "base/layout.h"
#include "base/own_aux.h"
#include "methods/method_params.h"
#include "methods/table_check.h"
#include "stepper/advance.h"
#include "stepper/batch.h"
#include "ensemble/ensemble.h"
#include "backends/backend.h"
#include "motion/record.h"
#include "jobs/scratch.h"
#include "stepper/rewind.h"
#include "stepper/stepper_check.h"
#include "stepper/watch.h"
#include <math.h>
#include <string.h>

static rgs_status read_host(rgs_host *dst, const rgs_host *src, rgs_error *error) {
  memset(dst, 0, sizeof *dst);
  if (src != NULL) {
    rgs_status status = rgs_read_struct(dst, &rgs_host_layout, src, error);
    if (status != RGS_OK) return status;
  }
  if (!isfinite(dst->force_scale) || dst->force_scale < 0)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "host.force_scale is %g; must be finite and >= 0, 0 means 1",
                         dst->force_scale);
  if (dst->reserved0 != 0)
    return rgs_set_error(error, RGS_E_ARG, -1, "host.reserved0 is %u; must be 0", dst->reserved0);
  if (dst->flags & ~(uint32_t)RGS_HOST_REWINDS)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "host.flags is 0x%x; this version knows the bits 0x%x", dst->flags,
                         (uint32_t)RGS_HOST_REWINDS);
  if (dst->force_scale == 0) dst->force_scale = 1;
  if (dst->provides == 0) dst->provides = RGS_EVAL_FORCE;
  return RGS_OK;
}

/* What a body's aux holds: gradients that are formed, propagated variables, states of past
 * steps. */
static rgs_aux_doubles aux_of(const rgs_method *m, const rgs_host *host) {
  rgs_aux_doubles c = { 0 };
  if (m->integrator != NULL) {
    c.all = m->info.aux;
    return c;
  }
  if (m->info.needs & ~host->provides & (uint32_t)RGS_EVAL_GRADIENT)
    c.displaced = RGS_AUX_DISPLACED;
  c.propagated = m->scheme->scheme.n_pre > 0 ? RGS_AUX_PROPAGATED : 0;
  c.states = m->shadow ? RGS_AUX_STATE * RGS_PAST_STATES : 0;
  c.slow = rgs_method_has_levels(m) ? RGS_AUX_SLOW : 0;
  c.momentum = m->evaluations > 0 ? RGS_AUX_MOMENTUM : 0;
  c.trial = rgs_method_trials(m) ? rgs_method_aux_of_trial(m) : 0;
  c.all = c.displaced + c.propagated + c.states + c.slow + c.momentum + c.trial;
  return c;
}

/* Makes m the stepper's method.  No allocation is needed: fit() has reserved the memory. */
static void take_method(rgs_stepper *s, const rgs_method *m) {
  const rgs_method *before = s->motion.method;
  const uint32_t needed = s->info.needs;
  rgs_rewind_forget(s);
  s->motion.method = m;
  s->motion.scratch.holds = 0;
  s->bound_at = 0;
  rgs_method_on_host(m, &s->host, &s->info);
  const bool keeps = before != NULL && rgs_method_same_ensemble(before, m);
  rgs_ensemble_take_method(&s->ensemble, keeps);
  /* The host's share of the virial is gone, too, so it is requested again. */
  s->step_cursor.valid &= ~(uint32_t)RGS_EVAL_VIRIAL & ~(uint32_t)RGS_DRAFT_EVAL_SLOW;
  /* Then forces mean something else. */
  if (before != NULL && ((needed ^ s->info.needs) & RGS_DRAFT_EVAL_SLOW)) s->step_cursor.valid = 0;
  /* The cell that will be told may be another one; other barostats ask for forces with the virial. */
  if (rgs_method_jumps(m) && !keeps) s->step_cursor.valid = 0;
  if (rgs_method_draws(m)) s->checked_at = 0; /* tags have to differ */
  s->motion.aux = aux_of(m, &s->host);
  s->motion.bodies->aux.at = 0; /* it holds what another method left */
  s->step_cursor.last_h = 0;
  s->step_cursor.list = RGS_STAGES; /* a save of this method may name no list of another one */
  s->step_cursor.stage = 0;
  if (m->integrator != NULL) s->checked_at = 0; /* its model may check more */
  if (s->motion.aux.displaced > 0) s->step_cursor.valid &= ~(uint32_t)RGS_EVAL_GRADIENT;
  s->step_cursor.kept_valid = 0;
  rgs_record_begin(&s->record, s->step_cursor.h);
}

/* The host's forces depend on momenta, and the method does not count with that. */
static void warn_of_order(const rgs_stepper *s) {
  const rgs_context *c = s->motion.bodies->context;
  char text[200] = "";
  if (!rgs_method_loses_order(s->motion.method, &s->host)) return;
  rgs_append(text, sizeof text,
             "'%s' has order 1 here, because the host's forces depend on momenta "
             "(RGS_DRAFT_EVAL_MOMENTUM); take the scheme strang_momentum or suzuki4_momentum",
             rgs_method_about(s->motion.method)->name);
  c->log(c->log_self, text);
}

/* The component for which a method needs sums or keys. */
static const rgs_registry_entry *component_that_needs(const rgs_method *m) {
  return m->integrator != NULL   ? m->integrator
         : m->thermostat != NULL ? m->thermostat
                                 : m->barostat;
}

/* What needs the number of ranks, or sums over them. */
static rgs_status check_ranks(const rgs_method *m, const rgs_host *host, uint32_t missing,
                              rgs_error *error) {
  const uint32_t of_ranks = RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL;
  const rgs_registry_entry *component = component_that_needs(m);
  if (host->ranks == 0 && ((m->info.needs & of_ranks) != 0 || rgs_method_draws(m)))
    return rgs_set_error(
        error, RGS_E_NEEDS, -1,
        "%s '%s' needs %s, and rgs_host.ranks is 0; set it to 1 if this stepper has "
        "all bodies, else to the number of ranks",
        rgs_kind_name(component->kind), component->about.name,
        rgs_method_draws(m) ? "noise by the tags of bodies" : "sums over ranks");
  if (missing == RGS_EVAL_REDUCTION)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "%s '%s' needs sums over ranks: rgs_host.ranks is %u, so provide "
                         "RGS_EVAL_REDUCTION, or set ranks to 1 if this stepper has all bodies",
                         rgs_kind_name(component->kind), component->about.name, host->ranks);
  return RGS_OK;
}

/* A trial is accepted by the energy, which forces that depend on momenta do not have. */
static rgs_status check_trials(const rgs_method *m, const rgs_host *host, rgs_error *error) {
  if (!rgs_method_trials(m) || !(host->provides & RGS_DRAFT_EVAL_MOMENTUM)) return RGS_OK;
  return rgs_set_error(error, RGS_E_NEEDS, -1,
                       "thermostat '%s' accepts trials by the energy, but the host's forces depend "
                       "on momenta (RGS_DRAFT_EVAL_MOMENTUM); take langevin",
                       m->thermostat->about.name);
}

/* Can this method run on this host and these bodies?  Takes the room it needs. */
static rgs_status fit(rgs_stepper *s, const rgs_method *m, rgs_error *error) {
  const rgs_host *host = &s->host;
  rgs_bodies *b = s->motion.bodies;
  if (m->context != b->context)
    return rgs_set_error(
        error, RGS_E_ARG, -1,
        "method and bodies belong to different contexts; make both with the same one");
  rgs_method_info info;
  rgs_method_on_host(m, host, &info);
  uint32_t missing = info.needs & ~host->provides;
  rgs_status status = check_ranks(m, host, missing, error);
  if (status == RGS_OK) status = check_trials(m, host, error);
  if (status == RGS_OK) status = s->motion.backend->supports(m, b, error);
  if (status != RGS_OK) return status;
  if (missing & RGS_DRAFT_EVAL_SLOW)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "scheme '%s' kicks with a fast and a slow force; the host provides %s: "
                         "set RGS_DRAFT_EVAL_SLOW in rgs_host.provides and answer its requests "
                         "(rigidstep/draft.h), or take the scheme strang",
                         rgs_method_about(m)->name, rgs_eval_names(host->provides));
  if ((info.needs & RGS_DRAFT_EVAL_SLOW) && !b->context->drafts)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "scheme '%s' kicks with a slow force, which is a draft; call "
                         "rgs_draft_allow (rigidstep/draft.h) before",
                         rgs_method_about(m)->name);
  if (missing != 0)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "'%s' needs evaluations of %s; the host provides %s (rgs_host.provides)",
                         rgs_method_about(m)->name, rgs_eval_names(info.needs),
                         rgs_eval_names(host->provides));
  status = rgs_bodies_need(b, &s->motion.scratch, rgs_scratch_needed(m, s->motion.executor != NULL),
                           error);
  if (status == RGS_OK) status = rgs_watch_need(s, error);
  if (status == RGS_OK) status = rgs_own_aux_need(b, info.aux, error);
  if (status == RGS_OK) status = rgs_rewind_need(s, m, &info, error);
  if (status != RGS_OK) return status;
  const rgs_allocator *a = &b->context->allocator;
  status = rgs_enlarge(a, rgs_method_cursor_size(m), &s->cursor, &s->cursor_room, error);
  if (status != RGS_OK) return status;
  /* What the thermostat of the present method keeps lies there, so nothing may fail after this. */
  return rgs_enlarge(a, rgs_ensemble_room(m), &s->ensemble.thermostat_params, &s->ensemble.room,
                     error);
}

rgs_status rgs_stepper_create(rgs_bodies *b, const rgs_method *m, const rgs_host *host,
                              rgs_stepper **out, rgs_error *error) {
  if (b == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "bodies is null");
  if (m == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "method is null");
  if (out == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "out is null");
  rgs_host read;
  rgs_status status = read_host(&read, host, error);
  if (status != RGS_OK) return status;
  rgs_stepper *s = rgs_alloc(&b->context->allocator, sizeof *s);
  if (s == NULL) return rgs_set_error_memory(error, sizeof *s);
  s->motion.bodies = b;
  s->motion.backend = rgs_backend_of(b);
  b->steppers++;
  s->motion.scratch.beside = true;
  s->host = read;
  s->watches = b->context->watches;
  s->motion.force_scale = read.force_scale;
  s->ensemble.motion = &s->motion;
  s->ensemble.systems = &s->ensemble;
  s->ensemble.n_systems = 1;
  s->ensemble.host_ranks = read.ranks;
  status = rgs_threads_read(&s->motion.threads, read.executor, &b->context->executor, error);
  if (s->motion.threads.executor.parallel_for != NULL) s->motion.executor = &s->motion.threads;
  if (status == RGS_OK) status = fit(s, m, error);
  if (status != RGS_OK) {
    rgs_stepper_destroy(s);
    return status;
  }
  take_method(s, m);
  warn_of_order(s);
  *out = s;
  return RGS_OK;
}

void rgs_stepper_destroy(rgs_stepper *s) {
  if (s == NULL) return;
  const rgs_allocator *a = &s->motion.bodies->context->allocator;
  if (rgs_queue_owner(s->motion.bodies) == &s->motion) s->motion.backend->forget(&s->motion);
  s->motion.bodies->steppers--;
  rgs_watch_forget(s);
  rgs_bodies_leave(s->motion.bodies, &s->motion.scratch);
  rgs_bodies_leave(s->motion.bodies, &s->begin.columns);
  rgs_bodies_leave(s->motion.bodies, &s->constants);
  rgs_free(a, s->cursor, s->cursor_room);
  rgs_free(a, s->ensemble.thermostat_params, s->ensemble.room);
  rgs_free(a, s->begin.params, s->begin.room);
  rgs_batch_free(s->motion.bodies, &s->batch);
  rgs_free(a, s, sizeof *s);
}

rgs_status rgs_stepper_swap(rgs_stepper *s, const rgs_method *m, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (m == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "method is null");
  if (s->step_cursor.inside) return rgs_set_error_inside(s, "rgs_stepper_swap", error);
  if (s->step_cursor.variables == RGS_PROPAGATED)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "the bodies are in the variables of the processed scheme '%s'; call "
                         "rgs_stepper_process before rgs_stepper_swap",
                         rgs_method_about(s->motion.method)->name);
  rgs_batch made = { 0 };
  const bool batch = rgs_ensemble_is_batch(&s->ensemble);
  const bool keeps = rgs_method_same_ensemble(s->motion.method, m);
  rgs_status status = rgs_settle(s, error);
  if (status == RGS_OK && batch) status = rgs_batch_make(s, m, NULL, &made, error);
  if (status == RGS_OK) status = fit(s, m, error);
  if (status != RGS_OK) {
    rgs_batch_free(s->motion.bodies, &made);
    return status;
  }
  take_method(s, m);
  warn_of_order(s);
  if (batch) rgs_batch_take(s, &made, true, keeps);
  s->step_cursor.variables = RGS_PHYSICAL;
  return RGS_OK;
}
