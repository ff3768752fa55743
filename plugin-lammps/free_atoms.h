/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Atoms of groups with a fix nve, moved by the scheme that moves the bodies: for rigidstep they are
 * bodies without inertia.
 */
#ifndef RIGIDSTEP_FREE_ATOMS_H
#define RIGIDSTEP_FREE_ATOMS_H

#include "staged.h"

#include "pointers.h"

namespace rigidstep_lammps {

class FreeAtoms : public Staged, protected LAMMPS_NS::Pointers {
 public:
  FreeAtoms(LAMMPS_NS::LAMMPS *, const Scheme &, int groupbits);
  void setup();    // the forces on the atoms are those of where they are
  const Scheme &scheme() const override { return its; }
  bool moves(int i) const override;
  bool go_on(bool starts, double &at) override;
  void end_step(int, bool) override {}

 private:
  struct Particle { double x[3], v[3], f[3], q[4], l[3], tau[3], inertia[3], mass; };
  struct BodiesDeleter  { void operator()(rgs_bodies *b) const { rgs_bodies_destroy(b); } };
  struct StepperDeleter { void operator()(rgs_stepper *s) const { rgs_stepper_destroy(s); } };

  Scheme its;
  int bits;
  // destroyed from the last to the first: each needs those above it, and the context
  MethodPtr method;
  std::unique_ptr<rgs_bodies, BodiesDeleter> bodies;
  std::unique_ptr<rgs_stepper, StepperDeleter> stepper;
  std::vector<Particle> particles;
  uint32_t carried;    // doubles a particle, from one evaluation to the next
  std::vector<double> carry;
  std::vector<int> atoms;    // of the particles
  size_t capacity;
  uint64_t stamp;    // changes with the masses

  void gather();
  void scatter() const;
  rgs_status bind(rgs_error &);
  std::string describe(const rgs_error &) const;
};

}    // namespace rigidstep_lammps

#endif
