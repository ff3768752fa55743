/* SPDX-License-Identifier: BSD-3-Clause
 *
 * host.c - does the jobs on the list on the processor, batch by batch.
 */
#include "backends/backend.h"
#include "jobs/rotation.h"
#include "jobs/scratch.h"
#include "simd/batches.h"
#include "thermostats/builtin_thermostats.h"
#include <string.h>

typedef struct work {
  const rgs_motion *m;
  atomic_llong failed; /* the first job that failed, with its first body: fault_of() */
  double *sums;        /* of each batch, for all jobs; null: they are added to `total` at once */
  double total[RGS_MOST_SUMS_OF_JOBS];
} work;

_Static_assert((int)RGS_BATCH == (int)RGS_SUM_BATCH, "a batch has sums of its own");
_Static_assert(RGS_PART % RGS_SUM_BATCH == 0, "parts consist of whole batches");
_Static_assert(RGS_ALONE >= RGS_SUM_BATCH && 2 * RGS_MOST_SUMS_OF_JOBS <= RGS_SUM_BATCH,
               "one number for each body is room for the sums of all batches");

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
  return rgs_push_batch(&v->l, job->step[0], NULL, tau, first, n) && finite;
}

static inline bool displace(const rgs_motion *m, double h, int64_t first, int64_t n) {
  const rgs_view *v = &m->bodies->view;
  const rgs_column *mass = v->flags & RGS_VIEW_P_IS_VELOCITY ? NULL : &v->mass;
  return rgs_push_batch(&v->x, h, mass, &v->p, first, n);
}

static void keep(const rgs_motion *m, int64_t first, int64_t n) {
  const rgs_view *v = &m->bodies->view;
  rgs_column f, tau;
  rgs_gradient_columns(m, &f, &tau);
  for (int64_t i = first; i < first + n; i++)
    for (int k = 0; k < 3; k++) {
      RGS_AT(f, i, k) = RGS_AT(v->f, i, k);
      RGS_AT(tau, i, k) = RGS_AT(v->tau, i, k);
    }
}

/* Does a job for a batch, without RGS_JOB_BATCH.  Even finite forces and a finite step may give numbers that
 * are not. */
__attribute__((always_inline)) static inline bool do_job(const rgs_motion *m, const rgs_job *job,
                                                         int64_t first, int64_t n, int64_t *bad) {
  switch (job->kind) {
  case RGS_JOB_ROTATE: /* in a batch perhaps by 0: then q stays as it is, not normalised anew */
    return job->by == 0 || rgs_rotate(m, m->jobs.prepared, job->by, first, n, bad) == RGS_OK;
  case RGS_JOB_DISPLACE: return displace(m, job->by, first, n);
  case RGS_JOB_KEEP: keep(m, first, n); return true;
  default: return kick(m, job, first, n);
  }
}

/* Notes the first body of the batch with which the job has failed; bad: where a rotor said which. */
__attribute__((noinline, cold)) static void note(work *w, uint32_t failed, int64_t first, int64_t n,
                                                 int64_t bad) {
  const rgs_view *v = &w->m->bodies->view;
  const int kind = w->m->jobs.list[failed].kind;
  const bool kicks = kind == RGS_JOB_KICK || kind == RGS_JOB_GRADIENT;
  const rgs_column *a = kicks ? &v->l : &v->x;
  const rgs_column *b = kind == RGS_JOB_DISPLACE ? &v->x : &v->p;
  int64_t i = bad >= 0 ? bad : first;
  if (kind != RGS_JOB_ROTATE) i = rgs_first_not_finite(a, b, first, n);
  rgs_note_least(&w->failed, fault_of(failed, i));
}

/* The n bodies from `first` on of a view, as the kernels of thermostats see them. */
static inline rgs_thermostat_bodies batch_of(const rgs_view *v, int64_t first, int64_t n) {
  const int64_t own = v->n - first - v->n_ghosts;
  return (rgs_thermostat_bodies){ .n = n,
                                  .own = own < 0   ? 0
                                         : own < n ? own
                                                   : n,
                                  .x = rgs_column_from(&v->x, first),
                                  .p = rgs_column_from(&v->p, first),
                                  .l = rgs_column_from(&v->l, first),
                                  .q = rgs_column_from(&v->q, first),
                                  .mass = rgs_column_from(&v->mass, first),
                                  .inertia = rgs_column_from(&v->inertia, first),
                                  .chosen = v->thermostatted.data == NULL
                                                ? v->thermostatted
                                                : rgs_column_from(&v->thermostatted, first),
                                  .tag = v->tag == NULL ? NULL : v->tag + first,
                                  .first = first,
                                  .p_is_velocity = (v->flags & RGS_VIEW_P_IS_VELOCITY) != 0,
                                  .plane = (v->flags & RGS_VIEW_PLANAR) != 0 };
}

