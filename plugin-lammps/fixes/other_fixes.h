/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Other fixes of a script that act on what a fix of ours moves.  Those that set the velocities of atoms
 * between two steps reach the bodies at constant energy: a body takes over the momentum and the angular
 * momentum of its atoms.  A style with a bath or a piston of its own refuses them, with a sentence that
 * names its keyword.
 */
#ifndef RIGIDSTEP_OTHER_FIXES_H
#define RIGIDSTEP_OTHER_FIXES_H

#include "bodies/body_store.h"
#include "ensemble/ensemble.h"

#include "pointers.h"

#include <functional>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Fix;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

class OtherFixes : protected LAMMPS_NS::Pointers {
public:
  OtherFixes(LAMMPS_NS::LAMMPS *, const Ensemble &, const std::string &prefix);

  // Refuses fixes that change the box beside a piston.
  void check_box(const LAMMPS_NS::Fix *) const;
  // A run begins.  `moves`: is atom i of this rank moved by the fix?
  void begin_run(const LAMMPS_NS::Fix *, BodyStore &, const std::function<bool(int)> &moves);
  // Did one of them set velocities of atoms at the end of the last step?  Then the bodies are to get them.
  bool set_velocities() const;
  void take_velocities(BodyStore &) const;

private:
  const Ensemble &ensemble;
  std::string prefix;
  std::vector<const LAMMPS_NS::Fix *> setters; // of velocities

  void check_virial(const LAMMPS_NS::Fix *) const;
};

} // namespace rigidstep_lammps

#endif
