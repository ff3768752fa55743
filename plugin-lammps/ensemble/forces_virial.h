/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The virial of all forces on atoms, from which the molecular virial follows.
 */
#pragma once

namespace LAMMPS_NS {
class LAMMPS;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

/* The virial xx, yy, zz, xy, xz, yz of pairs, bonds and their like, long-range solver, tail correction and
   other fixes that report one, in LAMMPS' unit of energy: this rank's share.  Constraint forces of
   rigid bodies are left out.  The forces must have been evaluated with a virial. */
void forces_virial(LAMMPS_NS::LAMMPS *, double share[6]);

/* Does `kspace_modify slab` act through charges that are not at the atoms, or through more than charges? */
bool slab_is_unknown(LAMMPS_NS::LAMMPS *);

} // namespace rigidstep_lammps
