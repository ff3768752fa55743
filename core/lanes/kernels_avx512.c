/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernels_avx512.c - the kernels for x86-64 with AVX-512 F and DQ.
 */
#define RGS_WIDTH 8
#include "lanes/kernels_path.h"

RGS_KERNELS_OF(avx512);
