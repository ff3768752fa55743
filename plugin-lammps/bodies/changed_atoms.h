/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Whether atoms are still what their bodies were made of: `velocity`, `set`, `displace_atoms` and
 * others change them between runs.
 */
#ifndef RIGIDSTEP_CHANGED_ATOMS_H
#define RIGIDSTEP_CHANGED_ATOMS_H

#include <cstdint>
#include <functional>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace rigidstep_lammps {

/* What no position and no velocity shows: which atoms are in which body (an ID, 0: in none), and with
   what mass and shape; the same on any number of ranks.  All ranks must call it. */
uint64_t make_up_of(LAMMPS_NS::LAMMPS *, bool extended, const std::function<int64_t(int)> &body_id);

/* A body, as the atom that is to be compared sees it. */
struct Motion {
  double arm, speed;    // distance of the atom from the centre, and what its velocity is made of
};

/* Is one of this rank's atoms in bodies not where its body puts it, or does it move otherwise?  `place`
   writes what the bodies say to the atoms; what was there is put back. */
bool atoms_differ(LAMMPS_NS::LAMMPS *, bool extended, const int *body_of, const std::function<void()> &place,
                  const std::function<Motion(int)> &motion);

}    // namespace rigidstep_lammps

#endif
