/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies that stay in LAMMPS' own array: bodies of particles with an extent, and all bodies in two
 * dimensions.  What passes between them and their atoms are LAMMPS' own functions, with its ghost
 * bodies.
 */
#ifndef RIGIDSTEP_LAMMPS_BODIES_H
#define RIGIDSTEP_LAMMPS_BODIES_H

#include "bodies/small_bodies.h"

namespace rigidstep_lammps {

class LammpsBodies : public SmallBodies {
public:
  LammpsBodies(LAMMPS_NS::LAMMPS *, OpenRigidSmall &);

  void list() override;
  void invalidate() override {}
  int moved() const override { return own(); }
  void columns(rgs_column parts[8]) override;
  void sum_forces(bool gravity) override;
  void begin_run(bool kept) override;
  void place_atoms() override;
  void give_velocities() override;
  void zero_momenta(bool angular) override;
  void deform(int flag) override;
  int pack_forward(int n, const int *atoms, double *buf) const override;
  void unpack_forward(int n, int first, const double *buf) override;

protected:
  void complete_accelerations() override;
};

} // namespace rigidstep_lammps

#endif
