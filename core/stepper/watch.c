/* SPDX-License-Identifier: BSD-3-Clause
 *
 * watch.c - looks for mistakes of hosts that spoil a run without a word: constants that changed, forces that
 * were not written, calls from several threads, and floating-point settings.  (Bodies that are not valid are
 * found because rgs_check_bound checks them at every call.)
 */
#include "stepper/watch.h"
#include "backends/backend.h"
#include "base/columns.h"
#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

enum { CONSTANTS = 4, FORCES = 6 }; /* mass and moments of a body; force and torque */

/* Of all steppers of the same bodies. */
typedef struct watch {
  atomic_uint evaluating;  /* what host.eval was asked for and has not answered */
  atomic_uintptr_t thread; /* of the last call */
  const void *of, *filled; /* the stepper that asked; whose forces have come in as NaN */
  bool knows_momenta;      /* it was looked at whether forces depend on momenta */
} watch;

/* The host does not read the columns of a device. */
static bool reads_columns(const rgs_stepper *s) { return !s->motion.backend->defers; }

static watch *watch_of(const rgs_stepper *s) { return s->motion.bodies->watch; }

/* What host.eval was asked for now. */
static void note(const rgs_stepper *s, uint32_t evaluating) {
  watch *w = watch_of(s);
  atomic_store(&w->evaluating, evaluating);
  s->motion.bodies->awaits_forces = evaluating != 0 || w->filled != NULL;
}

rgs_status rgs_watch_need(rgs_stepper *s, rgs_error *error) {
  rgs_bodies *b = s->motion.bodies;
  if (!s->watches) return RGS_OK;
  const rgs_status status =
      rgs_enlarge(&b->context->allocator, sizeof(watch), &b->watch, &b->watch_size, error);
  return status == RGS_OK ? rgs_bodies_need(b, &s->constants, CONSTANTS + FORCES, error) : status;
}

/* ---- forces ---------------------------------------------------------------------------------- */
/* A NaN that no arithmetic makes. */
static const uint64_t UNWRITTEN = 0x7ff8abadf0cedeadu;
static bool is_unwritten(const double *value) {
  uint64_t bits;
  memcpy(&bits, value, sizeof bits);
  return bits == UNWRITTEN;
}

/* Component k of f and tau: bodies in a plane have no force along z and no torque about x and y. */
static bool is_written(const rgs_view *v, int k) {
  return !(v->flags & RGS_VIEW_PLANAR) || k < 2 || k == 5;
}
static double *component(const rgs_view *v, int64_t i, int k) {
  return k < 3 ? &RGS_AT(v->f, i, k) : &RGS_AT(v->tau, i, k - 3);
}

void rgs_watch_ask(rgs_stepper *s, bool calls) {
  rgs_bodies *b = s->motion.bodies;
  const uint32_t asked = s->step_cursor.asked;
  watch *w = watch_of(s);
  if (calls) w->of = s;
  w->filled = (asked & RGS_FORCE_EVALS) != 0 && reads_columns(s) ? s : NULL;
  note(s, calls ? asked : atomic_load(&w->evaluating));
  for (int64_t i = 0; i < b->view.n && w->filled != NULL; i++)
    for (int k = 0; k < 6; k++)
      if (is_written(&b->view, k)) memcpy(component(&b->view, i, k), &UNWRITTEN, sizeof(double));
}

void rgs_watch_forget(rgs_stepper *s) {
  watch *w = watch_of(s);
  if (w == NULL || w->filled != s) return;
  w->filled = NULL;
  note(s, atomic_load(&w->evaluating));
}

void rgs_watch_failed(rgs_stepper *s) {
  if (s->watches) note(s, 0);
}

rgs_status rgs_watch_answer(rgs_stepper *s, rgs_error *error) {
  rgs_bodies *b = s->motion.bodies;
  rgs_step_cursor *at = &s->step_cursor;
  const bool filled = watch_of(s)->filled == s;
  rgs_watch_forget(s);
  for (int64_t i = 0; i < b->view.n && filled; i++)
    for (int k = 0; k < 6; k++) {
      if (!is_written(&b->view, k) || !is_unwritten(component(&b->view, i, k))) continue;
      /* it is asked for again */
      s->requested = false;
      at->valid &= ~(RGS_FORCE_EVALS | RGS_SLOW_CAME);
      return rgs_set_error(
          error, RGS_E_HOST, i,
          "body %lld: %s[%d] was not written; write all components of f and tau at each "
          "evaluation (with RIGIDSTEP_CHECKS they come in as NaN)",
          (long long)i, k < 3 ? "f" : "tau", k % 3);
    }
  return RGS_OK;
}

/* ---- forces that depend on momenta ------------------------------------------------------------- */
/* Other momenta, or by -2 the same bits again; false: all bodies are at rest. */
static bool scale_momenta(const rgs_view *v, double by) {
  bool any = false;
  for (int64_t i = 0; i < v->n; i++)
    for (int k = 0; k < 3; k++) {
      any |= RGS_AT(v->p, i, k) != 0 || RGS_AT(v->l, i, k) != 0;
      RGS_AT(v->p, i, k) *= by;
      RGS_AT(v->l, i, k) *= by;
    }
  return any;
}

