/* SPDX-License-Identifier: GPL-2.0-only
 *
 * States of our fixes in a restart file that no fix of the script continues, because it has another ID or
 * another style.  LAMMPS hands a fix the state of its namesake only, and forgets
 * all other states at the first run.
 */
#pragma once

#include "pointers.h"

#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {
class Fix;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

class UnusedFixInfo : protected LAMMPS_NS::Pointers {
public:
  // To be made with the fix, while LAMMPS still has the states of the file.
  UnusedFixInfo(LAMMPS_NS::LAMMPS *, const std::string &prefix);
  // A run begins.  Says once what is lost, in the name of the first fix of ours.
  void warn(const LAMMPS_NS::Fix *);

private:
  std::string prefix;
  std::vector<std::pair<std::string, std::string>> written; // ID and style

  bool is_first(const LAMMPS_NS::Fix *) const;
  bool goes_on(const std::string &id, const std::string &style) const;
};

} // namespace rigidstep_lammps
