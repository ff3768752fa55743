/* SPDX-License-Identifier: BSD-3-Clause
 *
 * executors.h - functions for rgs_executor.parallel_for: a pool of threads, and one thread that takes the
 * parts in an odd order.
 */
#pragma once
#include <rigidstep/rigidstep.h>

/* Threads that wait for work; the calling thread is one of them. */
typedef struct thread_pool thread_pool;
thread_pool *pool_open(int threads);
void pool_close(thread_pool *pool);
int pool_parallel_for(void *pool, int64_t n, void (*run)(void *work, int64_t begin, int64_t end),
                      void *work);

/* One thread: ranges of changing length, the last parts first, with empty ranges between them. */
typedef struct odd_executor {
  uint64_t seed;
  int64_t calls, parts; /* how often it was called, and for how many parts together */
} odd_executor;
int odd_parallel_for(void *odd, int64_t n, void (*run)(void *work, int64_t begin, int64_t end),
                     void *work);
