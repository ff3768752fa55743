/* SPDX-License-Identifier: BSD-3-Clause */
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>

progress progress_begin(bool wanted) {
  progress p = { .wanted = wanted, .next = 0.5 };
  clock_gettime(CLOCK_MONOTONIC, &p.begun);
  return p;
}

void progress_show(progress *p, int64_t done, int64_t all) {
  struct timespec now;
  if (!p->wanted || done % 64) return;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double s =
      (double)(now.tv_sec - p->begun.tv_sec) + 1e-9 * (double)(now.tv_nsec - p->begun.tv_nsec);
  if (s < p->next) return;
  p->next = s + 0.25;
  p->shown = true;
  fprintf(stderr, "\r%3.0f %%  step %" PRId64 " of %" PRId64 ", %.0f s to go\033[K",
          100.0 * (double)done / (double)all, done, all, s / (double)done * (double)(all - done));
}

void progress_hide(const progress *p) {
  if (p->shown) fputs("\r\033[K", stderr);
}
