/* SPDX-License-Identifier: GPL-2.0-only */
#include "bodies/replicated_bodies.h"

#include "bodies/give_atoms.h"
#include "lammps_compat.h"

#include "mechanics/rigid_body.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "force.h"
#include "rigid_const.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

ReplicatedBodies::ReplicatedBodies(LAMMPS *lmp, OpenRigid &f)
    : Pointers(lmp), fix(f), blocks(
                                 lmp, [this] { return arrays(); }, [&f] { return f.nbody; }),
      switched(false), pushes_are_sums(false) {
  const bool plane = domain->dimension == 2;
  for (int b = 0; b < fix.nbody; b++) {
    numbers.push_back(b + 1);
    free.push_back(1.0);
    // in two dimensions LAMMPS itself switches off what leads out of the plane
    for (int k = 0; k < 3; k++)
      if ((!fix.fflag[b][k] && !(plane && k == 2)) || (!fix.tflag[b][k] && !(plane && k < 2)))
        free[b] = 0.0;
    switched = switched || free[b] == 0.0;
    on.insert(on.end(), fix.fflag[b], fix.fflag[b] + 3);
    on.insert(on.end(), fix.tflag[b], fix.tflag[b] + 3);
  }
  if (switched) pushes.resize(6 * (size_t)fix.nbody);
}

/* ---- columns and arrays ---------------------------------------------------------------------- */

/* Of the forces, those that are not switched off. */
BodyFields ReplicatedBodies::arrays() const {
  BodyField force = { fix.fcm[0], 3 }, torque = { fix.torque[0], 3 };
  if (switched) {
    force = { const_cast<double *>(pushes.data()), 6 };
    torque = { force.first + 3, 6 };
  }
  return { { fix.xcm[0], 3 },
           { fix.vcm[0], 3 },
           { fix.quat[0], 4 },
           { fix.angmom[0], 3 },
           { fix.masstotal, 1 },
           { fix.inertia[0], 3 },
           force,
           torque,
           { fix.omega[0], 3 },
           { fix.ex_space[0], 3 },
           { fix.ey_space[0], 3 },
           { fix.ez_space[0], 3 } };
}

bool ReplicatedBodies::counted_here() const { return comm->me == 0; }

std::string ReplicatedBodies::name(int body) const {
  if (body < 0 || body >= fix.nbody || fix.rstyle != RigidConst::MOLECULE) return std::string();
  return "molecule " + std::to_string(fix.body2mol[body]) + ": ";
}

void ReplicatedBodies::publish() {
  if (!blocks.read_arrays() || !pushes_are_sums) return;
  for (int b = 0; b < fix.nbody; b++) {
    std::copy(fix.fcm[b], fix.fcm[b] + 3, fix.all[b]);
    std::copy(fix.torque[b], fix.torque[b] + 3, fix.all[b] + 3);
  }
}

void ReplicatedBodies::invalidate() {
  publish();
  blocks.write_arrays();
}

void ReplicatedBodies::list() {
  invalidate();
  if (!fix.setupflag) return;
  blocks.read_columns();
  blocks.list(fix.nbody, atom->nlocal, fix.body, fix.displace, fix.xcmimage);
}

/* ---- forces ---------------------------------------------------------------------------------- */

/* The other arrays follow when LAMMPS reads them. */
void ReplicatedBodies::sum_forces(bool gravity) {
  const bool alone = comm->nprocs == 1;
  blocks.write_columns();
  blocks.sum_forces(true, atom->nlocal > 0 ? atom->f[0] : nullptr);
  if (fix.extended) blocks.add_torques(true, atom->torque, fix.eflags);
  blocks.flatten();
  pushes_are_sums = alone && !switched && !(gravity && fix.id_gravity);
  if (pushes_are_sums) return;
  double **into = alone ? fix.all : fix.sum;
  for (int b = 0; b < fix.nbody; b++)
    for (int k = 0; k < 6; k++) into[b][k] = blocks.at(BodyBlocks::FORCE + k, b);
  if (!alone) MPI_Allreduce(fix.sum[0], fix.all[0], 6 * fix.nbody, MPI_DOUBLE, MPI_SUM, world);
  finish_sums(gravity);
  const BodyFields its = arrays();
  for (int b = 0; b < fix.nbody; b++)
    for (int k = 0; k < 3; k++) {
      blocks.at(BodyBlocks::FORCE + k, b) = its.force.of(b)[k];
      blocks.at(BodyBlocks::TORQUE + k, b) = its.torque.of(b)[k];
    }
}

