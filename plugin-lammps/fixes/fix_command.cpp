/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_command.h"

#include "error.h"
#include "lammps.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* Our keywords besides those that choose the method.  A new one is a line here and a reader of `ours`. */
static const std::vector<Keyword> OURS = { { "langevin", 4 } };

static const Keyword *find(const char *word, const std::vector<Keyword> &keywords) {
  for (const auto &k : keywords)
    if (strcmp(word, k.name) == 0) return &k;
  return nullptr;
}

FixCommand::FixCommand(LAMMPS *lmp, int narg, char **arg, int fixed,
                       const std::vector<Keyword> &known)
    : style(arg[2]), choice(lmp, std::string("Fix ") + arg[2] + " (ID " + arg[0] + "): "),
      says_reinit(false) {
  MethodChoice::Words words;
  int iarg = std::min(narg, fixed);
  base.assign(arg, arg + iarg);
  while (iarg < narg) {
    const int taken = choice.take(narg - iarg, arg + iarg, words);
    iarg += taken;
    if (taken > 0) continue;
    const Keyword *own = find(arg[iarg], OURS), *other = find(arg[iarg], known);
    if (strcmp(arg[iarg], "reinit") == 0 || strcmp(arg[iarg], "infile") == 0) says_reinit = true;
    const int end = std::min(narg, iarg + 1 + (own ? own->values : other ? other->values : 0));
    if (own)
      ours[own->name].assign(arg + iarg + 1, arg + end);
    else
      base.insert(base.end(), arg + iarg, arg + end);
    iarg = end;
  }
  if (ours.count("langevin")) {
    std::vector<char *> &its = ours["langevin"];
    const std::string wrong = langevin.read((int)its.size(), its.data());
    if (!wrong.empty())
      lmp->error->all(FLERR, std::string("Fix ") + style + " (ID " + arg[0] + "): " + wrong);
  }
  method = choice.make(words);
  choice.keep();
}

} // namespace rigidstep_lammps
