/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernels_baseline.c - the kernels for any processor.
 */
#define RGS_WIDTH 1
#include "lanes/kernels_path.h"

RGS_KERNELS_OF(baseline);
