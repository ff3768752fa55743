/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drag.h - damping without noise.
 */
#pragma once
#include "thermostats/thermostats.h"

/* Factors exp(-rate h) of the momentum, and of l about the principal axes. */
typedef struct rgs_drag_step {
  double translation, rotation[3];
  int flat; /* two dimensions: l_x and l_y stay 0 */
} rgs_drag_step;

/* By an rgs_drag_step; the sum is the heat, which is not positive. */
rgs_on_batch rgs_drag_batch;
