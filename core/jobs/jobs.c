/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs.c - what is put on a list of jobs, and what it leaves when it was done: its sums, or its fault.
 */
#include "jobs/jobs.h"
#include "base/columns.h"
#include "jobs/rotation.h"
#include "thermostats/builtin_thermostats.h"
#include <string.h>

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

rgs_job *rgs_jobs_add_sums(rgs_jobs *jobs, int32_t kernel, rgs_take_sums *take, void *to) {
  jobs->taker[jobs->n] = (rgs_taker){ .take = take, .to = to };
  rgs_job *job = rgs_jobs_add(jobs, RGS_JOB_BATCH, 0);
  job->kernel = kernel;
  job->n_sums = rgs_kernels[kernel]->n_sums;
  jobs->n_sums += job->n_sums;
  return job;
}

void rgs_jobs_add_kernel(rgs_jobs *jobs, int32_t kernel, const void *step, size_t size,
                         const char *may_fail) {
  jobs->taker[jobs->n].may_fail = may_fail;
  rgs_job *job = rgs_jobs_add(jobs, RGS_JOB_BATCH, 0);
  job->kernel = kernel;
  job->flags = may_fail != NULL ? RGS_JOB_MAY_FAIL : 0;
  memcpy(job->step, step, size);
}
