/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Other fixes of a script that act on what a fix of ours moves.  Those that set the velocities of atoms
 * between two steps reach the bodies at constant energy: a body takes over the momentum and the angular
 * momentum of its atoms.  A style with a thermostat or a barostat of its own refuses thermostats, with a
 * sentence that names its keyword.
 */
#pragma once

#include "bodies/body_store.h"
#include "ensemble/ensemble.h"

#include "pointers.h"
#include "lmptype.h"

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

  // Refuses fixes that change the box beside a barostat.
  void check_box(const LAMMPS_NS::Fix *) const;
  // A run begins.  Is atom i of this rank in a body; is it moved by the fix?
  typedef std::function<bool(int)> Has;
  void begin_run(const LAMMPS_NS::Fix *, BodyStore &, const Has &in_body, const Has &moves);
  // Did one of them set velocities of atoms at the end of the last step?  Then the bodies are to get them.
  bool set_velocities();
  void take_velocities(BodyStore &) const;

private:
  const Ensemble &ensemble;
  std::string prefix;
  std::vector<const LAMMPS_NS::Fix *> setters; // of velocities
  LAMMPS_NS::bigint begun; // step at which the bodies last had the atoms' velocities
  bool heats;              // did one of them give a known energy?

  struct Style;
  static const Style STYLES[];
  static const Style *known(const LAMMPS_NS::Fix *);
  void check_virial(const LAMMPS_NS::Fix *) const;
  void refuse(const LAMMPS_NS::Fix *, const Style &) const;
  void refuse_on_bodies(const LAMMPS_NS::Fix *, const Style &, BodyStore &) const;
  void warn_of_momentum(const LAMMPS_NS::Fix *) const;
  void return_lost(BodyStore &, const std::vector<double> &set, const std::vector<bool> &) const;
};

} // namespace rigidstep_lammps
