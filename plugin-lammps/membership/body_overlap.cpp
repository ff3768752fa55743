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
#include <cmath>
#include <cstdio>
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

/* Files with three digits differ by less. */
static const double UNLIKE = 0.01;

/* The sums that make forces on bodies count the types of their atoms, in a whole number.  Where two kinds of body come
   to the same row, nothing is said of them. */
void warn_of_unlike_shapes(LAMMPS *lmp, BodyStore &bodies, const std::string &prefix) {
  enum { ROWS = 251, LOW = 0, HIGH = 4, WIDTH = 8 }; // high: negative
  const Atom *atom = lmp->atom;
  const size_t n = 3 * (size_t)atom->nlocal;
  double *f = n > 0 ? atom->f[0] : nullptr;
  const std::vector<double> forces(f, f + n);
  for (size_t k = 0; k < n; k++) {
    const double type = atom->type[k / 3];
    f[k] = k % 3 ? 0.0 : 1.0 + 4096.0 * (type + 4096.0 * type * type);
  }
  bodies.sum_forces(false);
  std::copy(forces.begin(), forces.end(), f);
  rgs_column parts[8];
  bodies.columns(parts);
  std::vector<double> mine(ROWS * WIDTH, HUGE_VAL), all(ROWS * WIDTH);
  for (int b = 0; b < bodies.own() && bodies.counted_here(); b++) {
    double its[4] = { RGS_AT(parts[FORCE], b, 0), RGS_AT(parts[MOMENTS], b, 0),
                      RGS_AT(parts[MOMENTS], b, 1), RGS_AT(parts[MOMENTS], b, 2) };
    std::sort(its + 1, its + 4);
    double *row = &mine[WIDTH * (size_t)std::fmod(its[0], ROWS)];
    for (int k = 0; k < 4; k++) {
      row[LOW + k] = std::min(row[LOW + k], its[k]);
      row[HIGH + k] = std::min(row[HIGH + k], -its[k]);
    }
  }
  MPI_Allreduce(mine.data(), all.data(), ROWS * WIDTH, MPI_DOUBLE, MPI_MIN, lmp->world);
  double most = 0.0;
  for (const double *row = all.data(); row < all.data() + ROWS * WIDTH; row += WIDTH)
    for (int k = 1; k < 4 && row[LOW] == -row[HIGH]; k++)
      most = std::max(most, (-row[HIGH + k] - row[LOW + k]) / -row[HIGH + 3]);
  if (most <= UNLIKE || lmp->comm->me != 0) return;
  char text[300];
  snprintf(text, sizeof text,
           "bodies with atoms of the same types differ in shape: their moments by %.2g of the "
           "largest. minimize and runs without this fix bend molecules; if all are to have one "
           "shape, put this fix before them, and use minimize/rgs",
           most);
  lmp->error->warning(FLERR, prefix + text);
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
