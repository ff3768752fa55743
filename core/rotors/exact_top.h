/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact_top.h - the constants of a body for the rotor `exact`: see exact_simd.c.
 */
#pragma once
#include "free_motion/free_body.h"

/* The constants as prepared: lanes where the flow uses them, numbers where they are
 * prepared.  There are four, so that the constants of four bodies make a square.  Both reciprocals are in
 * the host's units; nan says that one of them does not fit into a double. */
typedef struct rgs_exact_top {
  rgs_lanes order;        /* of the axes: rigidstep/device/axes_order.h */
  rgs_lanes a3, beta, w1; /* a3 and beta are divided by the largest moment */
} rgs_exact_top;
