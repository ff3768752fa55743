/* SPDX-License-Identifier: BSD-3-Clause
 *
 * batches.h - columns of many bodies, batch by batch.
 */
#pragma once
#include "base/executor.h"
#include "simd/push.h"

/* The numbers of so many bodies stay in the processor's first caches while one thing after the
 * other is done to them, even if each body is a struct of hundreds of bytes. */
enum { RGS_BATCH = 64 };

/* How many of n bodies a batch of `most` takes from body `first` on. */
static inline int64_t rgs_in_batch(int64_t n, int64_t first, int64_t most) {
  return n - first < most ? n - first : most;
}

static inline rgs_column rgs_column_from(const rgs_column *c, int64_t first) {
  return (rgs_column){ c->data + first * c->body, c->body, c->comp };
}

/* Does rgs_push for the n bodies from `first` on. */
static inline bool rgs_push_batch(const rgs_column *to, double factor, const rgs_column *mass,
                                  const rgs_column *from, int64_t first, int64_t n) {
  if (n == 1) return rgs_push_one(to, factor, mass, from, first);
  const rgs_column to_here = rgs_column_from(to, first), from_here = rgs_column_from(from, first);
  rgs_column mass_here;
  if (mass != NULL) mass_here = rgs_column_from(mass, first);
  return rgs_push(&to_here, factor, mass != NULL ? &mass_here : NULL, &from_here, n);
}

/* 0 if the three components of body i are finite, else nan: x - x is 0 for all numbers but
 * infinities and nan. */
static inline double rgs_not_finite_at(const rgs_column *c, int64_t i) {
  double a = RGS_AT(*c, i, 0), b = RGS_AT(*c, i, 1), d = RGS_AT(*c, i, 2);
  return (a - a) + (b - b) + (d - d);
}

/* The first of the n bodies from `first` on of which a or b is not finite; the last of them where all
 * are. */
static inline int64_t rgs_first_not_finite(const rgs_column *a, const rgs_column *b, int64_t first,
                                           int64_t n) {
  int64_t i = first;
  while (i < first + n - 1 && rgs_not_finite_at(a, i) + rgs_not_finite_at(b, i) == 0) i++;
  return i;
}

/* Does rgs_finite for the n bodies from `first` on. */
static inline bool rgs_finite_batch(const rgs_column *c, int64_t first, int64_t n) {
  if (n == 1) return rgs_not_finite_at(c, first) == 0;
  const rgs_column here = rgs_column_from(c, first);
  return rgs_finite(&here, n);
}

/* Are forces and torques finite?  The names are for the error text. */
rgs_status rgs_check_many_forces(rgs_threads *executor, const rgs_view *v, const rgs_column *f,
                                 const rgs_column *tau, const char *f_name, const char *tau_name,
                                 rgs_error *error);
static inline rgs_status rgs_check_force_columns(rgs_threads *executor, const rgs_view *v,
                                                 const rgs_column *f, const rgs_column *tau,
                                                 const char *f_name, const char *tau_name,
                                                 rgs_error *error) {
  if (v->n == 1 && rgs_not_finite_at(f, 0) + rgs_not_finite_at(tau, 0) == 0) return RGS_OK;
  return rgs_check_many_forces(executor, v, f, tau, f_name, tau_name, error);
}
