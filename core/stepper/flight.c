/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flight.c - free flight of all bodies: positions and rotations, in a box at rest or with one that moves.
 */
#include "stepper/flight.h"
#include "baths/baths.h"
#include "baths/builtin_baths.h"
#include "lanes/blocks.h"
#include "stepper/stepper_check.h"
#include <math.h>
#include <string.h>

rgs_status rgs_refuse_overflow(const rgs_view *v, const rgs_column *a, const rgs_column *b,
                               const char *what, rgs_error *error) {
  int64_t i = 0;
  while (i < v->n - 1 && rgs_not_finite_at(a, i) + rgs_not_finite_at(b, i) == 0) i++;
  return rgs_refuse(error, RGS_E_NONFINITE, i,
                    "body %lld: its %s is no longer finite; check its forces and the time step",
                    (long long)i, what);
}

const double *rgs_rotor_prepared(const rgs_stepper *s) {
  const rgs_method *m = s->method;
  rgs_bodies *b = s->bodies;
  if (m->rotor->rotor.prepared == 0) {
    b->prepared_for = 0; /* rgs_fly() keeps old attitudes in this memory */
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

static bool is_of_a_module(const rgs_about *rotor) { return strchr(rotor->name, '.') != NULL; }

/* The library's own rotors check the attitudes that they write; those of a module may not. */
static rgs_status check_attitudes(const rgs_flow *call, int64_t *bad) {
  for (int64_t i = 0; i < call->n; i++) {
    double length2 = 0;
    for (int k = 0; k < 4; k++) length2 += RGS_AT(call->q, i, k) * RGS_AT(call->q, i, k);
    *bad = i;
    if (!(length2 > 0) || !isfinite(length2)) return RGS_E_NONFINITE;
  }
  return RGS_OK;
}

/* Rotates the n bodies from `first` on. */
static rgs_status rotate(const rgs_stepper *s, const double *prepared, double h, int64_t first,
                         int64_t n, int64_t *bad) {
  const rgs_view *v = &s->bodies->view;
  const rgs_rotor *rotor = &s->method->rotor->rotor;
  const rgs_flow call = { .head = RGS_HEAD(rgs_flow),
                          .n = n,
                          .h = h,
                          .params = s->method->rotor_params,
                          .prepared = prepared == NULL ? NULL : prepared + first * rotor->prepared,
                          .inertia = rgs_column_from(&v->inertia, first),
                          .l = rgs_column_from(&v->l, first),
                          .q = rgs_column_from(&v->q, first) };
  rgs_status status = rotor->flow(&call, bad);
  if (status == RGS_OK && is_of_a_module(&s->method->rotor->about))
    status = check_attitudes(&call, bad);
  if (status != RGS_OK) *bad = *bad >= 0 && *bad < n ? *bad + first : -1;
  return status;
}

rgs_status rgs_refuse_rotation(const rgs_about *rotor, rgs_status status, double h, int64_t bad,
                               rgs_error *error) {
  if (status == RGS_E_NONFINITE)
    return rgs_refuse(
        error, status, bad,
        "body %lld: after rotor '%s' its attitude q is no unit quaternion; before the "
        "step q must have length 1, and q and l must be finite",
        (long long)bad, rotor->name);
  if (!rgs_is_methods_failure(status)) return rgs_refuse_answer(rotor->name, status, error);
  return rgs_refuse(error, status, bad, "body %lld: rotor '%s' failed over the time %g: %s",
                    (long long)bad, rotor->name, h, rgs_status_text(status));
}

/* The rotation comes first: it may fail, and then nothing has moved.  Rotors that never fail work
 * block by block; those of modules get all bodies at once, because they may want that. */
rgs_status rgs_fly(rgs_stepper *s, double h, double slide, const rgs_piston_step *box,
                   rgs_error *error) {
  if (h == 0 && slide == 0) return RGS_OK;
  const rgs_view *v = &s->bodies->view;
  const rgs_about *rotor = &s->method->rotor->about;
  const rgs_column *mass = v->flags & RGS_VIEW_P_IS_VELOCITY ? NULL : &v->mass;
  const bool may_fail = !(rotor->claims & RGS_NEVER_FAILS);
  const int64_t together = may_fail || is_of_a_module(rotor) ? v->n : RGS_BLOCK;
  const double *prepared = rgs_rotor_prepared(s);
  double *old = NULL;
  if (may_fail && v->n > 0) {
    old = s->bodies->scratch + v->n * s->method->rotor->rotor.prepared;
    copy_attitudes(old, &v->q, v->n, false);
  }
  bool finite = true;
  for (int64_t first = 0; first < v->n; first += together) {
    const int64_t n = rgs_in_block(v->n, first, together);
    int64_t bad = -1;
    const rgs_status status = rotate(s, prepared, h, first, n, &bad);
    if (status != RGS_OK) {
      if (may_fail) copy_attitudes(old, &v->q, v->n, true);
      return rgs_refuse_rotation(rotor, status, h, bad, error);
    }
    if (box == NULL && slide != 0)
      finite = rgs_push_block(&v->x, slide, mass, &v->p, first, n) && finite;
  }
  if (box != NULL) {
    const rgs_bath_bodies bodies = rgs_bath_bodies_of(v);
    finite = rgs_bath_fly(&bodies, &v->x, box) != 0;
  }
  s->place.fresh = 0;
  return finite ? RGS_OK : rgs_refuse_overflow(v, &v->x, &v->x, "position", error);
}

rgs_status rgs_slide_and_scale(rgs_stepper *s, double slide, const rgs_scale_step *step,
                               rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  const rgs_bath_bodies bodies = rgs_bath_bodies_of(v);
  s->place.fresh = 0;
  if (rgs_bath_slide_and_scale(&bodies, &v->x, slide, step)) return RGS_OK;
  return rgs_refuse_overflow(v, &v->x, &v->p, "position or momentum", error);
}
