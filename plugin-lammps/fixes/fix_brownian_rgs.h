/* SPDX-License-Identifier: GPL-2.0-only
 *
 * fix ID group brownian/asphere/rgs temp seed [keyword value ...]: ellipsoids that diffuse, moved by the
 * library's draft integrator brownian_anisotropic.
 *
 * Between two steps a particle is half a step of its drift ahead, and goes back by it when the next step
 * begins.  How far that is belongs to the particle: LAMMPS carries it with the atom, and keeps it in
 * restart files.
 */
#pragma once

#include "bodies/particle_bodies.h"
#include "command/brownian_command.h"
#include "restart/unused_fix_info.h"
#include "outside/other_fixes.h"
#include "method/body_stepper.h"
#include "minimize/relaxed.h"

#include "fix.h"

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace LAMMPS_NS {

class FixBrownianRGS : public Fix, public rigidstep_lammps::RelaxedFix {
public:
  FixBrownianRGS(LAMMPS *, int, char **);
  ~FixBrownianRGS() override;
  int setmask() override;
  void init() override;
  void setup(int vflag) override;
  void pre_neighbor() override { stepper.changed(); }
  void initial_integrate(int vflag) override;
  double memory_usage() override;

  void write_restart(FILE *) override;
  void restart(char *) override;

  // How far each atom is ahead
  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;

  rigidstep_lammps::BodyStore &relaxed_bodies() override { return particles; }
  bool has_atom(int i) const override { return particles.has(i); }
  void tally_virial(int) override {} // an atom needs no constraint forces

private:
  std::string prefix; // begins every message
  rigidstep_lammps::BrownianCommand command;
  rigidstep_lammps::ParticleBodies particles;
  rigidstep_lammps::ContextPtr context;
  rigidstep_lammps::BodyStepper stepper;
  rigidstep_lammps::Ensemble no_ensemble;
  rigidstep_lammps::OtherFixes others;
  rigidstep_lammps::UnusedFixInfo lost;
  double **ahead; // of each atom, `n_aux` numbers
  int n_aux;
  std::vector<double> held; // the same of each particle
  int64_t steps;            // the number of the step that begins; below 0: LAMMPS' time step
  bool announced;

  void check_particles();
  void announce();
  void check(rgs_status, const rgs_error &);
  void copy_ahead(bool into_atoms);
  void turn_dipoles();
};

} // namespace LAMMPS_NS
