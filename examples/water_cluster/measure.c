/* SPDX-License-Identifier: BSD-3-Clause
 *
 * measure.c - see measure.h.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime, isatty */
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

void fit(span *s, int64_t samples, double interval) {
  const int64_t length = samples / BLOCKS;
  double block[BLOCKS], mean = 0, slope = 0, tt = 0, left = 0, sum = 0;
  for (int b = 0; b < BLOCKS; ++b) {
    block[b] = 0;
    for (int64_t i = 0; i < length; ++i)
      block[b] += (s->energy[b * length + i] - s->energy[0]) / (double)length;
    mean += block[b] / BLOCKS;
  }
  for (int b = 0; b < BLOCKS; ++b) {
    const double t = (b - 0.5 * (BLOCKS - 1)) * (double)length * interval;
    slope += t * (block[b] - mean);
    tt += t * t;
  }
  slope /= tt;
  for (int b = 0; b < BLOCKS; ++b) {
    const double t = (b - 0.5 * (BLOCKS - 1)) * (double)length * interval;
    left += (block[b] - mean - slope * t) * (block[b] - mean - slope * t);
  }
  for (int64_t i = 0; i < samples; ++i) {
    const double t = ((double)i - 0.5 * (double)(samples - 1)) * interval;
    const double d = s->energy[i] - s->energy[0] - mean - slope * t;
    sum += d * d;
  }
  s->drift = slope;
  s->drift_error = sqrt(left / (BLOCKS - 2) / tt);
  s->rms = sqrt(sum / (double)samples);
}

double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress(double begun, double fraction, const char *what) {
  static double last;
  static int shown;
  const int terminal = isatty(STDERR_FILENO);
  const double t = now();
  if (what == NULL) {
    if (shown && terminal) fprintf(stderr, "\r%78s\r", "");
    shown = 0;
    return;
  }
  if (t - begun < 2.0 || t - last < (terminal ? 0.2 : 5.0)) return;
  last = t;
  shown = 1;
  fprintf(stderr, "%s  %3.0f %%  %s, %.0f s left%-20s%s", terminal ? "\r" : "", 100.0 * fraction,
          what, (t - begun) * (1.0 - fraction) / fmax(fraction, 1e-3), "", terminal ? "" : "\n");
  fflush(stderr);
}
