/* SPDX-License-Identifier: BSD-3-Clause
 *
 * executor.c - hands parts of the bodies to the host's executor, and finds out whether each was done
 * once.
 */
#include "base/executor.h"
#include "base/layout.h"

rgs_status rgs_threads_read(rgs_threads *threads, const rgs_executor *given,
                            const rgs_executor *usual, rgs_error *error) {
  threads->executor = *usual;
  return given == NULL ? RGS_OK
                       : rgs_read_struct(&threads->executor, &rgs_executor_layout, given, error);
}

void rgs_note_least(atomic_llong *least, int64_t number) {
  long long seen = atomic_load_explicit(least, memory_order_relaxed);
  while (number < seen && !atomic_compare_exchange_weak_explicit(
                              least, &seen, number, memory_order_relaxed, memory_order_relaxed)) {
  }
}

/* A part that was begun is not begun again: a body must not be kicked twice. */
static void run_part(rgs_threads *e, int64_t part) {
  if (atomic_exchange_explicit(&e->begun[part], 1, memory_order_relaxed) != 0) {
    atomic_store_explicit(&e->twice, part + 1, memory_order_relaxed);
    return;
  }
  const int64_t first = part * e->part, left = e->bodies - first;
  e->on_bodies(e->work, first, left < e->part ? left : e->part);
  atomic_fetch_add_explicit(&e->done, 1, memory_order_release);
}

/* What the host calls. */
static void run(void *work, int64_t begin, int64_t end) {
  rgs_threads *e = work;
  if (begin < 0 || end > e->parts || begin > end) {
    atomic_store_explicit(&e->outside, 1, memory_order_relaxed);
    return;
  }
  for (int64_t part = begin; part < end; part++) run_part(e, part);
}

/* What the host left out is done here, so that no later sum meets numbers that were never written;
 * the step fails all the same. */
static void note_faults(rgs_threads *e, int answer) {
  const int64_t missed = e->parts - atomic_load_explicit(&e->done, memory_order_acquire);
  if (answer == 0 && missed == 0 && atomic_load(&e->twice) == 0 && atomic_load(&e->outside) == 0)
    return;
  for (int64_t part = 0; part < e->parts && missed > 0; part++)
    if (atomic_load(&e->begun[part]) == 0) run_part(e, part);
  if (e->broken) return; /* the first fault is reported */
  e->broken = true;
  e->answer = answer;
  e->missed = missed;
  e->of_parts = e->parts;
}

void rgs_split_to_parts(rgs_threads *e, int64_t n, rgs_on_bodies *on_bodies, void *work) {
  const int64_t least = (n + RGS_MOST_PARTS - 1) / RGS_MOST_PARTS;
  e->part = (least + RGS_PART - 1) / RGS_PART * RGS_PART;
  e->parts = (n + e->part - 1) / e->part;
  e->bodies = n;
  e->on_bodies = on_bodies;
  e->work = work;
  for (int64_t part = 0; part < e->parts; part++)
    atomic_store_explicit(&e->begun[part], 0, memory_order_relaxed);
  atomic_store_explicit(&e->done, 0, memory_order_relaxed);
  note_faults(e, e->executor.parallel_for(e->executor.self, e->parts, run, e));
}

rgs_status rgs_threads_report(rgs_threads *e, rgs_error *error) {
  const long long twice = atomic_exchange(&e->twice, 0);
  const int outside = atomic_exchange(&e->outside, 0);
  e->broken = false;
  if (e->answer != 0)
    return rgs_set_error(error, RGS_E_EXECUTOR, -1, "executor.parallel_for returned %d; must be 0",
                         e->answer);
  if (outside != 0)
    return rgs_set_error(
        error, RGS_E_EXECUTOR, -1,
        "executor.parallel_for called run(work, begin, end) for parts that do not exist; "
        "allowed 0 <= begin <= end <= n, which is %lld",
        (long long)e->of_parts);
  if (twice != 0)
    return rgs_set_error(error, RGS_E_EXECUTOR, -1,
                         "executor.parallel_for ran part %lld of %lld twice; each must be run once",
                         twice - 1, (long long)e->of_parts);
  return rgs_set_error(
      error, RGS_E_EXECUTOR, -1,
      "executor.parallel_for returned before %lld of its %lld parts were done; it must "
      "run each of the parts 0 to n - 1 and wait for all of them",
      (long long)e->missed, (long long)e->of_parts);
}
