/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The atoms of each body on this rank, and the arithmetic between the two: forces pass from atoms
 * to their body, positions and velocities from bodies to their atoms.  The lever arm of a force is
 * the place of the atom in the body, turned with it, so that coordinates which LAMMPS has folded
 * into the box need not be unfolded.
 */
#ifndef RIGIDSTEP_BODY_ATOMS_H
#define RIGIDSTEP_BODY_ATOMS_H

#include "lmptype.h"

#include <vector>

namespace LAMMPS_NS {
class Domain;
}

namespace rigidstep_lammps {

struct BodyAtom {
  double r[3]; // from the centre of mass, in the space frame
  int atom;
  LAMMPS_NS::imageint image; // image flags relative to the body's
};

/* The edges of the box at this moment; other fixes change them. */
struct Box {
  double prd[3], xy, xz, yz;
  explicit Box(const LAMMPS_NS::Domain *);
};

class BodyAtoms {
public:
  /* body_of is -1 for an atom in no body; places are about the principal axes.  Within a body atoms
     keep their order.  BodyAtom::r is not known before turn(). */
  void list(int bodies, int atoms, const int *body_of, double *const *places,
            const LAMMPS_NS::imageint *images);
  void turn(int body, const double *ex, const double *ey, const double *ez) {
    const double *d = places.data() + 3 * (size_t)first[body];
    for (int n = first[body]; n < first[body + 1]; n++, d += 3)
      for (int k = 0; k < 3; k++) all[n].r[k] = ex[k] * d[0] + ey[k] * d[1] + ez[k] * d[2];
  }
  const BodyAtom *begin(int body) const { return all.data() + first[body]; }
  const BodyAtom *end(int body) const { return all.data() + first[body + 1]; }

private:
  std::vector<int> first;
  std::vector<BodyAtom> all;
  std::vector<double> places; // kept apart, since only turn() reads them, once a step
};

/* Image flags of an atom in the image of the box that the centre of mass is in */
enum : LAMMPS_NS::imageint {
  SAME_BOX =
      ((LAMMPS_NS::imageint)IMGMAX << IMG2BITS) | ((LAMMPS_NS::imageint)IMGMAX << IMGBITS) | IMGMAX
};

void put_into_other_box(LAMMPS_NS::imageint, const Box &, double *x);

inline void put(const BodyAtom &a, const Box &box, const double *centre, double *x) {
  for (int k = 0; k < 3; k++) x[k] = a.r[k] + centre[k];
  if (a.image != SAME_BOX) put_into_other_box(a.image, box, x);
}

inline void give_velocity(const double *r, const double *w, const double *centres, double *v) {
  v[0] = w[1] * r[2] - w[2] * r[1] + centres[0];
  v[1] = w[2] * r[0] - w[0] * r[2] + centres[1];
  v[2] = w[0] * r[1] - w[1] * r[0] + centres[2];
}

inline void add_force(const double *r, const double *f, double *force, double *torque) {
  for (int k = 0; k < 3; k++) force[k] += f[k];
  torque[0] += r[1] * f[2] - r[2] * f[1];
  torque[1] += r[2] * f[0] - r[0] * f[2];
  torque[2] += r[0] * f[1] - r[1] * f[0];
}

} // namespace rigidstep_lammps

#endif
