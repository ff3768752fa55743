/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Refined total energy of state n:  K_n + (U_{n-1} + 10 U_n + U_{n+1})/12 + h^2/24 V_n, V = sum
 * f.f/m + tau.J^-1 tau.  It needs the potential energy of the step after, so the value that is
 * shown at step n+1 belongs to state n.
 */
#include "motion/body_outputs.h"

#include "atom.h"
#include "compute.h"
#include "error.h"
#include "fix.h"
#include "force.h"
#include "modify.h"
#include "update.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

enum {
  E_TRANS,
  E_ROT,
  T_TRANS,
  T_ROT,
  REFINED_E_TRANS,
  REFINED_E_ROT,
  REFINED_T_TRANS,
  REFINED_T_ROT,
  ENERGY,
  DRIFT,
  REFINED_ENERGY,
  HEAT,
  OUTPUTS,
  // of styles that keep a temperature or a pressure
  MID_T_TRANS = OUTPUTS,
  MID_T_ROT,
  BAROSTAT,
  PRESSURE_X,
  PRESSURE_Y,
  PRESSURE_Z,
  PRESSURE_XY,
  PRESSURE_XZ,
  PRESSURE_YZ,
  TILT_XY, // of the barostat's cell
  TILT_XZ,
  TILT_YZ,
  ALL_OUTPUTS
};

BodyOutputs::BodyOutputs(LAMMPS *lmp, IntegratedBodies &b, const ExternalForces &x,
                         const RespaLevels &r)
    : Pointers(lmp), bodies(b), external(x), levels(r), start_energy(0.0) {
  begin_run();
}

void BodyOutputs::declare(Fix *fix, bool ensemble) {
  static int extensive[ALL_OUTPUTS] = { 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1,
                                        0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 };
  fix->vector_flag = 1;
  fix->size_vector = ensemble ? ALL_OUTPUTS : OUTPUTS;
  fix->extvector = -1;
  fix->extlist = extensive;
}

const char *BodyOutputs::about_temperatures() {
  return "thermo's temp belongs to the end of a step, where it is off with long steps; f_ID[13] "
         "and f_ID[14] are the "
         "temperatures of translation and of rotation in its middle, where the thermostat acts\n";
}

/* Values are known or not known on all ranks alike. */
double BodyOutputs::value_of(const char *key) {
  if (levels.at_work() && strncmp(key, "refined", 7) == 0) return NAN;
  return bodies.share_of(key);
}

double BodyOutputs::heat_given() {
  if (!bodies.ensemble.on()) return bodies.langevin.energy_given() * force->mvv2e;
  const double given = have_bodies() ? bodies.share_of("heat") : 0.0;
  return (given + bodies.ensemble.heat_before()) * force->mvv2e;
}

double BodyOutputs::share_of_coupling() {
  return (bodies.share_of("coupling_energy") + bodies.ensemble.coupling_before()) * force->mvv2e;
}

double BodyOutputs::sum_over_ranks(double mine) const {
  double all;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

double BodyOutputs::kinetic(const char *of_translation, const char *of_rotation) {
  return (value_of(of_translation) + value_of(of_rotation)) * force->mvv2e;
}

double BodyOutputs::energy_of(const char *key) {
  return have_bodies() ? sum_over_ranks(value_of(key) * force->mvv2e) : NAN;
}

double BodyOutputs::temperature(const char *key, bool rotation) {
  if (!have_bodies()) return NAN;
  double freedom = sum_over_ranks(bodies.store().freedom(rotation));
  double energy =
      sum_over_ranks(value_of(key) * force->mvv2e - bodies.store().idle_energy(rotation));
  return freedom > 0.0 ? 2.0 * energy / (freedom * force->boltz) : 0.0;
}

double BodyOutputs::temperature() {
  if (!have_bodies()) return NAN;
  double mine[2] = { bodies.store().freedom(false) + bodies.store().freedom(true), 0.0 }, all[2];
  mine[1] = kinetic("kinetic_translation", "kinetic_rotation") - bodies.store().idle_energy(false) -
            bodies.store().idle_energy(true);
  MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, world);
  return all[0] > 0.0 ? 2.0 * all[1] / (all[0] * force->boltz) : 0.0;
}

/* Kinetic energy of atoms that are in no body, and h^2/24 of their part in V. */
void BodyOutputs::free_atoms(double &kinetic, double &correction) const {
  double squares = 0.0, forces = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (bodies.moves(i)) continue;
    double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    for (int k = 0; k < 3; k++) {
      squares += mass * atom->v[i][k] * atom->v[i][k];
      forces += atom->f[i][k] * atom->f[i][k] / mass;
    }
  }
  kinetic = 0.5 * squares * force->mvv2e;
  correction = forces * force->ftm2v * force->ftm2v * force->mvv2e * update->dt * update->dt / 24.0;
}

