/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Detects changes that commands between runs (`velocity`, `set`, `displace_atoms`, ..) made to the
 * atoms of bodies.
 */
#pragma once

#include <cstdint>
#include <functional>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace rigidstep_lammps {

/* A hash of what positions and velocities do not show: which atoms are in which body, and their
   masses and shapes.  It is the same on any number of ranks, and all ranks must call it.  body_id:
   0 for an atom in no body. */
uint64_t composition_of(LAMMPS_NS::LAMMPS *, bool extended,
                        const std::function<int64_t(int)> &body_id);

/* Scales of a body, to compare one of its atoms. */
struct Motion {
  double arm,
      speed; // distance of the atom from the centre of mass, and the largest speed it can have
};

/* True if the position, orientation or velocity of an atom of this rank is not the one its body
   gives it.  `place` writes positions and velocities from the bodies to the atoms; the values that
   were there are restored. */
bool atoms_differ(LAMMPS_NS::LAMMPS *, bool extended, const int *body_of,
                  const std::function<void()> &place, const std::function<Motion(int)> &motion);

} // namespace rigidstep_lammps
