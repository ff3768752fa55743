/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Image flags of atoms, relative to those of their body: coordinates that LAMMPS has folded into the box.
 */
#pragma once

#include "lmptype.h"

namespace LAMMPS_NS {
class Domain;
}

namespace rigidstep_lammps {

/* The edges of the box at this moment; other fixes change them. */
struct Box {
  double prd[3], xy, xz, yz;
  explicit Box(const LAMMPS_NS::Domain *);
};

/* Image flags of an atom in the image of the box that the centre of mass is in */
enum : LAMMPS_NS::imageint {
  SAME_BOX =
      ((LAMMPS_NS::imageint)IMGMAX << IMG2BITS) | ((LAMMPS_NS::imageint)IMGMAX << IMGBITS) | IMGMAX
};

void numbers_of(LAMMPS_NS::imageint, int boxes[3]);
void put_into_other_box(LAMMPS_NS::imageint, const Box &, double *x);

} // namespace rigidstep_lammps
