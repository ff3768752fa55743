/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs.c - does the jobs on the list, batch by batch.
 */
#include "motion/jobs.h"
#include "lanes/batches.h"
#include "motion/gradient.h"
#include "motion/rotation.h"

typedef struct work {
  const rgs_motion *m;
  atomic_llong failed; /* the first job that failed, with its first body: fault_of() */
} work;

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

/* Does a job for a batch.  Even finite forces and a finite step may give numbers that are not. */
static inline bool do_job(const rgs_motion *m, const rgs_job *job, int64_t first, int64_t n,
                          int64_t *bad) {
  if (job->kind == RGS_JOB_ROTATE)
    return rgs_rotate(m, m->jobs.prepared, job->by, first, n, bad) == RGS_OK;
  return job->kind == RGS_JOB_SLIDE ? slide(m, job->by, first, n) : kick(m, job, first, n);
}

/* Notes the first body of the batch with which the job has failed; bad: where a rotor said which. */
__attribute__((noinline, cold)) static void note(work *w, uint32_t failed, int64_t first, int64_t n,
                                                 int64_t bad) {
  const rgs_view *v = &w->m->bodies->view;
  const int kind = w->m->jobs.list[failed].kind;
  const rgs_column *a = kind == RGS_JOB_SLIDE ? &v->x : &v->p;
  const rgs_column *b = kind == RGS_JOB_SLIDE ? &v->x : &v->l;
  int64_t i = bad >= 0 ? bad : first;
  if (kind != RGS_JOB_ROTATE) i = rgs_first_not_finite(a, b, first, n);
  rgs_note_least(&w->failed, fault_of(failed, i));
}

static inline void do_batch(work *w, int64_t first, int64_t n) {
  const rgs_jobs *jobs = &w->m->jobs;
  for (uint32_t k = 0; k < jobs->n; k++) {
    int64_t bad = -1;
    if (do_job(w->m, &jobs->list[k], first, n, &bad)) continue;
    note(w, k, first, n, bad);
    return;
  }
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
  return rgs_refuse_not_finite(body, job->kind == RGS_JOB_SLIDE ? "position" : "momentum", error);
}

rgs_status rgs_jobs_do_all(rgs_motion *m, rgs_error *error) {
  work w;
  w.m = m;
  atomic_init(&w.failed, INT64_MAX);
  rgs_split(m->executor, m->bodies->view.n, do_some, &w);
  const int64_t fault = atomic_load_explicit(&w.failed, memory_order_relaxed);
  const rgs_status status = fault == INT64_MAX ? RGS_OK : refuse(m, fault, error);
  rgs_jobs_begin(&m->jobs);
  return status;
}
