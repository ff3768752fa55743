/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What FixRigidSmallRGS tells BodyOutputs of the bodies this rank owns.
 */
#include "fixes/fix_rigid_small_rgs.h"

#include "domain.h"
#include "error.h"
#include "force.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

double FixRigidSmallRGS::compute_scalar()
{
  hand_over();
  return FixRigidSmall::compute_scalar();
}

double FixRigidSmallRGS::compute_vector(int i)
{
  return outputs.value(i);
}

void FixRigidSmallRGS::end_of_step()
{
  outputs.end_of_step();
}

double FixRigidSmallRGS::told(const char *key)
{
  if (levels.at_work() && strncmp(key, "refined", 7) == 0) return NAN;
  rgs_error e = RGS_ERROR_INIT;
  if (bind(e, nlocal_body) < 0) error->one(FLERR, describe(e));
  return mover.told(key);
}

/* As fix rigid/small counts for its scalar: nothing is taken away for a total momentum that stays;
   in two dimensions a body moves in two and turns about one axis. */
double FixRigidSmallRGS::freedom(bool rotation)
{
  if (!rotation) return domain->dimension * (double) nlocal_body;
  return domain->dimension == 2 ? (double) nlocal_body : told("freedom_axes");
}

double FixRigidSmallRGS::heat_given()
{
  return heat * force->mvv2e;
}
