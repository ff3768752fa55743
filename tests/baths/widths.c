/* SPDX-License-Identifier: BSD-3-Clause
 *
 * widths.c - which widths of lanes this processor has.
 */
#include "lanes/path.h"
#include "lanes_of_width.h"

#include <stddef.h>

extern const noise_of_width noise_1, noise_2, noise_4, noise_8;

int noise_widths(const noise_of_width *found[NOISE_WIDTHS]) {
  int n = 0;
  found[n++] = &noise_1;
#ifdef WITH_WIDTH_2
  found[n++] = &noise_2;
#endif
#ifdef WITH_WIDTH_4
  if (rgs_path_name(RGS_PATH_AVX2) != NULL) found[n++] = &noise_4;
#endif
#ifdef WITH_WIDTH_8
  if (rgs_path_name(RGS_PATH_AVX512) != NULL) found[n++] = &noise_8;
#endif
  return n;
}
