/* SPDX-License-Identifier: GPL-2.0-only
 *
 * A fix command with our keywords taken out of it, since LAMMPS' class below the fix refuses what
 * it does not know.  The method is made here already: should that fail, no half-made fix is left
 * registered with Atom.
 */
#ifndef RIGIDSTEP_FIX_COMMAND_H
#define RIGIDSTEP_FIX_COMMAND_H

#include "ensemble/body_langevin.h"
#include "method/method_choice.h"

#include <string>
#include <vector>

namespace rigidstep_lammps {

struct Keyword {
  const char *name;
  int values;    // that follow it
};

struct FixCommand {
  std::vector<char *> base;    // the words left for the class below
  std::string style;           // as the user wrote it
  MethodChoice choice;
  MethodPtr method;
  BodyLangevin langevin;
  bool says_reinit;    // or infile, which implies it

  // `fixed`: words the command begins with.  `known`: the keywords of the class below, so that e.g. a
  // molecule template may be called "rotor"; an unknown word is left to that class to refuse.
  FixCommand(LAMMPS_NS::LAMMPS *, int narg, char **arg, int fixed, const std::vector<Keyword> &known);
};

}    // namespace rigidstep_lammps

#endif
