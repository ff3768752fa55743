/* SPDX-License-Identifier: GPL-2.0-only
 *
 * fix ID group rigid/rgs bodystyle args [rotor NAME] [scheme NAME] [param KEY VALUE] ...
 *     [module FILE] ...
 *
 * fix rigid with the bodies moved by rigidstep.  Which atoms form a body and every keyword but the
 * four above and langevin are those of fix rigid.  Here are LAMMPS' hooks only: bodies/ holds the
 * bodies, BodyMotion moves them.
 */
#ifndef LMP_FIX_RIGID_RGS_H
#define LMP_FIX_RIGID_RGS_H

#include "bodies/open_rigid.h"
#include "bodies/replicated_bodies.h"
#include "fixes/body_motion.h"
#include "fixes/fix_command.h"
#include "fixes/restart_record.h"
#include "minimize/relaxed.h"
#include "run_style/staged.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixRigidRGS : public rigidstep_lammps::OpenRigid,
                    public rigidstep_lammps::StagedFix,
                    public rigidstep_lammps::RelaxedFix,
                    private rigidstep_lammps::MotionHost {
public:
  FixRigidRGS(LAMMPS *, int, char **);
  ~FixRigidRGS() override;
  int setmask() override;
  void init() override;
  void setup_pre_neighbor() override;
  void pre_neighbor() override;
  void min_pre_neighbor() override;
  void min_setup(int) override;
  void setup(int) override;
  void initial_integrate(int vflag) override { motion.initial_integrate(vflag); }
  void post_force(int) override { motion.post_force(); }
  void final_integrate() override { motion.final_integrate(); }
  void initial_integrate_respa(int vflag, int level, int) override {
    motion.initial_integrate_respa(vflag, level);
  }
  void final_integrate_respa(int level, int) override { motion.final_integrate_respa(level); }
  void end_of_step() override { motion.end_of_step(); }
  void post_run() override;
  int modify_param(int, char **) override;
  void deform(int) override;
  void zero_momentum() override;
  void zero_rotation() override;

  double compute_array(int, int) override;
  double compute_scalar() override {
    return motion.ensemble.on() ? motion.ecouple() : motion.temperature();
  }
  double compute_vector(int i) override { return motion.compute_vector(i); }

  void write_restart(FILE *) override;
  void write_restart_file(const char *) override;
  void restart(char *) override;
  int maxsize_restart() override;
  int size_restart(int) override;
  int pack_restart(int, double *) override;

  void reset_target(double t) override { motion.ensemble.reset_target(t); }
  void *extract(const char *, int &) override;

  rigidstep_lammps::Staged &stages() override { return motion; }
  rigidstep_lammps::BodyStore &relaxed_bodies() override { return bodies(); }

private:
  FixRigidRGS(LAMMPS *, rigidstep_lammps::FixCommand &&);

  std::string prefix; // begins every message
  rigidstep_lammps::ReplicatedBodies store;
  rigidstep_lammps::BodyMotion motion;

  rigidstep_lammps::BodyStore &bodies() override { return store; }
  const LAMMPS_NS::Fix *as_fix() const override { return this; }
  bool have_bodies() const override { return setupflag; }
  bool sums_early() const override { return earlyflag; }
  bool has_atom(int i) const override { return body[i] >= 0; }
  void tally_virial(int vflag) override;

  void check_bodies();
  uint64_t current_composition() const;
  bool atoms_changed();

  void register_restart();
  std::string unfit(const rigidstep_lammps::ReadHeader &) const;
  void adopt(int i);
  std::vector<double> state_of(int body) const;
  void set_state(int body, const double *in);
};

} // namespace LAMMPS_NS

#endif
