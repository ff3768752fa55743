/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The atoms on this rank, listed by body: where an atom is follows from its body's axes and centre
 * alone, without a look at its own image flags or the shape of the box.
 */
#ifndef RIGIDSTEP_ATOMS_OF_BODIES_H
#define RIGIDSTEP_ATOMS_OF_BODIES_H

#include "lmptype.h"

#include <vector>

namespace rigidstep_lammps {

class AtomsOfBodies {
 public:
  struct Member {
    double place[3];    // from the centre of mass, along the principal axes
    int atom;
    int boxes[3];       // by which it lies off the body's centre, wrapped
    bool off;           // any of them
  };

  // Whenever atoms have another place on this rank, other image flags, or a new place in their body.
  void list(int bodies, int atoms, const int *body_of_atom, double *const *places, const LAMMPS_NS::imageint *images);

  int count() const { return (int) first.size() - 1; }    // bodies, those without atoms here included
  const Member *begin(int body) const { return members.data() + first[body]; }
  const Member *end(int body) const { return members.data() + first[body + 1]; }
  bool here(int body) const { return first[body] != first[body + 1]; }

 private:
  std::vector<int> first;    // of a body among members
  std::vector<Member> members;
};

}    // namespace rigidstep_lammps

#endif
