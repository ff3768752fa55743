/* SPDX-License-Identifier: GPL-2.0-only
 *
 * What a fix of ours does with its bodies in LAMMPS' hooks: the method at work, the thermostat
 * before each step, the levels of run_style respa, the stages of run_style rgs, and the vector of
 * outputs. Where the bodies are kept is the matter of a BodyStore.
 */
#ifndef RIGIDSTEP_BODY_MOTION_H
#define RIGIDSTEP_BODY_MOTION_H

#include "bodies/body_origin.h"
#include "bodies/bodies_and_atoms.h"
#include "bodies/body_store.h"
#include "bodies/displaced_gradient.h"
#include "ensemble/body_langevin.h"
#include "fixes/body_outputs.h"
#include "fixes/ensemble_host.h"
#include "fixes/fix_command.h"
#include "fixes/lost_fixes.h"
#include "fixes/other_fixes.h"
#include "fixes/restart_record.h"
#include "method/mover.h"
#include "minimize/relaxed.h"
#include "run_style/respa_levels.h"
#include "run_style/staged.h"

#include "pointers.h"

#include <string>
#include <vector>

namespace rigidstep_lammps {

/* What the motion asks of its fix. */
class MotionHost {
public:
  virtual const LAMMPS_NS::Fix *as_fix() const = 0;
  virtual BodyStore &bodies() = 0;
  virtual bool have_bodies() const = 0; // they are set up, on all ranks
  virtual bool sums_early() const = 0;  // fix_modify bodyforces early: post_force() sums the forces
  virtual bool has_atom(int i) const = 0; // atom i of this rank is in a body
  virtual void
  tally_virial(int vflag) = 0; // of the constraint forces; 0: LAMMPS' own code is to tally nothing

protected:
  ~MotionHost() = default; // nobody owns one by this name
};

class BodyMotion : public Staged,
                   private BodySource,
                   private RespaBodies,
                   protected LAMMPS_NS::Pointers {
public:
  // `prefix` begins every message
  BodyMotion(LAMMPS_NS::LAMMPS *, MotionHost &, const std::string &prefix, FixCommand &&);

  // What the fix does in LAMMPS' functions of these names.
  void init();
  void setup(int vflag);
  void setup_bodies(int vflag); // as far as minimize/rgs needs it
  void initial_integrate(int vflag);
  void post_force();
  void final_integrate();
  void initial_integrate_respa(int vflag, int level) { levels.initial_integrate(vflag, level); }
  void final_integrate_respa(int level) { levels.final_integrate(level); }
  void end_of_step() { outputs.end_of_step(); }
  void end_run();
  int modify_param(int narg, char **arg);
  double compute_vector(int i) { return outputs.value(i); }

  // The bodies are others than before, or in another order.
  void bodies_changed() { mover.changed(); }
  // Temperature of all degrees of freedom of the bodies
  double temperature() { return outputs.temperature(); }
  std::string method() const { return mover.choice().describe(); }
  std::string method_for_restart() const;

  // What bath and piston keep, for a restart file; to be asked on all ranks
  std::string save_ensemble();
  // Reads what a restart file has of langevin, bath and piston; returns where the rest begins.
  const char *restart(const char *global, const ReadHeader &);

  BodyOrigin origin;
  BodyLangevin langevin;
  // Energy of bath and piston, for thermo keyword ecouple; to be asked on all ranks
  double ecouple() { return outputs.coupling_energy(); }

  const Scheme &scheme() const override { return mover.scheme(); }
  bool moves(int i) const override { return host.has_atom(i) || together.has_atom(i); }
  bool needs_virials() const override { return ensemble.has_piston(); }
  bool virial_is_seen(int vflag) const override {
    return vflag != 0 && ensemble.others_want_virial(vflag);
  }
  bool go_on(bool starts, double &at) override;
  bool show(bool starts, double &at) override;
  void remember() override { shown = state(); }
  bool was_changed() override { return state() != shown; }
  void hide() override;
  void stay_shown(bool forces_hold) override { mover.stay_shown(forces_hold); }
  bool wants_gradient() const override { return mover.asks_gradient(); }
  void displace(double reach) override;
  void form_gradient(double reach) override;
  void end_step(int vflag, bool anew) override;

private:
  MotionHost &host;
  std::string prefix;
  Mover mover;
  const std::string first_method; // that of the fix command, in words
  BodiesAndAtoms together;

public:
  EnsembleHost ensemble;

private:
  OtherFixes others;
  LostFixes lost;
  BodyOutputs outputs;
  RespaLevels levels;
  int step_vflag; // of this step, for its end
  DisplacedGradient gradient;
  std::vector<double> shown; // x, v, q and l of the bodies, as the processed scheme showed them

  BodyStore &store();    // what is moved: the bodies, with free atoms where there are some
  std::string announced; // the line of the log

  void check_timestep() const;
  void announce();
  void restore_swap(const std::string &written);
  rgs_view view(int n);
  std::vector<double> state();
  void check(rgs_status, const rgs_error &);
  void check_bodies();
  bool move_on(double h, double &at, bool starts);
  std::string describe(const rgs_error &);
  double share_of(const char *key);
  double sum_of(const char *key);
  double coupling_without_bath();

  void begin_step() override;
  void sum_level(bool outermost) override { store().sum_forces(outermost); }
  rgs_view level_view() override { return view(store().moved()); }
  void show_velocities() override { store().give_velocities(); }
  void move_innermost(double h) override;
  void tally_all_levels(int vflag) override { end_step(vflag, false); }

  bool have_bodies() const override { return host.have_bodies(); }
  double value_of(const char *key) override;
  double freedom(bool rotation) override { return store().freedom(rotation); }
  double idle_energy(bool rotation) override { return store().idle_energy(rotation); }
  double heat_given() override;
  double coupling_energy() override;
  double mid_temperature(bool rotation) override { return ensemble.mid_temperature(rotation); }
  double pressure(int axis) override { return ensemble.pressure(axis, store()); }
  bool has_ensemble() const override { return ensemble.on(); }
  bool moves_freely() const override {
    return !langevin.on() && !ensemble.on() && !levels.at_work();
  }
};

} // namespace rigidstep_lammps

#endif
