/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs.c - does the jobs on the list, batch by batch.
 */
#include "motion/jobs.h"
#include "baths/builtin_baths.h"
#include "lanes/batches.h"
#include "motion/gradient.h"
#include "motion/rotation.h"
#include "motion/scratch.h"
#include <string.h>

typedef struct work {
  const rgs_motion *m;
  atomic_llong failed; /* the first job that failed, with its first body: fault_of() */
  /* Sums over the bodies after the jobs; on_batch null: none. */
  rgs_on_batch *on_batch;
  int n_sums;
  double *sums; /* of each batch; null: they are added to `total` at once */
  double total[RGS_BATH_SUMS];
} work;

_Static_assert((int)RGS_BATCH == (int)RGS_SUM_BATCH, "a batch has sums of its own");

enum { BODY_BITS = 56 };
static inline int64_t fault_of(uint32_t job, int64_t body) {
  return (int64_t)job << BODY_BITS | body;
}

static inline bool kick(const rgs_motion *m, const rgs_job *job, int64_t first, int64_t n) {
  const rgs_view *v = &m->bodies->view;
  const rgs_column *mass = v->flags & RGS_VIEW_P_IS_VELOCITY ? &v->mass : NULL;
  const rgs_column *f = &v->f, *tau = &v->tau;
  rgs_column gf, gtau;
  if (job->kind == RGS_JOB_GRADIENT) {
    rgs_gradient_columns(m, &gf, &gtau);
    f = &gf;
    tau = &gtau;
  }
  const bool finite = rgs_push_batch(&v->p, job->by, mass, f, first, n);
  return rgs_push_batch(&v->l, job->by, NULL, tau, first, n) && finite;
}

static inline bool slide(const rgs_motion *m, double h, int64_t first, int64_t n) {
  const rgs_view *v = &m->bodies->view;
  const rgs_column *mass = v->flags & RGS_VIEW_P_IS_VELOCITY ? NULL : &v->mass;
  return rgs_push_batch(&v->x, h, mass, &v->p, first, n);
}

static inline rgs_bath_bodies batch_of(const rgs_motion *m, int64_t first) {
  const rgs_bath_bodies all = rgs_bath_bodies_of(&m->bodies->view);
  return rgs_bath_batch(&all, first);
}

/* What a bath or a piston does. */
static bool bathe(const rgs_motion *m, const rgs_job *job, int64_t first) {
  const rgs_bath_bodies batch = batch_of(m, first);
  switch (job->kind) {
  case RGS_JOB_SLIDE_AND_SCALE: return rgs_slide_and_scale_batch(&batch, &job->scale, NULL);
  case RGS_JOB_SLIDE_WITH_BOX: return rgs_fly_batch(&batch, &job->box, NULL);
  default: /* sums tell of momenta that are not finite */
    (void)rgs_scale_batch(&batch, &job->scale, NULL);
    return true;
  }
}

/* Does a job for a batch.  Even finite forces and a finite step may give numbers that are not. */
static inline bool do_job(const rgs_motion *m, const rgs_job *job, int64_t first, int64_t n,
                          int64_t *bad) {
  if (job->kind == RGS_JOB_ROTATE)
    return rgs_rotate(m, m->jobs.prepared, job->by, first, n, bad) == RGS_OK;
  if (job->kind == RGS_JOB_SLIDE) return slide(m, job->by, first, n);
  return job->kind >= RGS_JOB_SCALE ? bathe(m, job, first) : kick(m, job, first, n);
}

/* Notes the first body of the batch with which the job has failed; bad: where a rotor said which. */
__attribute__((noinline, cold)) static void note(work *w, uint32_t failed, int64_t first, int64_t n,
                                                 int64_t bad) {
  const rgs_view *v = &w->m->bodies->view;
  const int kind = w->m->jobs.list[failed].kind;
  const bool kicks = kind == RGS_JOB_KICK || kind == RGS_JOB_GRADIENT;
  const rgs_column *a = kicks ? &v->l : &v->x;
  const rgs_column *b = kicks || kind == RGS_JOB_SLIDE_AND_SCALE ? &v->p : &v->x;
  int64_t i = bad >= 0 ? bad : first;
  if (kind != RGS_JOB_ROTATE) i = rgs_first_not_finite(a, b, first, n);
  rgs_note_least(&w->failed, fault_of(failed, i));
}

