/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The box of LAMMPS while a piston changes its lengths and its angles.
 *
 * The piston's cell tilts without limit.  The box of LAMMPS has other vectors of the same lattice, which are
 * shorter: b + n_xy a and c + n_xz a + n_yz b.  Where a tilt factor is too large, LAMMPS' other fixes flip the box;
 * here the three whole numbers change, and the piston knows nothing of it.  The middle of the box stays where it is.
 */
#ifndef RIGIDSTEP_SHEARED_BOX_H
#define RIGIDSTEP_SHEARED_BOX_H

#include "pointers.h"

#include <rigidstep/draft_cell.h>

#include <cstdint>
#include <string>

namespace rigidstep_lammps {

class ShearedBox : protected LAMMPS_NS::Pointers {
public:
  ShearedBox(LAMMPS_NS::LAMMPS *lmp, const std::string &who) : Pointers(lmp), prefix(who) {}

  // Vectors and middle of LAMMPS' box, which become the piston's cell
  void read(double vectors[9], double middle[3]);
  // Is LAMMPS' box one of this cell's, in every bit?  After a restart file was read it may be any of them.
  bool is_as_set(const rgs_draft_cell &);
  // Sets the box where it is another one, and what depends on it but for positions and lists.
  void set(const rgs_draft_cell &);
  // Takes other vectors where LAMMPS' fixes do: b += turns[XY] a, c += turns[XZ] a + turns[YZ] b.  False: no need.
  bool flip(const rgs_draft_cell &, int turns[3]);

private:
  enum { XY, XZ, YZ };
  struct Edges {
    double low[3], high[3], tilt[3];
  };
  std::string prefix; // begins every message
  int64_t added[3] = { 0, 0, 0 };

  Edges edges_of(const rgs_draft_cell &) const;
  bool are_set(const Edges &) const;
};

} // namespace rigidstep_lammps

#endif
