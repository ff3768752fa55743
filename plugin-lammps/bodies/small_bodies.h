/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The bodies of fix rigid/small/rgs.  Each belongs to the rank of the atom that owns it.  A rank moves all
 * bodies that its atoms are in: its own ones, and ghosts of those that belong to other ranks.  rigidstep
 * gives a body the same bits on every rank, so ghosts need no more than the force and torque of the whole
 * body: six doubles go to its owner, six come back.  (FixRigidSmall sends 45 doubles for every body with
 * an owner among the ghost atoms.)
 *
 * Bodies are kept in columns, and in LAMMPS' array of structs where LAMMPS reads them
 * (mirrored_blocks.h).  Ghosts follow the own bodies in both.  Particles with an extent are placed by
 * LAMMPS, from that array.
 */
#pragma once

#include "bodies/body_store.h"
#include "bodies/open_rigid.h"
#include "columns/mirrored_blocks.h"
#include "columns/shared_bodies.h"
#include "mechanics/rigid_body.h"

#include "pointers.h"

#include <string>
#include <utility>
#include <vector>

namespace rigidstep_lammps {

class SmallBodies final : public BodyStore, protected LAMMPS_NS::Pointers {
public:
  SmallBodies(LAMMPS_NS::LAMMPS *, OpenRigidSmall &, const std::string &prefix);

  void list() override;
  void invalidate() override;
  int own() const override { return fix.nlocal_body; }
  int moved() const override { return own() + (is_listed() ? fix.nghost_body : 0); }
  std::string name(int body) const override;
  const int64_t *tags() override;
  double freedom(bool rotation) const override;
  void columns(rgs_column parts[8]) override;
  void changed() override { renew_ghosts(); }
  void publish() override { blocks.read_arrays(); }
  double bytes() const override { return blocks.bytes(); }
  void sum_forces(bool gravity) override;
  void begin_run(bool kept) override;
  void place_atoms() override;
  void give_velocities() override;
  void arms_times_forces(double sum[9]) override;
  void turn_images(const Turn &) override;
  void constraint_forces(const Visit &) override;

  // Puts the own bodies into the order of their owners, so that sums over bodies do not depend on
  // what the bodies went through, and drops those whose owner is gone.
  void order();
  // While LAMMPS makes bodies: its own lists, with ghost bodies of its own.
  void list_for_lammps();
  // All momenta to zero, linear or angular; atoms get the velocities of their bodies.
  void zero_momenta(bool angular);
  // Centres of mass to fractions of the box (0) and back (1), where a fix changes the box.
  void deform(int flag);

  // What the fix passes on from LAMMPS' forward communication while commflag is RANKS.
  enum { RANKS = 100 };
  int pack_forward(int n, const int *atoms, double *buf) const;
  void unpack_forward(int n, int first, const double *buf);

private:
  OpenRigidSmall &fix;
  std::string prefix; // begins every message
  MirroredBlocks blocks;
  SharedBodies shared;
  bool gravity_in_sums;     // in the last sums of forces
  std::vector<int> lent;    // own bodies that other ranks have ghosts of, once for each ghost
  std::vector<int> rank_of; // of own and ghost atoms
  int atoms_listed;         // atoms of this rank when list() was called, or NOT_LISTED
  enum { NOT_LISTED = -1 };
  std::vector<int64_t> atom_tags; // of each body's owner

  bool is_listed() const;
  void check_listed() const;
  std::vector<std::pair<int, int>> find_own_bodies();
  void find_ghosts(const std::vector<std::pair<int, int>> &);
  void renew_ghosts();
  void sum_part(bool own);
};

} // namespace rigidstep_lammps
