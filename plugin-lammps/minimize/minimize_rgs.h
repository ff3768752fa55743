/* SPDX-License-Identifier: GPL-2.0-only
 *
 * minimize/rgs etol ftol maxiter maxeval
 *
 * LAMMPS' minimize with the bodies of our fixes kept rigid.  Settings, output and the closing
 * summary are as with minimize, because LAMMPS' own class does all but the moves.
 */
#pragma once

#include "minimize/relaxed_box.h"
#include "minimize/stall.h"

#include "command.h"
#include "min.h"

#include <memory>
#include <vector>

namespace LAMMPS_NS {

class MinimizeRGS : public Command {
public:
  MinimizeRGS(LAMMPS *lmp) : Command(lmp) {}
  virtual ~MinimizeRGS() {}
  void command(int, char **) override;
};

class MinRGS : public Min {
public:
  // with the settings of min_modify that another minimiser was given
  MinRGS(LAMMPS *, const Min &settings);
  void setup_style() override;
  void setup(int flag = 1) override;
  void reset_vectors() override;
  int iterate(int) override;
  double fnorm_sqr() override { return norms().square; }
  double fnorm_max() override { return norms().of_body; }
  double fnorm_inf() override { return norms().component; }

protected:
  double energy_force(int) override;

private:
  rigidstep_lammps::ContextPtr context;
  std::vector<std::unique_ptr<rigidstep_lammps::Relaxer>> relaxers;
  rigidstep_lammps::RelaxedBox *box; // the last of them, if there is a fix box/relax
  double potential;                  // the energy without the box
  bigint last_uphill;                // step whose energy was higher than the one before
  double power;                      // of the forces, at the end of the last move
  double work;                       // that they did in it; nan: not known
  std::unique_ptr<rigidstep_lammps::Stall> stall; // where a force tolerance is given

  rigidstep_lammps::ForceNorms norms();
  double norm();
  void begin_box();
  double evaluate(int);
  double with_box();
  void step();
  void show();
  void take_work(double power_before);
  void watch(double force);
  int met();
  void leave();
};

} // namespace LAMMPS_NS
