/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What a level of run_style respa does to the bodies of FixRigidSmallRGS.
 */
#include "fixes/fix_rigid_small_rgs.h"

#include "domain.h"

using namespace LAMMPS_NS;

/* FixRigidSmall adds gravity to every sum. */
void FixRigidSmallRGS::sum_level(bool outermost)
{
  char *gravity = id_gravity;
  if (!outermost) id_gravity = nullptr;
  find_forces();
  id_gravity = gravity;
  if (domain->dimension == 2) enforce2d();
}

void FixRigidSmallRGS::move_innermost(double h)
{
  double at;
  dtv = h;
  move_on(at);
}
