/* SPDX-License-Identifier: BSD-3-Clause
 *
 * baths.c - what is done to all bodies, batch by batch.
 */
#include "baths/baths.h"
#include "lanes/batches.h"
#include <string.h>

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

/* What is done to every batch, and what its sums are added to. */
typedef struct work {
  const rgs_bath_bodies *bodies;
  rgs_on_batch *on_batch;
  const void *step;
  int n_sums;
  double *sums; /* of each batch; null: they are added to `total` at once */
  double total[RGS_BATH_SUMS];
  atomic_int not_finite;
} work;

static void do_batches(void *data, int64_t first, int64_t n) {
  work *w = data;
  double here[RGS_BATH_SUMS] = { 0 };
  int finite = 1;
  for (int64_t i = first; i < first + n; i += RGS_SUM_BATCH) {
    const rgs_bath_bodies batch = rgs_bath_batch(w->bodies, i);
    double *sums = w->sums != NULL ? w->sums + i / RGS_SUM_BATCH * w->n_sums : here;
    finite &= w->on_batch(&batch, w->step, sums);
    for (int k = 0; k < w->n_sums && w->sums == NULL; k++) w->total[k] += sums[k];
  }
  if (!finite) atomic_store_explicit(&w->not_finite, 1, memory_order_relaxed);
}

_Static_assert(RGS_PART % RGS_SUM_BATCH == 0, "parts consist of whole batches");
_Static_assert(RGS_ALONE >= RGS_SUM_BATCH * RGS_BATH_SUMS, "there is room for the sums of batches");

int rgs_on_batches(const rgs_bath_bodies *b, int64_t n, rgs_on_batch *on_batch, const void *step,
                   int n_sums, double *total) {
  rgs_executor *e = b->executor;
  work w = { .bodies = b, .on_batch = on_batch, .step = step, .n_sums = n_sums };
  w.sums = n_sums > 0 && rgs_splits(e, n) ? e->sums : NULL;
  rgs_split(e, n, do_batches, &w);
  for (int64_t i = 0; i < n && w.sums != NULL; i += RGS_SUM_BATCH)
    for (int k = 0; k < n_sums; k++) w.total[k] += w.sums[i / RGS_SUM_BATCH * n_sums + k];
  if (total != NULL) memcpy(total, w.total, (size_t)n_sums * sizeof *total);
  return !atomic_load_explicit(&w.not_finite, memory_order_relaxed);
}

double rgs_bath_internal(const rgs_bath_sums *sums) {
  double kinetic = 0;
  for (int k = 0; k < 3; k++)
    kinetic += sums->translation[k] - 0.5 * sums->momentum[k] * sums->momentum[k] / sums->mass;
  return kinetic > 0 ? kinetic : 0;
}
