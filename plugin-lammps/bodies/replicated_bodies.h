/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The bodies of fix rigid/rgs.  As in fix rigid, every rank holds and moves all of them; a sum over ranks
 * takes them from the first one.  Components of force and torque that
 * the keywords force and torque switch off do not act, and their momenta stay as they are.
 */
#ifndef RIGIDSTEP_REPLICATED_BODIES_H
#define RIGIDSTEP_REPLICATED_BODIES_H

#include "bodies/body_store.h"
#include "bodies/open_rigid.h"
#include "columns/body_atoms.h"
#include "columns/mirrored_blocks.h"

#include "pointers.h"

#include <functional>
#include <vector>

namespace rigidstep_lammps {

class ReplicatedBodies : public BodyStore, protected LAMMPS_NS::Pointers {
public:
  ReplicatedBodies(LAMMPS_NS::LAMMPS *, OpenRigid &);

  int own() const override { return fix.nbody; }
  int moved() const override { return fix.nbody; }
  bool counted_here() const override;
  int ghosts() const override { return counted_here() ? 0 : fix.nbody; }
  const int64_t *tags() override { return numbers.data(); }
  const double *thermostatted() override { return switched ? free.data() : nullptr; }
  const double *moving() const override { return switched ? on.data() : nullptr; }
  std::string name(int body) const override;
  double freedom(bool rotation) const override;
  double idle_energy(bool rotation) override;
  void begin_run(bool kept) override;
  void add_pushes(const std::vector<double> &pushes) override;
  void constraint_forces(const Visit &) override;
  void arms_times_forces(double sum[9]) override;
  void turn_images(const Turn &) override;

protected:
  OpenRigid &fix;
  bool switched; // some force or torque, by keyword

  // Of the forces, those that are not switched off.
  BodyFields arrays() const;
  // Forces and torques of the bodies from fix.all.
  void finish_sums(bool gravity);
  // Calls each(body, atom, place from the centre of mass), body by body.
  typedef std::function<void(int body, int atom, const double r[3])> EachAtom;
  virtual void visit_atoms(const EachAtom &each) = 0;

private:
  std::vector<int64_t> numbers; // of the bodies, from 1
  std::vector<double> on;       // six a body: 0 where force or torque is switched off
  std::vector<double> free;     // 1: no component of this body is switched off
  std::vector<double> pushes;   // six a body: forces and torques without those switched off

  void switch_off();
  double kinetic_energy(int body, bool rotation, bool idle) const;
};

/* Bodies of point particles in three dimensions: in columns, and in LAMMPS' own arrays when LAMMPS reads
   them. */
class ReplicatedPoints : public ReplicatedBodies {
public:
  ReplicatedPoints(LAMMPS_NS::LAMMPS *, OpenRigid &);

  void list() override;
  void invalidate() override; // LAMMPS is about to write into its arrays
  void columns(rgs_column parts[8]) override { blocks.all_columns(parts); }
  void publish() override;
  double bytes() const override { return blocks.bytes(); }
  void sum_forces(bool gravity) override;
  void place_atoms() override;
  void give_velocities() override;

private:
  MirroredBlocks blocks;
  bool pushes_are_sums; // the columns of force and torque have what fix.all is to get

  void visit_atoms(const EachAtom &) override;
};

/* Other bodies: in LAMMPS' own arrays alone. */
class ReplicatedArrays : public ReplicatedBodies {
public:
  using ReplicatedBodies::ReplicatedBodies;

  void list() override;
  void invalidate() override {}
  void columns(rgs_column parts[8]) override;
  void sum_forces(bool gravity) override;
  void place_atoms() override;
  void give_velocities() override;

private:
  BodyAtoms atoms_of;
  std::vector<int> here; // bodies with atoms on this rank

  void visit_atoms(const EachAtom &) override;
};

} // namespace rigidstep_lammps

#endif
