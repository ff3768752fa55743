/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stages.h - does the stages of a scheme.
 */
#pragma once
#include "stepper/parts.h"

/* Chooses the list of stages that comes first. */
void rgs_stages_begin(rgs_stepper *s);
/* Goes on to the next evaluation (place.asked and asked_time say which) or to the end of the
 * step.  Jobs that are left on the list have to be done before the bodies are read. */
rgs_status rgs_stages_advance(rgs_stepper *s, rgs_error *error);
