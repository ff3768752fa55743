/* SPDX-License-Identifier: GPL-2.0-only */
#include "ensemble/moving_box.h"

#include "domain.h"
#include "force.h"
#include "kspace.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

void MovingBox::read() {
  for (int k = 0; k < 3; k++) {
    length[k] = domain->boxhi[k] - domain->boxlo[k];
    middle[k] = domain->boxlo[k] + 0.5 * length[k];
  }
  if (domain->dimension == 2) length[2] = 1.0;
}

/* Edges are compared, since a length that is taken from them again has another rounding error. */
bool MovingBox::is_as_set(const bool moves[3], const double lengths[3]) const {
  for (int k = 0; k < domain->dimension; k++) {
    const double low = domain->boxlo[k], high = domain->boxhi[k];
    if (moves[k] ? low != middle[k] - 0.5 * lengths[k] || high != middle[k] + 0.5 * lengths[k]
                 : high - low != lengths[k])
      return false;
  }
  return true;
}

void MovingBox::set_centre(const double centre[3]) {
  for (int k = 0; k < 3; k++) middle[k] = centre[k];
}

/* Tilt factors follow from those that LAMMPS has, which restart files hold in all bits.  Rounding changes
   their ratio to the lengths by 1e-16 a step, up or down. */
void MovingBox::set(const bool moves[3], const double lengths[3]) {
  if (is_as_set(moves, lengths)) return;
  const double wider[2] = { moves[0] ? lengths[0] / domain->prd[0] : 1.0,
                            moves[1] ? lengths[1] / domain->prd[1] : 1.0 };
  domain->xy *= wider[0];
  domain->xz *= wider[0];
  domain->yz *= wider[1];
  for (int k = 0; k < 3; k++) {
    if (!moves[k]) continue;
    domain->boxlo[k] = middle[k] - 0.5 * lengths[k];
    domain->boxhi[k] = middle[k] + 0.5 * lengths[k];
  }
  domain->set_global_box();
  domain->set_local_box();
  if (force->kspace) force->kspace->setup();
}

} // namespace rigidstep_lammps
