/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The bodies of fix rigid/rgs.  As in fix rigid, every rank holds and moves all of them; a sum over ranks
 * takes them from the first one.  Bodies of point particles in three dimensions are kept in columns and in
 * LAMMPS' own arrays (mirrored_blocks.h), other bodies in LAMMPS' arrays alone.  Components of force and torque that
 * the keywords force and torque switch off do not act, and their momenta stay as they are.
 */
#ifndef RIGIDSTEP_REPLICATED_BODIES_H
#define RIGIDSTEP_REPLICATED_BODIES_H

#include "bodies/body_atoms.h"
#include "bodies/body_store.h"
#include "bodies/mirrored_blocks.h"
#include "bodies/open_rigid.h"

#include "pointers.h"

#include <vector>

namespace rigidstep_lammps {

class ReplicatedBodies : public BodyStore, protected LAMMPS_NS::Pointers {
public:
  ReplicatedBodies(LAMMPS_NS::LAMMPS *, OpenRigid &);

  void list() override;
  void invalidate() override; // LAMMPS is about to write into its arrays
  int own() const override { return fix.nbody; }
  int moved() const override { return fix.nbody; }
  bool counted_here() const override;
  int copies() const override { return counted_here() ? 0 : fix.nbody; }
  const int64_t *keys() override { return numbers.data(); }
  const double *coupled() override { return switched ? free.data() : nullptr; }
  const double *moving() const override { return switched ? on.data() : nullptr; }
  void columns(rgs_column parts[8]) override;
  std::string name(int body) const override;
  double freedom(bool rotation) const override;
  double idle_energy(bool rotation) override;
  void publish() override;
  double bytes() const override { return blocks.bytes(); }

  void sum_forces(bool gravity) override;
  void begin_run(bool kept) override;
  void place_atoms() override;
  void give_velocities() override;
  void constraint_forces(const Visit &) override;
  void arms_times_forces(double sum[3]) override;

private:
  OpenRigid &fix;
  MirroredBlocks blocks;        // of point particles in three dimensions
  bool pushes_are_sums;         // the columns of force and torque have what fix.all is to get
  BodyAtoms atoms_of;           // of other bodies
  std::vector<int> here;        // such bodies with atoms on this rank
  std::vector<int64_t> numbers; // of the bodies, from 1
  std::vector<double> on;       // six a body: 0 where force or torque is switched off
  std::vector<double> free;     // 1: no component of this body is switched off
  bool switched;                // some force or torque, by keyword
  std::vector<double> pushes;   // six a body: forces and torques without those switched off

  bool in_blocks() const;
  template <class Each> void visit_atoms(Each) const;
  BodyFields arrays() const;
  void sum_over_atoms();
  void sum_blocks(bool gravity);
  void finish_sums(bool gravity);
  void switch_off();
  double kinetic_energy(int body, bool rotation, bool idle) const;
};

} // namespace rigidstep_lammps

#endif
