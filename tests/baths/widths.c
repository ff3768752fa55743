/* SPDX-License-Identifier: BSD-3-Clause
 *
 * widths.c - which width of lanes belongs to a path.
 */
#include "lanes/path.h"
#include "lanes_of_width.h"

#include <stddef.h>

extern const noise_of_width noise_1, noise_4, noise_8;

const noise_of_width *noise_of_path(int path) {
  switch (path) {
#ifdef WITH_WIDTH_4
  case RGS_PATH_AVX2: return &noise_4;
#endif
#ifdef WITH_WIDTH_8
  case RGS_PATH_AVX512: return &noise_8;
#endif
  default: return &noise_1;
  }
}
