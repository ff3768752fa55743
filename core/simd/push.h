/* SPDX-License-Identifier: BSD-3-Clause
 *
 * push.h - kicks and drifts: a column of vectors grows along another one.
 */
#pragma once
#include <rigidstep/bodies.h>
#include "simd/lanes.h"

/* Are the three components of all n bodies finite? */
int rgs_finite(const rgs_column *c, int64_t n);

/* to += factor from, or, where mass is not null, to += (factor / mass) from.  Returns whether the
 * result is finite. */
int rgs_push(const rgs_column *to, double factor, const rgs_column *mass, const rgs_column *from,
             int64_t n);

/* What rgs_push does to one body, with the same bits: no product and sum are fused. */
RGS_INLINE int rgs_push_one(const rgs_column *to, double factor, const rgs_column *mass,
                            const rgs_column *from, int64_t i) {
  const double each = mass != NULL ? factor / RGS_AT(*mass, i, 0) : factor;
  double *t = to->data + i * to->body, sum = 0;
  const double *f = from->data + i * from->body;
  const ptrdiff_t t_comp = to->comp, f_comp = from->comp;
  RGS_UNROLL
  for (int k = 0; k < 3; k++) {
    const double pushed = t[k * t_comp] + each * f[k * f_comp];
    t[k * t_comp] = pushed;
    sum += pushed - pushed; /* NOLINT(misc-redundant-expression): not 0 for nan and infinity */
  }
  return sum == 0;
}
