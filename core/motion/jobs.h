/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs.h - what acts on each body alone: kicks, rotations, positions that move, and momenta that are scaled.
 *
 * Stages of this kind that follow one another are put on a list, and the list is done batch by batch:
 * all jobs for one batch of bodies while it is in the processor's first cache, then the next batch.  So
 * a kick, a drift and the kicks around the end of a step pass over the bodies once, and have the bits
 * that they have one after the other.  Code that reads the bodies, or acts on several of them
 * together, calls rgs_jobs_do first.
 */
#ifndef RGS_MOTION_JOBS_H
#define RGS_MOTION_JOBS_H
#include "motion/motion.h"

/* At the end of the list; there has to be room. */
static inline rgs_job *rgs_jobs_next(rgs_jobs *jobs, int kind) {
  rgs_job *job = &jobs->list[jobs->n++];
  job->kind = kind;
  return job;
}
static inline void rgs_jobs_add(rgs_jobs *jobs, int kind, double by) {
  rgs_jobs_next(jobs, kind)->by = by;
}
static inline void rgs_jobs_add_scale(rgs_jobs *jobs, int kind, const rgs_scale_step *scale) {
  rgs_jobs_next(jobs, kind)->scale = *scale;
}
static inline void rgs_jobs_add_box(rgs_jobs *jobs, const rgs_piston_step *box) {
  rgs_jobs_next(jobs, RGS_JOB_SLIDE_WITH_BOX)->box = *box;
}
static inline bool rgs_jobs_full(const rgs_jobs *jobs) {
  return jobs->n + RGS_JOBS_OF_STAGE > RGS_MOST_JOBS;
}

/* The list is empty. */
static inline void rgs_jobs_begin(rgs_jobs *jobs) {
  jobs->n = jobs->of_last_step = 0;
  jobs->checked = false;
}

/* Does the jobs on the list, which is empty afterwards.  RGS_E_NONFINITE: a number was not finite; the
 * error names the first such job of the list and its first such body.  The later jobs of the list are
 * then left out for the batch that has such a body. */
rgs_status rgs_jobs_do_all(rgs_motion *m, rgs_error *error);
static inline rgs_status rgs_jobs_do(rgs_motion *m, rgs_error *error) {
  if (m->jobs.n > 0) return rgs_jobs_do_all(m, error);
  m->jobs.checked = false;
  return RGS_OK;
}

/* Does the jobs on the list, and on_batch to each batch after them, which only looks at the bodies: so sums
 * over bodies need no pass of their own.  total: room for n_sums <= RGS_BATH_SUMS numbers. */
rgs_status rgs_jobs_sum(rgs_motion *m, rgs_on_batch *on_batch, int n_sums, double *total,
                        rgs_error *error);

/* The bodies as baths see them, with the executor and room for the sums of its batches. */
rgs_bath_bodies rgs_bodies_for_sums(const rgs_motion *m);

#endif /* RGS_MOTION_JOBS_H */
