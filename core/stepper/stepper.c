/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stepper.c - the life of a step.  rgs_advance goes from one evaluation to the next; rgs_step is
 * the same with the host's callback in between, so there is one path to test.
 */
#include "base/core.h"
#include <math.h>
#include <string.h>

/* ---- making one ------------------------------------------------------------------------------ */

static rgs_status read_host(rgs_host *dst, const rgs_host *src, rgs_error *error) {
  memset(dst, 0, sizeof *dst);
  if (src != NULL) {
    rgs_status status = rgs_read_struct(dst, sizeof *dst, src, sizeof(rgs_head), "host", error);
    if (status != RGS_OK) return status;
  }
  if (!isfinite(dst->force_scale))
    return rgs_refuse(error, RGS_E_ARG, -1, "host.force_scale is %g; must be finite, 0 means 1",
                      dst->force_scale);
  if (dst->reserved0 != 0)
    return rgs_refuse(error, RGS_E_ARG, -1, "host.reserved0 is %u; must be 0", dst->reserved0);
  if (dst->force_scale == 0) dst->force_scale = 1;
  if (dst->provides == 0) dst->provides = RGS_EVAL_FORCE;
  return RGS_OK;
}

/* Of a body's carry: gradients that are formed, what is propagated, states of past steps. */
static rgs_carry_places carry_of(const rgs_method *m, const rgs_host *host) {
  rgs_carry_places c = { 0 };
  if (m->integrator != NULL) {
    c.all = m->info.carry;
    return c;
  }
  if (m->info.needs & ~host->provides & (uint32_t)RGS_EVAL_GRADIENT)
    c.displaced = RGS_CARRY_DISPLACED;
  c.propagated = m->scheme->scheme.n_pre > 0 ? RGS_CARRY_PROPAGATED : 0;
  c.states = m->shadow ? RGS_CARRY_STATE * RGS_RECORD_STATES : 0;
  c.all = c.displaced + c.propagated + c.states;
  return c;
}

static size_t doubles_needed(const rgs_method *m) {
  if (m->rotor == NULL) return 0;
  bool may_fail = !(m->rotor->about.claims & RGS_NEVER_FAILS);
  return m->rotor->rotor.prepared + (may_fail ? 4u : 0u);
}

static size_t cursor_needed(const rgs_method *m) {
  return m->integrator == NULL ? 0 : m->integrator->integrator.cursor_size;
}

/* Room is there: the method is the stepper's. */
static void take_method(rgs_stepper *s, const rgs_method *m) {
  s->method = m;
  rgs_method_on_host(m, s->host.provides, &s->info);
  s->carry = carry_of(m, &s->host);
  s->place.last_h = 0;
  s->place.list = RGS_STAGES; /* a save of this method knows no other place than its own */
  s->place.stage = 0;
  if (m->integrator != NULL) s->checked_at = 0; /* its model may ask for more */
  if (s->carry.displaced > 0) s->place.fresh &= ~(uint32_t)RGS_EVAL_GRADIENT;
  rgs_record_begin(s);
}

/* Can this method run on this host and these bodies?  Takes the room it needs. */
static rgs_status fit(const rgs_method *m, const rgs_host *host, rgs_bodies *b, void **cursor,
                      size_t *cursor_room, rgs_error *error) {
  if (m->context != b->context)
    return rgs_refuse(error, RGS_E_ARG, -1, "method and bodies belong to different contexts");
  rgs_method_info info;
  rgs_method_on_host(m, host->provides, &info);
  uint32_t missing = info.needs & ~host->provides;
  if (missing != 0)
    return rgs_refuse(error, RGS_E_NEEDS, -1,
                      "'%s' needs evaluations of %s; the host provides %s (rgs_host.provides)",
                      rgs_method_about(m)->name, rgs_eval_names(info.needs),
                      rgs_eval_names(host->provides));
  rgs_status status = rgs_bodies_need(b, doubles_needed(m), error);
  if (status != RGS_OK) return status;
  size_t need = cursor_needed(m);
  if (need <= *cursor_room) return RGS_OK;
  void *larger = rgs_take(&b->context->allocator, need);
  if (larger == NULL) return rgs_refuse_memory(error, need);
  rgs_give(&b->context->allocator, *cursor, *cursor_room);
  *cursor = larger;
  *cursor_room = need;
  return RGS_OK;
}

