/* SPDX-License-Identifier: GPL-2.0-only */
#include "run_style/outer_lists.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

void OuterLists::begin_run() {
  box.clear();
  has_warned = false;
}

std::vector<double> OuterLists::positions() const {
  const int n = atom->nlocal;
  return n > 0 ? std::vector<double>(atom->x[0], atom->x[0] + 3 * (size_t)n)
               : std::vector<double>();
}

std::vector<double> OuterLists::edges() const {
  std::vector<double> all(domain->boxlo, domain->boxlo + 3);
  all.insert(all.end(), domain->boxhi, domain->boxhi + 3);
  all.insert(all.end(), { domain->xy, domain->xz, domain->yz });
  return all;
}

void OuterLists::note() {
  at_step = positions();
  box_at_step = edges();
  if (!box.empty() && neighbor->ago != 0) return;
  at_lists = at_step;
  box = box_at_step;
}

static double way(const double *x, const double *from) {
  return std::hypot(std::hypot(x[0] - from[0], x[1] - from[1]), x[2] - from[2]);
}

static double change(const std::vector<double> &box, const std::vector<double> &before) {
  double sum = 0.0;
  for (size_t k = 0; k < box.size(); k++) sum += std::fabs(box[k] - before[k]);
  return sum;
}

/* Half of an atom's own last way, and half of the longest one, make lists often enough: of 400 steps of water, 16
   and 24 fs long, none has a longer way than skins of 3 and 4 A allow. */
bool OuterLists::are_old(const std::string &prefix) {
  if (box.empty() || neighbor->build_once) return false;
  enum { SINCE_LISTS, AHEAD, IN_STEP, OTHERS, N };
  double mine[N] = { 0.0, 0.0, 0.0, (double)(at_step.size() != 3 * (size_t)atom->nlocal) }, most[N];
  for (size_t i = 0; i < at_step.size() && mine[OTHERS] == 0.0; i += 3) {
    const double *x = atom->x[i / 3], since = way(x, &at_lists[i]), last = way(x, &at_step[i]);
    mine[SINCE_LISTS] = std::max(mine[SINCE_LISTS], since);
    mine[AHEAD] = std::max(mine[AHEAD], since + 0.5 * last);
    mine[IN_STEP] = std::max(mine[IN_STEP], last);
  }
  MPI_Allreduce(mine, most, N, MPI_DOUBLE, MPI_MAX, world);
  if (most[OTHERS] > 0.0) return true;
  // Both atoms of a pair move, and images with the box.
  const std::vector<double> here = edges();
  const double room = 0.5 * (neighbor->skin - change(here, box));
  if (most[SINCE_LISTS] > room) warn(prefix, most[IN_STEP], most[SINCE_LISTS], room);
  return most[AHEAD] + 0.5 * most[IN_STEP] > room - 0.5 * change(here, box_at_step);
}

void OuterLists::warn(const std::string &prefix, double in_step, double way, double room) {
  if (has_warned) return;
  has_warned = true;
  if (comm->me != 0) return;
  char text[400];
  snprintf(
      text, sizeof text,
      "an atom moved by %.3g in one step of run_style %s, and by %.3g since neighbor lists were "
      "built, but half of the skin, less what the box has changed, is %.3g, so that forces may "
      "lack pairs; use a skin of %.2g or more, or a shorter timestep",
      in_step, update->integrate_style, way, room, std::max(2.5 * in_step, 1.25 * neighbor->skin));
  error->warning(FLERR, prefix + text);
}

} // namespace rigidstep_lammps
