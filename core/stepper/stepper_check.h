/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stepper_check.h - checks before a call: is it allowed in this state, and has the view the columns that the
 * method needs?
 */
#pragma once
#include "stepper/parts.h"

/* Refuses `call` because a step, or rgs_stepper_process, is under way. */
rgs_status rgs_set_error_inside(const rgs_stepper *s, const char *call, rgs_error *error);
/* Refuses when an earlier call failed. */
rgs_status rgs_set_error_failed(const rgs_stepper *s, rgs_error *error);
rgs_status rgs_check_view(const rgs_stepper *s, rgs_error *error);
/* If the bodies have wheels, does the method know that, and are they of the bodies that are bound? */
rgs_status rgs_check_wheels(const rgs_stepper *s, rgs_error *error);

/* Do the tags of the bound bodies differ?  Called when bodies were bound with a new revision. */
rgs_status rgs_ensemble_check_tags(const rgs_stepper *s, rgs_error *error);

/* Are all bound bodies valid?  See rgs_check_all_bodies. */
rgs_status rgs_check_bodies(const rgs_bodies *b, bool dead_axes, rgs_error *error);

/* On a device: waits, and reports what has failed.  Called by whatever reads the bodies or their sums. */
rgs_status rgs_settle(const rgs_stepper *s, rgs_error *error);
/* The same for the stepper that has given a device work on these bodies. */
rgs_status rgs_settle_bodies(const rgs_bodies *b, rgs_error *error);
/* After a fault that rgs_device_settle reported: the stepper is in the step of the fault again. */
void rgs_take_fault_mark(rgs_stepper *s);
