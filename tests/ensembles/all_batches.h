/* SPDX-License-Identifier: BSD-3-Clause
 *
 * all_batches.h - what thermostats and barostats do to a batch, done to all bodies.
 */
#pragma once
#include "thermostats/thermostats.h"
#include "thermostats/builtin_thermostats.h"
#include "thermostats/drag.h"
#include "thermostats/langevin.h"
#include "simd/batches.h"
#include <stddef.h>

static inline rgs_column from(const rgs_column *c, int64_t first) {
  return c->data == NULL ? *c : rgs_column_from(c, first);
}

/* The batch that begins with body `first`. */
static inline rgs_thermostat_bodies batch_of(const rgs_thermostat_bodies *b, int64_t first) {
  const int64_t left = b->n - first, own = b->own - first;
  rgs_thermostat_bodies batch = *b;
  batch.n = left < RGS_SUM_BATCH ? left : RGS_SUM_BATCH;
  batch.own = own < 0 ? 0 : own < batch.n ? own : batch.n;
  batch.x = from(&b->x, first);
  batch.p = from(&b->p, first);
  batch.l = from(&b->l, first);
  batch.q = from(&b->q, first);
  batch.mass = from(&b->mass, first);
  batch.inertia = from(&b->inertia, first);
  batch.chosen = from(&b->chosen, first);
  batch.first = b->first + first;
  if (b->tag != NULL) batch.tag = b->tag + first;
  return batch;
}

/* The first n bodies.  total: room for n_sums numbers.  Returns whether all results are finite. */
static inline int all_batches(const rgs_thermostat_bodies *b, int64_t n, rgs_on_batch *on_batch,
                              const void *step, int n_sums, double *total) {
  int finite = 1;
  for (int k = 0; k < n_sums; k++) total[k] = 0;
  for (int64_t i = 0; i < n; i += RGS_SUM_BATCH) {
    const rgs_thermostat_bodies batch = batch_of(b, i);
    double sums[RGS_THERMOSTAT_SUMS];
    finite &= on_batch(&batch, step, sums);
    for (int k = 0; k < n_sums; k++) total[k] += sums[k];
  }
  return finite;
}

static inline rgs_thermostat_sums rgs_thermostat_kinetic(const rgs_thermostat_bodies *b) {
  double s[RGS_THERMOSTAT_SUMS];
  (void)all_batches(b, b->own, rgs_kinetic_batch, NULL, RGS_THERMOSTAT_SUMS, s);
  return (rgs_thermostat_sums){ { s[0], s[1], s[2] }, s[3], { s[4], s[5], s[6] }, s[7], s[8] };
}

static inline void rgs_thermostat_translation(const rgs_thermostat_bodies *b, double kinetic[3]) {
  (void)all_batches(b, b->own, rgs_translation_batch, NULL, 3, kinetic);
}

static inline int rgs_thermostat_scale(const rgs_thermostat_bodies *b, const rgs_scale_step *step) {
  return all_batches(b, b->n, rgs_scale_batch, step, 0, NULL);
}

static inline int rgs_thermostat_displace_and_scale(const rgs_thermostat_bodies *b,
                                                    const rgs_scale_step *step) {
  return all_batches(b, b->n, rgs_displace_and_scale_batch, step, 0, NULL);
}

static inline int rgs_thermostat_fly(const rgs_thermostat_bodies *b, const rgs_cell_flight *step) {
  return all_batches(b, b->n, rgs_fly_batch, step, 0, NULL);
}

/* Returns the kinetic energy that the rank's own bodies gained.  after: null, or where the kinetic
 * energies go that they have then. */
static inline double rgs_thermostat_langevin(const rgs_thermostat_bodies *b,
                                             const rgs_langevin_step *step,
                                             rgs_thermostat_sums *after) {
  double s[RGS_ACTED_SUMS];
  (void)all_batches(b, b->n, rgs_langevin_batch, step, RGS_ACTED_SUMS, s);
  if (after != NULL) *after = (rgs_thermostat_sums){ { s[1], s[2], s[3] }, s[4], { 0 }, 0, 0 };
  return s[0];
}

static inline double rgs_thermostat_drag(const rgs_thermostat_bodies *b,
                                         const rgs_drag_step *step) {
  double gained;
  (void)all_batches(b, b->n, rgs_drag_batch, step, 1, &gained);
  return gained;
}
