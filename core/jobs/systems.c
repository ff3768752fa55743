/* SPDX-License-Identifier: BSD-3-Clause
 *
 * systems.c - the pieces and blocks of a batch, the constants that its jobs have for each system, and their
 * sums.
 */
#include "jobs/systems.h"
#include <string.h>

/* A block takes pieces as long as it has at most RGS_SUM_BATCH bodies. */
void rgs_systems_cut(rgs_systems *all) {
  int64_t pieces = 0, blocks = 0, block = 0; /* `block`: the first body of the block at hand */
  for (int64_t s = 0; s < all->n; s++)
    for (int64_t i = all->first[s]; i < all->first[s + 1]; i += RGS_SUM_BATCH) {
      const int64_t left = all->first[s + 1] - i, n = left < RGS_SUM_BATCH ? left : RGS_SUM_BATCH;
      if (blocks == 0 || i + n - block > RGS_SUM_BATCH) {
        all->block[blocks++] = pieces;
        block = i;
      }
      all->piece[pieces++] = (rgs_piece){ i, s };
    }
  all->n_pieces = pieces;
  all->n_blocks = blocks;
  all->piece[pieces] = (rgs_piece){ all->n_bodies, all->n };
  all->block[blocks] = pieces;
}

void rgs_systems_keep_jobs(rgs_motion *m, uint32_t from, int64_t system) {
  for (uint32_t k = from; k < m->jobs.n; k++) {
    rgs_job *job = &m->jobs.list[k];
    rgs_own_job *own = &m->systems->jobs[k * m->systems->n + system];
    job->flags |= RGS_JOB_OF_SYSTEM;
    own->by = job->by;
    m->systems->to[k * m->systems->n + system] = m->jobs.taker[k].to;
    memcpy(own->step, job->step, sizeof own->step);
  }
}

void rgs_systems_give(const rgs_systems *all, const rgs_jobs *jobs, uint32_t n_jobs) {
  const int n_sums = jobs->n_sums;
  double sums[RGS_MOST_SUMS_OF_JOBS];
  for (int64_t s = 0, piece = 0; s < all->n; s++) {
    const double *total = sums;
    for (int k = 0; k < n_sums; k++) sums[k] = 0;
    for (; all->piece[piece].system == s; piece++)
      for (int k = 0; k < n_sums; k++) sums[k] += all->sums[piece * n_sums + k];
    for (uint32_t k = 0; k < n_jobs; k++) {
      const rgs_job *job = &jobs->list[k];
      if (job->n_sums == 0) continue;
      jobs->taker[k].take(all->to[k * all->n + s], total, job->n_sums);
      total += job->n_sums;
    }
  }
}