/* A script may have deleted it. */
Compute *BodyOutputs::thermo_pe() const {
  const int found = modify->find_compute("thermo_pe");
  if (found < 0)
    error->all(FLERR, bodies.prefix +
                          "its energies need compute thermo_pe, which uncompute deleted; "
                          "write 'compute thermo_pe all pe'");
  return modify->compute[found];
}

/* LAMMPS sums potential energies only on steps that a compute was told of before. */
double BodyOutputs::potential_energy() {
  Compute *pe = thermo_pe();
  // A run begins at the step on which the last one ended, but with energies of its own.
  if (pe->invoked_scalar != update->ntimestep || !(pe->invoked_flag & Compute::INVOKED_SCALAR))
    pe->compute_scalar();
  pe->invoked_flag |= Compute::INVOKED_SCALAR;
  return pe->scalar;
}

double BodyOutputs::energy() {
  if (!have_bodies()) return NAN;
  double of_atoms, unused;
  free_atoms(of_atoms, unused);
  double mine = of_atoms + kinetic("kinetic_translation", "kinetic_rotation");
  if (std::isnan(mine)) return NAN;
  return sum_over_ranks(mine) + potential_energy();
}

/* Of thermostat and barostat: what has to be added to the energy for a sum that is constant. */
double BodyOutputs::coupling_energy() {
  return have_bodies() ? sum_over_ranks(share_of_coupling()) : NAN;
}

/* ---- the refined total energy ---------------------------------------------------------------- */

void BodyOutputs::record_energies() {
  double plain = kinetic("kinetic_translation", "kinetic_rotation");
  if (std::isnan(plain) || (recorded.samples > 0 && recorded.step == update->ntimestep)) return;
  if (recorded.h != update->dt || recorded.step != update->ntimestep - 1) recorded.samples = 0;
  recorded.h = update->dt;
  recorded.step = update->ntimestep;
  recorded.u[0] = recorded.u[1];
  recorded.u[1] = recorded.u[2];
  recorded.u[2] = potential_energy();
  thermo_pe()->addstep(update->ntimestep + 1);

  // refined minus plain kinetic energy is h^2/12 V
  double of_atoms, correction;
  free_atoms(of_atoms, correction);
  double refined = kinetic("refined_translation", "refined_rotation");
  recorded.k[0] = recorded.k[1];
  recorded.k[1] = of_atoms + correction + 0.5 * (plain + refined);
  recorded.samples++;
}

/* From the first time it is asked for, energies are recorded in every step, because the step
   before is needed, too.  With a thermostat there is none: consecutive momenta belong to
   different motions. */
double BodyOutputs::refined_energy() {
  if (!have_bodies() || bodies.langevin.on() || bodies.ensemble.on() || levels.at_work())
    return NAN;
  recording = true;
  record_energies();
  if (recorded.samples < 3) return NAN;
  return sum_over_ranks(recorded.k[0]) +
         (recorded.u[0] + 10.0 * recorded.u[1] + recorded.u[2]) / 12.0;
}

void BodyOutputs::end_of_step() {
  if (recording) record_energies();
}

void BodyOutputs::begin_run() {
  recording = false;
  recorded.samples = 0;
  recorded.step = -1;
  recorded.h = 0.0;
  have_start = false;
}

double BodyOutputs::value(int i) {
  double now; // energy without what langevin has given
  switch (i) {
  case E_TRANS: return energy_of("kinetic_translation");
  case E_ROT: return energy_of("kinetic_rotation");
  case T_TRANS: return temperature("kinetic_translation", false);
  case T_ROT: return temperature("kinetic_rotation", true);
  case REFINED_E_TRANS: return energy_of("refined_translation");
  case REFINED_E_ROT: return energy_of("refined_rotation");
  case REFINED_T_TRANS: return temperature("refined_translation", false);
  case REFINED_T_ROT: return temperature("refined_rotation", true);
  case ENERGY: return energy();
  case DRIFT:
    now = energy();
    if (bodies.ensemble.on())
      now += coupling_energy();
    else
      now -= sum_over_ranks(heat_given());
    now -= sum_over_ranks(external.work());
    if (!have_start) start_energy = now;
    have_start = !std::isnan(start_energy);
    return now - start_energy;
  case REFINED_ENERGY: return refined_energy();
  case MID_T_TRANS:
  case MID_T_ROT: return have_bodies() ? bodies.ensemble.mid_temperature(i == MID_T_ROT) : NAN;
  case BAROSTAT: return have_bodies() ? value_of("barostat_kinetic") * force->mvv2e : NAN;
  case PRESSURE_X:
  case PRESSURE_Y:
  case PRESSURE_Z:
  case PRESSURE_XY:
  case PRESSURE_XZ:
  case PRESSURE_YZ:
    return have_bodies() ? bodies.ensemble.pressure(i - PRESSURE_X, bodies.store()) : NAN;
  case TILT_XY:
  case TILT_XZ:
  case TILT_YZ: return have_bodies() ? bodies.ensemble.tilt(i - TILT_XY) : NAN;
  case HEAT: return sum_over_ranks(heat_given());
  }
  return 0.0;
}

} // namespace rigidstep_lammps
