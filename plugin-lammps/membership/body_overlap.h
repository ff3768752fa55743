/* SPDX-License-Identifier: GPL-2.0-only
 *
 * An atom may be in one body only, and molecules should not be cut.  LAMMPS itself warns only that
 * there are two rigid fixes, and says nothing about molecules with atoms outside the group.
 */
#pragma once

#include "bodies/body_store.h"

#include <string>

namespace LAMMPS_NS {
class Fix;
class LAMMPS;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

/* Stops all ranks if an atom in a body of this fix (body[i] >= 0) is also in a body of another
   fix.  To be called when all fixes have made their bodies. */
void check_overlap(LAMMPS_NS::LAMMPS *, const LAMMPS_NS::Fix *, const int *body,
                   const std::string &prefix);

/* Warns if bodies with atoms of the same types have different moments.  To be called before the first
   sums of forces of a run. */
void warn_of_unlike_shapes(LAMMPS_NS::LAMMPS *, BodyStore &, const std::string &prefix);

/* As in LAMMPS, atoms outside the group are not part of a body.  That is seldom intended, so
   warn. */
void warn_of_cut_molecules(LAMMPS_NS::LAMMPS *, const LAMMPS_NS::Fix *, const std::string &prefix);

} // namespace rigidstep_lammps