rgs_status rgs_stepper_create(rgs_bodies *b, const rgs_method *m, const rgs_host *host,
                              rgs_stepper **out, rgs_error *error) {
  if (b == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "bodies is null");
  if (m == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "method is null");
  if (out == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "out is null");
  rgs_host read;
  rgs_status status = read_host(&read, host, error);
  if (status != RGS_OK) return status;
  rgs_stepper *s = rgs_take(&b->context->allocator, sizeof *s);
  if (s == NULL) return rgs_refuse_memory(error, sizeof *s);
  s->bodies = b;
  s->host = read;
  status = fit(m, &s->host, b, &s->cursor, &s->cursor_room, error);
  if (status != RGS_OK) {
    rgs_stepper_destroy(s);
    return status;
  }
  take_method(s, m);
  *out = s;
  return RGS_OK;
}

void rgs_stepper_destroy(rgs_stepper *s) {
  if (s == NULL) return;
  const rgs_allocator *a = &s->bodies->context->allocator;
  rgs_give(a, s->cursor, s->cursor_room);
  rgs_give(a, s, sizeof *s);
}

rgs_status rgs_refuse_inside(const rgs_stepper *s, const char *call, rgs_error *error) {
  if (s->place.inside == RGS_IN_PROCESS)
    return rgs_refuse(
        error, RGS_E_ORDER, -1,
        "%s inside rgs_stepper_process; finish that, or abandon it with rgs_stepper_unprocess",
        call);
  return rgs_refuse(error, RGS_E_ORDER, -1,
                    "%s inside a step; finish it, or abandon it with rgs_stepper_reset", call);
}

rgs_status rgs_stepper_swap(rgs_stepper *s, const rgs_method *m, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (m == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "method is null");
  if (s->place.inside) return rgs_refuse_inside(s, "rgs_stepper_swap", error);
  if (s->place.variables == RGS_PROPAGATED)
    return rgs_refuse(error, RGS_E_ORDER, -1,
                      "scheme '%s' steps in variables of its own; call rgs_stepper_process before "
                      "rgs_stepper_swap",
                      rgs_method_about(s->method)->name);
  rgs_status status = fit(m, &s->host, s->bodies, &s->cursor, &s->cursor_room, error);
  if (status != RGS_OK) return status;
  take_method(s, m);
  s->place.variables = RGS_PHYSICAL;
  return RGS_OK;
}

/* ---- a step ---------------------------------------------------------------------------------- */

rgs_status rgs_check_view(const rgs_stepper *s, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  const rgs_method_info *info = &s->info;
  if (v->head.size == 0)
    return rgs_refuse(error, RGS_E_ORDER, -1, "no view is bound; call rgs_bodies_bind first");
  if (v->n == 0) return RGS_OK;
  if ((info->needs & RGS_EVAL_GRADIENT) && (v->gf.data == NULL || v->gtau.data == NULL))
    return rgs_refuse(error, RGS_E_NEEDS, -1, "'%s' needs the columns gf and gtau; view.%s is null",
                      rgs_method_about(s->method)->name, v->gf.data == NULL ? "gf" : "gtau");
  if (info->carry > 0 && v->carry.data == NULL)
    return rgs_refuse(error, RGS_E_NEEDS, -1, "'%s' needs %u doubles a body; view.carry is null",
                      rgs_method_about(s->method)->name, info->carry);
  if (info->carry > 1 && v->carry.comp == 0)
    return rgs_refuse(error, RGS_E_ARG, -1,
                      "view.carry.comp is 0; must differ from 0 for %u "
                      "doubles a body",
                      info->carry);
  double body = fabs((double)v->carry.body), comp = fabs((double)v->carry.comp);
  if (info->carry > 1 && v->n > 1 && !(body > (info->carry - 1) * comp) &&
      !(comp > (double)(v->n - 1) * body))
    return rgs_refuse(error, RGS_E_ARG, -1,
                      "view.carry: with body %lld and comp %lld elements overlap; '%s' needs %u "
                      "doubles a body",
                      (long long)v->carry.body, (long long)v->carry.comp,
                      rgs_method_about(s->method)->name, info->carry);
  return RGS_OK;
}

rgs_status rgs_refuse_failed(const rgs_stepper *s, rgs_error *error) {
  if (!s->failed) return RGS_OK;
  if (s->place.inside == RGS_IN_PROCESS)
    return rgs_refuse(error, RGS_E_ORDER, -1,
                      "rgs_stepper_process failed; call rgs_stepper_unprocess first");
  return rgs_refuse(error, RGS_E_ORDER, -1,
                    "an earlier step failed; call rgs_stepper_reset or rgs_stepper_load first");
}

