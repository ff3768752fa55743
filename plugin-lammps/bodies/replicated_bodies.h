/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The bodies of fix rigid/rgs.  As in fix rigid, every rank holds and moves all of them; a sum over ranks
 * takes them from the first one.  Components of force and torque that the keywords force and torque
 * switch off do not act, and their momenta stay as they are.
 *
 * Bodies are kept in columns, and in LAMMPS' own arrays when LAMMPS reads them.  Particles with an extent
 * are placed by LAMMPS, from these arrays.
 */
#pragma once

#include "bodies/body_store.h"
#include "bodies/open_rigid.h"
#include "columns/mirrored_blocks.h"

#include "pointers.h"

#include <vector>

namespace rigidstep_lammps {

class ReplicatedBodies final : public BodyStore, protected LAMMPS_NS::Pointers {
public:
  ReplicatedBodies(LAMMPS_NS::LAMMPS *, OpenRigid &);

  void list() override;
  void invalidate() override; // LAMMPS is about to write into its arrays
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
  void columns(rgs_column parts[8]) override { blocks.all_columns(parts); }
  void publish() override;
  double bytes() const override { return blocks.bytes(); }
  void sum_forces(bool gravity) override;
  void begin_run(bool kept) override;
  void place_atoms() override;
  void give_velocities() override;
  void add_pushes(const std::vector<double> &pushes) override;
  void constraint_forces(const Visit &) override;
  void arms_times_forces(double sum[9]) override;
  void turn_images(const Turn &) override;

private:
  OpenRigid &fix;
  MirroredBlocks blocks;
  bool switched;                // some force or torque, by keyword
  bool pushes_are_sums;         // the columns of force and torque have what fix.all is to get
  std::vector<int64_t> numbers; // of the bodies, from 1
  std::vector<double> on;       // six a body: 0 where force or torque is switched off
  std::vector<double> free;     // 1: no component of this body is switched off
  std::vector<double> pushes;   // six a body: forces and torques without those switched off

  BodyFields arrays() const;
  void finish_sums(bool gravity);
  void switch_off();
  double kinetic_energy(int body, bool rotation, bool idle) const;
};

} // namespace rigidstep_lammps
