/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs.h - what acts on each body alone: kicks, rotations, and positions that move.
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

/* Adds a job at the end of the list, which must not be full. */
static inline void rgs_jobs_add(rgs_jobs *jobs, int kind, double by) {
  jobs->list[jobs->n++] = (rgs_job){ kind, by };
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

#endif /* RGS_MOTION_JOBS_H */
