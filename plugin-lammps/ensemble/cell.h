/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The box of LAMMPS as the barostat's cell.  The middle of the box stays where it is; if no shear moves, the
 * middle between its edges.
 *
 * The barostat's cell tilts without limit.  The box of LAMMPS has other vectors of the same lattice, which
 * are shorter: b + n_xy a and c + n_xz a + n_yz b.  Where a tilt factor is too large, LAMMPS' other fixes
 * flip the box; here the three whole numbers change, and the barostat knows nothing of it.
 */
#pragma once

#include "ensemble/ensemble.h"

#include "pointers.h"

#include <rigidstep/rigidstep.h>

#include <cstdint>
#include <string>

namespace rigidstep_lammps {

class CellOfBox : protected LAMMPS_NS::Pointers {
public:
  CellOfBox(LAMMPS_NS::LAMMPS *lmp, const Ensemble &e, const std::string &who)
      : Pointers(lmp), ensemble(e), prefix(who) {}

  // LAMMPS' box, which becomes the barostat's cell without strain
  rgs_cell read();
  // Is LAMMPS' box one of this cell's, in every bit?  After a restart file was read it may be any of them.
  bool is_as_set(const rgs_cell &);
  // Sets the box where it is another one, and what depends on it but for positions and lists.
  void set(const rgs_cell &);
  // Takes other vectors where LAMMPS' fixes do: b += turns[XY] a, c += turns[XZ] a + turns[YZ] b.  False: no need.
  bool flip(const rgs_cell &, int turns[3]);

private:
  enum { XY, XZ, YZ };
  struct Box {
    double tilt[3], lean[3], low[3], high[3];
  };
  const Ensemble &ensemble;
  std::string prefix; // begins every message
  int64_t added[3] = { 0, 0, 0 };

  // How far the middle is from that between the edges, along an axis with this sum of tilts
  double lean(double tilts) const { return ensemble.shears() ? 0.5 * tilts : 0.0; }
  Box box_of(const rgs_cell &) const;
  bool has_tilts(const Box &) const;
  bool has_edges(const Box &, int axis) const;
};

} // namespace rigidstep_lammps
