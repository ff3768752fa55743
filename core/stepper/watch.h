/* SPDX-License-Identifier: BSD-3-Clause
 *
 * watch.h - what a stepper looks at in addition if the context has RGS_CONTEXT_CHECKS.
 */
#pragma once
#include "stepper/parts.h"

/* Takes the memory. */
rgs_status rgs_watch_need(rgs_stepper *s, rgs_error *error);
/* The host is about to evaluate: forces come in as NaN.  calls: by host.eval, during which no other call may
 * come. */
void rgs_watch_ask(rgs_stepper *s, bool calls);
/* The stepper waits for forces no longer. */
void rgs_watch_forget(rgs_stepper *s);
/* host.eval has failed, or its answer was refused; it may be called again. */
void rgs_watch_failed(rgs_stepper *s);
/* The host has answered: has it written all forces? */
rgs_status rgs_watch_answer(rgs_stepper *s, rgs_error *error);
/* host.eval has answered: do its forces depend on momenta?  Then the context's log says so once. */
void rgs_watch_momenta(rgs_stepper *s, const rgs_eval *request);
/* A call begins, or host.eval has answered: is all as it should be? */
rgs_status rgs_watch_look(rgs_stepper *s, rgs_error *error);
