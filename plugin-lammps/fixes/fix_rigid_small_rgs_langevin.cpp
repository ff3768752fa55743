/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Keyword langevin: one whole O step before each step of the scheme, so that what is seen between
 * steps is the end of the scheme's own.  (Half before and half after is the same chain of states, seen
 * elsewhere.)  With strang that is O B A B, a cyclic order of OBABO; with strang_dkd O A B A, one of
 * BAOAB.  FixRigidSmall, whose own noise acts on forces, is not told of the keyword.
 */
#include "fixes/fix_rigid_small_rgs.h"

#include "atom.h"

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

void FixRigidSmallRGS::thermostat()
{
  known_by.resize(bodies_here());
  for (int i = 0; i < bodies_here(); i++) known_by[i] = atom->tag[body[i].ilocal];
  heat += langevin.apply(view(bodies_here()), known_by.data(), nlocal_body,
                         mover.step_for(langevin));
}
