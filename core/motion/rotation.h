/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rotation.h - calls of the rotor.
 */
#ifndef RGS_MOTION_ROTATION_H
#define RGS_MOTION_ROTATION_H
#include "motion/motion.h"

/* Rotates the n bodies from `first` on, over the time h. */
rgs_status rgs_rotate(const rgs_motion *m, const double *prepared, double h, int64_t first,
                      int64_t n, int64_t *bad);
/* The constants that the rotor prepares for the bodies.  Outside a step `executor` is null: no call would report
 * one that failed. */
const double *rgs_rotor_prepares(const rgs_motion *m, rgs_threads *executor);
/* The same in a step; prepared again only where the bodies or the method have changed. */
static inline const double *rgs_rotor_prepared(const rgs_motion *m) {
  const rgs_bodies *b = m->bodies;
  if (b->prepared_for == m->method->number && b->prepared_at == b->generation)
    return b->scratch.data;
  return rgs_rotor_prepares(m, m->executor);
}

/* Says why the rotor could not rotate body `bad` over the time h. */
rgs_status rgs_set_error_rotation(const rgs_about *rotor, rgs_status status, double h, int64_t bad,
                                  rgs_error *error);

/* Says that a number of this body is no longer finite. */
rgs_status rgs_set_error_not_finite(int64_t body, const char *what, rgs_error *error);

#endif /* RGS_MOTION_ROTATION_H */
