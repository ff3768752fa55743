/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_command.h"

#include "error.h"
#include "lammps.h"

#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static int number_of_values(const char *word, const std::vector<Keyword> &known) {
  for (const auto &k : known)
    if (strcmp(word, k.name) == 0) return k.values;
  return 0;
}

FixCommand::FixCommand(LAMMPS *lmp, int narg, char **arg, int fixed,
                       const std::vector<Keyword> &known)
    : style(arg[2]), choice(lmp, std::string("Fix ") + arg[2] + " (ID " + arg[0] + "): "),
      says_reinit(false) {
  MethodChoice::Words words;
  int iarg = 0;
  while (iarg < narg && iarg < fixed) base.push_back(arg[iarg++]);
  while (iarg < narg) {
    int taken = choice.take(narg - iarg, arg + iarg, words);
    if (taken == 0 && strcmp(arg[iarg], "langevin") == 0) {
      std::string wrong = langevin.read(narg - iarg - 1, arg + iarg + 1);
      if (!wrong.empty())
        lmp->error->all(FLERR, std::string("Fix ") + style + " (ID " + arg[0] + "): " + wrong);
      taken = 5;
    }
    iarg += taken;
    if (taken > 0) continue;
    if (strcmp(arg[iarg], "reinit") == 0 || strcmp(arg[iarg], "infile") == 0) says_reinit = true;
    for (int n = 1 + number_of_values(arg[iarg], known); n > 0 && iarg < narg; n--)
      base.push_back(arg[iarg++]);
  }
  method = choice.make(words);
  choice.keep();
}

} // namespace rigidstep_lammps
