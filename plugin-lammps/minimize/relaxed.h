/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What minimize/rgs must know about a fix of ours, and what the fix asks: is it minimize/rgs that
 * minimises, or LAMMPS' own minimize, which knows no bodies?
 */
#pragma once

#include "bodies/body_store.h"

#include "update.h"

#include <cstring>

namespace rigidstep_lammps {

/* A fix whose bodies minimize/rgs moves. */
class RelaxedFix {
public:
  virtual BodyStore &relaxed_bodies() = 0;
  virtual bool has_atom(int i) const = 0;   // atom i of this rank is in a body
  virtual void tally_virial(int vflag) = 0; // of the constraint forces
  // Instead of them, what takes the virial of all atoms to that of the centres of mass, and with `torques` the share of
  // all particles' torques.  Whether it did
  virtual bool tally_molecular_virial(bool) { return false; }
  virtual void sum_forces() { relaxed_bodies().sum_forces(false); } // without gravity

protected:
  ~RelaxedFix() = default; // an object is never deleted by a pointer to this class
};

// Name of the minimiser while minimize/rgs is at work
inline const char *relaxing_style() { return "fire/rgs"; }

inline bool is_minimising(const LAMMPS_NS::Update *update) { return update->whichflag == 2; }

inline bool is_relaxing(const LAMMPS_NS::Update *update) {
  return is_minimising(update) && strcmp(update->minimize_style, relaxing_style()) == 0;
}

} // namespace rigidstep_lammps
