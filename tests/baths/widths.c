/* SPDX-License-Identifier: BSD-3-Clause
 *
 * widths.c - which widths of lanes this processor can run.
 */
#include "lanes_of_width.h"

extern const noise_of_width noise_1, noise_4, noise_8;

int all_widths(width found[MOST_WIDTHS]) {
  int n = 0;
  found[n++] = (width){ &noise_1, &rgs_bath_kernels_1 };
#ifdef WITH_WIDTH_4
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    found[n++] = (width){ &noise_4, &rgs_bath_kernels_4 };
#endif
#ifdef WITH_WIDTH_8
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    found[n++] = (width){ &noise_8, &rgs_bath_kernels_8 };
#endif
  return n;
}
