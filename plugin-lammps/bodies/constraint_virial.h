/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The virial of the constraint forces, at the end of a step, when coordinates, velocities and
 * forces are all of one time.  The constraint force on an atom is its mass times its acceleration
 * as a part of the rigid body, less the force on it (rigid_body.h).  Thermostat, gravity and what
 * the keywords force and torque switch off act on bodies as a whole and are not part of it.
 */
#pragma once

#include "bodies/body_store.h"
#include "lammps_compat.h"

namespace rigidstep_lammps {

/* Fix: OpenRigidSmall or OpenRigid, whose tallies of the virial are LAMMPS' own. */
template <class Fix> void tally_constraint_virial(Fix &fix, BodyStore &bodies, int vflag) {
  fix.v_init(vflag);
  if (!fix.evflag) return;
  bodies.constraint_forces([&fix](int i, const double r[3], const double g[3], double *centre) {
    double v[6] = { r[0] * g[0], r[1] * g[1], r[2] * g[2], r[0] * g[1], r[0] * g[2], r[1] * g[2] };
    tally(fix, i, v, r, g, centre);
  });
}

} // namespace rigidstep_lammps
