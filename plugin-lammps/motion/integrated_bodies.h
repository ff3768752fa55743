/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The bodies that a fix moves, with the free atoms of keyword `atoms`, as the stepper sees them, and what
 * moves them.
 */
#pragma once

#include "bodies/bodies_and_atoms.h"
#include "bodies/body_store.h"
#include "ensemble/body_langevin.h"
#include "coupling/ensemble_host.h"
#include "command/fix_command.h"
#include "membership/reinit_state.h"
#include "method/fix_stepper.h"

#include "pointers.h"

#include <string>

namespace rigidstep_lammps {

/* What the motion asks of its fix. */
class FixCallbacks {
public:
  virtual LAMMPS_NS::Fix *as_fix() = 0;
  virtual BodyStore &bodies() = 0;
  virtual ReinitState &reinit_state() = 0;
  virtual bool have_bodies() const = 0; // they are set up, on all ranks
  virtual bool sums_early() const = 0;  // fix_modify bodyforces early: post_force() sums the forces
  virtual bool has_atom(int i) const = 0;           // atom i of this rank is in a body
  virtual const char *infile() const { return ""; } // a file that has the moments of bodies
  virtual void
  tally_virial(int vflag) = 0; // of the constraint forces; 0: LAMMPS' own code is to tally nothing

protected:
  ~FixCallbacks() = default; // an object is never deleted by a pointer to this class
};

class IntegratedBodies : protected LAMMPS_NS::Pointers {
public:
  // `prefix` begins every message
  IntegratedBodies(LAMMPS_NS::LAMMPS *, FixCallbacks &, const std::string &prefix, FixCommand &&);

  FixCallbacks &host;
  const std::string prefix;
  BodyLangevin langevin;
  FixStepper stepper;
  EnsembleHost ensemble;
  BodiesAndAtoms together;

  BodyStore &store(); // the bodies, with free atoms where there are some
  rgs_view view();    // of all that this rank moves, ghosts last
  rgs_status bind(rgs_error &);
  bool moves(int i) const { return host.has_atom(i) || together.has_atom(i); }
  // An output of the library, in its unit: what it divides among the ranks by itself, and all of it (0 if
  // it is not known)
  double share_of(const char *key);
  double sum_of(const char *key);
  // Energy of the barostat and whatever else belongs to the ensemble, of all ranks, in the library's unit.
  // The variables of a thermostat are in a restart file, but their energy is not known before the first step.
  double coupling_without_thermostat();
  std::string describe(const rgs_error &);
  void check(rgs_status, const rgs_error &); // stops LAMMPS if the call has failed
};

} // namespace rigidstep_lammps
