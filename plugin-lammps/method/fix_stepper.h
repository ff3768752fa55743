/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The stepper of one fix together with the choice of its method, which fix_modify changes between
 * runs.
 */
#pragma once

#include "ensemble/body_langevin.h"
#include "method/body_stepper.h"
#include "method/scheme.h"

#include <string>

namespace rigidstep_lammps {

class FixStepper : public BodyStepper {
public:
  // `prefix` begins every error
  FixStepper(LAMMPS_NS::LAMMPS *, const std::string &prefix, MethodChoice &&, MethodPtr &&);

  const Scheme &scheme() const { return its; }
  const MethodChoice &choice() const { return chosen; }
  Ensemble &ensemble() { return chosen.ensemble(); }
  const Ensemble &ensemble() const { return chosen.ensemble(); }

  void reseed(double seed);       // of thermostat and barostat
  bool thermostat_scales() const; // by sums over all bodies
  // For fix_modify: takes our words from the beginning.  Returns the number of words taken.
  int modify(int narg, char **arg);
  // Stops all ranks if run_style cannot give the force evaluations of the scheme.
  void check_run_style() const;
  // The levels of run_style respa, 0 without it, and the inner steps of one step.  With a thermostat or barostat the
  // library's scheme respa takes them; divides(): it does.
  void take_levels(int levels, int inner);
  bool divides() const { return inner_steps > 0; }
  bool acts_in_middle() const {
    return chosen.acts_in_middle() && !(divides() && thermostat_scales());
  }
  // Length and temperature of the step that begins, for the thermostat.
  BodyLangevin::Step step_for(BodyLangevin &) const;

private:
  MethodChoice chosen;
  Scheme its;
  int inner_steps; // of scheme respa, or 0

  void note_scheme();
  void change(MethodPtr &&);
  void warn_of_resonance() const;
};

} // namespace rigidstep_lammps
