/* SPDX-License-Identifier: BSD-3-Clause
 *
 * batch.h - many systems that one stepper moves (rigidstep/draft_batch.h).
 */
#ifndef RGS_STEPPER_BATCH_H
#define RGS_STEPPER_BATCH_H
#include "stepper/parts.h"

/* A stepper and bodies as they would be if there was one system only. */
typedef struct rgs_alone {
  rgs_stepper stepper;
  rgs_bodies bodies;
} rgs_alone;

static inline void rgs_batch_free(const rgs_bodies *b, rgs_batch *batch) {
  rgs_systems_leave_device(&batch->systems, b);
  rgs_free(&b->context->allocator, batch->memory, batch->room);
}

/* They share the memory of the batch, and last until the next call. */
void rgs_batch_alone(const rgs_stepper *s, int64_t system, rgs_alone *alone);

/* The number of the system that the host calls `name`; RGS_E_ARG: there is no such system, or no batch. */
rgs_status rgs_batch_find(const rgs_stepper *s, int64_t name, int64_t *system, rgs_error *error);

#endif /* RGS_STEPPER_BATCH_H */
