/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Atoms in no body.  For rigidstep they are bodies whose moments of inertia are 0.
 */
#pragma once

#include <rigidstep/bodies.h>

#include "pointers.h"

#include <functional>
#include <string>
#include <vector>

namespace rigidstep_lammps {

/* The columns of a body in their order, and how many numbers each has. */
enum { X, V, Q, L, MASS, MOMENTS, FORCE, TORQUE, PARTS };
static const int COMPONENTS[PARTS] = { 3, 3, 4, 3, 1, 3, 3, 3 };

/* A row of a table of bodies or atoms */
struct Particle {
  double x[3], v[3], q[4], l[3], mass, moments[3], force[3], torque[3];
  static void columns(std::vector<Particle> &, rgs_column parts[8]);
  // Position, force, velocity and mass of an atom, in two dimensions without forces and velocities along z
  void read(const LAMMPS_NS::Atom *, int i, int dimension);
  void write(LAMMPS_NS::Atom *, int i, int dimension) const; // position and velocity
};

class FreeParticles : protected LAMMPS_NS::Pointers {
public:
  typedef std::function<bool(int)> IsFree; // is atom i of this rank one of them?
  FreeParticles(LAMMPS_NS::LAMMPS *lmp, const IsFree &its) : Pointers(lmp), is_free(its) {}

  // From the atoms.  True: there are others than before, or with other masses.
  bool gather();
  void scatter() const; // positions and velocities, to the atoms
  void columns(rgs_column parts[8]) { Particle::columns(rows, parts); }
  int size() const { return (int)rows.size(); }
  const Particle &operator[](int n) const { return rows[n]; }
  int atom_of(int n) const { return atoms[n]; } // index in LAMMPS' arrays
  // "atom 17" and then this text; empty if there is no such atom
  std::string name(int64_t n, const char *then) const;

private:
  IsFree is_free;
  std::vector<Particle> rows;
  std::vector<int> atoms; // index of each in LAMMPS' arrays
};

} // namespace rigidstep_lammps
