/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What a restart file has of the motion besides the bodies: the method in words, the steps of
 * langevin, and what thermostat and barostat keep.
 */
#pragma once

#include "motion/integrated_bodies.h"
#include "restart/restart_record.h"

#include "pointers.h"

#include <string>

namespace rigidstep_lammps {

class MotionRestart : protected LAMMPS_NS::Pointers {
public:
  MotionRestart(LAMMPS_NS::LAMMPS *, IntegratedBodies &);
  std::string method() const;
  int64_t steps() const { // for RestartHeader
    return its.ensemble.on() ? (int64_t)its.stepper.ensemble().seed : its.langevin.last_step();
  }
  // What thermostat and barostat keep; to be asked on all ranks
  std::string save_ensemble();
  // Reads what the file has of all this; returns where the rest begins.  May find that it is damaged.
  const char *read(const char *global, ReadHeader &);

private:
  IntegratedBodies &its;
  const std::string first_method; // as the fix command names it

  std::string method_now() const { return its.stepper.choice().describe(); }
  void restore_swap(const std::string &written);
};

} // namespace rigidstep_lammps
