/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_kernels_lanes.c - compiled once for each width, like the kernels.
 */
#include "t_kernels_lanes.h"

#include "lanes/columns.h"
#include "lanes/sincos.h"

#define NAME_OF(width) sincos_##width
#define NAME(width) NAME_OF(width)

void NAME(RGS_WIDTH)(int n, const double *x, double *sine, double *cosine) {
  const rgs_column in = { (double *)(uintptr_t)x, 1, 1 };
  const rgs_column out[2] = { { sine, 1, 1 }, { cosine, 1, 1 } };
  for (int i = 0; i < n; i += RGS_WIDTH) {
    rgs_lanes s, c;
    rgs_sincos(rgs_load(&in, n, i, 0), &s, &c);
    rgs_store(&out[0], n, i, 0, s);
    rgs_store(&out[1], n, i, 0, c);
  }
}
