/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flexible.h - the barostat `flexible`: constant pressure, or constant tension, in a cell whose lengths and
 * angles change.
 */
#pragma once
#include "thermostats/thermostat_params.h"
#include <stdint.h>

/* The parameters of the barostat `flexible`. */
typedef struct rgs_flexible {
  double kt, pressure;
  double deviation_xx, deviation_yy, deviation_zz, deviation_xy, deviation_xz, deviation_yz;
  int64_t group_x, group_y, group_z, shear_xy, shear_xz, shear_yz;
  double barostat_relaxation, barostat_mass, barostat_rate;
  int64_t seed; /* -1: none was given */
} rgs_flexible;

/* The rows of its table that say what the cell may do, and against which pressure. */
#define RGS_FLEXIBLE_ROW(...) RGS_THERMOSTAT_PARAM(rgs_flexible, __VA_ARGS__)
#define RGS_FLEXIBLE_DEVIATION(axes)                                                               \
  RGS_FLEXIBLE_ROW(deviation_##axes, RGS_F64, "pressure",                                          \
                   "Entry " #axes " of the tension of the reference cell beyond the pressure, "    \
                   "positive where it compresses.",                                                \
                   -RGS_THERMOSTAT_MOST, RGS_THERMOSTAT_MOST, 0, RGS_PARAM_RAMPS)
#define RGS_FLEXIBLE_GROUP(axis, its)                                                              \
  RGS_FLEXIBLE_ROW(group_##axis, RGS_I64, "",                                                      \
                   "Lengths of axes with the same number change together; 0: the length is "       \
                   "fixed.",                                                                       \
                   0, 3, its, 0)
#define RGS_FLEXIBLE_SHEAR(axes)                                                                   \
  RGS_FLEXIBLE_ROW(shear_##axes, RGS_I64, "", "1: the cell shears by " #axes "; 0: it does not.",  \
                   0, 1, 1, 0)
#define RGS_FLEXIBLE_STRAINS                                                                       \
  RGS_THERMOSTAT_KT(rgs_flexible), RGS_BAROSTAT_PRESSURE(rgs_flexible),                            \
      RGS_FLEXIBLE_DEVIATION(xx), RGS_FLEXIBLE_DEVIATION(yy), RGS_FLEXIBLE_DEVIATION(zz),          \
      RGS_FLEXIBLE_DEVIATION(xy), RGS_FLEXIBLE_DEVIATION(xz), RGS_FLEXIBLE_DEVIATION(yz),          \
      RGS_FLEXIBLE_GROUP(x, 1), RGS_FLEXIBLE_GROUP(y, 2), RGS_FLEXIBLE_GROUP(z, 3),                \
      RGS_FLEXIBLE_SHEAR(xy), RGS_FLEXIBLE_SHEAR(xz), RGS_FLEXIBLE_SHEAR(yz)
