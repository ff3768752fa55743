/* SPDX-License-Identifier: BSD-3-Clause
 *
 * baths.c - a batch of bodies; what follows from sums over bodies.
 */
#include "baths/baths.h"
#include "lanes/batches.h"

static rgs_column from(const rgs_column *c, int64_t first) {
  return c->data == NULL ? *c : rgs_column_from(c, first);
}

rgs_bath_bodies rgs_bath_batch(const rgs_bath_bodies *b, int64_t first) {
  const int64_t left = b->n - first, own = b->own - first;
  rgs_bath_bodies batch = *b;
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
  if (b->key != NULL) batch.key = b->key + first;
  return batch;
}

double rgs_bath_internal(const rgs_bath_sums *sums) {
  double kinetic = 0;
  for (int k = 0; k < 3; k++)
    kinetic += sums->translation[k] - 0.5 * sums->momentum[k] * sums->momentum[k] / sums->mass;
  return kinetic > 0 ? kinetic : 0;
}
