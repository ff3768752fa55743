/* SPDX-License-Identifier: GPL-2.0-only */
#include "ensemble/forces_virial.h"

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

#include <cstring>
#include <mpi.h>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static void add(const double *virial, double share[6]) {
  for (int k = 0; k < 6; k++) share[k] += virial[k];
}

static bool corrects(const Force *force) { return force->kspace && force->kspace->slabflag == 1; }

bool slab_is_unknown(LAMMPS *lmp) {
  const Force *force = lmp->force;
  if (!corrects(force)) return false;
  for (const char *word : { "tip4p", "dipole", "disp", "electrode" })
    if (strstr(force->kspace_style, word)) return true;
  return false;
}

/* The virial of the slab correction, of all ranks: LAMMPS adds the correction to energy and forces only.  The
   energy is 2 pi (M^2 - Q S - Q^2 h^2/12) / V, with M and S the sums of q z and q z^2, Q the sum of q,
   and V, h volume and height of the box with the empty space that the slab keyword adds. */
static void slab_virial(LAMMPS *lmp, double sum[6]) {
  for (int k = 0; k < 6; k++) sum[k] = 0.0;
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

/* As compute pressure adds them up; what LAMMPS has summed over ranks already is the share of the
   first one. */
void forces_virial(LAMMPS *lmp, double share[6]) {
  const Force *force = lmp->force;
  const Domain *domain = lmp->domain;
  const Modify *modify = lmp->modify;
  for (int k = 0; k < 6; k++) share[k] = 0.0;
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
  double slab[6];
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

void add_particle_torques(const Atom *atom, double virial[6]) {
  double torque[3] = {};
  for (int i = 0; atom->torque && i < atom->nlocal; i++)
    for (int k = 0; k < 3; k++) torque[k] += atom->torque[i][k];
  virial[3] += torque[2];
  virial[4] -= torque[1];
  virial[5] += torque[0];
}

} // namespace rigidstep_lammps
