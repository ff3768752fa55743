/* SPDX-License-Identifier: GPL-2.0-only */
#include "ensemble/cell.h"

#include "domain.h"
#include "error.h"
#include "force.h"
#include "kspace.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

// where lengths and tilt factors stand among the nine numbers of a cell
static const int LENGTH[3] = { 0, 4, 8 }, TILT[3] = { 3, 6, 7 };
// As in LAMMPS' fixes: the tilt, in lengths, at which a box flips, and the largest one
static const double FLIP = 0.6, LARGEST = 1.5;

/* In two dimensions the third length is 1. */
rgs_cell CellOfBox::read() {
  const double tilt[3] = { domain->xy, domain->xz, domain->yz };
  rgs_cell cell = RGS_CELL_INIT;
  double *v = cell.vectors;
  for (int k = 0; k < 3; k++) {
    v[LENGTH[k]] = domain->boxhi[k] - domain->boxlo[k];
    v[TILT[k]] = tilt[k];
    added[k] = 0;
  }
  const Box about_zero = box_of(cell);
  for (int k = 0; k < 3; k++) cell.origin[k] = domain->boxlo[k] - about_zero.low[k];
  if (domain->dimension == 2) v[LENGTH[2]] = 1.0;
  std::copy(v, v + 9, cell.reference);
  return cell;
}

CellOfBox::Box CellOfBox::box_of(const rgs_cell &cell) const {
  const double *v = cell.vectors;
  Box its = { { v[TILT[XY]] + added[XY] * v[0],
                v[TILT[XZ]] + added[XZ] * v[0] + added[YZ] * v[TILT[XY]],
                v[TILT[YZ]] + added[YZ] * v[4] },
              {},
              {},
              {} };
  its.lean[0] = lean(its.tilt[XY] + its.tilt[XZ]);
  its.lean[1] = lean(its.tilt[YZ]);
  for (int k = 0; k < 3; k++) {
    its.low[k] = cell.origin[k] - 0.5 * v[LENGTH[k]] - its.lean[k];
    its.high[k] = cell.origin[k] + 0.5 * v[LENGTH[k]] - its.lean[k];
  }
  return its;
}

bool CellOfBox::has_tilts(const Box &its) const {
  return domain->xy == its.tilt[XY] && domain->xz == its.tilt[XZ] && domain->yz == its.tilt[YZ];
}

bool CellOfBox::has_edges(const Box &its, int k) const {
  return domain->boxlo[k] == its.low[k] && domain->boxhi[k] == its.high[k];
}

/* Edges are compared, since a length that is taken from them again has another rounding error. */
bool CellOfBox::is_as_set(const rgs_cell &cell) {
  const double *v = cell.vectors;
  added[XY] = std::llround((domain->xy - v[TILT[XY]]) / v[0]);
  added[YZ] = std::llround((domain->yz - v[TILT[YZ]]) / v[4]);
  added[XZ] = std::llround((domain->xz - v[TILT[XZ]] - added[YZ] * v[TILT[XY]]) / v[0]);
  const Box its = box_of(cell);
  bool same = has_tilts(its);
  for (int k = 0; k < domain->dimension; k++) {
    const double length = domain->boxhi[k] - domain->boxlo[k];
    same = same && (has_edges(its, k) || (!ensemble.moves(k) && length == v[LENGTH[k]]));
  }
  return same;
}

/* The box is the same on all ranks.  An axis along which nothing moves keeps its edges, which LAMMPS changes
   where the axis is not periodic. */
void CellOfBox::set(const rgs_cell &cell) {
  const Box its = box_of(cell);
  const double *v = cell.vectors, of[3] = { v[0], v[0], v[4] },
               was[3] = { lean(domain->xy + domain->xz), lean(domain->yz), 0.0 };
  bool follows[3], same = has_tilts(its);
  for (int k = 0; k < 3; k++) {
    follows[k] = ensemble.moves(k) || its.lean[k] != was[k];
    same = same && (!follows[k] || has_edges(its, k));
  }
  if (same) return;
  for (int k = 0; k < 3 && ensemble.shears(); k++)
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
    if (!follows[k]) continue;
    domain->boxlo[k] = its.low[k];
    domain->boxhi[k] = its.high[k];
  }
  domain->set_global_box();
  domain->set_local_box();
  if (force->kspace) force->kspace->setup();
}

/* From z to x, because a flip of yz changes xz. */
bool CellOfBox::flip(const rgs_cell &cell, int turns[3]) {
  const double *v = cell.vectors;
  Box its = box_of(cell);
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
