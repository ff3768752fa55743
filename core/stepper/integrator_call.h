/* SPDX-License-Identifier: BSD-3-Clause
 *
 * integrator_call.h - calls of an integrator's functions.
 */
#pragma once
#include "stepper/parts.h"

/* The ABI's struct for such a call, filled in. */
rgs_step_call rgs_integrator_call(const rgs_stepper *s);

rgs_status rgs_integrator_advance(rgs_stepper *s, rgs_error *error);
/* Checks the model's own constraints, which come after the constraints of any body. */
rgs_status rgs_integrator_check(const rgs_stepper *s, rgs_error *error);