static void sum_batch(work *w, int64_t first) {
  const rgs_bath_bodies batch = batch_of(w->m, first);
  double here[RGS_BATH_SUMS];
  double *sums = w->sums != NULL ? w->sums + first / RGS_BATCH * w->n_sums : here;
  (void)w->on_batch(&batch, NULL, sums); /* what is not finite is so in the sums */
  for (int k = 0; k < w->n_sums && w->sums == NULL; k++) w->total[k] += sums[k];
}

static inline void do_batch(work *w, int64_t first, int64_t n) {
  const rgs_jobs *jobs = &w->m->jobs;
  for (uint32_t k = 0; k < jobs->n; k++) {
    int64_t bad = -1;
    if (do_job(w->m, &jobs->list[k], first, n, &bad)) continue;
    note(w, k, first, n, bad);
    return;
  }
  if (w->on_batch != NULL) sum_batch(w, first);
}

static void do_some(void *data, int64_t first, int64_t n) {
  for (int64_t i = first; i < first + n; i += RGS_BATCH)
    do_batch(data, i, rgs_in_batch(first + n, i, RGS_BATCH));
}

__attribute__((noinline, cold)) static rgs_status refuse(rgs_motion *m, int64_t fault,
                                                         rgs_error *error) {
  const uint32_t failed = (uint32_t)(fault >> BODY_BITS);
  const int64_t body = fault - fault_of(failed, 0);
  const rgs_job *job = &m->jobs.list[failed];
  m->jobs.last_step_failed = failed < m->jobs.of_last_step;
  if (job->kind == RGS_JOB_ROTATE)
    return rgs_refuse_rotation(&m->method->rotor->about, RGS_E_NONFINITE, job->by, body, error);
  const bool kicks = job->kind == RGS_JOB_KICK || job->kind == RGS_JOB_GRADIENT;
  if (job->kind == RGS_JOB_SLIDE_AND_SCALE)
    return rgs_refuse_not_finite(body, "position or momentum", error);
  return rgs_refuse_not_finite(body, kicks ? "momentum" : "position", error);
}

static rgs_status do_list(rgs_motion *m, work *w, rgs_error *error) {
  w->m = m;
  atomic_init(&w->failed, INT64_MAX);
  rgs_split(m->executor, m->bodies->view.n, do_some, w);
  const int64_t fault = atomic_load_explicit(&w->failed, memory_order_relaxed);
  const rgs_status status = fault == INT64_MAX ? RGS_OK : refuse(m, fault, error);
  rgs_jobs_begin(&m->jobs);
  return status;
}

/* The sums lie behind the constants of this stepper's rotor, perhaps over those of another stepper's.  Preparing
 * the former first marks the latter as lost. */
rgs_bath_bodies rgs_bodies_for_sums(const rgs_motion *m) {
  const rgs_view *v = &m->bodies->view;
  rgs_bath_bodies bodies = rgs_bath_bodies_of(v);
  bodies.executor = m->executor;
  if (rgs_splits(m->executor, v->n)) {
    (void)rgs_rotor_prepared(m);
    m->executor->sums = rgs_scratch_room(m);
  }
  return bodies;
}

rgs_status rgs_jobs_do_all(rgs_motion *m, rgs_error *error) {
  work w;
  w.on_batch = NULL;
  return do_list(m, &w, error);
}

rgs_status rgs_jobs_sum(rgs_motion *m, rgs_on_batch *on_batch, int n_sums, double *total,
                        rgs_error *error) {
  const int64_t n = m->bodies->view.n;
  const bool splits = rgs_splits(m->executor, n);
  (void)rgs_bodies_for_sums(m); /* makes room for the sums of batches */
  work w = { .on_batch = on_batch, .n_sums = n_sums, .sums = splits ? m->executor->sums : NULL };
  const rgs_status status = do_list(m, &w, error);
  for (int64_t batch = 0; batch * RGS_BATCH < n && splits && status == RGS_OK; batch++)
    for (int k = 0; k < n_sums; k++) w.total[k] += w.sums[batch * n_sums + k];
  memcpy(total, w.total, (size_t)n_sums * sizeof *total);
  return status;
}