/* What a bind may have changed, inside a step too. */
rgs_status rgs_check_bound(rgs_stepper *s, rgs_error *error) {
  rgs_status status = rgs_check_view(s, error);
  if (status != RGS_OK || s->checked_at == s->bodies->generation) return status;
  status = rgs_check_bodies(s->bodies, !s->bodies->in_motion, error);
  if (status == RGS_OK && !s->place.inside) status = rgs_integrator_check(s, error);
  if (status != RGS_OK) return status;
  s->checked_at = s->bodies->generation;
  s->bodies->in_motion = true;
  return RGS_OK;
}

/* The call is legal, and a step is begun. */
static rgs_status enter(rgs_stepper *s, double h, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (!isfinite(h)) return rgs_refuse(error, RGS_E_ARG, -1, "h is %g; must be finite", h);
  rgs_status status = rgs_refuse_failed(s, error);
  if (status != RGS_OK) return status;
  rgs_place *at = &s->place;
  if (at->inside == RGS_IN_PROCESS) return rgs_refuse_inside(s, "a step", error);
  if (at->variables == RGS_SHOWN)
    return rgs_refuse(
        error, RGS_E_ORDER, -1,
        "the bodies show output (rgs_stepper_process); call rgs_stepper_unprocess before a step");
  if (at->inside && h != at->h)
    return rgs_refuse(error, RGS_E_ARG, -1, "h is %.17g; inside this step it must stay %.17g", h,
                      at->h);
  status = rgs_check_bound(s, error);
  if (status != RGS_OK || at->inside) return status;
  at->inside = RGS_IN_STEP;
  /* A gradient that was formed depends on how far out: no step may depend on the one before. */
  if (fabs(h) != fabs(at->h) && rgs_stepper_displaces(s)) at->fresh &= ~(uint32_t)RGS_EVAL_GRADIENT;
  at->h = h;
  if (s->cursor != NULL) memset(s->cursor, 0, s->cursor_room);
  if (s->method->scheme != NULL) rgs_split_begin(s);
  return RGS_OK;
}

/* Adds up the time without losing what rounding drops: a torque may depend on it for 1e9 steps. */
static void end_step(rgs_place *at) {
  double add = at->h + at->time_rest, sum = at->time + add;
  at->time_rest = add - (sum - at->time);
  at->time = sum;
  at->last_h = at->h;
  at->inside = RGS_OUTSIDE;
}

static rgs_status go_on(rgs_stepper *s, rgs_error *error) {
  rgs_status status = s->method->integrator != NULL ? rgs_integrator_advance(s, error)
                                                    : rgs_split_advance(s, error);
  if (status == RGS_OK && s->place.inside == RGS_IN_STEP) end_step(&s->place);
  if (status < RGS_OK) s->failed = true;
  return status;
}

static void answered(rgs_stepper *s, double energy) {
  rgs_place *at = &s->place;
  if (at->asked & RGS_EVAL_ENERGY) at->energy = s->host.force_scale * energy;
  at->fresh |= at->asked;
  at->asked = 0;
}

rgs_status rgs_go_on_asking(rgs_stepper *s, rgs_eval *request, rgs_error *error) {
  rgs_eval ask = RGS_EVAL_INIT;
  rgs_status status = RGS_OK;
  if (request != NULL)
    status =
        rgs_read_struct(&ask, sizeof ask, request, RGS_END_OF(rgs_eval, what), "request", error);
  if (status == RGS_OK && ask.reserved0 != 0)
    status = rgs_refuse(error, RGS_E_ARG, -1, "request.reserved0 is %u; must be 0", ask.reserved0);
  if (status != RGS_OK) return status;
  if (s->place.asked && s->told) answered(s, ask.energy);
  status = s->place.asked ? RGS_NEED_EVAL : go_on(s, error);
  s->told = status == RGS_NEED_EVAL;
  if (s->told && request != NULL) {
    ask.what = s->place.asked;
    ask.time = s->place.asked_time;
    rgs_write_struct(request, &ask, sizeof ask, "request", error);
  }
  return status;
}

