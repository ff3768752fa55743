/* SPDX-License-Identifier: GPL-2.0-only
 *
 * fix ID group rigid/rgs bodystyle args [keyword value ...]
 *
 * fix rigid with the bodies moved by rigidstep.  Which atoms form a body and all keywords but the
 * ones of method/keywords.cpp are as in fix rigid.
 */
#pragma once

#include "bodies/replicated_bodies.h"
#include "fixes/fix_rgs.h"

namespace LAMMPS_NS {

class FixRigidRGS : public rigidstep_lammps::FixRGS<rigidstep_lammps::OpenRigid> {
public:
  FixRigidRGS(LAMMPS *, int, char **);
  void init() override;
  void setup_pre_neighbor() override;
  void pre_neighbor() override;
  void deform(int) override;
  void zero_momentum() override;
  void zero_rotation() override;

  double compute_array(int, int) override;
  double memory_usage() override { return FixRigid::memory_usage() + bodies().bytes(); }
  double compute_scalar() override {
    return motion.ensemble_host().on() ? motion.ecouple() : motion.temperature();
  }
  void write_restart_file(const char *) override;

private:
  rigidstep_lammps::ReplicatedBodies store;

  rigidstep_lammps::ReplicatedBodies &bodies() override { return store; }

  tagint body_of(int i) const override { return body[i]; }
  const int *index_of_bodies() const override { return body; }
  void check_bodies() override;
  void refuse_far_bodies() const;
  void place_all() override { bodies().place_atoms(); }
  LAMMPS_NS::imageint image_of(int b) const override { return imagebody[b]; }
  std::pair<const double *, const double *> velocities_of(int i) const override {
    return { vcm[body[i]], omega[body[i]] };
  }
  int64_t bodies_without_owner() const override;
  std::vector<double> all_bodies() const override;
  bool is_elsewhere(int i, tagint body, tagint molecule) const override;
  void begin_adopting() override { bodies().invalidate(); }
  void adopt(int i, tagint, const double *) override;
  void adopt_all(const char *own) override;
  void set_state(int body, const double *in);
};

} // namespace LAMMPS_NS
