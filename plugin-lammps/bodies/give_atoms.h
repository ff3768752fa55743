/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What atoms get from bodies that are kept in columns and in LAMMPS' arrays (columns/mirrored_blocks.h).
 */
#pragma once

#include "columns/images.h"
#include "columns/mirrored_blocks.h"

#include "atom.h"

namespace rigidstep_lammps {

/* Positions and velocities, or velocities alone.  Particles with an extent get them from LAMMPS, which reads its
 * arrays. */
template <class Store, class Fix>
void give_atoms(Store &store, Fix &fix, MirroredBlocks &blocks, LAMMPS_NS::Domain *domain,
                LAMMPS_NS::Atom *atom, bool positions) {
  blocks.read_columns();
  if (fix.extended) {
    store.publish();
    fix.evflag = 0;
    if (positions)
      fix.set_xv();
    else
      fix.set_v();
  } else if (atom->nlocal > 0)
    blocks.place(Box(domain), positions ? atom->x[0] : nullptr, atom->v[0]);
}

} // namespace rigidstep_lammps
