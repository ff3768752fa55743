/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath_kernels.c - the kernels of baths; compiled once for each width of lanes.
 */
#include "baths/bath_kernels.h"
#include "baths/kinetic_kernel.h"
#include "baths/langevin_kernel.h"
#include "baths/scale_kernel.h"

#define NAME_OF(width) rgs_bath_kernels_##width
#define NAME(width) NAME_OF(width)

const rgs_bath_kernels NAME(RGS_WIDTH) = {
  .path = RGS_WIDTH == 1   ? "baseline"
          : RGS_WIDTH == 4 ? "avx2"
                           : "avx512",
  .kinetic = rgs_kinetic_block,
  .langevin = rgs_langevin_block,
  .scale = rgs_scale_block,
  .drag = rgs_drag_block,
  .fly = rgs_piston_block,
};
