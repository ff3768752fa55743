/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flight.c - free flight of all bodies: positions and rotations, in a box at rest or with one that moves.
 */
#include "motion/flight.h"
#include "baths/baths.h"
#include "baths/builtin_baths.h"
#include "lanes/blocks.h"
#include "motion/jobs.h"
#include "motion/rotation.h"

static rgs_status refuse_overflow(const rgs_view *v, const rgs_column *a, const rgs_column *b,
                                  const char *what, rgs_error *error) {
  return rgs_refuse_not_finite(rgs_first_not_finite(a, b, 0, v->n), what, error);
}

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

/* ---- all bodies ------------------------------------------------------------------------------ */

/* Of a rotor that may fail, or of a module's. */
typedef struct rotation {
  const rgs_stepper *s;
  const double *prepared;
  double *old; /* attitudes, of rotors that may fail */
  double h;
  /* The first part with a body that could not be rotated; where it says what happened. */
  atomic_llong failed;
  rgs_executor *faults;
} rotation;

static inline void rotate_some(void *work, int64_t first, int64_t n) {
  rotation *r = work;
  const rgs_view *v = &r->s->bodies->view;
  if (r->old != NULL) copy_attitudes(r->old, &v->q, first, n, false);
  int64_t bad = -1;
  const rgs_status status = rgs_rotate(r->s, r->prepared, r->h, first, n, &bad);
  if (status == RGS_OK) return;
  const int64_t part = rgs_part_of(r->s->executor, v->n, first);
  r->faults->status[part] = status;
  r->faults->bad[part] = bad;
  rgs_note_least(&r->failed, part);
}

/* Before anything else moves: where it fails, no body has moved. */
static rgs_status rotate_all(rgs_stepper *s, double h, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  const rgs_entry *rotor = s->method->rotor;
  const bool may_fail = !(rotor->about.claims & RGS_NEVER_FAILS);
  rotation r;
  r.s = s;
  r.prepared = rgs_rotor_prepared(s);
  r.old = may_fail && v->n > 0 ? s->bodies->scratch + v->n * rotor->rotor.prepared : NULL;
  r.h = h;
  r.faults = &s->threads;
  atomic_init(&r.failed, RGS_MOST_PARTS);
  rgs_split(rotor->built_in ? s->executor : NULL, v->n, rotate_some, &r);
  const int64_t failed = atomic_load_explicit(&r.failed, memory_order_relaxed);
  if (failed == RGS_MOST_PARTS) return RGS_OK;
  if (may_fail) copy_attitudes(r.old, &v->q, 0, v->n, true);
  return rgs_refuse_rotation(&rotor->about, s->threads.status[failed], h, s->threads.bad[failed],
                             error);
}

/* Rotors of the library that never fail work block by block; those of modules get all bodies at once,
 * because they may want that. */
rgs_status rgs_fly(rgs_stepper *s, double h, double slide, rgs_error *error) {
  const rgs_entry *rotor = s->method->rotor;
  if (h == 0 && slide == 0) return RGS_OK;
  if (rotor->built_in && (rotor->about.claims & RGS_NEVER_FAILS)) {
    s->jobs.prepared = rgs_rotor_prepared(s);
    rgs_jobs_add(&s->jobs, RGS_JOB_ROTATE, h);
  } else {
    rgs_status status = rgs_jobs_do(s, error);
    if (status == RGS_OK) status = rotate_all(s, h, error);
    if (status != RGS_OK) return status;
  }
  if (slide != 0) rgs_jobs_add(&s->jobs, RGS_JOB_SLIDE, slide);
  s->place.fresh = 0;
  return RGS_OK;
}

rgs_status rgs_fly_with_box(rgs_stepper *s, double h, const rgs_piston_step *box,
                            rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  rgs_status status = rgs_fly(s, h, 0, error);
  if (status == RGS_OK) status = rgs_jobs_do(s, error);
  if (status != RGS_OK || h == 0) return status;
  const rgs_bath_bodies bodies = rgs_bodies_for_sums(s);
  if (rgs_bath_fly(&bodies, box)) return RGS_OK;
  return refuse_overflow(v, &v->x, &v->x, "position", error);
}

rgs_status rgs_slide_and_scale(rgs_stepper *s, const rgs_scale_step *step, rgs_error *error) {
  const rgs_view *v = &s->bodies->view;
  rgs_status status = rgs_jobs_do(s, error);
  if (status != RGS_OK) return status;
  const rgs_bath_bodies bodies = rgs_bodies_for_sums(s);
  s->place.fresh = 0;
  if (rgs_bath_slide_and_scale(&bodies, step)) return RGS_OK;
  return refuse_overflow(v, &v->x, &v->p, "position or momentum", error);
}
