/* SPDX-License-Identifier: GPL-2.0-only */
#include "ensemble/slab_virial.h"

#include "atom.h"
#include "domain.h"
#include "force.h"
#include "kspace.h"
#include "lammps.h"

#include <mpi.h>

#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static bool corrects(const Force *force) { return force->kspace && force->kspace->slabflag == 1; }

bool slab_is_unknown(LAMMPS *lmp) {
  const Force *force = lmp->force;
  if (!corrects(force)) return false;
  for (const char *word : { "tip4p", "dipole", "disp", "electrode" })
    if (strstr(force->kspace_style, word)) return true;
  return false;
}

/* The energy is 2 pi (M^2 - Q S - Q^2 h^2/12) / V, with M and S the sums of q z and q z^2, Q that of q,
   and V, h volume and height of the box with the empty space that the slab keyword adds. */
void slab_virial(LAMMPS *lmp, double sum[3]) {
  for (int k = 0; k < 3; k++) sum[k] = 0.0;
  if (!corrects(lmp->force)) return;
  const Atom *atom = lmp->atom;
  double mine[3] = { 0.0, 0.0, 0.0 }, all[3];
  for (int i = 0; i < atom->nlocal; i++) {
    const double q = atom->q[i], z = atom->x[i][2];
    mine[0] += q;
    mine[1] += q * z;
    mine[2] += q * z * z;
  }
  MPI_Allreduce(mine, all, 3, MPI_DOUBLE, MPI_SUM, lmp->world);
  const Domain *domain = lmp->domain;
  const double height = domain->zprd * lmp->force->kspace->slab_volfactor,
               factor = 6.283185307179586476925 * lmp->force->qqrd2e /
                        (domain->xprd * domain->yprd * height),
               moments = all[1] * all[1] - all[0] * all[2];
  sum[0] = sum[1] = factor * (moments - all[0] * all[0] * height * height / 12.0);
  sum[2] = -2.0 * factor * moments;
}

} // namespace rigidstep_lammps
