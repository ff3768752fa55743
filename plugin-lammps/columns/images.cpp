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

/* From the image of the box that the centre of mass is in to the one LAMMPS keeps the atom in. */
void put_into_other_box(imageint image, const Box &box, double *x) {
  double a = (image & IMGMASK) - IMGMAX, b = (image >> IMGBITS & IMGMASK) - IMGMAX,
         c = (image >> IMG2BITS) - IMGMAX;
  x[0] -= a * box.prd[0] + b * box.xy + c * box.xz;
  x[1] -= b * box.prd[1] + c * box.yz;
  x[2] -= c * box.prd[2];
}

} // namespace rigidstep_lammps