/* From fix.all. */
void ReplicatedBodies::finish_sums(bool gravity) {
  for (int b = 0; b < fix.nbody; b++) {
    double *all = fix.all[b];
    for (int k = 0; k < 3; k++) {
      fix.fcm[b][k] = all[k];
      fix.torque[b][k] = all[3 + k];
    }
    for (int k = 0; gravity && fix.id_gravity && k < 3; k++)
      fix.fcm[b][k] += fix.gvec[k] * fix.masstotal[b];
  }
  if (switched) switch_off();
}

/* Schemes keep forces from one evaluation to the next in this column, so it is written here alone. */
void ReplicatedBodies::switch_off() {
  double *to = pushes.data();
  for (int b = 0; b < fix.nbody; b++, to += 6)
    for (int k = 0; k < 3; k++) {
      to[k] = fix.fcm[b][k] * fix.fflag[b][k];
      to[3 + k] = fix.torque[b][k] * fix.tflag[b][k];
    }
}

/* Gravity acts in the first half of the first step where it does in fix rigid, and always on bodies
   that are kept from run to run, so that two runs are as one. */
void ReplicatedBodies::begin_run(bool kept) {
  list();
  sum_forces(kept || SETUP_ADDS_GRAVITY);
  give_velocities();
  publish();
}

/* Constraint forces pass them on to the atoms. */
void ReplicatedBodies::add_pushes(const std::vector<double> &pushes) {
  BodyStore::add_pushes(pushes);
  for (size_t n = 0; n < pushes.size(); n++) fix.all[n / 6][n % 6] += pushes[n];
}

/* ---- what belongs to atoms ------------------------------------------------------------------- */

void ReplicatedBodies::place_atoms() { give_atoms(*this, fix, blocks, domain, atom, true); }

void ReplicatedBodies::give_velocities() { give_atoms(*this, fix, blocks, domain, atom, false); }

void ReplicatedBodies::constraint_forces(const Visit &visit) {
  publish();
  int last = -1;
  Acceleration of_last{};
  blocks.visit_atoms(fix.displace, [&](int b, int i, const double r[3]) {
    const double *all = fix.all[b];
    if (b != last)
      of_last =
          Acceleration(all, all + 3, fix.masstotal[b], fix.inertia[b], fix.angmom[b], fix.omega[b],
                       fix.ex_space[b], fix.ey_space[b], fix.ez_space[b], force->ftm2v);
    last = b;
    const double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    double g[3];
    of_last.constraint_force(r, fix.omega[b], mass / force->ftm2v, atom->f[i], g);
    visit(i, r, g, nullptr);
  });
}

void ReplicatedBodies::arms_times_forces(double sum[9]) {
  blocks.read_columns();
  blocks.visit_atoms(fix.displace, [&](int, int i, const double r[3]) {
    for (int k = 0; k < 9; k++) sum[k] += atom->f[i][k / 3] * r[k % 3];
  });
}

void ReplicatedBodies::turn_images(const Turn &turned) {
  for (int b = 0; b < fix.nbody; b++) fix.imagebody[b] = turned(fix.imagebody[b]);
}

/* ---- energies --------------------------------------------------------------------------------- */

/* A body has three directions to move in and an axis for each moment that is not zero, less those
   that are switched off. */
double ReplicatedBodies::freedom(bool rotation) const {
  double sum = 0.0;
  for (int b = 0; b < fix.nbody && counted_here(); b++) {
    const double *on = rotation ? fix.tflag[b] : fix.fflag[b];
    double axes = 0.0;
    for (int k = 0; k < 3; k++) axes += !rotation || fix.inertia[b][k] > 0.0;
    sum += std::min(on[0] + on[1] + on[2], axes);
  }
  return sum;
}

/* `idle`: of the components whose forces are switched off, else of the others. */
double ReplicatedBodies::kinetic_energy(int b, bool rotation, bool idle) const {
  const double *on = rotation ? fix.tflag[b] : fix.fflag[b];
  double axes[3][3], w[3], twice = 0.0;
  principal_axes(fix.quat[b], axes[0], axes[1], axes[2]);
  angular_velocity(fix.angmom[b], axes[0], axes[1], axes[2], fix.inertia[b], w);
  for (int k = 0; k < 3; k++)
    if ((on[k] == 0.0) == idle)
      twice +=
          rotation ? fix.angmom[b][k] * w[k] : fix.masstotal[b] * fix.vcm[b][k] * fix.vcm[b][k];
  return 0.5 * twice * force->mvv2e;
}

double ReplicatedBodies::idle_energy(bool rotation) {
  double sum = 0.0;
  if (switched) publish();
  for (int b = 0; b < fix.nbody && switched && counted_here(); b++)
    sum += kinetic_energy(b, rotation, true);
  return sum;
}

} // namespace rigidstep_lammps