rgs_status rgs_advance(rgs_stepper *s, double h, rgs_eval *request, rgs_error *error) {
  rgs_status status = RGS_OK;
  if (request != NULL)
    status = rgs_check_head(&request->head, RGS_END_OF(rgs_eval, what), "request", error);
  if (status == RGS_OK && s != NULL && request == NULL &&
      (s->info.needs & ~(uint32_t)RGS_EVAL_FORCE))
    status = rgs_refuse(error, RGS_E_ARG, -1,
                        "request is null; '%s' asks for more than forces and must say for what",
                        rgs_method_about(s->method)->name);
  if (status == RGS_OK) status = enter(s, h, error);
  return status == RGS_OK ? rgs_go_on_asking(s, request, error) : status;
}

static rgs_status call_host(rgs_stepper *s, rgs_error *error) {
  rgs_eval request = RGS_EVAL_INIT;
  request.what = s->place.asked;
  request.time = s->place.asked_time;
  s->told = false; /* should the host fail, rgs_advance asks again */
  int answer = s->host.eval(s->host.self, &request, &s->bodies->view);
  if (answer != 0)
    return rgs_refuse(error, RGS_E_HOST, -1, "host.eval returned %d at time %g", answer,
                      request.time);
  answered(s, request.energy);
  return RGS_OK;
}

rgs_status rgs_go_on_calling(rgs_stepper *s, rgs_error *error) {
  rgs_status status;
  do {
    if (s->place.asked && ((status = call_host(s, error)) != RGS_OK ||
                           (status = rgs_check_bound(s, error)) != RGS_OK))
      return status;
    status = go_on(s, error);
  } while (status == RGS_NEED_EVAL);
  return status;
}

rgs_status rgs_step(rgs_stepper *s, double h, int64_t n, rgs_error *error) {
  if (n < 0) return rgs_refuse(error, RGS_E_ARG, -1, "n is %lld; must be >= 0", (long long)n);
  if (s != NULL && s->host.eval == NULL)
    return rgs_refuse(error, RGS_E_NEEDS, -1, "host.eval is null; drive with rgs_advance");
  for (int64_t k = 0; k < n; k++) {
    rgs_status status = enter(s, h, error);
    if (status == RGS_OK) status = rgs_go_on_calling(s, error);
    if (status != RGS_OK) return status;
  }
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  return RGS_OK;
}

/* ---- what the host knows better -------------------------------------------------------------- */

rgs_status rgs_stepper_set_fresh(rgs_stepper *s, uint32_t what, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (what & ~(uint32_t)RGS_KNOWN_EVALS)
    return rgs_refuse(error, RGS_E_ARG, -1, "what is 0x%x; this version knows the bits 0x%x", what,
                      (uint32_t)RGS_KNOWN_EVALS);
  /* The host has no place to put an energy but an answer, and none for a gradient formed here. */
  what &= ~(uint32_t)RGS_EVAL_ENERGY;
  if (rgs_stepper_displaces(s)) what &= ~(uint32_t)RGS_EVAL_GRADIENT;
  s->place.fresh = what;
  if (s->place.variables == RGS_SHOWN) s->place.variables = RGS_PHYSICAL;
  if (s->place.inside == RGS_OUTSIDE) {
    /* Refined values want the forces of the last kick; a step that drifts first does not end there. */
    if (!(what & RGS_EVAL_FORCE) || !s->info.ends_fresh) s->place.last_h = 0;
    rgs_record_begin(s);
  }
  return RGS_OK;
}

rgs_status rgs_stepper_set_time(rgs_stepper *s, double time, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (!isfinite(time)) return rgs_refuse(error, RGS_E_ARG, -1, "time is %g; must be finite", time);
  if (s->place.inside) return rgs_refuse_inside(s, "rgs_stepper_set_time", error);
  s->place.time = time;
  s->place.time_rest = 0;
  return RGS_OK;
}

double rgs_stepper_time(const rgs_stepper *s) { return s == NULL ? NAN : s->place.time; }

rgs_status rgs_stepper_reset(rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  rgs_gradient_put_back(s);
  s->place.inside = RGS_OUTSIDE;
  s->place.variables = RGS_PHYSICAL;
  s->place.asked = 0;
  s->place.fresh = 0;
  s->place.last_h = 0;
  s->failed = false;
  rgs_record_begin(s);
  return RGS_OK;
}

/* ---- what it tells --------------------------------------------------------------------------- */

rgs_status rgs_stepper_describe(const rgs_stepper *s, rgs_method_info *out, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  return rgs_write_info(&s->info, out, error);
}
