/* SPDX-License-Identifier: GPL-2.0-only
 *
 * A method at work on the bodies of one fix: what the user chose, and what it asks of whoever has the
 * arrays.
 */
#ifndef RIGIDSTEP_MOVER_H
#define RIGIDSTEP_MOVER_H

#include "ensemble/body_langevin.h"
#include "method/body_stepper.h"
#include "run_style/staged.h"

#include <string>

namespace rigidstep_lammps {

class Mover : public BodyStepper {
 public:
  // `speaker` begins every error
  Mover(LAMMPS_NS::LAMMPS *, const std::string &speaker, MethodChoice &&, MethodPtr &&);

  const Scheme &scheme() const { return its; }
  const MethodChoice &choice() const { return chosen; }

  // fix_modify: takes the words it begins with if they are ours; returns how many it took
  int modify(int narg, char **arg);
  // Stops all ranks where it cannot give what the scheme asks.
  void check_run_style() const;
  // The step that begins, as the thermostat sees it.
  BodyLangevin::Step step_for(BodyLangevin &) const;

 private:
  MethodChoice chosen;
  Scheme its;

  void note_scheme();
};

}    // namespace rigidstep_lammps

#endif
