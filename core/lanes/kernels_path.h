/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernels_path.h - the table of one path, with all kernels: once in each kernels_*.c.
 */
#ifndef RGS_KERNELS_PATH_H
#define RGS_KERNELS_PATH_H
#include "lanes/kernels.h"
#include "rotors/axis_rotations_kernel.h"
#include "rotors/cayley_kernel.h"
#include "rotors/exact_kernel.h"
#include "lanes/push.h"

#define RGS_KERNELS_OF(name)                                                                       \
  const rgs_kernels rgs_kernels_##name = {                                                         \
    .path = #name,                                                                                 \
    .exact = rgs_exact_flow,                                                                       \
    .split = rgs_split_flow,                                                                       \
    .symrot = rgs_symrot_flow,                                                                     \
    .dmv2 = rgs_dmv2_flow,                                                                         \
    .dmv4 = rgs_dmv4_flow,                                                                         \
    .dmv6 = rgs_dmv6_flow,                                                                         \
    .dmv8 = rgs_dmv8_flow,                                                                         \
    .dmv10 = rgs_dmv10_flow,                                                                       \
    .midpoint = rgs_midpoint_flow,                                                                 \
    .finite = rgs_push_finite,                                                                     \
    .push = rgs_push_along,                                                                        \
  }

#endif /* RGS_KERNELS_PATH_H */
