/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact_top.h - what the rotor `exact` prepares of a body: numbers in an ordinary file, lanes in a
 * kernel.
 */
#ifndef RGS_EXACT_TOP_H
#define RGS_EXACT_TOP_H
#include "lanes.h"

typedef struct rgs_exact_top {
  rgs_lanes order; /* of the axes: axes_order.h */
  rgs_lanes per_largest;
  rgs_lanes a3, beta, w1;
} rgs_exact_top;

#endif /* RGS_EXACT_TOP_H */
