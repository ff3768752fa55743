/* SPDX-License-Identifier: BSD-3-Clause
 *
 * schemes.c - the two forms of the Strang splitting.  The other built-in schemes are in
 * schemes_composed.c, schemes_splitting.c, schemes_nystrom.c and schemes_gradient.c.
 */
#include "schemes.h"

static const rgs_stage strang[] = {
  MIRROR2((K, 0.5),
          (D, 1))
};
SCHEME(strang, 2, RGS_COMPOSED, 0, "10.1137/0705041",
       "Kick, drift, kick: velocity Verlet's form of the Strang splitting.");

static const rgs_stage strang_dkd[] = {
  MIRROR2((D, 0.5),
          (K, 1))
};
SCHEME(strang_dkd, 2, RGS_COMPOSED, 0, "10.1137/0705041",
       "Drift, kick, drift: position Verlet's form of the Strang splitting.");
