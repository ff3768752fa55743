/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench_bodies.c - asymmetric bodies that turn with |w| = 1.
 */
#include "bench_bodies.h"
#include "random_numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void random_direction(double *v, int n) { /* from the ball, so all are alike */
  double square;
  do {
    square = 0;
    for (int k = 0; k < n; k++) v[k] = 2 * uniform() - 1, square += v[k] * v[k];
  } while (square > 1 || square < 1e-4);
  for (int k = 0; k < n; k++) v[k] /= sqrt(square);
}

static void random_body(double inertia[3], double y[3], double q[4]) {
  do {
    for (int k = 0; k < 3; k++) inertia[k] = 0.2 + uniform();
  } while (inertia[0] > inertia[1] + inertia[2] || inertia[1] > inertia[2] + inertia[0] ||
           inertia[2] > inertia[0] + inertia[1]);
  random_direction(y, 3);
  random_direction(q, 4);
}

static void scale_to_unit_rate(const double inertia[3], double y[3]) {
  double square = 0;
  for (int k = 0; k < 3; k++) square += y[k] * y[k] / (inertia[k] * inertia[k]);
  for (int k = 0; k < 3; k++) y[k] /= sqrt(square);
}

void bench_into_space(const double q[4], const double y[3], double l[3]) {
  const double a = q[0], b = q[1], c = q[2], d = q[3];
  l[0] = (a * a + b * b - c * c - d * d) * y[0] + 2 * (b * c - a * d) * y[1] +
         2 * (b * d + a * c) * y[2];
  l[1] = 2 * (b * c + a * d) * y[0] + (a * a - b * b + c * c - d * d) * y[1] +
         2 * (c * d - a * b) * y[2];
  l[2] = 2 * (b * d - a * c) * y[0] + 2 * (c * d + a * b) * y[1] +
         (a * a - b * b - c * c + d * d) * y[2];
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

const bench_sorted *bench_sorted_bodies(void) {
  static bench_sorted bodies[BENCH_DISTINCT];
  if (bodies[0].inertia[0] != 0) return bodies;
  seed = 1;
  for (int i = 0; i < BENCH_DISTINCT; i++) {
    bench_sorted *b = &bodies[i];
    random_body(b->inertia, b->y, b->q);
    qsort(b->inertia, 3, sizeof *b->inertia, ascending);
    scale_to_unit_rate(b->inertia, b->y);
  }
  return bodies;
}

static void fill(const bench_bodies *all, int64_t distinct) {
  seed = 1;
  for (int64_t i = 0; i < distinct; i++) {
    double y[3];
    random_body(all->inertia + 3 * i, y, all->start + 4 * i);
    scale_to_unit_rate(all->inertia + 3 * i, y);
    bench_into_space(all->start + 4 * i, y, all->l + 3 * i);
  }
  for (int64_t i = distinct; i < all->n; i++) {
    memcpy(all->inertia + 3 * i, all->inertia + 3 * (i - distinct), 3 * sizeof(double));
    memcpy(all->l + 3 * i, all->l + 3 * (i - distinct), 3 * sizeof(double));
    memcpy(all->start + 4 * i, all->start + 4 * (i - distinct), 4 * sizeof(double));
  }
}

const bench_bodies *bench_bodies_of(int64_t n) {
  static bench_bodies few, distinct, many;
  bench_bodies *store = n <= BENCH_FEW ? &few : n <= BENCH_DISTINCT ? &distinct : &many;
  if (n <= BENCH_DISTINCT) n = n <= BENCH_FEW ? BENCH_FEW : BENCH_DISTINCT;
  if (store->n >= n) return store;
  free(store->inertia);
  store->n = n;
  store->inertia = malloc((size_t)n * 14 * sizeof(double));
  if (store->inertia == NULL) {
    store->n = 0;
    return store;
  }
  store->l = store->inertia + 3 * n;
  store->start = store->l + 3 * n;
  store->q = store->start + 4 * n;
  fill(store, n < BENCH_DISTINCT ? n : BENCH_DISTINCT);
  memcpy(store->q, store->start, (size_t)n * 4 * sizeof(double));
  return store;
}
