/* SPDX-License-Identifier: GPL-2.0-only */
#include "body_overlap.h"

#include "method_choice.h"

#include "atom.h"
#include "fix.h"
#include "lammps.h"
#include "modify.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

void check_overlap(LAMMPS *lmp, const Fix *fix, const int *body, const std::string &speaker)
{
  std::string text;
  for (int n = 0; n < lmp->modify->nfix && text.empty(); n++) {
    Fix *other = lmp->modify->fix[n];
    int dim = 0;
    const int *its = other != fix && other->rigid_flag ? static_cast<int *>(other->extract("body", dim)) : nullptr;
    for (int i = 0; its && dim == 1 && i < lmp->atom->nlocal && text.empty(); i++)
      if (body[i] >= 0 && its[i] >= 0)
        text = speaker + "atom " + std::to_string(lmp->atom->tag[i]) + " is in a body of fix " + other->style + " (ID " +
            other->id + "), too";
  }
  stop_all(lmp, text);
}

}    // namespace rigidstep_lammps
