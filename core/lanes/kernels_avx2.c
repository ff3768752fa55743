/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernels_avx2.c - the kernels for x86-64 with AVX2 and FMA.
 */
#define RGS_WIDTH 4
#include "lanes/kernels_path.h"

RGS_KERNELS_OF(avx2);
