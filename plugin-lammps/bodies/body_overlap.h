/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Which atoms are in bodies: an atom belongs to one, and a molecule is one wholly.  LAMMPS itself says no
 * more of two rigid fixes than that there are two, and nothing of a molecule that is cut.
 */
#ifndef RIGIDSTEP_BODY_OVERLAP_H
#define RIGIDSTEP_BODY_OVERLAP_H

#include <string>

namespace LAMMPS_NS {
class Fix;
class LAMMPS;
}

namespace rigidstep_lammps {

/* Stops all ranks if an atom of a body of this fix (body[i] >= 0) is in one of another fix too.  When
   all fixes have made their bodies. */
void check_overlap(LAMMPS_NS::LAMMPS *, const LAMMPS_NS::Fix *, const int *body, const std::string &speaker);

/* The fixes of LAMMPS make the body of what is in the group, as documented; seldom is it meant. */
void warn_of_cut_molecules(LAMMPS_NS::LAMMPS *, const LAMMPS_NS::Fix *, const std::string &speaker);

}    // namespace rigidstep_lammps

#endif
