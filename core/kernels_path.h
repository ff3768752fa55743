/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernels_path.h - the table of one path, with all kernels: once in each kernels_*.c.
 */
#ifndef RGS_KERNELS_PATH_H
#define RGS_KERNELS_PATH_H
#include "kernels.h"
#include "kernel_exact.h"
#include "kernel_push.h"

#define RGS_KERNELS_OF(name)                                                                       \
  const rgs_kernels rgs_kernels_##name = { #name, rgs_exact_flow, rgs_push_finite, rgs_push_along }

#endif /* RGS_KERNELS_PATH_H */
