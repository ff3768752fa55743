/* SPDX-License-Identifier: GPL-2.0-only */
#include "columns/body_atoms.h"

#include "domain.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

Box::Box(const Domain *d) : prd{ d->xprd, d->yprd, d->zprd }, xy(0.0), xz(0.0), yz(0.0) {
  if (!d->triclinic) return;
  xy = d->xy;
  xz = d->xz;
  yz = d->yz;
}

void BodyAtoms::list(int bodies, int atoms, const int *body_of, double *const *places_of,
                     const imageint *images) {
  first.assign((size_t)bodies + 1, 0);
  for (int i = 0; i < atoms; i++)
    if (body_of[i] >= 0) first[body_of[i] + 1]++;
  for (int b = 0; b < bodies; b++) first[b + 1] += first[b];
  all.resize(first[bodies]);
  places.resize(3 * all.size());
  for (int i = 0; i < atoms; i++) {
    if (body_of[i] < 0) continue;
    // first[b] is the next free place of body b until the loop below puts it back
    int n = first[body_of[i]]++;
    for (int k = 0; k < 3; k++) places[3 * (size_t)n + k] = places_of[i][k];
    all[n].atom = i;
    all[n].image = images[i];
  }
  for (int b = bodies; b > 0; b--) first[b] = first[b - 1];
  first[0] = 0;
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
