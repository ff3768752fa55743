/* SPDX-License-Identifier: GPL-2.0-only
 *
 * fix ID group rigid/small/rgs bodystyle args [keyword value ...]
 *
 * fix rigid/small with the bodies moved by rigidstep.  Which atoms form a body, migration and all
 * keywords but the ones of method/keywords.cpp are as in fix rigid/small.
 */
#pragma once

#include "bodies/small_bodies.h"
#include "fixes/fix_rgs.h"
#include "lammps_compat.h"

namespace LAMMPS_NS {

class FixRigidSmallRGS : public rigidstep_lammps::FixRGS<rigidstep_lammps::OpenRigidSmall> {
public:
  FixRigidSmallRGS(LAMMPS *, int, char **);
  void init() override;
  void setup_pre_neighbor() override;
  void pre_neighbor() override;

  double memory_usage() override { return FixRigidSmall::memory_usage() + bodies().bytes(); }
  double compute_scalar() override;
  rigidstep_lammps::Count dof(int) override;

  void set_molecule(int, tagint, int, double *, double *, double *) override;
  void deform(int flag) override { bodies().deform(flag); }
  void zero_momentum() override { bodies().zero_momenta(false); }
  void zero_rotation() override { bodies().zero_momenta(true); }
  void copy_arrays(int, int, int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;

private:
  rigidstep_lammps::SmallBodies store;

  rigidstep_lammps::SmallBodies &bodies() override { return store; }
  void begin_run_with_bodies(bool make);

  tagint body_of(int i) const override { return bodytag[i]; }
  const int *index_of_bodies() const override { return atom2body; }
  void place_all() override;
  LAMMPS_NS::imageint image_of(int b) const override { return body[b].image; }
  std::pair<const double *, const double *> velocities_of(int i) const override;
  bool owns_body(int i) const override { return bodyown[i] >= 0; }
  void pack_body(int i, double *buf) const override;
  bool is_elsewhere(int i, tagint body, tagint molecule) const override;
  void begin_adopting() override;
  void adopt(int i, tagint body, const double *own) override;
};

} // namespace LAMMPS_NS
