/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Where the bodies of a run come from.  With the keyword reinit they are made from the atoms at
 * every run (yes) or once (no).  Without it they stay from run to run, in every bit, unless their
 * atoms were changed in between (changed_atoms.h).
 */
#pragma once

#include <cstdint>

namespace rigidstep_lammps {

struct ReinitState {
  enum From {
    MAKING, // LAMMPS is making bodies from the atoms at this moment
    ATOMS,  // made from the atoms, and not checked since
    FILE,   // from a restart file, and not checked since
    KEPT    // checked at the start of a run, in this one or before
  };
  From from;
  bool stay_unless_changed; // neither reinit yes nor no
  uint64_t composition;     // of all bodies (composition_of), when they were known to be right

  explicit ReinitState(bool says_reinit)
      : from(ATOMS), stay_unless_changed(!says_reinit), composition(0) {}
};

} // namespace rigidstep_lammps
