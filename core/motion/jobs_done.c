/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs_done.c - what a list of jobs that was done leaves, on the host or on a device: its sums, or its fault.
 */
#include "motion/jobs.h"
#include "base/columns.h"
#include "motion/rotation.h"

void rgs_jobs_give(const rgs_jobs *jobs, const double *total, uint32_t n_jobs) {
  for (uint32_t k = 0; k < n_jobs; k++) {
    const rgs_job *job = &jobs->list[k];
    if (job->n_sums == 0) continue;
    jobs->taker[k].take(jobs->taker[k].to, total, job->n_sums);
    total += job->n_sums;
  }
}

__attribute__((noinline, cold)) rgs_status
rgs_jobs_refuse(rgs_motion *m, uint32_t failed, int64_t body, rgs_status status, rgs_error *error) {
  const rgs_job *job = &m->jobs.list[failed];
  m->jobs.last_step_failed = failed < m->jobs.of_last_step;
  if (job->kind == RGS_JOB_ROTATE)
    return rgs_set_error_rotation(&m->method->rotor->about, status, job->by, body, error);
  const bool kicks = job->kind == RGS_JOB_KICK || job->kind == RGS_JOB_GRADIENT;
  const char *what = kicks ? "momentum" : "position";
  return rgs_set_error_not_finite(
      body, job->kind == RGS_JOB_BATCH ? m->jobs.taker[failed].may_fail : what, error);
}
