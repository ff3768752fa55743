/* SPDX-License-Identifier: BSD-3-Clause
 *
 * systems.c - the pieces and blocks of a batch, the constants that its jobs have for each system, and their
 * sums; on the host, and on a device.
 */
#include "motion/systems.h"
#include "base/on_device.h"
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

/* ---- on a device ----------------------------------------------------------------------------- */

static void send(const rgs_bodies *b, const void *to, const void *from, size_t bytes) {
  const rgs_column there = { (double *)(uintptr_t)to, 1, 1 };
  b->on->functions->write(b->on->queue, &there, 1, (int64_t)(bytes / sizeof(double)), from);
}

/* The next so many bytes of the memory on the device, with a copy of `from` where there is one. */
static void *part(const rgs_bodies *b, char **at, const void *from, size_t bytes) {
  void *here = *at;
  *at += bytes;
  if (from != NULL) send(b, here, from, bytes);
  return here;
}

rgs_status rgs_systems_send(rgs_systems *all, const rgs_bodies *b, rgs_error *error) {
  const size_t n = (size_t)all->n, pieces = (size_t)all->n_pieces, blocks = (size_t)all->n_blocks;
  const size_t jobs = n * RGS_MOST_JOBS * sizeof *all->jobs;
  const size_t sums = pieces * RGS_MOST_SUMS_OF_JOBS * sizeof *all->sums;
  const size_t piece = (pieces + 1) * sizeof *all->piece, block = (blocks + 1) * sizeof *all->block;
  const size_t first = (n + 1) * sizeof *all->first, size = jobs + sums + piece + block + first;
  if (b->on == NULL || n == 0) return RGS_OK;
  char *at = rgs_beside_bodies(b, size);
  if (at == NULL) return rgs_set_error_memory(error, size);
  all->there.n = all->n;
  all->there.n_blocks = all->n_blocks;
  all->there.jobs = part(b, &at, NULL, jobs); /* the memory begins here */
  all->there.sums = part(b, &at, NULL, sums);
  all->there.piece = part(b, &at, all->piece, piece);
  all->there.block = part(b, &at, all->block, block);
  all->there.first = part(b, &at, all->first, first);
  return RGS_OK;
}

void rgs_systems_leave_device(rgs_systems *all, const rgs_bodies *b) {
  if (b->on != NULL) rgs_free_beside_bodies(b, all->there.jobs, 0);
  memset(&all->there, 0, sizeof all->there);
}

void rgs_systems_send_job(const rgs_systems *all, const rgs_bodies *b, uint32_t k) {
  const int64_t first = k * all->n;
  send(b, all->there.jobs + first, all->jobs + first, (size_t)all->n * sizeof *all->jobs);
}
