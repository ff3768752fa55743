/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stages.h - does the stages of a scheme.
 */
#ifndef RGS_STEPPER_STAGES_H
#define RGS_STEPPER_STAGES_H
#include "baths/bath_bodies.h"
#include "stepper/stepper.h"

/* Chooses the list of stages that comes first. */
void rgs_stages_begin(rgs_stepper *s);
/* Goes on to the next evaluation (place.asked and asked_time say which) or to the end of the
 * step. */
rgs_status rgs_stages_advance(rgs_stepper *s, rgs_error *error);

/* Free flight: rotations over the time `turn`, positions over the time `slide`, or with the box. */
rgs_status rgs_stages_fly(rgs_stepper *s, double turn, double slide, const rgs_piston_step *box,
                          rgs_error *error);
/* Positions alone. */
rgs_status rgs_stages_slide(rgs_stepper *s, double slide, rgs_error *error);

/* The constants that the rotor prepared for the bodies; prepared again where the bodies or the
 * method have changed. */
const double *rgs_rotor_prepared(const rgs_stepper *s);

/* Says why the rotor could not rotate body `bad` over the time h. */
rgs_status rgs_refuse_rotation(const rgs_about *rotor, rgs_status status, double h, int64_t bad,
                               rgs_error *error);

#endif /* RGS_STEPPER_STAGES_H */
