/* SPDX-License-Identifier: BSD-3-Clause
 *
 * split.c - does what a scheme's table says: drifts and kicks, stage by stage.
 */
#include "core.h"
#include <string.h>

/* ---- kick ------------------------------------------------------------------------------------ */

/* x - x is 0 for all but infinities and nan. */
static double not_finite(const rgs_column *c, int64_t i) {
  double a = RGS_AT(*c, i, 0), b = RGS_AT(*c, i, 1), d = RGS_AT(*c, i, 2);
  return (a - a) + (b - b) + (d - d);
}

static rgs_status check_forces(const rgs_view *v, const rgs_column *f, const rgs_column *tau,
                               const char *f_name, const char *tau_name, rgs_error *error) {
  double sum = 0;
  for (int64_t i = 0; i < v->n; i++) sum += not_finite(f, i) + not_finite(tau, i);
  if (sum == 0) return RGS_OK;
  int64_t i = 0;
  while (not_finite(f, i) + not_finite(tau, i) == 0) i++;
  bool of_f = not_finite(f, i) != 0;
  const rgs_column *c = of_f ? f : tau;
  int k = 0;
  while (RGS_AT(*c, i, k) - RGS_AT(*c, i, k) == 0) k++;
  return rgs_refuse(error, RGS_E_NONFINITE, i, "body %lld: %s[%d] is %g; must be finite",
                    (long long)i, of_f ? f_name : tau_name, k, RGS_AT(*c, i, k));
}

static rgs_status refuse_overflow(const rgs_view *v, const rgs_column *a, const rgs_column *b,
                                  const char *what, rgs_error *error) {
  int64_t i = 0;
  while (i < v->n - 1 && not_finite(a, i) + not_finite(b, i) == 0) i++;
  return rgs_refuse(error, RGS_E_NONFINITE, i, "body %lld: its %s is finite no longer",
                    (long long)i, what);
}

/* Forces and steps that are finite each may still make a momentum that is not. */
static rgs_status add_force(const rgs_view *v, const rgs_column *f, const rgs_column *tau,
                            double impulse, rgs_error *error) {
  bool velocity = v->flags & RGS_VIEW_P_IS_VELOCITY;
  double sum = 0;
  for (int64_t i = 0; i < v->n; i++) {
    double linear = velocity ? impulse / RGS_AT(v->mass, i, 0) : impulse;
    for (int k = 0; k < 3; k++) {
      RGS_AT(v->p, i, k) += linear * RGS_AT(*f, i, k);
      RGS_AT(v->l, i, k) += impulse * RGS_AT(*tau, i, k);
    }
    sum += not_finite(&v->p, i) + not_finite(&v->l, i);
  }
  return sum == 0 ? RGS_OK : refuse_overflow(v, &v->p, &v->l, "momentum", error);
}

static rgs_status kick(const rgs_stepper *s, const rgs_stage *stage, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  double h = s->place.h, scale = s->host.force_scale;
  rgs_status status = check_forces(v, &v->f, &v->tau, "f", "tau", error);
  if (status == RGS_OK && stage->op == RGS_KICK_GRADIENT)
    status = check_forces(v, &v->gf, &v->gtau, "gf", "gtau", error);
  if (status != RGS_OK) return status;
  status = add_force(v, &v->f, &v->tau, stage->a * h * scale, error);
  if (status == RGS_OK && stage->op == RGS_KICK_GRADIENT)
    status = add_force(v, &v->gf, &v->gtau, -2 * stage->c * h * h * h * scale, error);
  return status;
}

/* ---- drift ----------------------------------------------------------------------------------- */

