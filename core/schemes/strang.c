/* SPDX-License-Identifier: BSD-3-Clause
 *
 * strang.c - the two forms of the Strang splitting, and the parameters of schemes.  The other
 * built-in schemes are in composed.c, splitting.c, nystrom.c,
 * gradient.c and processed.c.
 */
#include "schemes/schemes.h"

const rgs_param_info rgs_refinement_params[] = {
  { "refined", "", "Ask the host for energies and tell the output refined_energy.", RGS_BOOL, 0, 0,
    1, 0 },
  { "shadow", "", "Keep past states of every body too and tell the output shadow_energy.", RGS_BOOL,
    8, 0, 1, 0 },
};
const rgs_param_info rgs_gradient_params[] = {
  { "s", "", "Where the host has no gradient: how far out it is formed, as part of the full way.",
    RGS_F64, 0, 1e-6, 1, 1.0 / 16 },
};

static const rgs_stage strang[] = {
  MIRROR2((K, 0.5),
          (D, 1))
};
STRANG(strang, "10.1137/0705041",
       "Kick, drift, kick: velocity Verlet's form of the Strang splitting.");

static const rgs_stage strang_dkd[] = {
  MIRROR2((D, 0.5),
          (K, 1))
};
STRANG(strang_dkd, "10.1137/0705041",
       "Drift, kick, drift: position Verlet's form of the Strang splitting.");
