/* SPDX-License-Identifier: GPL-2.0-only */
#include "fix_command.h"

#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static int number_of_values(const char *word, const std::vector<Keyword> &known)
{
  for (const auto &k : known)
    if (strcmp(word, k.name) == 0) return k.values;
  return 0;
}

FixCommand::FixCommand(LAMMPS *lmp, int narg, char **arg, int fixed, const std::vector<Keyword> &known) :
    style(arg[2]), choice(lmp, std::string("Fix ") + arg[2] + " (ID " + arg[0] + "): ")
{
  MethodChoice::Words words;
  int iarg = 0;
  while (iarg < narg && iarg < fixed) base.push_back(arg[iarg++]);
  while (iarg < narg) {
    int taken = choice.take(narg - iarg, arg + iarg, words);
    iarg += taken;
    if (taken == 0)
      for (int n = 1 + number_of_values(arg[iarg], known); n > 0 && iarg < narg; n--) base.push_back(arg[iarg++]);
  }
  method = choice.make(words);
  choice.keep();
}

}    // namespace rigidstep_lammps
