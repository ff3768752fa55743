/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What FixRigidRGS tells BodyOutputs and LAMMPS of its bodies.  All ranks hold all of them: the
 * first one tells.
 */
#include "fixes/fix_rigid_rgs.h"

#include "bodies/rigid_body.h"

#include "comm.h"
#include "error.h"
#include "force.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

static const rgs_error NO_ERROR = RGS_ERROR_INIT;

double FixRigidRGS::compute_vector(int i)
{
  return outputs.value(i);
}

/* Known or not known on all ranks alike: zero times nan is nan. */
double FixRigidRGS::told(const char *key)
{
  if (levels.at_work() && strncmp(key, "refined", 7) == 0) return NAN;
  rgs_error e = NO_ERROR;
  if (bind(e) < 0) error->all(FLERR, describe(e));
  double value = mover.told(key);
  return comm->me == 0 ? value : 0.0 * value;
}

/* A body has three directions to move in and an axis for each moment that is not zero, less those
   the keywords force and torque have switched off: in two dimensions LAMMPS does. */
double FixRigidRGS::freedom(bool rotation)
{
  double sum = 0.0;
  for (int b = 0; b < nbody && comm->me == 0; b++) {
    const double *on = rotation ? tflag[b] : fflag[b];
    double axes = 0.0;
    for (int k = 0; k < 3; k++) axes += !rotation || inertia[b][k] > 0.0;
    sum += std::min(on[0] + on[1] + on[2], axes);
  }
  return sum;
}

/* Of the components whose forces the keywords have switched off, or of the others. */
double FixRigidRGS::kinetic_energy(int b, bool rotation, bool idle) const
{
  const double *on = rotation ? tflag[b] : fflag[b];
  double axes[3][3], w[3], twice = 0.0;
  principal_axes(quat[b], axes[0], axes[1], axes[2]);
  angular_velocity(angmom[b], axes[0], axes[1], axes[2], inertia[b], w);
  for (int k = 0; k < 3; k++)
    if ((on[k] == 0.0) == idle) twice += rotation ? angmom[b][k] * w[k] : masstotal[b] * vcm[b][k] * vcm[b][k];
  return 0.5 * twice * force->mvv2e;
}

double FixRigidRGS::kinetic_energy() const
{
  double sum = 0.0;
  for (int b = 0; b < nbody; b++)
    for (bool rotation : {false, true}) sum += kinetic_energy(b, rotation, false) + kinetic_energy(b, rotation, true);
  return sum;
}

double FixRigidRGS::idle_energy(bool rotation)
{
  double sum = 0.0;
  for (int b = 0; b < nbody && switched && comm->me == 0; b++) sum += kinetic_energy(b, rotation, true);
  return sum;
}

double FixRigidRGS::heat_given()
{
  return comm->me == 0 ? heat : 0.0;
}

/* The temperature of all degrees of freedom, as it is documented of fix rigid (which, as long as no
   compute has counted them for it, takes linear bodies for others). */
double FixRigidRGS::compute_scalar()
{
  if (!setupflag) return 0.0;
  double mine[2] = {freedom(false) + freedom(true), 0.0}, all_ranks[2];
  mine[1] = (told("kinetic_translation") + told("kinetic_rotation")) * force->mvv2e - idle_energy(false) - idle_energy(true);
  MPI_Allreduce(mine, all_ranks, 2, MPI_DOUBLE, MPI_SUM, world);
  return all_ranks[0] > 0.0 ? 2.0 * all_ranks[1] / (all_ranks[0] * force->boltz) : 0.0;
}
