/* SPDX-License-Identifier: GPL-2.0-only */
#include "columns/images.h"

#include "domain.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

Box::Box(const Domain *d) : prd{ d->xprd, d->yprd, d->zprd }, xy(0.0), xz(0.0), yz(0.0) {
  if (!d->triclinic) return;
  xy = d->xy;
  xz = d->xz;
  yz = d->yz;
}

void numbers_of(imageint image, int boxes[3]) {
  boxes[0] = (int)(image & IMGMASK) - IMGMAX;
  boxes[1] = (int)(image >> IMGBITS & IMGMASK) - IMGMAX;
  boxes[2] = (int)(image >> IMG2BITS) - IMGMAX;
}

/* From the image of the box that the centre of mass is in to the one LAMMPS keeps the atom in. */
void put_into_other_box(imageint image, const Box &box, double *x) {
  int n[3];
  numbers_of(image, n);
  x[0] -= n[0] * box.prd[0] + n[1] * box.xy + n[2] * box.xz;
  x[1] -= n[1] * box.prd[1] + n[2] * box.yz;
  x[2] -= n[2] * box.prd[2];
}

} // namespace rigidstep_lammps
