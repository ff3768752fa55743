/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rewind.h - keeps what a step changes as it was when the step began, for hosts with RGS_HOST_REWINDS.
 */
#pragma once
#include "stepper/parts.h"

/* Takes the memory for a method. */
rgs_status rgs_rewind_need(rgs_stepper *s, const rgs_method *m, const rgs_method_info *info,
                           rgs_error *error);
/* A step is about to begin. */
void rgs_rewind_note(rgs_stepper *s);
/* There is no beginning to go back to: another state was set, or another step is to begin. */
static inline void rgs_rewind_forget(rgs_stepper *s) { s->begin.columns.holds = 0; }
