/* SPDX-License-Identifier: GPL-2.0-only */
#include "command/fix_command.h"

#include "lammps_compat.h"

#include "comm.h"
#include "domain.h"
#include "error.h"
#include "input.h"
#include "lammps.h"
#include "universe.h"
#include "utils.h"
#include "variable.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* With a suffix LAMMPS hands over its own name. */
static std::string our_name(const std::string &name) {
  const std::string end = "/rgs";
  const bool is_ours =
      name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
  return is_ours ? name : name + end;
}

/* Worlds, replicas of a loop over all worlds, and fixes of one ID that follow each other in a process, after `clear`
   for example, are to have noise of their own, and the same in each run of the same script.  Which world gets
   which replica is up to chance, so replicas have noise by their index. */
static void make_seed(LAMMPS *lmp, const char *id, Ensemble &ensemble) {
  static std::map<std::string, std::set<double>>
      made; // seeds, by ID and branch; LAMMPS never unloads the plugin
  std::string branch = universe_indices(lmp->input->variable);
  const bool shares = !branch.empty() || lmp->universe->nworlds > 1;
  if (branch.empty() && lmp->universe->iworld > 0)
    branch = " world " + std::to_string(lmp->universe->iworld);
  std::set<double> &its = made[id + branch];
  int before = (int)its.size();
  MPI_Bcast(&before, 1, MPI_INT, 0, lmp->world);
  if (before > 0) branch += " fix " + std::to_string(before + 1);
  ensemble.make_seed(id + branch, its, shares);
}

FixCommand::FixCommand(LAMMPS *lmp, int narg, char **arg, int fixed,
                       const std::vector<TheirKeyword> &known)
    : style(our_name(arg[2])), choice(lmp, "Fix " + style + " (ID " + arg[0] + "): "),
      says_reinit(false) {
  given.ensemble = Ensemble(style);
  given.ensemble.replaces = style != arg[2];
  int iarg = std::min(narg, fixed);
  base.assign(arg, arg + iarg);
  while (iarg < narg) {
    std::string wrong;
    const int taken = read_keyword(place_of(given.ensemble), narg - iarg, arg + iarg, given, wrong);
    stop(lmp, arg[0], wrong);
    iarg += taken;
    if (taken > 0) continue;
    const auto its = std::find_if(known.begin(), known.end(), [&](const TheirKeyword &k) {
      return strcmp(arg[iarg], k.name) == 0;
    });
    if (its == known.end()) stop(lmp, arg[0], unknown(arg[iarg], known));
    if (strcmp(arg[iarg], "reinit") == 0 || strcmp(arg[iarg], "infile") == 0) says_reinit = true;
    const int end = std::min(narg, iarg + 1 + its->values);
    base.insert(base.end(), arg + iarg, arg + end);
    iarg = end;
  }
  if (given.ensemble.on()) make_seed(lmp, arg[0], given.ensemble);
  complete_ensemble(lmp, arg[0]);
  method = choice.make(given.method);
  choice.keep();
  if (style != arg[2] && lmp->comm->me == 0)
    utils::logmesg(lmp, std::string("Suffix rgs: fix ") + arg[2] + " (ID " + arg[0] +
                            ") is replaced by " + style + "\n");
}

std::string FixCommand::unknown(const std::string &word,
                                const std::vector<TheirKeyword> &known) const {
  const std::string styles = styles_with(word, given.ensemble);
  std::string text = styles.empty() ? "unknown keyword " + word
                                    : "keyword " + word + " is for " + styles + " only";
  text += "; keywords are " + keywords_of(place_of(given.ensemble));
  for (const auto &k : known) text += std::string(", ") + k.name;
  return text;
}

void FixCommand::stop(LAMMPS *lmp, const char *id, const std::string &wrong) const {
  if (!wrong.empty())
    lmp->error->all(FLERR, std::string("Fix ") + style + " (ID " + id + "): " + wrong);
}

void FixCommand::complete_ensemble(LAMMPS *lmp, const char *id) {
  const Domain *domain = lmp->domain;
  const int periodic[3] = { domain->xperiodic, domain->yperiodic, domain->zperiodic };
  stop(lmp, id, given.ensemble.complete(domain->dimension, periodic, domain->triclinic));
  if (given.ensemble.has_barostat() && given.ensemble.keeps_tilt && domain->triclinic &&
      !given.ensemble.shears())
    stop(lmp, id,
         "keyword scalexy, scalexz or scaleyz has the value no, and the box is triclinic; its tilt "
         "factors must follow its lengths, as with yes: drop the keyword");
  for (const auto &note : given.ensemble.notes)
    if (lmp->comm->me == 0)
      lmp->error->warning(FLERR, std::string("Fix ") + style + " (ID " + id + "): " + note);
  choice.set_ensemble(given.ensemble);
}

} // namespace rigidstep_lammps
