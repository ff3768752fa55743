/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep_threads.h - an executor by OpenMP, for C99 and C++11.
 *
 *   int threads = 4;
 *   const rgs_executor executor = { RGS_HEAD(rgs_executor), &threads, rgs_openmp };
 *   host.executor = &executor;            self null: as many as OpenMP would take; below 1 counts as 1
 *
 * A process that fork() made has none of OpenMP's threads: step there with other steppers that have no
 * executor, or call exec.
 *
 * Compile with -fopenmp; otherwise the calling thread does all the work.  This file needs nothing else
 * of rigidstep.
 */
#ifndef RIGIDSTEP_THREADS_H
#define RIGIDSTEP_THREADS_H
#include <stdint.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* [step] An rgs_executor.parallel_for.  The library calls it; a host only names it.
 * Given:    self     null, or the number of threads as an int
 *           n, run, work  as host.h says
 * Returned: 0
 * Notes:    The same bodies go to the same thread at every call, so they stay in its caches and in its
 *           memory. */
static inline int rgs_openmp(void *self, int64_t n,
                             void (*run)(void *work, int64_t begin, int64_t end), void *work) {
#ifdef _OPENMP
  const int wanted = self != 0 ? *(const int *)self : omp_get_max_threads();
  const int threads = wanted < 1 ? 1 : wanted;
  int64_t part;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (part = 0; part < n; part++) run(work, part, part + 1);
#else
  (void)self;
  run(work, 0, n);
#endif
  return 0;
}

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_THREADS_H */
