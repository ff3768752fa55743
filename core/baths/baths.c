/* SPDX-License-Identifier: BSD-3-Clause
 *
 * baths.c - see baths.h.
 */
#include "baths/baths.h"
#include "baths/bath_blocks.h"
#include "baths/unfused.h"
#include "lanes/blocks.h"
#include <string.h>

static rgs_column from(const rgs_column *c, int64_t first) {
  return c->data == NULL ? *c : rgs_column_from(c, first);
}

/* The block that begins with body `first`. */
static rgs_bath_bodies block(const rgs_bath_bodies *b, int64_t first) {
  const int64_t left = b->n - first, own = b->own - first;
  rgs_bath_bodies part = *b;
  part.n = left < RGS_SUM_BLOCK ? left : RGS_SUM_BLOCK;
  part.own = own < 0 ? 0 : own < part.n ? own : part.n;
  part.p = from(&b->p, first);
  part.l = from(&b->l, first);
  part.q = from(&b->q, first);
  part.mass = from(&b->mass, first);
  part.inertia = from(&b->inertia, first);
  part.chosen = from(&b->chosen, first);
  part.first = b->first + first;
  if (b->key != NULL) part.key = b->key + first;
  return part;
}

/* ---- all blocks ------------------------------------------------------------------------------ */

/* What is done to every block, and what its sums are added to. */
typedef struct work {
  const rgs_bath_bodies *bodies;
  /* Returns whether the results are finite. */
  int (*on_block)(const struct work *w, const rgs_bath_bodies *block, int64_t first, double *sums);
  const void *step;
  const rgs_column *x;
  double slide;
  int n_sums;
  double *sums; /* of each block; null: they are added to `total` at once */
  double total[RGS_BATH_SUMS];
  atomic_int not_finite;
} work;

static void do_blocks(void *data, int64_t first, int64_t n) {
  work *w = data;
  double here[RGS_BATH_SUMS] = { 0 };
  int finite = 1;
  for (int64_t i = first; i < first + n; i += RGS_SUM_BLOCK) {
    const rgs_bath_bodies part = block(w->bodies, i);
    double *sums = w->sums != NULL ? w->sums + i / RGS_SUM_BLOCK * w->n_sums : here;
    finite &= w->on_block(w, &part, i, sums);
    for (int k = 0; k < w->n_sums && w->sums == NULL; k++) w->total[k] += sums[k];
  }
  if (!finite) atomic_store_explicit(&w->not_finite, 1, memory_order_relaxed);
}

_Static_assert(RGS_PART % RGS_SUM_BLOCK == 0, "parts consist of whole blocks");
_Static_assert(RGS_ALONE >= RGS_SUM_BLOCK * RGS_BATH_SUMS, "there is room for the sums of blocks");

/* Does it to the first n bodies.  Sums are added in the order of the blocks, whoever made them. */
static int do_all(work *w, int64_t n) {
  rgs_executor *e = w->bodies->executor;
  w->sums = w->n_sums > 0 && rgs_splits(e, n) ? e->sums : NULL;
  rgs_split(e, n, do_blocks, w);
  for (int64_t i = 0; i < n && w->sums != NULL; i += RGS_SUM_BLOCK)
    for (int k = 0; k < w->n_sums; k++) w->total[k] += w->sums[i / RGS_SUM_BLOCK * w->n_sums + k];
  return !atomic_load_explicit(&w->not_finite, memory_order_relaxed);
}

/* ---- baths and pistons ----------------------------------------------------------------------- */

static int kinetic(const work *w, const rgs_bath_bodies *b, int64_t first, double *sums) {
  (void)w, (void)first;
  return rgs_kinetic_block(b, sums);
}

rgs_bath_sums rgs_bath_kinetic(const rgs_bath_bodies *b) {
  work w = { .bodies = b, .on_block = kinetic, .n_sums = RGS_BATH_SUMS };
  (void)do_all(&w, b->own);
  const double *s = w.total;
  return (rgs_bath_sums){ { s[0], s[1], s[2] }, s[3], { s[4], s[5], s[6] }, s[7] };
}

