/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What a level of run_style respa does to the bodies of FixRigidRGS.
 */
#include "fixes/fix_rigid_rgs.h"

#include "domain.h"

using namespace LAMMPS_NS;

void FixRigidRGS::sum_level(bool outermost)
{
  sum_forces();
  add_to_sums(outermost);
  if (domain->dimension == 2) enforce2d();
}

void FixRigidRGS::move_innermost(double h)
{
  double at;
  dtv = h;
  move_on(at);
}
