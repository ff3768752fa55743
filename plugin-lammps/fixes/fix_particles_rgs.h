/* SPDX-License-Identifier: GPL-2.0-only
 *
 * fix ID group nve/asphere/rgs [keyword value ...], and the other styles whose bodies are single
 * particles: LAMMPS' hooks, keywords and restart files.  particle_styles() lists them.
 */
#pragma once

#include "bodies/particle_bodies.h"
#include "motion/body_motion.h"
#include "command/fix_command.h"
#include "minimize/relaxed.h"
#include "run_style/run_style_hooks.h"

#include "fix.h"

#include <cstdio>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixParticlesRGS : public Fix,
                        public rigidstep_lammps::RunStyleFix,
                        public rigidstep_lammps::RelaxedFix,
                        protected rigidstep_lammps::FixCallbacks {
public:
  FixParticlesRGS(LAMMPS *, int, char **);
  ~FixParticlesRGS() override;
  int setmask() override;
  void init() override;
  void setup(int vflag) override;
  void min_setup(int vflag) override;
  void pre_neighbor() override { motion.bodies_changed(); }
  void min_pre_neighbor() override { motion.bodies_changed(); }
  void initial_integrate(int vflag) override { motion.initial_integrate(vflag); }
  void pre_exchange() override { motion.pre_exchange(); }
  void post_force(int) override { motion.post_force(); }
  void final_integrate() override { motion.final_integrate(); }
  void initial_integrate_respa(int vflag, int level, int) override {
    motion.initial_integrate_respa(vflag, level);
  }
  void final_integrate_respa(int level, int) override { motion.final_integrate_respa(level); }
  void end_of_step() override { motion.end_of_step(); }
  int modify_param(int narg, char **arg) override { return motion.modify_param(narg, arg); }
  double compute_scalar() override { return motion.ecouple(); }
  double compute_vector(int i) override { return motion.compute_vector(i); }
  double memory_usage() override { return particles.bytes(); }

  void write_restart(FILE *) override;
  void restart(char *) override;

  // For replica exchange and others that ask for the target of the temperature
  void reset_target(double t) override { motion.ensemble_host().reset_target(t); }
  void *extract(const char *what, int &dimension) override {
    return motion.ensemble_host().extract(what, dimension);
  }

  rigidstep_lammps::RunStyleHooks &stages() override { return motion; }
  rigidstep_lammps::BodyStore &relaxed_bodies() override { return particles; }
  bool has_atom(int i) const override { return particles.has(i); }

private:
  std::string prefix; // begins every message
  rigidstep_lammps::ParticleBodies particles;
  rigidstep_lammps::ReinitState origin;
  rigidstep_lammps::BodyMotion motion;
  bool begun; // a run

  FixParticlesRGS(LAMMPS *, rigidstep_lammps::FixCommand &&);

  Fix *as_fix() override { return this; }
  rigidstep_lammps::BodyStore &bodies() override { return particles; }
  rigidstep_lammps::ReinitState &reinit_state() override { return origin; }
  bool have_bodies() const override { return begun; }
  bool sums_early() const override { return false; }
  void tally_virial(int) override {} // an atom needs no constraint forces
  std::string temperature() const;
  void check_shapes();
};

} // namespace LAMMPS_NS

namespace rigidstep_lammps {

std::vector<const char *> particle_styles();

} // namespace rigidstep_lammps
