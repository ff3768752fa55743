/* SPDX-License-Identifier: BSD-3-Clause
 *
 * push.h - kicks and drifts: a column of vectors grows along another one.
 */
#ifndef RGS_SIMD_PUSH_H
#define RGS_SIMD_PUSH_H
#include <rigidstep/bodies.h>

/* Are the three components of all n bodies finite? */
int rgs_finite(const rgs_column *c, int64_t n);

/* to += factor from, or, where mass is not null, to += (factor / mass) from.  Returns whether the
 * result is finite. */
int rgs_push(const rgs_column *to, double factor, const rgs_column *mass, const rgs_column *from,
             int64_t n);

#endif /* RGS_SIMD_PUSH_H */
