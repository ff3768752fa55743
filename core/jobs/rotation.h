/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rotation.h - calls of the rotor.
 */
#pragma once
#include "jobs/motion.h"

/* Rotates the n bodies from `first` on, over the time h. */
rgs_status rgs_rotate(const rgs_motion *m, const double *prepared, double h, int64_t first,
                      int64_t n, int64_t *bad);
/* The constants of body i, outside a step: `room` is for those of one body. */
const double *rgs_rotor_prepares_one(const rgs_motion *m, int64_t i, double *room);

/* Says why the rotor could not rotate body `bad` over the time h. */
rgs_status rgs_set_error_rotation(const rgs_about *rotor, rgs_status status, double h, int64_t bad,
                                  rgs_error *error);

/* Says that a number of this body is no longer finite. */
rgs_status rgs_set_error_not_finite(int64_t body, const char *what, rgs_error *error);
