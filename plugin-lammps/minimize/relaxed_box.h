/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The box of LAMMPS' fix box/relax, which minimize/rgs moves with the bodies.
 *
 * The fix says what the box costs: its energy, the derivatives by its strains, and it moves the box and all
 * centres.  Here each two strains, times a length of the box, are the place of a point (as in two dimensions it
 * has no third coordinate).  `fire` moves it as if it were one more atom, at most as far in a step as keyword
 * vmax of the fix allows.
 */
#pragma once

#include "minimize/relaxer.h"

namespace rigidstep_lammps {

class RelaxedBox : public Relaxer {
public:
  RelaxedBox(LAMMPS_NS::LAMMPS *, const std::string &prefix, const ContextPtr &, int strains,
             int shares, const std::vector<RelaxedFix *> &);
  void
  weigh(double bodies); // their number on all ranks: strains are to be about as stiff as places
  void measure();       // forces, with the virial, were evaluated
  double energy() const { return its_energy; } // of the fix, measured last
  void take_forces() override {}

private:
  enum { PER_POINT = 2 };
  std::vector<RelaxedFix *> fixes;
  double length; // the root of the volume when it begins
  double its_energy;
  std::vector<double> strains; // or their derivatives
  std::vector<Particle> points;
  std::vector<int64_t> its_tags;

  rgs_view now() override;
  void place() override;
  const int64_t *tags() override { return its_tags.data(); }
  std::string name(int) const override { return "the box: "; }
  bool counted_here() const override;
};

} // namespace rigidstep_lammps
