/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cayley.c - the constants of a body for the rotors of cayley.h.
 */
#include "rotors/cayley.h"
#include "free_motion/free_body.h"

static void prepare_body(const rgs_column *inertia, int64_t body, rgs_cayley_top *t) {
  const rgs_moments moments = rgs_scale_moments(inertia, body);
  const double *a = moments.reciprocal;
  int low = 0, high = 0;
  for (int k = 1; k < 3; k++) {
    if (a[k] < a[low]) low = k;
    if (a[k] >= a[high]) high = k;
  }
  const int middle = (3 - low - high) %
                     3; /* 3 only where a host has put nan into the inertia since it was checked */
  const double below = rgs_reciprocal_difference(inertia, body, a, middle, low);
  const double above = rgs_reciprocal_difference(inertia, body, a, high, middle);
  const int third = below <= above ? low : high, first = below <= above ? high : low;

  t->order = rgs_axes_order(first, middle);
  t->per_largest = moments.per_largest;
  t->a3 = a[third];
  t->beta = rgs_reciprocal_difference(inertia, body, a, first, third);
  t->delta = rgs_reciprocal_difference(inertia, body, a, middle, third);
  t->coupling = 1;
  for (int j = 0; j < 3; j++) { /* |I2 - I3| / I1: at most 1 for a body that can exist */
    const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    if (a[j1] != 0 && a[j2] != 0) {
      const double difference = rgs_reciprocal_difference(inertia, body, a, j1, j2);
      t->coupling = rgs_larger(t->coupling, a[j] * (fabs(difference) / a[j1]) / a[j2]);
    }
  }
}

void rgs_cayley_prepare(const void *params, int64_t n, const rgs_column *inertia,
                        double *prepared) {
  (void)params;
  rgs_cayley_top *t = (rgs_cayley_top *)prepared;
  for (int64_t i = 0; i < n; i++) prepare_body(inertia, i, t + i);
}
