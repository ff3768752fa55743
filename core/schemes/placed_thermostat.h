/* SPDX-License-Identifier: BSD-3-Clause
 *
 * placed_thermostat.h - Strang steps that say themselves where the thermostat acts.  In the letters of the
 * literature A is a drift, B a kick and O the thermostat.
 */
#pragma once
#include "schemes/tables.h"

/* One row of a table a line. */
/* clang-format off */

static const rgs_stage baoab[] = {
  MIRROR3((K, 0.5),
          (D, 0.5),
          (O, 1))
};
THERMOSTAT_SCHEME(baoab, 2, "10.1093/amrx/abs010",
            "Leimkuhler and Matthews: kick, drift, thermostat, drift, kick.");

static const rgs_stage obabo[] = {
  MIRROR3((O, 0.5),
          (K, 0.5),
          (D, 1))
};
THERMOSTAT_SCHEME(obabo, 2, "10.1103/PhysRevE.75.056707",
            "Bussi and Parrinello: thermostat, kick, drift, kick, thermostat.");

/* In the order in which they are listed. */
#define RGS_PLACED_THERMOSTAT_SCHEMES(X)                                                                 \
  X(baoab) X(obabo)
/* clang-format on */
