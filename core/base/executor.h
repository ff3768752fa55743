/* SPDX-License-Identifier: BSD-3-Clause
 *
 * executor.h - work on many bodies that the host's executor (rgs_executor) may share out to threads.
 *
 * Where a part begins depends on the number of bodies alone, and what is done to a body depends on
 * that body alone.  So results have the same bits however many threads there are.  Sums over bodies
 * are made of sums over batches of 64, which lie in `sums` until one thread adds them up in their order.
 */
#pragma once
#include "base/error.h"
#include <stdatomic.h>

enum {
  RGS_PART = 512,       /* a part has a multiple of so many bodies */
  RGS_MOST_PARTS = 256, /* so that the marks need no memory that grows with the bodies; of more than
                         * RGS_PART * RGS_MOST_PARTS bodies there are between 129 and 256 parts */
  RGS_ALONE = 1024      /* so few bodies are not worth waking threads for */
};

/* The work on the n bodies from `first` on. */
typedef void rgs_on_bodies(void *work, int64_t first, int64_t n);

typedef struct rgs_threads {
  rgs_executor executor; /* parallel_for is null where there is none */
  double *sums; /* of batches: at most one number for each body, set before sums are made */

  /* The work at hand. */
  rgs_on_bodies *on_bodies;
  void *work;
  int64_t bodies, part, parts; /* `part`: bodies in each */
  atomic_llong done;
  atomic_uint begun[RGS_MOST_PARTS]; /* words: not every processor has atomic bytes */
  /* For work that may fail: what happened in each part that did, and to which body. */
  rgs_status status[RGS_MOST_PARTS];
  int64_t bad[RGS_MOST_PARTS];

  /* What the executor did wrong, kept until a call reports it: an answer that is not 0, parts that were
   * left out, a part that ran twice, a range outside the parts. */
  bool broken;
  int answer;
  int64_t missed, of_parts;
  atomic_llong twice; /* the number of such a part, plus 1 */
  atomic_int outside;
} rgs_threads;

/* Reads the host's executor.  null: it is `usual`. */
rgs_status rgs_threads_read(rgs_threads *threads, const rgs_executor *given,
                            const rgs_executor *usual, rgs_error *error);

void rgs_split_to_parts(rgs_threads *e, int64_t n, rgs_on_bodies *on_bodies, void *work);

/* Will so many bodies be split?  e: null where the host has no executor. */
static inline bool rgs_splits(const rgs_threads *e, int64_t n) {
  return e != NULL && n > RGS_ALONE;
}

/* Calls on_bodies for parts of the n bodies in threads of the host, or for all of them in this thread
 * where they are few or the host has no executor. */
static inline void rgs_split(rgs_threads *e, int64_t n, rgs_on_bodies *on_bodies, void *work) {
  if (rgs_splits(e, n))
    rgs_split_to_parts(e, n, on_bodies, work);
  else
    on_bodies(work, 0, n);
}

/* The number of the part that begins with body `first`. */
static inline int64_t rgs_part_of(const rgs_threads *e, int64_t n, int64_t first) {
  return first > 0 && rgs_splits(e, n) ? first / e->part : 0;
}

/* Notes the smallest of the numbers that threads find. */
void rgs_note_least(atomic_llong *least, int64_t number);

/* RGS_OK, or what the executor did wrong since this was asked last. */
rgs_status rgs_threads_report(rgs_threads *e, rgs_error *error);
static inline rgs_status rgs_threads_check(rgs_threads *e, rgs_error *error) {
  return e == NULL || !e->broken ? RGS_OK : rgs_threads_report(e, error);
}

/* Forgets what the executor did wrong, also by calls of run that came after it returned. */
static inline void rgs_threads_forget(rgs_threads *e) {
  e->broken = false;
  atomic_store(&e->twice, 0);
  atomic_store(&e->outside, 0);
}
