/* SPDX-License-Identifier: GPL-2.0-only
 *
 * LAMMPS looks at its neighbor lists once in an outer step of run_style respa, before bodies move, so that an atom may
 * move by more than half of the skin before it looks again.  Here lists are asked for early enough: where the way of
 * an atom since the last lists, and what it may move in a step as the last one shows it, are more than that together.
 */
#pragma once

#include "pointers.h"

#include <string>
#include <vector>

namespace rigidstep_lammps {

class OuterLists : protected LAMMPS_NS::Pointers {
public:
  explicit OuterLists(LAMMPS_NS::LAMMPS *lmp) : Pointers(lmp), has_warned(false) {}
  void begin_run(); // lists are about to be built, and atoms may be others
  // To be called when an outer step begins, on all ranks.  Are the lists too old for it?
  bool are_old(const std::string &prefix);
  void note(); // LAMMPS has decided on lists, and nothing has moved since.

private:
  std::vector<double> at_lists, at_step; // positions of this rank's atoms
  std::vector<double> box, box_at_step;  // edges and tilts at the same times
  bool has_warned;

  std::vector<double> positions() const;
  std::vector<double> edges() const;
  void warn(const std::string &prefix, double in_step, double way, double room);
};

} // namespace rigidstep_lammps
