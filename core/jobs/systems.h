/* SPDX-License-Identifier: BSD-3-Clause
 *
 * systems.h - the systems of a batch (rigidstep/draft_batch.h): whose each body is, and what is done to the
 * bodies of one system alone.
 *
 * Each system has the bits that it has alone, because its sums are made of the same pieces: RGS_SUM_BATCH
 * bodies of the system, the last piece fewer.  Blocks are what the list of jobs is done to at once: pieces of
 * several small systems, or one of a large one.
 */
#pragma once
#include "jobs/motion.h"

struct rgs_systems {
  int64_t n, n_bodies;
  int64_t *name;  /* of each system, as the host calls it */
  int64_t *first; /* of each system its first body; n + 1 numbers */
  /* The host's: 9, 9 and 1 number of each system; null: it gave none. */
  double *cell, *virial, *energy;
  int64_t n_pieces, n_blocks;
  rgs_piece *piece;         /* one more than there are: it begins behind the last body */
  int64_t *block;           /* the first piece of each, and one number more */
  double *sums;             /* of pieces: RGS_MOST_SUMS_OF_JOBS for each */
  rgs_own_job *jobs;        /* of all systems, job by job */
  void **to;                /* who takes their sums */
  rgs_device_systems there; /* the same on the device of the bodies, if they are on one */
};

/* Cuts the systems into pieces and blocks, with room for rgs_systems_most_pieces of both and one more. */
static inline int64_t rgs_systems_most_pieces(int64_t systems, int64_t bodies) {
  return systems + bodies / RGS_SUM_BATCH;
}
void rgs_systems_cut(rgs_systems *all);
/* The jobs on the list from number `from` on are as system `system` wants them: their constants are kept. */
void rgs_systems_keep_jobs(rgs_motion *m, uint32_t from, int64_t system);
/* Adds up the sums of the pieces of each system, and hands them out, of the first so many jobs. */
void rgs_systems_give(const rgs_systems *all, const rgs_jobs *jobs, uint32_t n_jobs);
