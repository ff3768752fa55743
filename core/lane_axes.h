/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lane_axes.h - axes of a body relabelled, lane by lane.
 *
 * `order` names the axes that play 1, 2, 3:  0: 0 1 2,  1: 1 2 0,  2: 2 0 1, and turned round, which
 * makes a mirror image of the frame,  3: 2 1 0,  4: 0 2 1,  5: 1 0 2.
 */
#ifndef RGS_LANE_AXES_H
#define RGS_LANE_AXES_H
#include "lanes.h"

/* a[0], a[1], a[2] <- a[1], a[2], a[0] where `by_one`, a[2], a[0], a[1] where `by_two`. */
static inline void rgs_rotate3(rgs_mask by_one, rgs_mask by_two, rgs_lanes a[3]) {
  const rgs_lanes a0 = a[0], a1 = a[1], a2 = a[2];
  a[0] = rgs_select(by_two, a2, rgs_select(by_one, a1, a0));
  a[1] = rgs_select(by_two, a0, rgs_select(by_one, a2, a1));
  a[2] = rgs_select(by_two, a1, rgs_select(by_one, a0, a2));
}

static inline void rgs_swap(rgs_mask m, rgs_lanes *a, rgs_lanes *b) {
  const rgs_lanes was = *a;
  *a = rgs_select(m, *b, was);
  *b = rgs_select(m, was, *b);
}

typedef struct rgs_axes {
  rgs_mask mirror, by_one, by_two;
} rgs_axes;

static inline rgs_axes rgs_axes_of(rgs_lanes order) {
  rgs_axes axes;
  axes.mirror = rgs_less(rgs_same(2.5), order);
  const rgs_lanes shift = order - rgs_select(axes.mirror, rgs_same(3), rgs_same(0));
  axes.by_one = rgs_equal(shift, rgs_same(1));
  axes.by_two = rgs_equal(shift, rgs_same(2));
  return axes;
}

/* +1, or -1 where the axes are a mirror image. */
static inline rgs_lanes rgs_hand(const rgs_axes *axes) {
  return rgs_select(axes->mirror, rgs_same(-1), rgs_same(1));
}

static inline void rgs_relabel(const rgs_axes *axes, rgs_lanes a[3]) {
  rgs_rotate3(axes->by_one, axes->by_two, a);
  rgs_swap(axes->mirror, &a[0], &a[2]);
}

static inline void rgs_relabel_back(const rgs_axes *axes, rgs_lanes a[3]) {
  rgs_swap(axes->mirror, &a[0], &a[2]);
  rgs_rotate3(axes->by_two, axes->by_one, a);
}

#endif /* RGS_LANE_AXES_H */
