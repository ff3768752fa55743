/* SPDX-License-Identifier: BSD-3-Clause
 *
 * strang.h - the two forms of the Strang splitting.
 */
#pragma once
#include "schemes/tables.h"

/* One row of a table a line. */
/* clang-format off */

static const rgs_stage strang[] = {
  MIRROR2((K, 0.5),
          (D, 1))
};
SCHEME(strang, 2, RGS_COMPOSED, "10.1137/0705041",
       "Kick, drift, kick: velocity Verlet's form of the Strang splitting.");

static const rgs_stage strang_dkd[] = {
  MIRROR2((D, 0.5),
          (K, 1))
};
SCHEME(strang_dkd, 2, RGS_COMPOSED, "10.1137/0705041",
       "Drift, kick, drift: position Verlet's form of the Strang splitting.");

/* In the order in which they are listed. */
#define RGS_STRANG_SCHEMES(X)                                                                      \
  X(strang) X(strang_dkd)
/* clang-format on */
