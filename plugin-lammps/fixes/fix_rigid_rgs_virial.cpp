/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The virial of the constraint forces at the end of the step, when coordinates, velocities and
 * forces are all of one time: what holds an atom in its place is its mass by its acceleration less
 * the force upon it.  Thermostat, gravity and what the keywords force and torque switch off act on
 * bodies, not on atoms: no atom need be held against them.
 */
#include "fixes/fix_rigid_rgs.h"

#include "bodies/rigid_body.h"

#include "atom.h"
#include "force.h"

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

void FixRigidRGS::tally_constraint_virial(int vflag)
{
  v_init(vflag);
  if (!evflag) return;
  for (int b : here) {
    const Acceleration a(all[b], all[b] + 3, masstotal[b], inertia[b], angmom[b], omega[b], ex_space[b], ey_space[b],
                         ez_space[b], force->ftm2v);
    for (auto m = atoms_of.begin(b); m != atoms_of.end(b); m++) {
      int i = m->atom;
      const double *r = m->r;
      double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]], g[3];
      a.constraint_force(r, omega[b], mass / force->ftm2v, atom->f[i], g);
      double virial_of[6] = {r[0] * g[0], r[1] * g[1], r[2] * g[2], r[0] * g[1], r[0] * g[2], r[1] * g[2]};
      v_tally(1, &i, 1.0, virial_of);
    }
  }
}
