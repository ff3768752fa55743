/* SPDX-License-Identifier: GPL-2.0-only
 *
 * A time step of a fix: what happens to its bodies in LAMMPS' hooks, in the levels of run_style respa and
 * in the stages of run_style rgs.  FixStepper calls the library, and a BodyStore keeps the bodies.
 */
#pragma once

#include "body_threads.h"
#include "motion/body_outputs.h"
#include "outside/external_forces.h"
#include "restart/unused_fix_info.h"
#include "motion/motion_restart.h"
#include "motion/integrated_bodies.h"
#include "outside/other_fixes.h"
#include "minimize/relaxed.h"
#include "run_style/respa_levels.h"
#include "run_style/run_style_hooks.h"

#include <string>
#include <vector>

namespace rigidstep_lammps {

class BodyMotion : public RunStyleHooks, private RespaBodies, private IntegratedBodies {
public:
  // `prefix` begins every message
  BodyMotion(LAMMPS_NS::LAMMPS *, FixCallbacks &, const std::string &prefix, FixCommand &&);

  // What the fix does in LAMMPS' functions of these names.
  void init();
  void setup(int vflag);
  void setup_bodies(int vflag); // as far as minimize/rgs needs it
  void initial_integrate(int vflag);
  void pre_exchange() { ensemble.flip_box(host.bodies()); }
  void post_force();
  void final_integrate();
  void initial_integrate_respa(int vflag, int level) { levels.initial_integrate(vflag, level); }
  void final_integrate_respa(int level) { levels.final_integrate(level); }
  void end_of_step() { outputs.end_of_step(); }
  void undo_strain(); // when a run ends, or a restart file is written within it
  int modify_param(int narg, char **arg);
  double compute_vector(int i) { return outputs.value(i); }

  // The bodies are others than before, or in another order.
  void bodies_changed() { stepper.changed(); }
  // Temperature of all degrees of freedom of the bodies
  double temperature() { return outputs.temperature(); }
  std::string method() const { return stepper.choice().describe(); }

  // Is there anything that restart files have to hold besides bodies?  Then there is noise, too, or may be.
  bool has_thermostat() const { return langevin.on() || ensemble.on(); }
  EnsembleHost &ensemble_host() { return ensemble; }
  const EnsembleHost &ensemble_host() const { return ensemble; }
  MotionRestart &restart() { return restart_file; }
  ExternalForces &external_forces() { return external; }
  // Energy of thermostat and barostat, for thermo keyword ecouple; to be asked on all ranks
  double ecouple() { return outputs.coupling_energy(); }

  const Scheme &scheme() const override { return stepper.scheme(); }
  bool moves(int i) const override { return IntegratedBodies::moves(i); }
  bool needs_virials() const override { return ensemble.has_barostat(); }
  bool virial_is_seen(int vflag) const override {
    return vflag != 0 && ensemble.others_want_virial(vflag);
  }
  bool start_step(double &at) override;
  bool continue_step(double &at) override;
  bool show(bool starts, double &at) override;
  void remember() override { shown = state(); }
  bool was_changed() override { return state() != shown; }
  void hide() override;
  void stay_shown(bool forces_hold) override { stepper.stay_shown(forces_hold); }
  void end_step(int vflag, bool anew) override;

private:
  ExternalForces external;
  MotionRestart restart_file;
  OtherFixes others;
  UnusedFixInfo lost;
  BodyOutputs outputs;
  RespaLevels levels;
  Threads threads;
  int step_vflag;            // of this step, for its end
  double unfinished;         // length of a step of run_style verlet that waits for forces, or 0
  std::vector<double> shown; // x, v, q and l of the bodies, as the processed scheme showed them

  std::string announced; // the line of the log

  void sum_forces(); // with those from outside
  void check_timestep() const;
  void finish_step();
  void announce();
  std::vector<double> state();
  void check_bodies();
  void announce_inertia();
  bool move_on(double h, double &at, bool starts);

  void begin_step() override;
  void ask_for_lists() override;
  void sum_level(bool outermost) override;
  rgs_view level_view() override { return view(); }
  double inertia() const override { return stepper.choice().words().factor(); }
  void show_velocities() override { store().give_velocities(); }
  void move_innermost(double h) override;
  void tally_all_levels(int vflag) override { end_step(vflag, false); }
  bool divides() const override { return stepper.divides(); }
  void forget_forces() override { stepper.stay_shown(false); }
  void measure() override { ensemble.measure(store()); }
  void go_on() override;
};

} // namespace rigidstep_lammps
