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
const double *rgs_rotor_prepares(const rgs_motion *m);
/* The constants that the rotor prepared for the bodies; prepared again where the bodies or the
 * method have changed. */
static inline const double *rgs_rotor_prepared(const rgs_motion *m) {
  const rgs_bodies *b = m->bodies;
  if (b->prepared_for == m->method->number && b->prepared_at == b->generation) return b->scratch;
  return rgs_rotor_prepares(m);
}
/* The same in the calling thread alone: outside a step no call would report an executor that failed. */
const double *rgs_rotor_prepared_alone(const rgs_motion *m);

/* Says why the rotor could not rotate body `bad` over the time h. */
rgs_status rgs_refuse_rotation(const rgs_about *rotor, rgs_status status, double h, int64_t bad,
                               rgs_error *error);

/* Says that a number of this body is no longer finite. */
rgs_status rgs_refuse_not_finite(int64_t body, const char *what, rgs_error *error);

#endif /* RGS_MOTION_ROTATION_H */
