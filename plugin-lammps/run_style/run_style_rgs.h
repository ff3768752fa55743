/* SPDX-License-Identifier: GPL-2.0-only
 *
 * run_style rgs
 *
 * Evaluates forces as often in a step as the scheme of the fix that moves the bodies asks, and at
 * the times it asks for.  Output, other fixes and the migration of atoms see whole steps only.
 */
#pragma once

#include "run_style/free_atoms.h"
#include "run_style/run_style_hooks.h"

#include "fix.h"
#include "verlet.h"

#include <functional>
#include <memory>
#include <vector>

namespace LAMMPS_NS {

class VerletRGS : public Verlet {
public:
  VerletRGS(LAMMPS *, int, char **);
  void init() override;
  void setup(int) override;
  void setup_minimal(int) override;
  void run(int) override;
  void cleanup() override;

private:
  std::unique_ptr<rigidstep_lammps::FreeAtoms> free_atoms; // null: no fix nve
  std::vector<rigidstep_lammps::RunStyleHooks *> movers;   // the fixes, and free_atoms
  std::vector<Fix *> first, last,
      enders;               // other fixes with initial_integrate, final_integrate and end_of_step
  std::vector<double> kept; // forces at the end of the step
  std::vector<double> listed_at; // positions when neighbor lists were built
  bool forces_hold;              // the movers know the forces with which the next step begins
  bool shown;                    // the atoms are in the physical state of a processed scheme
  bool goes_back;                // from there to what is propagated, unless something changed it
  double last_at;                // time of the last evaluation, as a fraction of the step
  bigint evaluations, steps;     // of this run

  int groups_of_nve();
  void share_out();
  void start();
  void check_atoms();

  void step();
  bool all_of(const std::function<bool(rigidstep_lammps::RunStyleHooks *, double &)> &, double &at);
  bool is_seen() const;
  void show();
  void leave_shown();
  void stop_here();

  // run_style_rgs_forces.cpp
  void arrive();
  bool displaces() const;
  bool gone_too_far(double ahead) const;
  double farthest(double ahead) const;
  bool wants_lists(bool at_end);
  void rebuild(bool at_end);
  void build_lists(bool at_end);
  void note_lists();
  void follow();
  void follow_out();
  void keep_forces();
  void put_forces_back();
  void evaluate(int e, int v);
};

} // namespace LAMMPS_NS
