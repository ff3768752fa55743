/* SPDX-License-Identifier: GPL-2.0-only */
#include "atoms_of_bodies.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* Sorted by counting; within a body in the order of the rank's atoms, as LAMMPS adds them up. */
void AtomsOfBodies::list(int bodies, int atoms, const int *body_of_atom, double *const *places, const imageint *images)
{
  first.assign((size_t) bodies + 1, 0);
  for (int i = 0; i < atoms; i++)
    if (body_of_atom[i] >= 0) first[body_of_atom[i] + 1]++;
  for (int b = 0; b < bodies; b++) first[b + 1] += first[b];
  members.resize(first[bodies]);
  std::vector<int> next(first.begin(), first.end() - 1);
  for (int i = 0; i < atoms; i++) {
    if (body_of_atom[i] < 0) continue;
    Member &m = members[next[body_of_atom[i]]++];
    m.atom = i;
    for (int k = 0; k < 3; k++) m.place[k] = places[i][k];
    m.boxes[0] = (int) ((images[i] & IMGMASK) - IMGMAX);
    m.boxes[1] = (int) ((images[i] >> IMGBITS & IMGMASK) - IMGMAX);
    m.boxes[2] = (int) ((images[i] >> IMG2BITS) - IMGMAX);
    m.off = m.boxes[0] || m.boxes[1] || m.boxes[2];
  }
}

}    // namespace rigidstep_lammps
