/* SPDX-License-Identifier: BSD-3-Clause
 *
 * advance.h - from one evaluation to the next, in a step or in rgs_stepper_process.
 */
#pragma once
#include "stepper/parts.h"

/* Checks all that rgs_bodies_bind may have changed, which may happen inside a step too.  Bodies that have
 * passed are not checked again. */
rgs_status rgs_check_state(const rgs_stepper *s, rgs_error *error);
/* Does the same, and notes that these bodies have passed. */
rgs_status rgs_check_bound(rgs_stepper *s, rgs_error *error);

/* Goes on to the next evaluation or to the end.  `asking` returns to the host at each evaluation,
 * `calling` calls host.eval.  joins: another step follows at once, and jobs may be left for it. */
rgs_status rgs_go_on_asking(rgs_stepper *s, rgs_eval *request, rgs_error *error);
rgs_status rgs_go_on_calling(rgs_stepper *s, bool joins, rgs_error *error);
