/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What LAMMPS does for a thermostat and a barostat of the library: targets that change during a run, the
 * molecular virial of every step, the box, and the outputs that concern them.
 */
#pragma once

#include "bodies/body_store.h"
#include "ensemble/cell.h"
#include "coupling/ensemble_atoms.h"
#include "method/fix_stepper.h"

#include "comm.h"
#include "pointers.h"

#include <functional>
#include <string>

namespace LAMMPS_NS {
class Compute;
class Fix;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

class EnsembleHost : protected LAMMPS_NS::Pointers {
public:
  EnsembleHost(LAMMPS_NS::LAMMPS *, FixStepper &, const std::string &prefix);

  bool on() const { return its.on(); }
  bool has_barostat() const { return its.has_barostat(); }
  // Bit of the group whose free atoms move with the bodies; 0: there is none
  int free_atoms() const { return atoms.free_atoms(); }
  // Must the fix see the forces before later fixes add theirs?
  bool sees_forces() const { return atoms.may_keep_some(); }

  // Declares what LAMMPS must know of a fix with this ensemble, and makes the computes that LAMMPS'
  // own styles have.  remove() deletes them.
  void declare(LAMMPS_NS::Fix *, const std::string &temperature = "all temp");
  void remove();

  void init();
  // A run begins, with forces on the atoms; `temperature`: the bodies', where the keywords have
  // none.
  void begin_run(BodyStore &, const std::function<bool(int)> &in_body, double temperature);
  void set_targets(); // of this step
  // Forces were evaluated, and later fixes have not added theirs yet.
  void note_forces();
  // Forces were evaluated: finds the molecular virial.
  void measure(BodyStore &);
  // To be called when a step begins.  True: the virial at the end of the last step does not hold at the
  // beginning of this one, because atoms were folded into the box in between.
  bool virial_is_other();
  // Gives the virial that was found last.
  void answer() { stepper.give_virial(virial); }
  // Is the box, which has not followed yet, to become twice or half as long?
  bool bursts();
  // The bodies have moved: the box follows.
  void move_box();
  // May the box flip?  LAMMPS is about to build its lists: it flips where it is tilted too far.
  bool may_flip() const { return shears() && its.flips; }
  void flip_box(BodyStore &);
  // Does anything but the barostat want the virial of this step?
  bool others_want_virial(int vflag) const;
  void end_step();

  // What a restart file keeps, the same on all ranks.  `heat` and `coupling`: what the library has given
  // to all ranks, and what belongs to the energy but for the variables of the thermostat, in mass velocity^2.
  std::string save(double heat, double coupling) const;
  static std::string save_unbegun(); // before the first run, when there is nothing to go on from
  void load(const std::string &, int64_t seed); // seed: of the file, or below 0
  // Heat that was given before the restart file was written: this rank's share
  double heat_before() const { return comm->me == 0 ? earlier_heat : 0.0; }
  // The library counts from 0 again: the energy of the file goes on from its value there.
  bool resumes() const { return loaded && !resumed; }
  bool has_begun() const { return begun || loaded; }
  void resume(double coupling);
  double coupling_before() const { return comm->me == 0 ? earlier_coupling : 0.0; }

  void add_to_view(rgs_view &, BodyStore &) const;

  // What fix_modify says of computes, with the number of words taken; 0: other words.
  int modify_param(int narg, char **arg);

  // ---- outputs, in LAMMPS' units; to be asked on all ranks
  double mid_temperature(bool rotation) const;
  double pressure(int strain, BodyStore &) const; // molecular: xx, yy, zz, xy, xz, yz
  double tilt(int shear) const;                   // of the barostat's cell, which does not flip

  // For replica exchange and others that ask for the target of the temperature
  void reset_target(double temperature) { its.set_temperature(temperature); }
  void *extract(const char *what, int &dimension);

private:
  FixStepper &stepper;
  Ensemble &its; // the stepper's
  std::string prefix;
  LAMMPS_NS::Fix *fix;
  CellOfBox box;
  EnsembleAtoms atoms;
  bool begun, loaded; // begun: a run; loaded: from a restart file
  double virial[9];   // the share of this rank when it was given last, in LAMMPS' unit of energy
  bool resumed;
  double earlier_heat, earlier_coupling;
  double target;                            // of the temperature, now
  Ensemble::Params targets;                 // as the library has them
  std::string id_temp, id_press, id_virial; // computes; id_virial asks for the virial of each step
  bool made_temp, made_press;

  std::string nvt() const { return its.style_of(Ensemble::NVT); }
  bool shears() const { return its.shears(); }
  void tell_box();
  void warn_of_momentum(const BodyStore &, const std::function<bool(int)> &in_body) const;
  LAMMPS_NS::Compute *compute(const std::string &id) const;
};

} // namespace rigidstep_lammps
