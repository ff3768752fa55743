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

rgs_status rgs_refuse_overflow(const rgs_view *v, const rgs_column *a, const rgs_column *b,
                               const char *what, rgs_error *error) {
  int64_t i = 0;
  while (i < v->n - 1 && rgs_not_finite_at(a, i) + rgs_not_finite_at(b, i) == 0) i++;
  return rgs_refuse(error, RGS_E_NONFINITE, i,
                    "body %lld: its %s is no longer finite; check its forces and the time step",
                    (long long)i, what);
}

static void prepare(void *work, int64_t first, int64_t n) {
  const rgs_stepper *s = work;
  const rgs_bodies *b = s->bodies;
  const rgs_rotor *rotor = &s->method->rotor->rotor;
  const rgs_column inertia = rgs_column_from(&b->view.inertia, first);
  rotor->prepare(s->method->rotor_params, n, &inertia, b->scratch + first * rotor->prepared);
}

static const double *prepared_by(rgs_executor *executor, const rgs_stepper *s) {
  const rgs_method *m = s->method;
  rgs_bodies *b = s->bodies;
  if (m->rotor->rotor.prepared == 0) {
    b->prepared_for = 0; /* rgs_fly() keeps old attitudes in this memory */
    return NULL;
  }
  if (b->prepared_for != m->number || b->prepared_at != b->generation) {
    rgs_split(m->rotor->built_in ? executor : NULL, b->view.n, prepare, (void *)(uintptr_t)s);
    b->prepared_for = m->number;
    b->prepared_at = b->generation;
  }
  return b->scratch;
}

const double *rgs_rotor_prepared(const rgs_stepper *s) { return prepared_by(s->executor, s); }

const double *rgs_rotor_prepared_alone(const rgs_stepper *s) { return prepared_by(NULL, s); }

/* What the rotor prepared must not be overwritten by sums, nor take the place of another's unseen. */
rgs_bath_bodies rgs_bodies_for_sums(const rgs_stepper *s) {
  const rgs_view *v = &s->bodies->view;
  rgs_bath_bodies bodies = rgs_bath_bodies_of(v);
  bodies.executor = s->executor;
  if (rgs_splits(s->executor, v->n)) {
    (void)rgs_rotor_prepared(s);
    s->executor->sums = s->bodies->scratch + v->n * s->method->rotor->rotor.prepared;
  }
  return bodies;
}

static void copy_attitudes(double *old, const rgs_column *q, int64_t first, int64_t n,
                           bool restore) {
  for (int64_t i = first; i < first + n; i++)
    for (int k = 0; k < 4; k++) {
      if (restore)
        RGS_AT(*q, i, k) = old[4 * i + k];
      else
        old[4 * i + k] = RGS_AT(*q, i, k);
    }
}

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
  if (status == RGS_OK && !s->method->rotor->built_in) status = check_attitudes(&call, bad);
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

/* ---- all bodies ------------------------------------------------------------------------------ */

typedef struct flight {
  const rgs_stepper *s;
  const double *prepared;
  double *old; /* attitudes, of rotors that may fail */
  double h, slide;
  bool whole; /* one call of the rotor for all bodies of a part, and positions move later */
  /* The first part with a body that could not be rotated; where it says what happened. */
  atomic_llong failed;
  rgs_executor *faults;
  atomic_int not_finite;
} flight;

static inline void slide_some(void *work, int64_t first, int64_t n) {
  flight *f = work;
  const rgs_view *v = &f->s->bodies->view;
  const rgs_column *mass = v->flags & RGS_VIEW_P_IS_VELOCITY ? NULL : &v->mass;
  bool finite = true;
  for (int64_t i = first; i < first + n; i += RGS_BLOCK)
    finite =
        rgs_push_block(&v->x, f->slide, mass, &v->p, i, rgs_in_block(first + n, i, RGS_BLOCK)) &&
        finite;
  if (!finite) atomic_store_explicit(&f->not_finite, 1, memory_order_relaxed);
}

static inline void fly_some(void *work, int64_t first, int64_t n) {
  flight *f = work;
  const rgs_view *v = &f->s->bodies->view;
  const int64_t together = f->whole ? n : RGS_BLOCK;
  if (f->old != NULL) copy_attitudes(f->old, &v->q, first, n, false);
  for (int64_t i = first; i < first + n; i += together) {
    const int64_t here = rgs_in_block(first + n, i, together);
    int64_t bad = -1;
    const rgs_status status = rotate(f->s, f->prepared, f->h, i, here, &bad);
    if (status != RGS_OK) {
      const int64_t part = rgs_part_of(f->s->executor, v->n, first);
      f->faults->status[part] = status;
      f->faults->bad[part] = bad;
      rgs_note_least(&f->failed, part);
      return;
    }
    if (!f->whole && f->slide != 0) slide_some(f, i, here);
  }
}

/* The rotation comes first: it may fail, and then nothing has moved.  Rotors that never fail work
 * block by block; those of modules get all bodies at once, because they may want that. */
rgs_status rgs_fly(rgs_stepper *s, double h, double slide, const rgs_piston_step *box,
                   rgs_error *error) {
  if (h == 0 && slide == 0) return RGS_OK;
  const rgs_view *v = &s->bodies->view;
  const rgs_about *rotor = &s->method->rotor->about;
  const bool may_fail = !(rotor->claims & RGS_NEVER_FAILS), alone = !s->method->rotor->built_in;
  flight f;
  f.s = s;
  f.prepared = rgs_rotor_prepared(s);
  f.old =
      may_fail && v->n > 0 ? s->bodies->scratch + v->n * s->method->rotor->rotor.prepared : NULL;
  f.h = h;
  f.slide = box == NULL ? slide : 0;
  f.whole = may_fail || alone;
  f.faults = &s->threads;
  atomic_init(&f.failed, RGS_MOST_PARTS);
  atomic_init(&f.not_finite, 0);
  rgs_split(alone ? NULL : s->executor, v->n, fly_some, &f);
  const int64_t failed = atomic_load_explicit(&f.failed, memory_order_relaxed);
  if (failed < RGS_MOST_PARTS) {
    if (may_fail) copy_attitudes(f.old, &v->q, 0, v->n, true);
    return rgs_refuse_rotation(rotor, s->threads.status[failed], h, s->threads.bad[failed], error);
  }
  if (f.whole && f.slide != 0) rgs_split(s->executor, v->n, slide_some, &f);
  bool finite = !atomic_load_explicit(&f.not_finite, memory_order_relaxed);
  if (box != NULL) {
    const rgs_bath_bodies bodies = rgs_bodies_for_sums(s);
    finite = rgs_bath_fly(&bodies, &v->x, box) != 0;
  }
  s->place.fresh = 0;
  return finite ? RGS_OK : rgs_refuse_overflow(v, &v->x, &v->x, "position", error);
}

rgs_status rgs_slide_and_scale(rgs_stepper *s, double slide, const rgs_scale_step *step,
                               rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  const rgs_bath_bodies bodies = rgs_bodies_for_sums(s);
  s->place.fresh = 0;
  if (rgs_bath_slide_and_scale(&bodies, &v->x, slide, step)) return RGS_OK;
  return rgs_refuse_overflow(v, &v->x, &v->p, "position or momentum", error);
}
