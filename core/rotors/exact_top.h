/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact_top.h - the constants of a body for the rotor `exact`: see exact_lanes.c.
 */
#ifndef RGS_EXACT_TOP_H
#define RGS_EXACT_TOP_H
#include "rotors/axes_order.h"
#include "rotors/free_body.h"

/* The constants as prepared: lanes where the flow uses them, numbers where they are
 * prepared.  There are four, so that those of four bodies make a square.  Both reciprocals are in
 * the host's units; nan says that one of them does not fit into a double. */
typedef struct rgs_exact_top {
  rgs_lanes order;        /* of the axes: axes_order.h */
  rgs_lanes a3, beta, w1; /* a3 and beta are divided by the largest moment */
} rgs_exact_top;

/* Those of one body, without units. */
typedef struct rgs_exact_shape {
  double order, a3, beta, w1;
} rgs_exact_shape;

static inline rgs_exact_shape rgs_exact_shape_of(const rgs_column *inertia, int64_t body,
                                                 const double a[3]) {
  /* Which axis of the body plays axes 1, 2, 3; the first three keep the frame right-handed. */
  static const int ORDER[6][3] = { { 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
                                   { 2, 1, 0 }, { 0, 2, 1 }, { 1, 0, 2 } };
  for (int order = 0;; order++) {
    const int i1 = ORDER[order][0], i2 = ORDER[order][1], i3 = ORDER[order][2];
    const double near = rgs_reciprocal_difference(inertia, body, a, i2, i3);
    const double far = rgs_reciprocal_difference(inertia, body, a, i1, i2);
    const double beta = rgs_reciprocal_difference(inertia, body, a, i1, i3);
    if (order == 5 || (near * far >= 0 && fabs(near) <= fabs(far)))
      return (rgs_exact_shape){ rgs_axes_order(i1, i2), a[i3], beta, beta != 0 ? near / beta : 0 };
  }
}

#endif /* RGS_EXACT_TOP_H */
