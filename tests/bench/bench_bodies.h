/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_bodies.h - asymmetric bodies that turn with |w| = 1; the same in every process.
 */
#ifndef BENCH_BODIES_H
#define BENCH_BODIES_H
#include <stdint.h>

enum {
  BENCH_FEW = 512,      /* as many fit into the caches next to the processor */
  BENCH_DISTINCT = 4096 /* more are repetitions of these */
};

typedef struct bench_bodies {
  int64_t n;
  double *inertia, *l; /* moments in any order; momentum in space */
  double *start, *q;   /* attitude at the start, and now */
} bench_bodies;

/* At least n of them, from a store that grows; data is null where there is no memory for them. */
const bench_bodies *bench_bodies_of(int64_t n);

/* The same shapes with their moments in ascending order, and the momentum in the body's frame: what
 * other programs ask for.  BENCH_DISTINCT of them. */
typedef struct bench_sorted {
  double inertia[3], y[3], q[4];
} bench_sorted;
const bench_sorted *bench_sorted_bodies(void);

/* Into space from the frame that q has turned. */
void bench_into_space(const double q[4], const double y[3], double l[3]);

#endif
