/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stepper_check.h - may this call be made now, and are the columns there that the method needs?
 */
#ifndef RGS_STEPPER_STEPPER_CHECK_H
#define RGS_STEPPER_STEPPER_CHECK_H
#include "stepper/stepper.h"

/* Refuses `call` because a step, or rgs_stepper_process, is under way. */
rgs_status rgs_refuse_inside(const rgs_stepper *s, const char *call, rgs_error *error);
/* Refuses when an earlier call failed. */
rgs_status rgs_refuse_failed(const rgs_stepper *s, rgs_error *error);
rgs_status rgs_check_view(const rgs_stepper *s, rgs_error *error);

/* Can the bodies that are bound have this bath and piston?  The first at every call, the second when
 * bodies were bound with a new stamp. */
rgs_status rgs_ensemble_check_view(const rgs_stepper *s, rgs_error *error);
rgs_status rgs_ensemble_check_keys(const rgs_stepper *s, rgs_error *error);

#endif /* RGS_STEPPER_STEPPER_CHECK_H */
