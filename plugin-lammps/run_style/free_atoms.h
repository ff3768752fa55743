/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Atoms of groups with a fix nve, moved by the scheme that moves the bodies.
 */
#pragma once

#include "columns/free_particles.h"
#include "method/body_stepper.h"
#include "run_style/run_style_hooks.h"

#include "pointers.h"

namespace rigidstep_lammps {

class FreeAtoms : public RunStyleHooks, protected LAMMPS_NS::Pointers {
public:
  FreeAtoms(LAMMPS_NS::LAMMPS *, const Scheme &, int groupbits);
  void choose(int groupbits) { bits = groupbits; }
  void setup() { stepper.start(); } // forces and positions of the atoms belong together
  const Scheme &scheme() const override { return its; }
  bool moves(int i) const override;
  bool start_step(double &at) override { return continue_step(at); }
  bool continue_step(double &at) override { return go_on(&BodyStepper::advance, at); }
  bool show(bool, double &at) override { return go_on(&BodyStepper::process, at); }
  void remember() override { gather(); }
  bool was_changed() override;
  void hide() override;
  void stay_shown(bool forces_hold) override { stepper.stay_shown(forces_hold); }
  void end_step(int, bool) override {}

private:
  Scheme its;
  int bits;
  BodyStepper stepper;
  FreeParticles particles;

  void gather();
  void bind();
  void check(rgs_status, const rgs_error &) const;
  rgs_view view();
  typedef rgs_status (BodyStepper::*Move)(double dt, double &at, rgs_error &);
  bool go_on(Move, double &at);
};

} // namespace rigidstep_lammps
