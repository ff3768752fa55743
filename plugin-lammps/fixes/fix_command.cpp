/* SPDX-License-Identifier: GPL-2.0-only */
#include "fixes/fix_command.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "lammps.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* Our keyword besides those that choose the method and the ensemble. */
static const std::vector<Keyword> OURS = { { "langevin", 4 } };

static const Keyword *find(const char *word, const std::vector<Keyword> &keywords) {
  for (const auto &k : keywords)
    if (strcmp(word, k.name) == 0) return &k;
  return nullptr;
}

FixCommand::FixCommand(LAMMPS *lmp, int narg, char **arg, int fixed,
                       const std::vector<Keyword> &known)
    : style(arg[2]), choice(lmp, std::string("Fix ") + arg[2] + " (ID " + arg[0] + "): "),
      ensemble(arg[2], arg[0]), says_reinit(false) {
  MethodChoice::Words words;
  int iarg = std::min(narg, fixed);
  base.assign(arg, arg + iarg);
  while (iarg < narg) {
    std::string wrong;
    int taken = ensemble.take(narg - iarg, arg + iarg, wrong);
    stop(lmp, arg[0], wrong);
    if (taken == 0) taken = choice.take(narg - iarg, arg + iarg, words);
    iarg += taken;
    if (taken > 0) continue;
    const Keyword *own = find(arg[iarg], OURS), *other = find(arg[iarg], known);
    if (!own && !other) stop(lmp, arg[0], unknown(arg[iarg], known));
    if (strcmp(arg[iarg], "reinit") == 0 || strcmp(arg[iarg], "infile") == 0) says_reinit = true;
    const int end = std::min(narg, iarg + 1 + (own ? own->values : other ? other->values : 0));
    if (own)
      stop(lmp, arg[0], langevin.read(end - iarg - 1, arg + iarg + 1));
    else
      base.insert(base.end(), arg + iarg, arg + end);
    iarg = end;
  }
  complete_ensemble(lmp, arg[0]);
  method = choice.make(words);
  choice.keep();
}

std::string FixCommand::unknown(const char *word, const std::vector<Keyword> &known) const {
  std::string text =
      std::string("unknown keyword ") + word + "; keywords are rotor, scheme, param, module";
  for (const auto *list : { &OURS, &known })
    for (const auto &k : *list) text += std::string(", ") + k.name;
  for (const auto &name : ensemble.keywords()) text += ", " + name;
  if (Ensemble::has_keyword(word))
    text += "; " + std::string(word) +
            " is a keyword of rigid/nvt/rgs, rigid/npt/rgs, rigid/nph/rgs and their like";
  return text;
}

void FixCommand::stop(LAMMPS *lmp, const char *id, const std::string &wrong) const {
  if (!wrong.empty())
    lmp->error->all(FLERR, std::string("Fix ") + style + " (ID " + id + "): " + wrong);
}

void FixCommand::complete_ensemble(LAMMPS *lmp, const char *id) {
  const Domain *domain = lmp->domain;
  const int periodic[3] = { domain->xperiodic, domain->yperiodic, domain->zperiodic };
  stop(lmp, id, ensemble.complete(domain->dimension, periodic));
  if (ensemble.has_piston() && domain->triclinic)
    stop(lmp, id,
         "the box is triclinic; a pressure can be kept in an orthogonal box only: use "
         "rigid/nvt");
  for (const auto &note : ensemble.notes)
    if (lmp->comm->me == 0)
      lmp->error->warning(FLERR, std::string("Fix ") + style + " (ID " + id + "): " + note);
  choice.set_ensemble(ensemble);
}

} // namespace rigidstep_lammps
