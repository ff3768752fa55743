/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The global vector of our fixes: energies and temperatures of the bodies, plain and refined, the
 * total energy, and the energy that langevin has added.  Values that are not available are nan:
 * refined ones before the second step, with a rotor that has none and under rRESPA, all in the
 * middle of a step.
 */
#pragma once

#include "motion/integrated_bodies.h"
#include "outside/external_forces.h"
#include "run_style/respa_levels.h"

#include "pointers.h"

namespace LAMMPS_NS {
class Compute;
class Fix;
} // namespace LAMMPS_NS

namespace rigidstep_lammps {

class BodyOutputs : protected LAMMPS_NS::Pointers {
public:
  BodyOutputs(LAMMPS_NS::LAMMPS *, IntegratedBodies &, const ExternalForces &, const RespaLevels &);
  static void declare(LAMMPS_NS::Fix *, bool ensemble); // the vector
  static const char *about_temperatures();              // with place middle
  double coupling_energy();
  double value(int i);  // to be asked on all ranks
  double temperature(); // of all degrees of freedom; to be asked on all ranks
  void begin_run();
  void swapped() { recorded.samples = 0; } // the method is another one
  void end_of_step();

private:
  IntegratedBodies &bodies;
  const ExternalForces &external;
  const RespaLevels &levels;
  bool recording, have_start;
  double start_energy;
  struct {
    int samples;
    LAMMPS_NS::bigint step; // of the last one
    double h, u[3], k[2];
  } recorded;

  bool have_bodies() const { return bodies.host.have_bodies(); }
  // The share of this rank; the shares of all ranks are added.
  double value_of(const char *key);
  double heat_given();
  double share_of_coupling();
  double sum_over_ranks(double mine) const;
  double kinetic(const char *of_translation, const char *of_rotation);
  double energy_of(const char *key);
  double temperature(const char *key, bool rotation);
  void free_atoms(double &kinetic, double &correction) const;
  LAMMPS_NS::Compute *thermo_pe() const;
  double potential_energy();
  double energy();
  void record_energies();
  double refined_energy();
};

} // namespace rigidstep_lammps
