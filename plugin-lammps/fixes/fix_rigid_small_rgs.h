/* SPDX-License-Identifier: GPL-2.0-only
 *
 * fix ID group rigid/small/rgs bodystyle args [rotor NAME] [scheme NAME] [param KEY VALUE] ...
 *     [module FILE] ...
 *
 * fix rigid/small with the bodies moved by rigidstep.  Which atoms form a body, migration, forces
 * and torques and every keyword but the four above and langevin are those of fix rigid/small.
 */
#ifndef LMP_FIX_RIGID_SMALL_RGS_H
#define LMP_FIX_RIGID_SMALL_RGS_H

#include "fix_rigid_small.h"

#include "bodies/body_blocks.h"
#include "ensemble/body_langevin.h"
#include "lammps_compat.h"
#include "fixes/body_outputs.h"
#include "fixes/fix_command.h"
#include "method/mover.h"
#include "run_style/respa_levels.h"
#include "fixes/restart_record.h"
#include "bodies/shared_bodies.h"
#include "run_style/staged.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace LAMMPS_NS {

class FixRigidSmallRGS :
    public FixRigidSmall,
    public rigidstep_lammps::Staged,
    private rigidstep_lammps::BodySource,
    private rigidstep_lammps::RespaBodies {
 public:
  FixRigidSmallRGS(LAMMPS *, int, char **);
  ~FixRigidSmallRGS() override;
  void init() override;
  void setup(int) override;
  void setup_pre_neighbor() override;
  void pre_neighbor() override;
  void set_molecule(int, tagint, int, double *, double *, double *) override;
  void initial_integrate(int) override;
  void post_force(int) override;
  void final_integrate() override;
  void initial_integrate_respa(int vflag, int level, int) override { levels.initial_integrate(vflag, level); }
  void final_integrate_respa(int level, int) override { levels.final_integrate(level); }
  int setmask() override;
  void end_of_step() override;
  void post_run() override;
  double compute_scalar() override;
  double compute_vector(int) override;
  int modify_param(int, char **) override;
  rigidstep_lammps::Count dof(int) override;
  void deform(int) override;
  void zero_momentum() override;
  void zero_rotation() override;
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

  const rigidstep_lammps::Scheme &scheme() const override { return mover.scheme(); }
  bool moves(int i) const override { return atom2body[i] >= 0; }
  bool go_on(bool starts, double &at) override;
  void end_step(int vflag, bool anew) override;

 private:
  FixRigidSmallRGS(LAMMPS *, rigidstep_lammps::FixCommand &&);

  std::string speaker;    // begins every message
  rigidstep_lammps::Mover mover;
  rigidstep_lammps::BodyOutputs outputs;
  bool checked;           // the bodies, in an earlier run

  // beyond FixRigidSmall's own values of commflag
  enum { HELD_BODY = 100, RANK };
  std::vector<double> held;    // what the constraint forces of own and ghost bodies follow from
  int step_vflag;              // of this step, for its end

  rgs_view view(int n);
  rgs_status bind(rgs_error &, int n);
  void check_bodies();
  rgs_status advance(double &at);
  void sum_forces();
  void show(bool moved);
  bool move_on(double &at);
  std::string describe(const rgs_error &);

  rigidstep_lammps::BodyLangevin langevin;
  std::vector<int64_t> known_by;    // tag of each body's owner
  double heat;                      // given to this rank's bodies in this run, in mass velocity^2
  void thermostat();

  rigidstep_lammps::RespaLevels levels;
  void begin_step() override;
  void sum_level(bool outermost) override;
  rgs_view level_view() override { return view(bodies_here()); }
  void show_velocities() override { show(false); }
  void move_innermost(double h) override;
  void tally_all_levels(int vflag) override { end_step(vflag, false); }

  // Steps work on columns of the bodies.  Body is brought up to date where LAMMPS reads it.
  rigidstep_lammps::BodyBlocks columns;
  enum { IN_BODY, IN_COLUMNS, IN_BOTH } state_is;
  rigidstep_lammps::BodyFields fields() const;
  void take_over();
  void hand_over();
  bool body_is_read() const;

  rigidstep_lammps::SharedBodies shared;
  std::vector<int> lent;       // own bodies that other ranks have copies of, once for each copy
  std::vector<int> rank_of;    // of atoms
  bool making_bodies;          // FixRigidSmall does, from atoms, and wants all ghost bodies for it
  bool listed;                 // columns, shared and lent are right
  int listed_atoms;            // of this rank, when they were

  bool moves_copies() const;
  int bodies_here() const;
  void make_or_keep_bodies();
  void list_bodies_and_atoms();
  std::vector<std::pair<int, int>> find_own_bodies();
  void find_copies(const std::vector<std::pair<int, int>> &);
  void renew_copies();
  void tell_copies(int n, double *values);
  void check_listed() const;
  void add_up_forces(bool others);
  void find_forces();
  void setup_forces();
  void place_atoms();
  void give_velocities();
  void set_to_zero(int column);
  void out_of_date();

  bool have_bodies() const override { return setupflag; }
  double told(const char *key) override;
  double freedom(bool rotation) override;
  double idle_energy(bool) override { return 0.0; }
  double heat_given() override;
  bool moves_freely() const override { return !langevin.on() && !levels.at_work(); }

  // neither reinit yes nor no: bodies are made anew if their atoms have been changed between runs
  bool unless_changed;
  uint64_t make_up;    // of all bodies, when they were known to be right
  uint64_t current_make_up() const;
  bool atoms_changed();

  bool adopted;    // the bodies are those of a restart file

  void keep_bodies();
  void order_bodies();
  bool has_state() const;
  static void copy_body(Body &, double *out, const double *in);
  std::string unfit(const rigidstep_lammps::ReadHeader &) const;
  void adopt(int i);

  void find_accelerations(bool others);
  void tally_constraint_virial(int vflag, bool others);
};

}    // namespace LAMMPS_NS

#endif
