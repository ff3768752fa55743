/* SPDX-License-Identifier: BSD-3-Clause */
#include "executors.h"
#include "random_numbers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- a pool ---------------------------------------------------------------------------------- */
enum { MOST_THREADS = 64 };

struct thread_pool {
  pthread_t thread[MOST_THREADS];
  int threads, working; /* the calling thread too; those that have not finished yet */
  pthread_mutex_t lock;
  pthread_cond_t begin, end;
  uint64_t round; /* of work; grows */
  bool closing;
  void (*run)(void *work, int64_t begin, int64_t end);
  void *work;
  int64_t n, next; /* parts, and the first that nobody has taken */
};

static void must(int failed) {
  if (!failed) return;
  fprintf(stderr, "executors: a call of the thread library failed\n");
  abort();
}

/* Takes an eighth of a thread's share at a time, so that no thread waits long for another. */
static void take_parts(thread_pool *p) {
  for (;;) {
    must(pthread_mutex_lock(&p->lock));
    const int64_t share = p->n / (8 * p->threads), begin = p->next;
    const int64_t end = begin + (share > 1 ? share : 1);
    p->next = end < p->n ? end : p->n;
    const int64_t until = p->next;
    must(pthread_mutex_unlock(&p->lock));
    if (begin >= until) return;
    p->run(p->work, begin, until);
  }
}

static void *wait_for_work(void *data) {
  thread_pool *p = data;
  uint64_t done = 0;
  for (;;) {
    must(pthread_mutex_lock(&p->lock));
    while (p->round == done && !p->closing) must(pthread_cond_wait(&p->begin, &p->lock));
    done = p->round;
    const bool closing = p->closing;
    must(pthread_mutex_unlock(&p->lock));
    if (closing) return NULL;
    take_parts(p);
    must(pthread_mutex_lock(&p->lock));
    if (--p->working == 0) must(pthread_cond_signal(&p->end));
    must(pthread_mutex_unlock(&p->lock));
  }
}

thread_pool *pool_open(int threads) {
  thread_pool *p = calloc(1, sizeof *p);
  must(p == NULL || threads < 1 || threads > MOST_THREADS);
  p->threads = threads;
  must(pthread_mutex_init(&p->lock, NULL));
  must(pthread_cond_init(&p->begin, NULL));
  must(pthread_cond_init(&p->end, NULL));
  for (int k = 1; k < threads; k++) must(pthread_create(&p->thread[k], NULL, wait_for_work, p));
  return p;
}

void pool_close(thread_pool *p) {
  must(pthread_mutex_lock(&p->lock));
  p->closing = true;
  must(pthread_cond_broadcast(&p->begin));
  must(pthread_mutex_unlock(&p->lock));
  for (int k = 1; k < p->threads; k++) must(pthread_join(p->thread[k], NULL));
  must(pthread_cond_destroy(&p->begin));
  must(pthread_cond_destroy(&p->end));
  must(pthread_mutex_destroy(&p->lock));
  free(p);
}

int pool_parallel_for(void *pool, int64_t n, void (*run)(void *work, int64_t begin, int64_t end),
                      void *work) {
  thread_pool *p = pool;
  must(pthread_mutex_lock(&p->lock));
  p->run = run;
  p->work = work;
  p->n = n;
  p->next = 0;
  p->working = p->threads - 1;
  p->round++;
  must(pthread_cond_broadcast(&p->begin));
  must(pthread_mutex_unlock(&p->lock));
  take_parts(p);
  must(pthread_mutex_lock(&p->lock));
  while (p->working > 0) must(pthread_cond_wait(&p->end, &p->lock));
  must(pthread_mutex_unlock(&p->lock));
  return 0;
}

/* ---- an odd order ---------------------------------------------------------------------------- */
int odd_parallel_for(void *odd, int64_t n, void (*run)(void *work, int64_t begin, int64_t end),
                     void *work) {
  odd_executor *o = odd;
  o->calls++;
  o->parts += n;
  for (int64_t end = n; end > 0;) {
    const int64_t length = 1 + (int64_t)(random_bits(&o->seed) % 3);
    const int64_t begin = end > length ? end - length : 0;
    run(work, begin, end);
    run(work, begin, begin);
    end = begin;
  }
  return 0;
}
