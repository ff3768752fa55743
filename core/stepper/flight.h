/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flight.h - free flight of all bodies.
 */
#ifndef RGS_STEPPER_FLIGHT_H
#define RGS_STEPPER_FLIGHT_H
#include "baths/bath_bodies.h"
#include "stepper/stepper.h"

/* Free flight: rotations over the time h, positions over the time `slide`, or with the box. */
rgs_status rgs_fly(rgs_stepper *s, double h, double slide, const rgs_piston_step *box,
                   rgs_error *error);
/* Positions move over the time `slide`, momenta are scaled, and positions move as long again. */
rgs_status rgs_slide_and_scale(rgs_stepper *s, double slide, const rgs_scale_step *step,
                               rgs_error *error);

/* The bodies as baths see them, with the executor and room for the sums of its blocks. */
rgs_bath_bodies rgs_bodies_for_sums(const rgs_stepper *s);

/* The constants that the rotor prepared for the bodies; prepared again where the bodies or the
 * method have changed. */
const double *rgs_rotor_prepared(const rgs_stepper *s);
/* The same by the calling thread: outside a step nobody would tell of an executor that failed. */
const double *rgs_rotor_prepared_alone(const rgs_stepper *s);

/* Says why the rotor could not rotate body `bad` over the time h. */
rgs_status rgs_refuse_rotation(const rgs_about *rotor, rgs_status status, double h, int64_t bad,
                               rgs_error *error);

/* Says which body has components of a or b that are not finite. */
rgs_status rgs_refuse_overflow(const rgs_view *v, const rgs_column *a, const rgs_column *b,
                               const char *what, rgs_error *error);

#endif /* RGS_STEPPER_FLIGHT_H */
