/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_kernels_lanes.h - what t_kernels asks of the lanes themselves, on each path.
 */
#ifndef TEST_KERNELS_LANES_H
#define TEST_KERNELS_LANES_H

typedef void sincos_of_lanes(int n, const double *x, double *sine, double *cosine);
sincos_of_lanes sincos_1, sincos_2, sincos_4, sincos_8;

#endif
