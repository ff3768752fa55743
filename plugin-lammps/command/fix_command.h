/* SPDX-License-Identifier: GPL-2.0-only
 *
 * A fix command without our keywords, because LAMMPS' class that our fix derives from refuses words
 * it does not know.  The method is made here, before the fix: if it cannot be made, no unfinished
 * fix is left registered with LAMMPS.
 */
#pragma once

#include "method/keywords.h"

#include <string>
#include <vector>

namespace rigidstep_lammps {

/* A keyword of LAMMPS' class */
struct TheirKeyword {
  const char *name;
  int values; // number of words that follow it
};

struct FixCommand {
  std::vector<char *> base; // the words left for LAMMPS' class
  std::string style;        // ours, also where the user wrote the name of LAMMPS' own
  MethodChoice choice;
  MethodPtr method;
  Given given;
  bool says_reinit; // or infile, which implies it

  // `fixed`: number of words before the keywords.  `known`: the keywords of LAMMPS' class, whose
  // values may be words like "rotor", the name of a molecule template for example.  LAMMPS' class
  // refuses unknown words.
  FixCommand(LAMMPS_NS::LAMMPS *, int narg, char **arg, int fixed,
             const std::vector<TheirKeyword> &known);

private:
  std::string unknown(const std::string &word, const std::vector<TheirKeyword> &known) const;
  void stop(LAMMPS_NS::LAMMPS *, const char *id, const std::string &wrong) const;
  void complete_ensemble(LAMMPS_NS::LAMMPS *, const char *id);
};

} // namespace rigidstep_lammps
