/* SPDX-License-Identifier: BSD-3-Clause
 *
 * baths.c - see baths.h.
 */
#include "baths/baths.h"
#include "baths/bath_blocks.h"
#include "baths/unfused.h"
#include "lanes/blocks.h"
#include <stddef.h>
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

void rgs_bath_add(rgs_bath_sums *sums, const rgs_bath_sums *more) {
  for (int k = 0; k < 3; k++) {
    sums->translation[k] += more->translation[k];
    sums->momentum[k] += more->momentum[k];
  }
  sums->rotation += more->rotation;
  sums->mass += more->mass;
}

rgs_bath_sums rgs_bath_kinetic(const rgs_bath_bodies *b) {
  rgs_bath_sums sums = { { 0 }, 0, { 0 }, 0 };
  for (int64_t first = 0; first < b->own; first += RGS_SUM_BLOCK) {
    const rgs_bath_bodies part = block(b, first);
    double s[RGS_BATH_SUMS];
    rgs_kinetic_block(&part, s);
    const rgs_bath_sums more = { { s[0], s[1], s[2] }, s[3], { s[4], s[5], s[6] }, s[7] };
    rgs_bath_add(&sums, &more);
  }
  return sums;
}

void rgs_bath_translation(const rgs_bath_bodies *b, double kinetic[3]) {
  memset(kinetic, 0, 3 * sizeof *kinetic);
  for (int64_t first = 0; first < b->own; first += RGS_SUM_BLOCK) {
    const rgs_bath_bodies part = block(b, first);
    double sums[3];
    rgs_translation_block(&part, sums);
    for (int k = 0; k < 3; k++) kinetic[k] += sums[k];
  }
}

double rgs_bath_langevin(const rgs_bath_bodies *b, const rgs_langevin_step *step,
                         rgs_bath_sums *after) {
  double all[RGS_LANGEVIN_SUMS] = { 0 };
  for (int64_t first = 0; first < b->n; first += RGS_SUM_BLOCK) {
    const rgs_bath_bodies part = block(b, first);
    double sums[RGS_LANGEVIN_SUMS];
    rgs_langevin_block(&part, step, sums);
    for (int k = 0; k < RGS_LANGEVIN_SUMS; k++) all[k] += sums[k];
  }
  if (after != NULL) {
    for (int k = 0; k < 3; k++) after->translation[k] = all[1 + k];
    after->rotation = all[4];
  }
  return all[0];
}

double rgs_bath_drag(const rgs_bath_bodies *b, const rgs_drag_step *step) {
  double gained = 0;
  for (int64_t first = 0; first < b->n; first += RGS_SUM_BLOCK) {
    const rgs_bath_bodies part = block(b, first);
    gained += rgs_drag_block(&part, step);
  }
  return gained;
}

int rgs_bath_scale(const rgs_bath_bodies *b, const rgs_scale_step *step) {
  int finite = 1;
  for (int64_t first = 0; first < b->n; first += RGS_SUM_BLOCK) {
    const rgs_bath_bodies part = block(b, first);
    finite &= rgs_scale_block(&part, step);
  }
  return finite;
}

int rgs_bath_slide_and_scale(const rgs_bath_bodies *b, const rgs_column *x, double slide,
                             const rgs_scale_step *step) {
  int finite = 1;
  for (int64_t first = 0; first < b->n; first += RGS_SUM_BLOCK) {
    const rgs_bath_bodies part = block(b, first);
    const rgs_column here = from(x, first);
    finite &= rgs_slide_and_scale_block(&part, &here, slide, step);
  }
  return finite;
}

int rgs_bath_fly(const rgs_bath_bodies *b, const rgs_column *x, const rgs_piston_step *step) {
  int finite = 1;
  for (int64_t first = 0; first < b->n; first += RGS_SUM_BLOCK) {
    const rgs_bath_bodies part = block(b, first);
    const rgs_column here = from(x, first);
    finite &= rgs_fly_block(&part, &here, step);
  }
  return finite;
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
