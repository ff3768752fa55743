/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What `kspace_modify slab` adds to the energy, as a virial: LAMMPS adds it to energy and forces only.
 */
#ifndef RIGIDSTEP_SLAB_VIRIAL_H
#define RIGIDSTEP_SLAB_VIRIAL_H

namespace LAMMPS_NS {
class LAMMPS;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

/* Does `kspace_modify slab` act through charges that are not at the atoms, or through more than charges? */
bool slab_is_unknown(LAMMPS_NS::LAMMPS *);

/* The virial of the slab correction, of all ranks; to be asked on all ranks. */
void slab_virial(LAMMPS_NS::LAMMPS *, double sum[3]);

} // namespace rigidstep_lammps

#endif
