/* SPDX-License-Identifier: GPL-2.0-only
 *
 * fix ID group rigid/small/rgs bodystyle args [rotor NAME] [scheme NAME] [param KEY VALUE] ...
 *     [module FILE] ...
 *
 * fix rigid/small with the bodies moved by rigidstep.  Which atoms form a body, migration and every
 * keyword but the four above and langevin are those of fix rigid/small.  Here are LAMMPS' hooks
 * only: bodies/ holds the bodies, BodyMotion moves them.
 */
#ifndef LMP_FIX_RIGID_SMALL_RGS_H
#define LMP_FIX_RIGID_SMALL_RGS_H

#include "bodies/lammps_bodies.h"
#include "bodies/open_rigid.h"
#include "bodies/point_bodies.h"
#include "fixes/body_motion.h"
#include "fixes/fix_command.h"
#include "fixes/restart_record.h"
#include "lammps_compat.h"
#include "minimize/relaxed.h"
#include "run_style/staged.h"

#include <string>

namespace LAMMPS_NS {

class FixRigidSmallRGS : public rigidstep_lammps::OpenRigidSmall,
                         public rigidstep_lammps::StagedFix,
                         public rigidstep_lammps::RelaxedFix,
                         private rigidstep_lammps::MotionHost {
public:
  FixRigidSmallRGS(LAMMPS *, int, char **);
  ~FixRigidSmallRGS() override;
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

  double compute_scalar() override;
  double compute_vector(int i) override { return motion.compute_vector(i); }
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
  FixRigidSmallRGS(LAMMPS *, rigidstep_lammps::FixCommand &&);

  std::string prefix; // begins every message
  rigidstep_lammps::PointBodies point_bodies;
  rigidstep_lammps::LammpsBodies lammps_bodies;
  rigidstep_lammps::BodyMotion motion;

  // the store that holds the bodies of this run
  rigidstep_lammps::SmallBodies &bodies() override;
  const LAMMPS_NS::Fix *as_fix() const override { return this; }
  bool have_bodies() const override { return setupflag; }
  bool sums_early() const override { return earlyflag; }
  bool has_atom(int i) const override { return bodytag[i] != 0; }
  void tally_virial(int vflag) override;

  void begin_run_with_bodies(bool make);
  uint64_t current_composition() const;
  bool atoms_changed();

  void register_restart();
  bool has_state() const;
  std::string unfit(const rigidstep_lammps::ReadHeader &) const;
  void adopt(int i);
};

} // namespace LAMMPS_NS

#endif
