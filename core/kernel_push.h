/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel_push.h - kicks and drifts: a column grows along another one.  No operation is fused here, so
 * that the bits are the same on all paths.
 */
#ifndef RGS_KERNEL_PUSH_H
#define RGS_KERNEL_PUSH_H
#include "lane_columns.h"

/* x - x is 0 for all but infinities and nan. */
static inline rgs_lanes rgs_not_finite(const rgs_lanes a[3]) {
  return (a[0] - a[0]) + (a[1] - a[1]) + (a[2] - a[2]);
}

/* Are the three components of all bodies finite? */
RGS_KERNEL int rgs_push_finite(const rgs_column *c, int64_t n) {
  rgs_lanes sum = rgs_same(0);
  for (int64_t i = 0; i < n; i += RGS_WIDTH) {
    rgs_lanes a[3];
    rgs_load_all(c, n, i, 3, a);
    sum += rgs_not_finite(a);
  }
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}

/* to += factor from, where mass is null; else to += (factor / mass) from.  Is the result finite? */
RGS_KERNEL int rgs_push_along(const rgs_column *to, double factor, const rgs_column *mass,
                              const rgs_column *from, int64_t n) {
  rgs_lanes sum = rgs_same(0), each = rgs_same(factor);
  for (int64_t i = 0; i < n; i += RGS_WIDTH) {
    rgs_lanes a[3], b[3];
    if (mass != NULL) each = factor / rgs_load(mass, n, i, 0);
    rgs_load_all(to, n, i, 3, a);
    rgs_load_all(from, n, i, 3, b);
    for (int k = 0; k < 3; k++) a[k] += each * b[k];
    rgs_store_all(to, n, i, 3, a);
    sum += rgs_not_finite(a);
  }
  return rgs_all(rgs_equal(sum, rgs_same(0)));
}

#endif /* RGS_KERNEL_PUSH_H */
