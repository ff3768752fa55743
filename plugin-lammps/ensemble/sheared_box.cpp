/* SPDX-License-Identifier: GPL-2.0-only */
#include "ensemble/sheared_box.h"

#include "domain.h"
#include "error.h"
#include "force.h"
#include "kspace.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

// where lengths and tilt factors stand among the nine numbers of a cell
static const int LENGTH[3] = { 0, 4, 8 }, TILT[3] = { 3, 6, 7 };
// As in LAMMPS' fixes: the tilt, in lengths, at which a box flips, and the largest one
static const double FLIP = 0.6, LARGEST = 1.5;

void ShearedBox::read(double vectors[9], double middle[3]) {
  const double tilt[3] = { domain->xy, domain->xz, domain->yz };
  memset(vectors, 0, 9 * sizeof *vectors);
  for (int k = 0; k < 3; k++) {
    vectors[LENGTH[k]] = domain->boxhi[k] - domain->boxlo[k];
    vectors[TILT[k]] = tilt[k];
    added[k] = 0;
  }
  for (int k = 0; k < 3; k++)
    middle[k] = domain->boxlo[k] + 0.5 * (vectors[k] + vectors[3 + k] + vectors[6 + k]);
}

ShearedBox::Edges ShearedBox::edges_of(const rgs_draft_cell &cell) const {
  const double *v = cell.vectors;
  Edges its = { {},
                {},
                { v[TILT[XY]] + added[XY] * v[0],
                  v[TILT[XZ]] + added[XZ] * v[0] + added[YZ] * v[TILT[XY]],
                  v[TILT[YZ]] + added[YZ] * v[4] } };
  const double skew[3] = { its.tilt[XY] + its.tilt[XZ], its.tilt[YZ], 0.0 };
  for (int k = 0; k < 3; k++) {
    its.low[k] = cell.centre[k] - 0.5 * (v[LENGTH[k]] + skew[k]);
    its.high[k] = its.low[k] + v[LENGTH[k]];
  }
  return its;
}

bool ShearedBox::are_set(const Edges &its) const {
  bool same =
      domain->xy == its.tilt[XY] && domain->xz == its.tilt[XZ] && domain->yz == its.tilt[YZ];
  for (int k = 0; k < 3; k++)
    same = same && domain->boxlo[k] == its.low[k] && domain->boxhi[k] == its.high[k];
  return same;
}

bool ShearedBox::is_as_set(const rgs_draft_cell &cell) {
  const double *v = cell.vectors;
  added[XY] = std::llround((domain->xy - v[TILT[XY]]) / v[0]);
  added[YZ] = std::llround((domain->yz - v[TILT[YZ]]) / v[4]);
  added[XZ] = std::llround((domain->xz - v[TILT[XZ]] - added[YZ] * v[TILT[XY]]) / v[0]);
  return are_set(edges_of(cell));
}

/* The box is the same on all ranks. */
void ShearedBox::set(const rgs_draft_cell &cell) {
  const Edges its = edges_of(cell);
  if (are_set(its)) return;
  const double *v = cell.vectors, of[3] = { v[0], v[0], v[4] };
  for (int k = 0; k < 3; k++)
    if (!(std::fabs(its.tilt[k]) <= LARGEST * of[k]))
      error->all(FLERR, prefix + "the tilt factor " + (const char *[]){ "xy", "xz", "yz" }[k] +
                            " is " + std::to_string(its.tilt[k]) +
                            ", more than 1.5 times the length " + std::to_string(of[k]) +
                            " of the box; use keyword flip yes, a shorter timestep or a longer "
                            "Pdamp, or iso if this is a fluid");
  domain->xy = its.tilt[XY];
  domain->xz = its.tilt[XZ];
  domain->yz = its.tilt[YZ];
  for (int k = 0; k < 3; k++) {
    domain->boxlo[k] = its.low[k];
    domain->boxhi[k] = its.high[k];
  }
  domain->set_global_box();
  domain->set_local_box();
  if (force->kspace) force->kspace->setup();
}

/* From z to x, because a flip of yz changes xz. */
bool ShearedBox::flip(const rgs_draft_cell &cell, int turns[3]) {
  const double *v = cell.vectors;
  Edges its = edges_of(cell);
  auto turn = [](double tilt, double length) {
    return tilt < -FLIP * length ? 1 : tilt >= FLIP * length ? -1 : 0;
  };
  turns[YZ] = turn(its.tilt[YZ], v[4]);
  its.tilt[XZ] += turns[YZ] * its.tilt[XY];
  turns[XZ] = turn(its.tilt[XZ], v[0]);
  turns[XY] = turn(its.tilt[XY], v[0]);
  if (turns[XY] == 0 && turns[XZ] == 0 && turns[YZ] == 0) return false;
  added[XZ] += turns[XZ] + turns[YZ] * added[XY];
  added[YZ] += turns[YZ];
  added[XY] += turns[XY];
  set(cell);
  return true;
}

} // namespace rigidstep_lammps
