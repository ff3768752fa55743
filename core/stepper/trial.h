/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trial.h - a step that is a trial: its beginning is remembered, and at its end it is accepted or taken back.
 */
#pragma once
#include "stepper/parts.h"

/* Bodies as they are, with forces and energy that are valid, in their aux: they may change rank inside the trial. */
rgs_status rgs_trial_remember(rgs_stepper *s, rgs_error *error);
/* Does the energy that the host was asked for decide a trial?  Then RGS_OVERLAP takes the place of +infinity .. */
bool rgs_trial_ends(const rgs_stepper *s);
/* .. and the forces that came beside it, which need not be numbers, are not used. */
rgs_status rgs_trial_drop_forces(rgs_stepper *s, rgs_error *error);
/* The energy is valid.  RGS_NEED_EVAL: it wants the sum over ranks first; call it again when that is there. */
rgs_status rgs_trial_decide(rgs_stepper *s, rgs_error *error);
