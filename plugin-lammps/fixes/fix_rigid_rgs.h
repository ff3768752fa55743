/* SPDX-License-Identifier: GPL-2.0-only
 *
 * fix ID group rigid/rgs bodystyle args [rotor NAME] [scheme NAME] [param KEY VALUE] ...
 *     [module FILE] ...
 *
 * fix rigid with the bodies moved by rigidstep.  Which atoms form a body and every keyword but the
 * four above and langevin are those of fix rigid.  As there, every rank holds and moves all bodies.
 */
#ifndef LMP_FIX_RIGID_RGS_H
#define LMP_FIX_RIGID_RGS_H

#include "fix_rigid.h"

#include "bodies/body_atoms.h"
#include "fixes/body_outputs.h"
#include "fixes/fix_command.h"
#include "method/mover.h"
#include "run_style/respa_levels.h"
#include "fixes/restart_record.h"
#include "run_style/staged.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixRigidRGS :
    public FixRigid,
    public rigidstep_lammps::Staged,
    private rigidstep_lammps::BodySource,
    private rigidstep_lammps::RespaBodies {
 public:
  FixRigidRGS(LAMMPS *, int, char **);
  ~FixRigidRGS() override;
  int setmask() override;
  void init() override;
  void setup(int) override;
  void pre_neighbor() override;
  void initial_integrate(int) override;
  void post_force(int) override;
  void final_integrate() override;
  void initial_integrate_respa(int vflag, int level, int) override { levels.initial_integrate(vflag, level); }
  void final_integrate_respa(int level, int) override { levels.final_integrate(level); }
  void end_of_step() override;
  void post_run() override;
  int modify_param(int, char **) override;
  double compute_scalar() override;
  double compute_vector(int) override;
  void write_restart(FILE *) override;
  void write_restart_file(const char *) override;
  void restart(char *) override;
  int maxsize_restart() override;
  int size_restart(int) override;
  int pack_restart(int, double *) override;

  const rigidstep_lammps::Scheme &scheme() const override { return mover.scheme(); }
  bool moves(int i) const override { return body[i] >= 0; }
  bool go_on(bool starts, double &at) override;
  void end_step(int vflag, bool anew) override;

 private:
  FixRigidRGS(LAMMPS *, rigidstep_lammps::FixCommand &&);

  std::string speaker;    // begins every message
  rigidstep_lammps::Mover mover;
  rigidstep_lammps::BodyOutputs outputs;
  rigidstep_lammps::BodyAtoms atoms_of;
  std::vector<int> here;         // bodies with atoms on this rank
  rigidstep_lammps::BodyLangevin langevin;
  std::vector<int64_t> known_by;    // to langevin
  double heat;                   // given by it in this run
  bool switched;                 // forces or torques, by keyword
  std::vector<double> pushes;    // six a body: forces and torques with those switched off left out
  int step_vflag;                // of this step, for its end

  bool unless_changed;    // neither reinit yes nor no: bodies stay unless their atoms were changed
  uint64_t make_up;       // of all bodies, when they were known to be right
  bool made;              // from the atoms, since the run before
  bool adopted;           // the bodies are those of a restart file
  bool checked;

  std::string describe(const rgs_error &) const;
  uint64_t current_make_up() const;
  bool atoms_changed();
  void check_bodies();
  rgs_view view();
  rgs_status bind(rgs_error &);
  bool advance(double &at);
  bool move_on(double &at);
  void list_atoms();
  void place_atoms();
  void give_velocities();
  void sum_forces();
  void add_to_sums(bool gravity);
  void thermostat();
  double kinetic_energy(int body, bool rotation, bool idle) const;
  double kinetic_energy() const;
  void tally_constraint_virial(int vflag);

  rigidstep_lammps::RespaLevels levels;
  void begin_step() override;
  void sum_level(bool outermost) override;
  rgs_view level_view() override { return view(); }
  void show_velocities() override { give_velocities(); }
  void move_innermost(double h) override;
  void tally_all_levels(int vflag) override { tally_constraint_virial(vflag); }

  bool have_bodies() const override { return setupflag; }
  double told(const char *key) override;
  double freedom(bool rotation) override;
  double idle_energy(bool rotation) override;
  double heat_given() override;
  bool moves_freely() const override { return !langevin.on() && !levels.at_work(); }

  void keep_bodies();
  std::string unfit(const rigidstep_lammps::ReadHeader &) const;
  void adopt(int i);
  std::vector<double> state_of(int body) const;
  void set_state(int body, const double *in);
};

}    // namespace LAMMPS_NS

#endif
