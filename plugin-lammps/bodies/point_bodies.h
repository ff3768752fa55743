/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies of point particles in three dimensions.  A rank moves all bodies that its atoms are in:
 * its own ones, and ghosts of those that belong to other ranks.  rigidstep gives a body the same
 * bits on every rank, so ghosts need no more than the force and torque of the whole body: six
 * doubles go to its owner, six come back.  (FixRigidSmall sends 45 doubles for every body with an
 * owner among the ghost atoms.)
 *
 * Bodies are kept in columns, and in LAMMPS' array of structs where LAMMPS reads them
 * (mirrored_blocks.h).  Ghosts follow the own bodies in both.
 */
#ifndef RIGIDSTEP_POINT_BODIES_H
#define RIGIDSTEP_POINT_BODIES_H

#include "bodies/small_bodies.h"
#include "columns/mirrored_blocks.h"
#include "columns/shared_bodies.h"

#include <string>
#include <utility>
#include <vector>

namespace rigidstep_lammps {

class PointBodies : public SmallBodies {
public:
  PointBodies(LAMMPS_NS::LAMMPS *, OpenRigidSmall &, const std::string &prefix);

  void list() override;
  void invalidate() override;
  int moved() const override { return own() + (is_listed() ? fix.nghost_body : 0); }
  void columns(rgs_column parts[8]) override;
  void changed() override { renew_ghosts(); }
  void publish() override { blocks.read_arrays(); }
  void sum_forces(bool gravity) override;
  void begin_run(bool kept) override;
  void place_atoms() override;
  void give_velocities() override;
  void arms_times_forces(double sum[9]) override;
  void zero_momenta(bool angular) override;
  void deform(int flag) override;
  double bytes() const override { return blocks.bytes(); }
  int pack_forward(int n, const int *atoms, double *buf) const override;
  void unpack_forward(int n, int first, const double *buf) override;

protected:
  void complete_accelerations() override;

private:
  std::string prefix; // begins every message
  MirroredBlocks blocks;
  SharedBodies shared;
  std::vector<int> lent;    // own bodies that other ranks have ghosts of, once for each ghost
  std::vector<int> rank_of; // of own and ghost atoms
  int atoms_listed;         // atoms of this rank when list() was called, or NOT_LISTED
  enum { NOT_LISTED = -1 };

  bool is_listed() const;
  void check_listed() const;
  std::vector<std::pair<int, int>> find_own_bodies();
  void find_ghosts(const std::vector<std::pair<int, int>> &);
  void renew_ghosts();
};

} // namespace rigidstep_lammps

#endif
