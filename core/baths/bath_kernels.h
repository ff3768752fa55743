/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath_kernels.h - what baths do to the bodies, in a version for each kind of processor.  All
 * versions have the same bits.
 */
#ifndef RGS_BATH_KERNELS_H
#define RGS_BATH_KERNELS_H
#include "baths/bath_bodies.h"

/* Each takes at most RGS_SUM_BLOCK bodies. */
typedef struct rgs_bath_kernels {
  const char *path;
  void (*kinetic)(const rgs_bath_bodies *b, double sums[RGS_BATH_SUMS]);
  void (*langevin)(const rgs_bath_bodies *b, const rgs_langevin_step *step,
                   double sums[RGS_LANGEVIN_SUMS]);
  void (*scale)(const rgs_bath_bodies *b, const rgs_scale_step *step);
  double (*drag)(const rgs_bath_bodies *b, const rgs_drag_step *step);
  int (*fly)(const rgs_bath_bodies *b, const rgs_column *x, const rgs_piston_step *step);
} rgs_bath_kernels;

/* The last two exist only where the compiler can make them. */
extern const rgs_bath_kernels rgs_bath_kernels_1, rgs_bath_kernels_4, rgs_bath_kernels_8;

#endif /* RGS_BATH_KERNELS_H */