/* After a failed job the sums of that job and of later ones are incomplete; earlier ones are whole. */
static inline void do_batch(work *w, int64_t first, int64_t n) {
  const rgs_jobs *jobs = &w->m->jobs;
  double here[RGS_MOST_SUMS_OF_JOBS], *total = w->total;
  double *sums = w->sums != NULL ? w->sums + first / RGS_BATCH * jobs->n_sums : here;
  rgs_thermostat_bodies batch;
  batch.n = 0;
  for (uint32_t k = 0; k < jobs->n; k++) {
    const rgs_job *job = &jobs->list[k];
    int64_t bad = -1;
    bool good;
    if (job->kind == RGS_JOB_BATCH) {
      if (batch.n == 0) batch = batch_of(&w->m->bodies->view, first, n);
      good = rgs_kernels[job->kernel]->on_batch(&batch, job->step, sums) ||
             !(job->flags & RGS_JOB_MAY_FAIL);
      for (int j = 0; j < job->n_sums && w->sums == NULL; j++) total[j] += sums[j];
      sums += job->n_sums;
      total += job->n_sums;
    } else {
      good = do_job(w->m, job, first, n, &bad);
    }
    if (good) continue;
    note(w, k, first, n, bad);
    return;
  }
}

/* What a job does to the pieces of a block, with the constants of their systems. */
__attribute__((noinline)) static bool do_pieces(work *w, uint32_t k, int64_t piece, int64_t end,
                                                int of_job) {
  const rgs_motion *m = w->m;
  const rgs_systems *all = m->systems;
  const rgs_job *job = &m->jobs.list[k];
  for (; piece < end; piece++) {
    const int64_t first = all->piece[piece].first, n = all->piece[piece + 1].first - first;
    const int64_t system = all->piece[piece].system;
    const rgs_own_job *own = &all->jobs[k * all->n + system];
    const rgs_job mine = { .kind = job->kind, .by = own->by };
    int64_t bad = -1;
    bool good;
    if (job->kind == RGS_JOB_BATCH) {
      rgs_thermostat_bodies batch = batch_of(&m->bodies->view, first, n);
      batch.first -= all->first[system]; /* names of bodies without tags */
      double *sums = all->sums + piece * m->jobs.n_sums + of_job;
      good = rgs_kernels[job->kernel]->on_batch(&batch, own->step, sums) ||
             !(job->flags & RGS_JOB_MAY_FAIL);
    } else {
      good = do_job(m, &mine, first, n, &bad);
    }
    if (good) continue;
    note(w, k, first, n, bad);
    return false;
  }
  return true;
}

/* A block of a batch of systems: what all systems share is done to all of it. */
static void do_block(work *w, const rgs_systems *all, int64_t block) {
  const int64_t piece = all->block[block], end = all->block[block + 1];
  const int64_t first = all->piece[piece].first, n = all->piece[end].first - first;
  int of_job = 0;
  for (uint32_t k = 0; k < w->m->jobs.n; k++) {
    const rgs_job *job = &w->m->jobs.list[k];
    int64_t bad = -1;
    if (job->flags & RGS_JOB_OF_SYSTEM) {
      if (!do_pieces(w, k, piece, end, of_job)) return;
      of_job += job->n_sums;
    } else if (!do_job(w->m, job, first, n, &bad)) {
      note(w, k, first, n, bad);
      return;
    }
  }
}

__attribute__((noinline)) static void do_blocks(void *data, int64_t first, int64_t n) {
  const rgs_systems *systems = ((const work *)data)->m->systems;
  for (int64_t i = first; i < first + n; i += RGS_BATCH) do_block(data, systems, i / RGS_BATCH);
}

static void do_some(void *data, int64_t first, int64_t n) {
  for (int64_t i = first; i < first + n; i += RGS_BATCH)
    do_batch(data, i, rgs_in_batch(first + n, i, RGS_BATCH));
}

/* Adds up the sums of batches in their order, whichever thread made them, and hands them out,
 * for the jobs before the first that failed. */
static void hand_out(const rgs_motion *m, work *w, uint32_t jobs) {
  const int n_sums = m->jobs.n_sums;
  if (m->systems != NULL) {
    rgs_systems_give(m->systems, &m->jobs, jobs);
    return;
  }
  for (int64_t i = 0; i < m->bodies->view.n && w->sums != NULL; i += RGS_BATCH)
    for (int k = 0; k < n_sums; k++) w->total[k] += w->sums[i / RGS_BATCH * n_sums + k];
  rgs_jobs_give(&m->jobs, w->total, jobs);
}