static const double *prepared(const rgs_stepper *s) {
  const rgs_method *m = s->method;
  rgs_bodies *b = s->bodies;
  if (m->rotor->rotor.prepared == 0) {
    b->prepared_for = 0; /* rotate() keeps old attitudes in this room */
    return NULL;
  }
  if (b->prepared_for != m->number || b->prepared_at != b->generation) {
    m->rotor->rotor.prepare(m->rotor_params, b->view.n, &b->view.inertia, b->scratch);
    b->prepared_for = m->number;
    b->prepared_at = b->generation;
  }
  return b->scratch;
}

static void copy_attitudes(double *old, const rgs_column *q, int64_t n, bool restore) {
  for (int64_t i = 0; i < n; i++)
    for (int k = 0; k < 4; k++) {
      if (restore)
        RGS_AT(*q, i, k) = old[4 * i + k];
      else
        old[4 * i + k] = RGS_AT(*q, i, k);
    }
}

static rgs_status rotate(const rgs_stepper *s, double h, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  const rgs_rotor *rotor = &s->method->rotor->rotor;
  bool may_fail = !(rotor->about->claims & RGS_NEVER_FAILS);
  double *old = may_fail && v->n > 0 ? s->bodies->scratch + v->n * rotor->prepared : NULL;
  rgs_flow call = { RGS_HEAD(rgs_flow), v->n,       h,    s->method->rotor_params,
                    prepared(s),        v->inertia, v->l, v->q };
  if (may_fail) copy_attitudes(old, &v->q, v->n, false);
  int64_t bad = -1;
  rgs_status status = rotor->flow(&call, &bad);
  if (status == RGS_OK) return RGS_OK;
  if (may_fail) copy_attitudes(old, &v->q, v->n, true);
  if (status > RGS_OK) status = RGS_E_NOCONV;
  return rgs_refuse(error, status, bad, "body %lld: rotor '%s' failed over the time %g: %s",
                    (long long)bad, rotor->about->name, h, rgs_status_text(status));
}

static rgs_status translate(const rgs_view *v, double h, rgs_error *error) {
  bool velocity = v->flags & RGS_VIEW_P_IS_VELOCITY;
  double sum = 0;
  for (int64_t i = 0; i < v->n; i++) {
    double time = velocity ? h : h / RGS_AT(v->mass, i, 0);
    for (int k = 0; k < 3; k++) RGS_AT(v->x, i, k) += time * RGS_AT(v->p, i, k);
    sum += not_finite(&v->x, i);
  }
  return sum == 0 ? RGS_OK : refuse_overflow(v, &v->x, &v->x, "position", error);
}

/* Rotation first: it is what may fail, and then nothing has moved. */
static rgs_status drift(rgs_stepper *s, double fraction, rgs_error *error) {
  double h = fraction * s->place.h;
  if (h == 0) return RGS_OK;
  rgs_status status = rotate(s, h, error);
  if (status != RGS_OK) return status;
  s->place.fresh = 0;
  return translate(&s->bodies->view, h, error);
}

/* ---- stages ---------------------------------------------------------------------------------- */

static rgs_status ask_for(rgs_place *at, uint32_t what) {
  at->asked = what;
  at->asked_time = at->time + at->drifted * at->h;
  return RGS_NEED_EVAL;
}

rgs_status rgs_split_advance(rgs_stepper *s, rgs_error *error) {
  const rgs_scheme *scheme = &s->method->scheme->scheme;
  rgs_place *at = &s->place;
  for (; at->stage < scheme->n_stages; at->stage++) {
    const rgs_stage *stage = &scheme->stages[at->stage];
    rgs_status status;
    if (stage->op == RGS_DRIFT) {
      status = drift(s, stage->a, error);
      at->drifted += stage->a;
    } else {
      uint32_t needs = RGS_EVAL_FORCE;
      if (stage->op == RGS_KICK_GRADIENT) needs |= RGS_EVAL_GRADIENT;
      if (needs & ~at->fresh) return ask_for(at, needs & ~at->fresh);
      status = kick(s, stage, error);
    }
    if (status != RGS_OK) return status;
  }
  return RGS_OK;
}
