/* SPDX-License-Identifier: BSD-3-Clause */
#include "steady.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCKS = 20 };

drift drift_of(const double *series, int64_t n) {
  const int64_t length = n / BLOCKS;
  double block[BLOCKS], mean = 0, low = INFINITY, high = -INFINITY, st = 0, tt = 0, left = 0,
                        sum = 0;
  for (int b = 0; b < BLOCKS; b++) {
    block[b] = 0;
    for (int64_t i = 0; i < length; i++) block[b] += series[b * length + i] / (double)length;
    mean += block[b] / BLOCKS;
    low = fmin(low, block[b]);
    high = fmax(high, block[b]);
  }
  for (int b = 0; b < BLOCKS; b++) {
    const double t = (b - 0.5 * (BLOCKS - 1)) * (double)length;
    st += t * (block[b] - mean);
    tt += t * t;
  }
  for (int b = 0; b < BLOCKS; b++) {
    const double t = (b - 0.5 * (BLOCKS - 1)) * (double)length;
    left += pow(block[b] - mean - st / tt * t, 2);
  }
  for (int64_t i = 0; i < n; i++) sum += (series[i] - mean) * (series[i] - mean);
  return (drift){ st / tt, sqrt(left / (BLOCKS - 2) / tt), high - low, sqrt(sum / (double)n) };
}

/* (1 + cos)^3 falls off with the seventh power of the distance to a line. */
static double size_at(const double *re, const double *im, int64_t n, double frequency) {
  double x = 0, y = 0, c = 1, s = 0;
  const double dc = cos(frequency), ds = sin(frequency);
  for (int64_t i = 0; i < n; i++) {
    if (i % 1024 == 0) { /* the recurrence would drift */
      c = cos(frequency * (double)i);
      s = sin(frequency * (double)i);
    }
    const double w = pow(1 - cos(2 * acos(-1) * ((double)i + 0.5) / (double)n), 3);
    x += w * (re[i] * c + im[i] * s);
    y += w * (im[i] * c - re[i] * s);
    const double next = c * dc - s * ds;
    s = s * dc + c * ds;
    c = next;
  }
  return hypot(x, y);
}

/* Frequencies on a grid of full turns in `n` samples; radix 2, so of the first power of two. */
static double coarse(const double *re, const double *im, int64_t n) {
  int64_t m = 1;
  while (2 * m <= n) m *= 2;
  double *x = malloc(sizeof(double) * 2 * (size_t)m), best = 0, at = 0;
  if (x == NULL) return NAN;
  double *y = x + m;
  for (int64_t i = 0, j = 0; i < m; i++) {
    const double w = 1 - cos(2 * acos(-1) * ((double)i + 0.5) / (double)m);
    x[j] = w * re[i];
    y[j] = w * im[i];
    int64_t bit = m / 2;
    while (bit > 0 && (j & bit)) j ^= bit, bit /= 2;
    j |= bit;
  }
  for (int64_t span = 1; span < m; span *= 2)
    for (int64_t k = 0; k < span; k++) {
      const double c = cos(acos(-1) * (double)k / (double)span);
      const double s = -sin(acos(-1) * (double)k / (double)span);
      for (int64_t a = k, b = k + span; b < m; a += 2 * span, b += 2 * span) {
        const double u = x[b] * c - y[b] * s, v = x[b] * s + y[b] * c;
        x[b] = x[a] - u;
        y[b] = y[a] - v;
        x[a] += u;
        y[a] += v;
      }
    }
  for (int64_t i = 0; i < m; i++)
    if (hypot(x[i], y[i]) > best) {
      best = hypot(x[i], y[i]);
      at = 2 * acos(-1) * (double)(i <= m / 2 ? i : i - m) / (double)m;
    }
  free(x);
  return at;
}

double frequency_of(const double *re, const double *im, int64_t n) {
  /* A parabola through the logarithms: the window's line is as good as Gaussian at its top. */
  double at = coarse(re, im, n), step = 2 * acos(-1) / (double)n;
  double below = at - step, above = at + step;
  const double golden = 0.5 * (sqrt(5) - 1);
  double a = above - golden * (above - below), b = below + golden * (above - below);
  double fa = size_at(re, im, n, a), fb = size_at(re, im, n, b);
  while (above - below > 1e-2 * step) {
    if (fa > fb) {
      above = b, b = a, fb = fa;
      a = above - golden * (above - below), fa = size_at(re, im, n, a);
    } else {
      below = a, a = b, fa = fb;
      b = below + golden * (above - below), fb = size_at(re, im, n, b);
    }
  }
  at = 0.5 * (below + above);
  for (int turn = 0; turn < 3; turn++) {
    const double d = step * (turn == 0 ? 0.1 : 0.02);
    const double l = log(size_at(re, im, n, at - d)), m = log(size_at(re, im, n, at));
    const double r = log(size_at(re, im, n, at + d));
    at += 0.5 * d * (l - r) / (l - 2 * m + r);
  }
  return at;
}
