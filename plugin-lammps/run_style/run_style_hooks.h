/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What run_style rgs moves from one force evaluation to the next: the bodies of our fixes and the
 * free atoms.
 */
#pragma once

#include "method/scheme.h"

namespace rigidstep_lammps {

class RunStyleHooks {
public:
  virtual const Scheme &scheme() const = 0;
  virtual bool moves(int i) const = 0; // atom i of this rank

  /* Both take the forces that are on the atoms and go on to the next force evaluation of the step,
     whose time is `at`, as a fraction of the step, with the atoms in place.  They return false if the
     step is done. */
  virtual bool start_step(double &at) = 0;
  virtual bool continue_step(double &at) = 0;

  /* Called at the end of a step, with the forces of that time on the atoms.  `anew`: they were
     evaluated after the scheme was done. */
  virtual void end_step(int vflag, bool anew) = 0;

  /* A processed scheme propagates variables of its own.  In steps with output run_style rgs asks for
     the physical state, and goes back afterwards. */
  // Like continue_step(), after a step: false if the physical state is there, with the atoms in place.
  virtual bool show(bool starts, double &at) = 0;
  // Has anything changed the state since remember()?
  virtual void remember() = 0;
  virtual bool was_changed() = 0;
  // Back to what is propagated, in every bit.
  virtual void hide() = 0;
  // Steps go on from the state that is shown.  `forces_hold`: those on the atoms belong to it.
  virtual void stay_shown(bool forces_hold) = 0;

  // Does every force evaluation need the virial?
  virtual bool needs_virials() const { return false; }
  // Does anything but the motion want the virial at the end of this step?
  virtual bool virial_is_seen(int vflag) const { return vflag != 0; }

protected:
  ~RunStyleHooks() = default; // an object is never deleted by a pointer to this class
};

/* A fix whose bodies run_style rgs moves. */
class RunStyleFix {
public:
  virtual RunStyleHooks &stages() = 0;

protected:
  ~RunStyleFix() = default; // an object is never deleted by a pointer to this class
};

} // namespace rigidstep_lammps
