/* SPDX-License-Identifier: BSD-3-Clause
 *
 * axes_order.h - the axes of each body in the order that a formula needs, without a branch.
 *
 * Three pairs of axes are swapped or not, one pair after the other.  Where the result is a
 * left-handed frame, the second component changes its sign as well.  So the frame is always
 * right-handed: the relabelling is a rotation of it, and formulas need no further signs.
 */
#ifndef RGS_AXES_ORDER_H
#define RGS_AXES_ORDER_H
#include "number.h"

/* The lowest bits of a number say which of these to do.  Each constant is the distance of its bit
 * from the sign bit. */
enum {
  RGS_SWAP_02 = RGS_SIGN,
  RGS_SWAP_01 = RGS_SIGN - 1,
  RGS_SWAP_12 = RGS_SIGN - 2,
  RGS_MIRROR = RGS_SIGN - 3
};

/* From this number on the last bit of a mantissa counts ones. */
#define RGS_COUNTS_ONES 4503599627370496.0

/* The number for which axes i1, i2, i3 of the body become 0, 1, 2. */
RGS_INLINE double rgs_axes_order(int i1, int i2) {
  const int how[3][3] = { { 0, 0, 8 + 4 }, { 8 + 2, 0, 1 + 2 }, { 1 + 4, 8 + 1, 0 } };
  return RGS_COUNTS_ONES + (double)how[i1][i2];
}

RGS_INLINE void rgs_relabel(rgs_bits order, rgs_lanes a[3]) {
  rgs_swap(rgs_sign_set(order << RGS_SWAP_02), &a[0], &a[2]);
  rgs_swap(rgs_sign_set(order << RGS_SWAP_01), &a[0], &a[1]);
  rgs_swap(rgs_sign_set(order << RGS_SWAP_12), &a[1], &a[2]);
  a[1] = rgs_flip_by(order << RGS_MIRROR, a[1]);
}

RGS_INLINE void rgs_label_back(rgs_bits order, rgs_lanes a[3]) {
  a[1] = rgs_flip_by(order << RGS_MIRROR, a[1]);
  rgs_swap(rgs_sign_set(order << RGS_SWAP_12), &a[1], &a[2]);
  rgs_swap(rgs_sign_set(order << RGS_SWAP_01), &a[0], &a[1]);
  rgs_swap(rgs_sign_set(order << RGS_SWAP_02), &a[0], &a[2]);
}

#endif /* RGS_AXES_ORDER_H */
