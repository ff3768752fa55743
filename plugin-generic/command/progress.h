/* SPDX-License-Identifier: BSD-3-Clause
 *
 * progress.h - how far a long run is, in one line on stderr.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct progress {
  bool wanted, shown;
  struct timespec begun;
  double next; /* seconds after `begun` */
} progress;

progress progress_begin(bool wanted);
void progress_show(progress *p, int64_t done, int64_t all);
void progress_hide(const progress *p);
