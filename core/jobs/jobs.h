/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs.h - what acts on each body alone: kicks, rotations, positions that move, thermostats; and sums over
 * bodies.
 *
 * Stages of this kind that follow one another are put on a list, and the list is done batch by batch:
 * all jobs for one batch of bodies while it is in the processor's first cache, then the next batch.  So
 * a kick, a drift and the kicks around the end of a step pass over the bodies once, and have the bits
 * that they have one after the other.  Code that reads the bodies, or acts on several of them
 * together, calls rgs_jobs_do first.
 */
#pragma once
#include "jobs/motion.h"

/* At the end of the list; there has to be room. */
static inline rgs_job *rgs_jobs_add(rgs_jobs *jobs, int kind, double by) {
  rgs_job *job = &jobs->list[jobs->n++];
  job->kind = kind;
  job->flags = 0;
  job->n_sums = 0;
  job->by = by;
  return job;
}
/* What a thermostat or a barostat does by a kernel without sums.  may_fail: see rgs_taker; or null. */
void rgs_jobs_add_kernel(rgs_jobs *jobs, int32_t kernel, const void *step, size_t size,
                         const char *may_fail);
/* A kernel with sums over bodies: take(to, ..) is called with them when the list is done. */
rgs_job *rgs_jobs_add_sums(rgs_jobs *jobs, int32_t kernel, rgs_take_sums *take, void *to);
static inline bool rgs_jobs_full(const rgs_jobs *jobs) {
  return jobs->n + RGS_JOBS_OF_STAGE > RGS_MOST_JOBS;
}

/* The list is empty. */
static inline void rgs_jobs_begin(rgs_jobs *jobs) {
  jobs->n = jobs->of_last_step = 0;
  jobs->n_sums = 0;
  jobs->checked = false;
}

/* Hands out the sums over all bodies, of the first so many jobs; says that a job has failed at a body. */
void rgs_jobs_give(const rgs_jobs *jobs, const double *total, uint32_t n_jobs);
rgs_status rgs_jobs_refuse(rgs_motion *m, uint32_t failed, int64_t body, rgs_status status,
                           rgs_error *error);
