/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The global vector of the fix: energies and temperatures of the bodies, plain and refined, and the
 * total energy, and what langevin has added to it.  What is not known (before the second step, with a
 * rotor that has no refined values, under rRESPA, in the middle of a step) is nan.
 *
 * Refined total energy of state n:  K_n + (U_{n-1} + 10 U_n + U_{n+1})/12 + h^2/24 V_n,
 * V = sum f.f/m + tau.J^-1 tau.  The potential energy of the step after is needed, so state n is
 * told at step n+1.
 */
#include "fix_rigid_small_rgs.h"

#include "lammps_compat.h"

#include "atom.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "force.h"
#include "modify.h"
#include "update.h"

#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;
using namespace rigidstep_lammps;

enum {
  E_TRANS, E_ROT, T_TRANS, T_ROT,
  REFINED_E_TRANS, REFINED_E_ROT, REFINED_T_TRANS, REFINED_T_ROT,
  ENERGY, DRIFT, REFINED_ENERGY, HEAT, OUTPUTS
};

void FixRigidSmallRGS::declare_outputs()
{
  static int extensive[OUTPUTS] = {1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1};
  vector_flag = 1;
  size_vector = OUTPUTS;
  extvector = -1;
  extlist = extensive;
}

double FixRigidSmallRGS::sum_over_ranks(double mine) const
{
  double all;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, world);
  return all;
}

/* Of the bodies on this rank; energies in LAMMPS' unit. */
double FixRigidSmallRGS::told(const char *key, double unit)
{
  if (!setupflag || (in_respa() && strncmp(key, "refined", 7) == 0)) return NAN;
  rgs_error e = RGS_ERROR_INIT;
  double values[3] = {0.0, 0.0, 0.0};
  rgs_status status = bind(e, nlocal_body);
  if (status >= 0) status = rgs_stepper_output(stepper.get(), key, values, 3, &e);
  if (status == RGS_E_ORDER || status == RGS_E_NAME) return NAN;
  if (status < 0) error->one(FLERR, describe(e));
  return (values[0] + values[1] + values[2]) * unit;
}

/* As fix rigid/small counts for its scalar: nothing is taken away for a total momentum that stays;
   in two dimensions a body moves in two and turns about one axis. */
double FixRigidSmallRGS::temperature(const char *key, bool rotation)
{
  double axes = rotation ? told("freedom_axes", 1.0) : domain->dimension * (double) nlocal_body;
  if (rotation && domain->dimension == 2) axes = nlocal_body;
  double freedom = sum_over_ranks(axes), energy = sum_over_ranks(told(key, force->mvv2e));
  return freedom > 0.0 ? 2.0 * energy / (freedom * force->boltz) : 0.0;
}

/* Kinetic energy of atoms that are in no body, and h^2/24 of their part in V. */
void FixRigidSmallRGS::free_atoms(double &kinetic, double &correction) const
{
  double squares = 0.0, forces = 0.0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (atom2body[i] >= 0) continue;
    double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    for (int k = 0; k < 3; k++) {
      squares += mass * atom->v[i][k] * atom->v[i][k];
      forces += atom->f[i][k] * atom->f[i][k] / mass;
    }
  }
  kinetic = 0.5 * squares * force->mvv2e;
  correction = forces * force->ftm2v * force->ftm2v * force->mvv2e * dtv * dtv / 24.0;
}

/* LAMMPS adds potential energies up on the steps a compute is told of beforehand. */
double FixRigidSmallRGS::potential_energy()
{
  Compute *pe = modify->compute[modify->find_compute("thermo_pe")];
  // (a run that begins at the step another one ended with has energies of its own)
  if (pe->invoked_scalar != update->ntimestep || !(pe->invoked_flag & Compute::INVOKED_SCALAR))
    pe->compute_scalar();
  pe->invoked_flag |= Compute::INVOKED_SCALAR;
  return pe->scalar;
}

double FixRigidSmallRGS::energy()
{
  if (!setupflag) return NAN;
  double of_atoms, unused;
  free_atoms(of_atoms, unused);
  double kinetic = of_atoms + told("kinetic_translation", force->mvv2e) + told("kinetic_rotation", force->mvv2e);
  if (std::isnan(kinetic)) return NAN;
  return sum_over_ranks(kinetic) + potential_energy();
}

/* ---- the refined total energy --------------------------------------------------------------- */

void FixRigidSmallRGS::record_energies()
{
  double plain = told("kinetic_translation", force->mvv2e) + told("kinetic_rotation", force->mvv2e);
  if (std::isnan(plain) || (recorded.samples > 0 && recorded.step == update->ntimestep)) return;
  if (recorded.h != dtv || recorded.step != update->ntimestep - 1) recorded.samples = 0;
  recorded.h = dtv;
  recorded.step = update->ntimestep;
  recorded.u[0] = recorded.u[1];
  recorded.u[1] = recorded.u[2];
  recorded.u[2] = potential_energy();
  modify->compute[modify->find_compute("thermo_pe")]->addstep(update->ntimestep + 1);

  // (refined - plain kinetic energy is h^2/12 V)
  double of_atoms, correction;
  free_atoms(of_atoms, correction);
  double refined = told("refined_translation", force->mvv2e) + told("refined_rotation", force->mvv2e);
  recorded.k[0] = recorded.k[1];
  recorded.k[1] = of_atoms + correction + 0.5 * (plain + refined);
  recorded.samples++;
}

/* From the first time it is asked for, in every step: the one before the step wanted is needed too.
   (Between the steps of a thermostat the momenta it needs are not those of one motion.) */
double FixRigidSmallRGS::refined_energy()
{
  if (!setupflag || langevin.on() || in_respa()) return NAN;
  recording = true;
  record_energies();
  if (recorded.samples < 3) return NAN;
  return sum_over_ranks(recorded.k[0]) + (recorded.u[0] + 10.0 * recorded.u[1] + recorded.u[2]) / 12.0;
}

void FixRigidSmallRGS::end_of_step()
{
  if (recording) record_energies();
}

/* Of a run that begins. */
void FixRigidSmallRGS::forget_energies()
{
  recording = false;
  recorded.samples = 0;
  recorded.step = -1;
  recorded.h = 0.0;
  have_start = false;
  heat = 0.0;
}

double FixRigidSmallRGS::compute_vector(int i)
{
  double now, given;
  switch (i) {
    case E_TRANS: return sum_over_ranks(told("kinetic_translation", force->mvv2e));
    case E_ROT: return sum_over_ranks(told("kinetic_rotation", force->mvv2e));
    case T_TRANS: return temperature("kinetic_translation", false);
    case T_ROT: return temperature("kinetic_rotation", true);
    case REFINED_E_TRANS: return sum_over_ranks(told("refined_translation", force->mvv2e));
    case REFINED_E_ROT: return sum_over_ranks(told("refined_rotation", force->mvv2e));
    case REFINED_T_TRANS: return temperature("refined_translation", false);
    case REFINED_T_ROT: return temperature("refined_rotation", true);
    case ENERGY: return energy();
    case DRIFT:
      now = energy();
      given = sum_over_ranks(heat * force->mvv2e);
      if (!have_start) start_energy = now - given;
      have_start = !std::isnan(start_energy);
      return now - given - start_energy;
    case REFINED_ENERGY: return refined_energy();
    case HEAT: return sum_over_ranks(heat * force->mvv2e);
  }
  return 0.0;
}