static double *room_for_sums(const rgs_motion *m) {
  if (m->jobs.n_sums == 0 || m->systems != NULL || !rgs_splits(m->executor, m->bodies->view.n))
    return NULL;
  return rgs_scratch_room(m);
}

static rgs_status run(rgs_motion *m, rgs_error *error) {
  work w;
  w.m = m;
  w.sums = room_for_sums(m);
  for (int k = 0; k < m->jobs.n_sums; k++) w.total[k] = 0;
  atomic_init(&w.failed, INT64_MAX);
  if (m->systems == NULL)
    rgs_split(m->executor, m->bodies->view.n, do_some, &w);
  else
    rgs_split(m->executor, m->systems->n_blocks * RGS_BATCH, do_blocks, &w);
  const int64_t fault = atomic_load_explicit(&w.failed, memory_order_relaxed);
  const bool good = fault == INT64_MAX;
  const uint32_t failed = (uint32_t)(fault >> BODY_BITS);
  if (m->jobs.n_sums > 0) hand_out(m, &w, good ? m->jobs.n : failed);
  const rgs_status status =
      good ? RGS_OK
           : rgs_jobs_refuse(m, failed, fault - fault_of(failed, 0), RGS_E_NONFINITE, error);
  rgs_jobs_begin(&m->jobs);
  return status;
}

/* ---- what rotors prepare --------------------------------------------------------------------- */

typedef struct preparation {
  const rgs_motion *m;
  double *to;
} preparation;

static void prepare(void *work, int64_t first, int64_t n) {
  const preparation *p = work;
  const rgs_rotor *rotor = &p->m->method->rotor->rotor;
  const rgs_column inertia = rgs_column_from(&p->m->bodies->view.inertia, first);
  rotor->prepare(p->m->method->rotor_params, n, &inertia, p->to + first * rotor->prepared);
}

/* Constants for a device are prepared on the host.  A fault is reported when somebody waits. */
static void prepare_for_device(const rgs_motion *m) {
  const rgs_bodies *b = m->bodies;
  const rgs_column there = { m->scratch.data, 1, 1 };
  const int64_t numbers = b->view.n * (int64_t)m->method->rotor->rotor.prepared;
  preparation p = { m, rgs_mirror_room(b, m->scratch.size, NULL) };
  if (p.to == NULL || rgs_mirror_begin(b, RGS_M(INERTIA), true, NULL) != RGS_OK) return;
  rgs_split(m->executor, b->view.n, prepare, &p);
  b->on->functions->write(b->on->queue, &there, 1, numbers, p.to);
  (void)rgs_mirror_end(b, 0, RGS_OK);
}

const double *rgs_rotor_prepares(rgs_motion *m) {
  const rgs_registry_entry *rotor = m->method->rotor;
  const rgs_bodies *b = m->bodies;
  if (rotor->rotor.prepared == 0) return NULL;
  preparation p = { m, m->scratch.data };
  if (b->on != NULL && b->view.n > 0)
    prepare_for_device(m);
  else
    rgs_split(rotor->built_in ? m->executor : NULL, b->view.n, prepare, &p);
  m->scratch.holds = b->generation;
  return m->scratch.data;
}

void *rgs_scratch_of_host(const rgs_motion *m, rgs_error *error) {
  return m->bodies->on == NULL ? rgs_scratch_room(m)
                               : rgs_mirror_room(m->bodies, m->scratch.size, error);
}

/* ---- its table --------------------------------------------------------------------------------- */

static rgs_status supports(const rgs_method *m, rgs_bodies *b, rgs_error *error) {
  (void)m, (void)b, (void)error;
  return RGS_OK;
}

/* Before any body is kicked by them. */
static rgs_status check(rgs_motion *m, int kind, rgs_error *error) {
  const rgs_view *v = &m->bodies->view;
  rgs_column gf, gtau;
  if (kind == RGS_JOB_CHECK)
    return rgs_check_force_columns(m->executor, v, &v->f, &v->tau, "f", "tau", error);
  rgs_gradient_columns(m, &gf, &gtau);
  return rgs_check_force_columns(m->executor, v, &gf, &gtau, "gf", "gtau", error);
}

static rgs_status never_waits(rgs_motion *m, rgs_error *error) {
  (void)m, (void)error;
  return RGS_OK;
}

static void forget(rgs_motion *m) { (void)m; }

const rgs_backend rgs_host_backend = {
  false, supports, run, check, never_waits, never_waits, forget
};
