/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kick_rotate_kick.h - the frame of integrators that differ from `strang` only in how a body
 * rotates: half a kick, translation and rotation, half a kick with the forces at the end, which the
 * next step starts with.
 */
#pragma once
#include <rigidstep/method.h>

typedef struct rgs_kick_rotate_kick_cursor {
  uint32_t rotated, reserved0;
} rgs_kick_rotate_kick_cursor;

typedef struct rgs_rotation {
  /* Updates what the bodies carry where the host has changed their state; changes nothing
   * else.  May refuse a state. */
  rgs_status (*begin)(const rgs_step_call *call, int64_t *bad);
  /* Adds an impulse of torque, in the space frame, to body i. */
  void (*kick)(const rgs_view *v, int64_t i, const double impulse[3]);
  /* Rotates all bodies over the time call->h, or none. */
  rgs_status (*rotate)(const rgs_step_call *call, int64_t *bad);
} rgs_rotation;

rgs_status rgs_kick_rotate_kick(const rgs_rotation *rotation, rgs_step_call *call, int64_t *bad);
