/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The virial of all forces on atoms, from which the molecular virial follows.
 */
#pragma once

namespace LAMMPS_NS {
class Atom;
class LAMMPS;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

/* The virial xx, yy, zz, xy, xz, yz of pairs, bonds and their like, long-range solver, tail correction and
   other fixes that report one, in LAMMPS' unit of energy: this rank's share.  Constraint forces of
   rigid bodies are left out.  The forces must have been evaluated with a virial. */
void forces_virial(LAMMPS_NS::LAMMPS *, double share[6]);

/* LAMMPS' xy is the sum of F_y X_x.  The sum of F_x X_y differs by the torques on particles, since the energy stays if
 * all is turned: this makes xy, xz and yz of the one those of the other.  Each rank adds the torques on its atoms. */
void add_particle_torques(const LAMMPS_NS::Atom *, double virial[6]);

/* Does `kspace_modify slab` act through charges that are not at the atoms, or through more than charges? */
bool slab_is_unknown(LAMMPS_NS::LAMMPS *);

} // namespace rigidstep_lammps
