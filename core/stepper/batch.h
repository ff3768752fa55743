/* SPDX-License-Identifier: BSD-3-Clause
 *
 * batch.h - many systems that one stepper moves (rigidstep/draft_batch.h).
 */
#pragma once
#include "backends/backend.h"
#include "stepper/parts.h"
#include <rigidstep/draft_batch.h>

static inline void rgs_batch_free(const rgs_bodies *b, rgs_batch *batch) {
  rgs_systems_leave_device(&batch->systems, b);
  rgs_free(&b->context->allocator, batch->memory, batch->room);
}

/* Makes a batch for a method, as `given` says, or, where that is null, as in the batch that there is.  rgs_batch_take puts it in the place of that one, with what is known of systems of
 * the same names.  The stepper has the method then; swaps: it is another one, and keeps: with the same
 * thermostat. */
rgs_status rgs_batch_make(const rgs_stepper *s, const rgs_method *m, const rgs_draft_batch *given,
                          rgs_batch *made, rgs_error *error);
void rgs_batch_take(rgs_stepper *s, const rgs_batch *made, bool swaps, bool keeps);

/* The number of the system that the host calls `name`; RGS_E_ARG: there is no such system, or no batch. */
rgs_status rgs_batch_find(const rgs_stepper *s, int64_t name, int64_t *system, rgs_error *error);
