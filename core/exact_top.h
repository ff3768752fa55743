/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact_top.h - what the rotor `exact` prepares of a body: numbers in an ordinary file, lanes in a
 * kernel.
 */
#ifndef RGS_EXACT_TOP_H
#define RGS_EXACT_TOP_H
#include "lanes.h"

/* Which axes of the body play axes 1, 2, 3, in the lowest bits of a number, each given by how far it has
 * to be moved to the sign's place: three pairs of axes to be swapped, one pair after the other, and whether all that
 * makes a mirror image. */
#define RGS_EXACT_ORDER 4503599627370496.0 /* 2^52: to it a whole number is added */
enum { RGS_EXACT_SWAP_02 = 63, RGS_EXACT_SWAP_01 = 62, RGS_EXACT_SWAP_12 = 61, RGS_EXACT_MIRROR = 60 };

typedef struct rgs_exact_top {
  rgs_lanes order;
  rgs_lanes per_largest;
  rgs_lanes a3, beta, w1;
} rgs_exact_top;

#endif /* RGS_EXACT_TOP_H */
