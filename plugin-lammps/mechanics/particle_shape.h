/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Orientation, moments of inertia and angular momentum of one particle with a shape, as LAMMPS keeps
 * them: a quaternion beside half axes or moments, an angle beside a length, or a dipole beside a radius.
 */
#pragma once

#include "pointers.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace LAMMPS_NS {
class Atom;
}

namespace rigidstep_lammps {

/* What a style moves. */
struct ParticleKind {
  enum Shape {
    ELLIPSOIDS,
    BODIES,
    TRIANGLES,
    LINES,
    SPHERES
  } shape;           // ELLIPSOIDS: superellipsoids, too
  bool turns_dipole; // of spheres
  double moment;     // of spheres: divided by m r^2
  bool feels_forces; // no: free flight, whatever the forces are
};

double mass_of(const LAMMPS_NS::Atom *, int i);

class ParticleShape : protected LAMMPS_NS::Pointers {
public:
  ParticleShape(LAMMPS_NS::LAMMPS *, const ParticleKind &);

  bool is_there() const;           // do the atoms have what such particles have?
  std::string needs() const;       // in words
  const char *temperature() const; // the style of a compute

  bool feels_forces() const { return kind.feels_forces; }

  void look(); // where LAMMPS has its arrays now; to be called before the others
  bool is_point(int i) const;
  // A point has the orientation of the axes, and moments of 0.  False: it is a point.
  bool read(int i, double q[4], double moments[3]) const;
  // Of n particles; adds those whose mass or moments are not what they were, and points, to two sums.
  void read(const int *particles, int64_t n, double *q, double *moments, double *masses,
            double changes_and_points[2]) const;
  void write(const int *particles, int64_t n, const double *q) const;
  // Is LAMMPS' angular momentum a column as it is?  If not, what follows goes between the two.
  bool has_momentum() const { return kind.shape <= ParticleKind::TRIANGLES; }
  void read_momentum(int i, const double moments[3], double l[3], double torque[3]) const;
  void write_momentum(int i, const double moments[3], const double l[3]) const;

private:
  ParticleKind kind;
  const int *index;      // of each atom among those with a shape; below 0: it is a point
  double *orientation;   // of the first of them: a quaternion, or the angle of a line
  const double *measure; // half axes or moments, or the length of a line
  bool are_half_axes;
  ptrdiff_t stride; // from one to the next, in doubles

  template <class Bonus, class A, class M>
  void look_at(const int *index, Bonus *, A Bonus::*orientation, M Bonus::*measure);
  void read_orientation(int i, double q[4]) const;
  void write_other(int i, const double q[4]) const;
};

} // namespace rigidstep_lammps