static int translation(const work *w, const rgs_bath_bodies *b, int64_t first, double *sums) {
  (void)w, (void)first;
  return rgs_translation_block(b, sums);
}

void rgs_bath_translation(const rgs_bath_bodies *b, double kinetic_energy[3]) {
  work w = { .bodies = b, .on_block = translation, .n_sums = 3 };
  (void)do_all(&w, b->own);
  memcpy(kinetic_energy, w.total, 3 * sizeof *kinetic_energy);
}

static int langevin(const work *w, const rgs_bath_bodies *b, int64_t first, double *sums) {
  (void)first;
  return rgs_langevin_block(b, w->step, sums);
}

double rgs_bath_langevin(const rgs_bath_bodies *b, const rgs_langevin_step *step,
                         rgs_bath_sums *after) {
  work w = { .bodies = b, .on_block = langevin, .step = step, .n_sums = RGS_LANGEVIN_SUMS };
  (void)do_all(&w, b->n);
  if (after != NULL) {
    for (int k = 0; k < 3; k++) after->translation[k] = w.total[1 + k];
    after->rotation = w.total[4];
  }
  return w.total[0];
}

static int drag(const work *w, const rgs_bath_bodies *b, int64_t first, double *sums) {
  (void)first;
  *sums = rgs_drag_block(b, w->step);
  return 1;
}

double rgs_bath_drag(const rgs_bath_bodies *b, const rgs_drag_step *step) {
  work w = { .bodies = b, .on_block = drag, .step = step, .n_sums = 1 };
  (void)do_all(&w, b->n);
  return w.total[0];
}

static int scale(const work *w, const rgs_bath_bodies *b, int64_t first, double *sums) {
  (void)first, (void)sums;
  return rgs_scale_block(b, w->step);
}

int rgs_bath_scale(const rgs_bath_bodies *b, const rgs_scale_step *step) {
  work w = { .bodies = b, .on_block = scale, .step = step };
  return do_all(&w, b->n);
}

static int slide_and_scale(const work *w, const rgs_bath_bodies *b, int64_t first, double *sums) {
  const rgs_column here = from(w->x, first);
  (void)sums;
  return rgs_slide_and_scale_block(b, &here, w->slide, w->step);
}

int rgs_bath_slide_and_scale(const rgs_bath_bodies *b, const rgs_column *x, double slide,
                             const rgs_scale_step *step) {
  work w = { .bodies = b, .on_block = slide_and_scale, .step = step, .x = x, .slide = slide };
  return do_all(&w, b->n);
}

static int fly(const work *w, const rgs_bath_bodies *b, int64_t first, double *sums) {
  const rgs_column here = from(w->x, first);
  (void)sums;
  return rgs_fly_block(b, &here, w->step);
}

int rgs_bath_fly(const rgs_bath_bodies *b, const rgs_column *x, const rgs_piston_step *step) {
  work w = { .bodies = b, .on_block = fly, .step = step, .x = x };
  return do_all(&w, b->n);
}

double rgs_bath_internal(const rgs_bath_sums *sums) {
  double kinetic = 0;
  for (int k = 0; k < 3; k++)
    kinetic += sums->translation[k] - 0.5 * sums->momentum[k] * sums->momentum[k] / sums->mass;
  return kinetic > 0 ? kinetic : 0;
}

void rgs_langevin_times(rgs_langevin_step *step, double h, double relaxation_translation,
                        double relaxation_rotation, double kt) {
  step->keep_translation = rgs_exp(-h / relaxation_translation);
  step->keep_rotation = rgs_exp(-h / relaxation_rotation);
  step->spread_translation = -rgs_expm1(-2 * h / relaxation_translation) * kt;
  step->spread_rotation = -rgs_expm1(-2 * h / relaxation_rotation) * kt;
}
