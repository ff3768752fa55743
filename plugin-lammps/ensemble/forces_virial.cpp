/* SPDX-License-Identifier: GPL-2.0-only */
#include "ensemble/forces_virial.h"

#include "ensemble/slab_virial.h"

#include "angle.h"
#include "atom.h"
#include "bond.h"
#include "comm.h"
#include "dihedral.h"
#include "domain.h"
#include "fix.h"
#include "force.h"
#include "improper.h"
#include "kspace.h"
#include "lammps.h"
#include "modify.h"
#include "pair.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static void add(const double *virial, double share[3]) {
  for (int k = 0; k < 3; k++) share[k] += virial[k];
}

/* As compute pressure adds them up; what LAMMPS has summed over ranks already is the share of the
   first one. */
void forces_virial(LAMMPS *lmp, double share[3]) {
  const Force *force = lmp->force;
  const Domain *domain = lmp->domain;
  const Modify *modify = lmp->modify;
  for (int k = 0; k < 3; k++) share[k] = 0.0;
  if (force->pair) add(force->pair->virial, share);
  if (lmp->atom->molecular != Atom::ATOMIC) {
    if (force->bond) add(force->bond->virial, share);
    if (force->angle) add(force->angle->virial, share);
    if (force->dihedral) add(force->dihedral->virial, share);
    if (force->improper) add(force->improper->virial, share);
  }
  for (int i = 0; i < modify->nfix; i++) {
    const Fix *fix = modify->fix[i];
    if (!fix->rigid_flag && fix->virial_global_flag && fix->thermo_virial) add(fix->virial, share);
  }
  double slab[3];
  slab_virial(lmp, slab);
  if (lmp->comm->me != 0) return;
  if (force->kspace) add(force->kspace->virial, share);
  add(slab, share);
  if (force->pair && force->pair->tail_flag) {
    const double volume =
        domain->xprd * domain->yprd * (domain->dimension == 2 ? 1.0 : domain->zprd);
    for (int k = 0; k < domain->dimension; k++) share[k] += force->pair->ptail / volume;
  }
}

} // namespace rigidstep_lammps
