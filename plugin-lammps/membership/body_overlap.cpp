/* SPDX-License-Identifier: GPL-2.0-only */
#include "membership/body_overlap.h"

#include "method/method_choice.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "fix.h"
#include "fix_shake.h"
#include "group.h"
#include "lammps.h"
#include "modify.h"
#include "utils.h"

#include <algorithm>
#include <vector>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

class OpenShake : public FixShake {
public:
  using FixShake::shake_flag;
};

/* For each atom, whether it is in a cluster of fix shake or rattle; null: another fix. */
static const int *clusters_of_shake(Fix *fix) {
  if (!utils::strmatch(fix->style, "^shake") && !utils::strmatch(fix->style, "^rattle"))
    return nullptr;
  return static_cast<FixShake *>(fix)->*(&OpenShake::shake_flag);
}

void check_overlap(LAMMPS *lmp, const Fix *fix, const int *body, const std::string &prefix) {
  std::string text;
  for (int n = 0; n < lmp->modify->nfix && text.empty(); n++) {
    Fix *other = lmp->modify->fix[n];
    int dim = 0;
    const int *its = other != fix && other->rigid_flag
                         ? static_cast<int *>(other->extract("body", dim))
                         : nullptr;
    for (int i = 0; its && dim == 1 && i < lmp->atom->nlocal && text.empty(); i++)
      if (body[i] >= 0 && its[i] >= 0)
        text = prefix + "atom " + std::to_string(lmp->atom->tag[i]) + " is also in a body of fix " +
               other->style + " (ID " + other->id +
               "); an atom may be in one body only, so choose groups that do not overlap";
    const int *cluster = clusters_of_shake(other);
    for (int i = 0; cluster && i < lmp->atom->nlocal && text.empty(); i++)
      if (body[i] >= 0 && cluster[i])
        text = prefix + "atom " + std::to_string(lmp->atom->tag[i]) +
               " has bonds or angles that fix " + other->style + " (ID " + other->id +
               ") holds; its body keeps them already, so choose groups that do not overlap";
  }
  stop_all(lmp, text);
}

void warn_of_cut_molecules(LAMMPS *lmp, const Fix *fix, const std::string &prefix) {
  enum { IN = 1, OUT = 2 };
  const Atom *atom = lmp->atom;
  if (fix->igroup == 0 || !atom->molecule) return; // group all
  tagint mine = 0, last;
  for (int i = 0; i < atom->nlocal; i++) mine = std::max(mine, atom->molecule[i]);
  MPI_Allreduce(&mine, &last, 1, MPI_LMP_TAGINT, MPI_MAX, lmp->world);
  if (last > 100000000) return; // a warning is not worth a table of that size
  std::vector<unsigned char> here(last + 1, 0), any(last + 1);
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->molecule[i] >= 0) here[atom->molecule[i]] |= atom->mask[i] & fix->groupbit ? IN : OUT;
  MPI_Allreduce(here.data(), any.data(), (int)last + 1, MPI_UNSIGNED_CHAR, MPI_BOR, lmp->world);
  auto count = std::count(any.begin(), any.end(), IN | OUT);
  if (count > 0 && lmp->comm->me == 0)
    lmp->error->warning(
        FLERR, prefix + std::to_string(count) + " of its molecules have atoms outside group " +
                   lmp->group->names[fix->igroup] + ", which are not part of their bodies");
}

} // namespace rigidstep_lammps
