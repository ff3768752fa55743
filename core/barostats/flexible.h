/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flexible.h - the barostat `flexible`: constant pressure, or constant tension, in a cell whose lengths and
 * angles change.
 */
#pragma once
#include <stdint.h>

/* The parameters of the barostat `flexible`. */
typedef struct rgs_flexible {
  double kt, pressure;
  double deviation_xx, deviation_yy, deviation_zz, deviation_xy, deviation_xz, deviation_yz;
  int64_t group_x, group_y, group_z, shear_xy, shear_xz, shear_yz;
  double barostat_relaxation, barostat_mass, barostat_rate;
  int64_t seed; /* -1: none was given */
} rgs_flexible;
