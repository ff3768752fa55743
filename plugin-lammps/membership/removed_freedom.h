/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Degrees of freedom that the bodies of fix rigid/small/rgs take from the atoms of a group.
 */
#pragma once

#include "bodies/open_rigid.h"
#include "lammps_compat.h"

namespace rigidstep_lammps {

/* All ranks must call it once the bodies are set up.  Sets the number of linear bodies, too. */
Count removed_freedom(LAMMPS_NS::LAMMPS *, OpenRigidSmall &, int group);

} // namespace rigidstep_lammps
