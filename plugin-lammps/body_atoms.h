/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Which atoms of this rank form a body, and what goes on between the two: forces from atoms to
 * their body, places and velocities back.  The lever arm of a force is the atom's place in the body,
 * turned; where LAMMPS has folded the atom into the box need not be undone.
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
  double place[3];    // about the principal axes
  int atom;
  LAMMPS_NS::imageint image;    // of the box, relative to the body's
};

/* The edges of the box as they are now: other fixes change them. */
struct Box {
  double prd[3], xy, xz, yz;
  explicit Box(const LAMMPS_NS::Domain *);
};

class BodyAtoms {
 public:
  /* body_of: -1 for an atom in none.  Within a body atoms keep their order. */
  void list(int bodies, int atoms, const int *body_of, double *const *places,
            const LAMMPS_NS::imageint *images);
  const BodyAtom *begin(int body) const { return all.data() + first[body]; }
  const BodyAtom *end(int body) const { return all.data() + first[body + 1]; }

 private:
  std::vector<int> first;
  std::vector<BodyAtom> all;
};

/* in the box that the centre of mass is in */
enum : LAMMPS_NS::imageint {
  SAME_BOX = ((LAMMPS_NS::imageint) IMGMAX << IMG2BITS) | ((LAMMPS_NS::imageint) IMGMAX << IMGBITS) | IMGMAX
};

inline void turn_place(const BodyAtom &a, const double *ex, const double *ey, const double *ez, double *r)
{
  for (int k = 0; k < 3; k++) r[k] = ex[k] * a.place[0] + ey[k] * a.place[1] + ez[k] * a.place[2];
}

/* r from the centre of mass, moved back from the box the centre is in to where the atom belongs */
void put_into_other_box(LAMMPS_NS::imageint, const Box &, const double *centre, const double *r, double *x);

inline void put(const BodyAtom &a, const Box &box, const double *centre, const double *r, double *x)
{
  if (a.image == SAME_BOX)
    for (int k = 0; k < 3; k++) x[k] = r[k] + centre[k];
  else
    put_into_other_box(a.image, box, centre, r, x);
}

inline void give_velocity(const double *w, const double *centres, const double *r, double *v)
{
  v[0] = w[1] * r[2] - w[2] * r[1] + centres[0];
  v[1] = w[2] * r[0] - w[0] * r[2] + centres[1];
  v[2] = w[0] * r[1] - w[1] * r[0] + centres[2];
}

inline void add_force(const double *f, const double *r, double *force, double *torque)
{
  for (int k = 0; k < 3; k++) force[k] += f[k];
  torque[0] += r[1] * f[2] - r[2] * f[1];
  torque[1] += r[2] * f[0] - r[0] * f[2];
  torque[2] += r[0] * f[1] - r[1] * f[0];
}

}    // namespace rigidstep_lammps

#endif
