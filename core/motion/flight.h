/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flight.h - free flight of all bodies.
 */
#ifndef RGS_MOTION_FLIGHT_H
#define RGS_MOTION_FLIGHT_H
#include "baths/baths.h"
#include "motion/motion.h"

/* Free flight: rotations over the time h, positions over the time `slide`.  It may leave both on the
 * list of jobs (jobs.h). */
rgs_status rgs_fly(rgs_motion *m, double h, double slide, rgs_error *error);
/* The same over the time h, with positions that move with the box.  Nothing is left on the list. */
rgs_status rgs_fly_with_box(rgs_motion *m, double h, const rgs_piston_step *box, rgs_error *error);
/* Positions move over the time step->slide, momenta are scaled, and positions move over that time again. */
rgs_status rgs_slide_and_scale(rgs_motion *m, const rgs_scale_step *step, rgs_error *error);

/* The bodies as baths see them, with the executor and room for the sums of its batches. */
rgs_bath_bodies rgs_bodies_for_sums(const rgs_motion *m);

#endif /* RGS_MOTION_FLIGHT_H */