/* The first body whose force or torque is another than it was, by more than rounding; -1: none. */
static int64_t first_other(const rgs_bodies *b, const double *before) {
  double largest[2] = { 0, 0 };
  for (int64_t n = 0; n < FORCES * b->view.n; n++)
    largest[n % FORCES / 3] = fmax(largest[n % FORCES / 3], fabs(before[n]));
  for (int64_t i = 0; i < b->view.n; i++)
    for (int k = 0; k < FORCES; k++) {
      const double off = fabs(*component(&b->view, i, k) - before[FORCES * i + k]);
      if (is_written(&b->view, k) && off > 1e-9 * largest[k / 3]) return i;
    }
  return -1;
}

void rgs_watch_momenta(rgs_stepper *s, const rgs_eval *request) {
  rgs_bodies *b = s->motion.bodies;
  watch *w = watch_of(s);
  const bool known =
      s->motion.method->evaluations > 0 || s->host.provides & RGS_DRAFT_EVAL_MOMENTUM;
  if (known || w->knows_momenta || !reads_columns(s) || s->host.ranks != 1 ||
      !(request->what & RGS_EVAL_FORCE))
    return;
  double *const before = s->constants.data + CONSTANTS * b->view.n;
  const uint64_t binds = b->binds;
  for (int64_t n = 0; n < FORCES * b->view.n; n++)
    before[n] = *component(&b->view, n / FORCES, (int)(n % FORCES));
  if (!scale_momenta(&b->view, -0.5)) return; /* a later evaluation will show it */
  w->knows_momenta = true;
  rgs_eval again = *request;
  const bool asked = s->host.eval(s->host.self, &again, &b->view) == 0 && b->binds == binds;
  const int64_t other = asked ? first_other(b, before) : -1;
  (void)scale_momenta(&b->view, -2);
  again = *request;
  const bool same = s->host.eval(s->host.self, &again, &b->view) == 0 && b->binds == binds &&
                    first_other(b, before) < 0;
  for (int64_t n = 0; n < FORCES * b->view.n && b->binds == binds; n++)
    *component(&b->view, n / FORCES, (int)(n % FORCES)) = before[n];
  char text[240] = "";
  if (other < 0 || !same) return;
  rgs_append(text, sizeof text,
             "body %lld: its force or torque depends on momenta, so this method is of order 1; the "
             "draft schemes strang_momentum and suzuki4_momentum keep their order "
             "(examples/howto/torque.md)",
             (long long)other);
  b->context->log(b->context->log_self, text);
}

/* ---- constants ------------------------------------------------------------------------------- */
static rgs_status check_constants(rgs_stepper *s, rgs_error *error) {
  const rgs_bodies *b = s->motion.bodies;
  const rgs_view *v = &b->view;
  if (!reads_columns(s)) return RGS_OK;
  const bool noted = s->constants.holds == b->generation;
  s->constants.holds = b->generation;
  for (int64_t i = 0; i < v->n; i++)
    for (int k = 0; k < CONSTANTS; k++) {
      double *then = &s->constants.data[CONSTANTS * i + k];
      const double now = k == 0 ? RGS_AT(v->mass, i, 0) : RGS_AT(v->inertia, i, k - 1);
      if (noted && now != *then)
        return rgs_set_error(
            error, RGS_E_BODY, i,
            "body %lld: %s is %g, and was %g when the bodies were bound; a stepper keeps what "
            "follows from it: change view.revision and bind again",
            (long long)i,
            k == 0   ? "mass"
            : k == 1 ? "inertia[0]"
            : k == 2 ? "inertia[1]"
                     : "inertia[2]",
            now, *then);
      *then = now;
    }
  return RGS_OK;
}

/* ---- threads and floating-point settings ----------------------------------------------------- */
static rgs_status check_settings(rgs_error *error) {
  volatile double least = DBL_MIN, subnormal = DBL_TRUE_MIN;
  if (fegetround() != FE_TONEAREST)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "the rounding mode of this thread is not to nearest; set it by "
                         "fesetround(FE_TONEAREST) before calls of the library");
  const bool daz =
      subnormal * DBL_MAX == 0; /* (then a result that is subnormal compares as 0, too) */
  if (daz || least / 2 == 0)
    return rgs_set_error(
        error, RGS_E_NEEDS, -1,
        "this thread takes small numbers for 0 (%s); switch that off before calls of the "
        "library (is something compiled with -ffast-math?)",
        daz ? "denormals are zero, DAZ" : "flush to zero, FTZ");
  return RGS_OK;
}

/* The address of errno, which each thread has for itself, is the thread's name. */
static rgs_status check_threads(rgs_stepper *s, rgs_error *error) {
  const uintptr_t here = (uintptr_t)&errno;
  watch *w = watch_of(s);
  const uint32_t evaluating = atomic_load(&w->evaluating);
  if (evaluating != 0 && (w->of != s || s->step_cursor.asked == evaluating))
    return rgs_set_error(
        error, RGS_E_ORDER, -1,
        "these bodies are in a step: host.eval of a stepper has not returned; call when the "
        "step has ended, from one thread at a time");
  if (evaluating == 0) {
    atomic_store(&w->thread, here);
    return RGS_OK;
  }
  note(s, 0);
  if (atomic_load(&w->thread) != here)
    return rgs_set_error(
        error, RGS_E_ORDER, -1,
        "another thread made a call with these bodies during this step; call from one "
        "thread at a time");
  return RGS_OK;
}

rgs_status rgs_watch_look(rgs_stepper *s, rgs_error *error) {
  const bool answered = atomic_load(&watch_of(s)->evaluating) != 0;
  rgs_status status = check_threads(s, error);
  if (status == RGS_OK) status = check_settings(error);
  if (status == RGS_OK) status = check_constants(s, error);
  return status == RGS_OK && answered ? rgs_watch_answer(s, error) : status;
}
