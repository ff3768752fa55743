/* SPDX-License-Identifier: BSD-3-Clause
 *
 * all_batches.h - what baths and pistons do to a batch, done to all bodies.
 */
#ifndef ALL_BATCHES_H
#define ALL_BATCHES_H
#include "baths/baths.h"

static inline rgs_bath_sums rgs_bath_kinetic(const rgs_bath_bodies *b) {
  double s[RGS_BATH_SUMS];
  (void)rgs_on_batches(b, b->own, rgs_kinetic_batch, NULL, RGS_BATH_SUMS, s);
  return (rgs_bath_sums){ { s[0], s[1], s[2] }, s[3], { s[4], s[5], s[6] }, s[7] };
}

static inline void rgs_bath_translation(const rgs_bath_bodies *b, double kinetic[3]) {
  (void)rgs_on_batches(b, b->own, rgs_translation_batch, NULL, 3, kinetic);
}

static inline int rgs_bath_scale(const rgs_bath_bodies *b, const rgs_scale_step *step) {
  return rgs_on_batches(b, b->n, rgs_scale_batch, step, 0, NULL);
}

static inline int rgs_bath_slide_and_scale(const rgs_bath_bodies *b, const rgs_scale_step *step) {
  return rgs_on_batches(b, b->n, rgs_slide_and_scale_batch, step, 0, NULL);
}

static inline int rgs_bath_fly(const rgs_bath_bodies *b, const rgs_piston_step *step) {
  return rgs_on_batches(b, b->n, rgs_fly_batch, step, 0, NULL);
}

#endif /* ALL_BATCHES_H */
