/* SPDX-License-Identifier: GPL-2.0-only
 *
 * run_style rgs
 *
 * Evaluates forces as often in a step as the scheme of fix rigid/small/rgs or rigid/rgs asks, and
 * at the times it asks for.  Output, other fixes and the migration of atoms see whole steps only.
 */
#ifndef LMP_RUN_STYLE_RGS_H
#define LMP_RUN_STYLE_RGS_H

#include "run_style/free_atoms.h"
#include "run_style/staged.h"

#include "fix.h"
#include "verlet.h"

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

private:
  std::unique_ptr<rigidstep_lammps::FreeAtoms> free_atoms; // null: no fix nve
  std::vector<rigidstep_lammps::Staged *> movers;          // the fixes, and free_atoms
  std::vector<Fix *> first, last,
      enders;               // other fixes with initial_integrate, final_integrate and end_of_step
  std::vector<double> kept; // forces at the end of the step

  int groups_of_nve();
  void share_out();
  void start();
  void check_atoms();

  void step();
  bool go_on(bool starts, double &at);
  bool is_seen() const;
  void arrive();
  void rebuild(bool at_end);
  void follow();
  void keep_forces();
  void put_forces_back();
  void evaluate(int e, int v);
};

} // namespace LAMMPS_NS

#endif
