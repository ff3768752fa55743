/* SPDX-License-Identifier: GPL-2.0-only */
#include "bodies/replicated_bodies.h"

#include "lammps_compat.h"

#include "bodies/rigid_body.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "force.h"
#include "rigid_const.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

ReplicatedBodies::ReplicatedBodies(LAMMPS *lmp, OpenRigid &f)
    : Pointers(lmp), fix(f), heat(0.0), switched(false) {
  const bool plane = domain->dimension == 2;
  for (int b = 0; b < fix.nbody; b++) {
    numbers.push_back(b + 1);
    free.push_back(1.0);
    // in two dimensions LAMMPS itself switches off what leads out of the plane
    for (int k = 0; k < 3; k++)
      if ((!fix.fflag[b][k] && !(plane && k == 2)) || (!fix.tflag[b][k] && !(plane && k < 2)))
        free[b] = 0.0;
    switched = switched || free[b] == 0.0;
  }
  if (switched) pushes.resize(6 * (size_t)fix.nbody);
}

/* Bodies whose atoms came just now have not been turned on this rank. */
void ReplicatedBodies::list() {
  atoms_of.list(fix.nbody, atom->nlocal, fix.body, fix.displace, fix.xcmimage);
  here.clear();
  for (int b = 0; b < fix.nbody; b++)
    if (atoms_of.begin(b) != atoms_of.end(b)) here.push_back(b);
  if (!fix.setupflag) return;
  for (int b : here) {
    principal_axes(fix.quat[b], fix.ex_space[b], fix.ey_space[b], fix.ez_space[b]);
    angular_velocity(fix.angmom[b], fix.ex_space[b], fix.ey_space[b], fix.ez_space[b],
                     fix.inertia[b], fix.omega[b]);
    atoms_of.turn(b, fix.ex_space[b], fix.ey_space[b], fix.ez_space[b]);
  }
}

bool ReplicatedBodies::counted_here() const { return comm->me == 0; }

void ReplicatedBodies::columns(rgs_column parts[8]) {
  double *f = fix.fcm[0], *tau = fix.torque[0];
  ptrdiff_t stride = 3;
  if (switched) {
    f = pushes.data();
    tau = f + 3;
    stride = 6;
  }
  const rgs_column all[8] = { { fix.xcm[0], 3, 1 },    { fix.vcm[0], 3, 1 },
                              { fix.quat[0], 4, 1 },   { fix.angmom[0], 3, 1 },
                              { fix.masstotal, 1, 1 }, { fix.inertia[0], 3, 1 },
                              { f, stride, 1 },        { tau, stride, 1 } };
  std::copy(all, all + 8, parts);
}

std::string ReplicatedBodies::name(int body) const {
  if (body < 0 || body >= fix.nbody || fix.rstyle != RigidConst::MOLECULE) return std::string();
  return "molecule " + std::to_string(fix.body2mol[body]) + ": ";
}

/* ---- forces ---------------------------------------------------------------------------------- */

/* Of all ranks, into fix.all. */
void ReplicatedBodies::sum_over_atoms() {
  double **f = atom->f, **into = comm->nprocs > 1 ? fix.sum : fix.all;
  if ((int)here.size() < fix.nbody) std::fill_n(into[0], 6 * (size_t)fix.nbody, 0.0);
  for (int b : here) {
    double total[6] = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
    for (auto a = atoms_of.begin(b), last = atoms_of.end(b); a != last; a++)
      add_force<double>(a->r, f[a->atom], total, total + 3);
    for (auto a = atoms_of.begin(b); fix.extended && a != atoms_of.end(b); a++)
      if (fix.eflags[a->atom] & RigidConst::TORQUE)
        for (int k = 0; k < 3; k++) total[3 + k] += atom->torque[a->atom][k];
    std::copy(total, total + 6, into[b]);
  }
  if (into == fix.sum)
    MPI_Allreduce(fix.sum[0], fix.all[0], 6 * fix.nbody, MPI_DOUBLE, MPI_SUM, world);
}

void ReplicatedBodies::sum_forces(bool gravity) {
  sum_over_atoms();
  for (int b = 0; b < fix.nbody; b++) {
    double *all = fix.all[b];
    if (domain->dimension == 2) all[2] = all[3] = all[4] = 0.0;
    for (int k = 0; k < 3; k++) {
      fix.fcm[b][k] = all[k];
      fix.torque[b][k] = all[3 + k];
    }
    for (int k = 0; gravity && fix.id_gravity && k < 3; k++)
      fix.fcm[b][k] += fix.gvec[k] * fix.masstotal[b];
  }
  if (domain->dimension == 2) fix.enforce2d();
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
  heat = 0.0;
  list();
  sum_forces(kept || SETUP_ADDS_GRAVITY);
  give_velocities();
}

/* ---- atoms follow their bodies --------------------------------------------------------------- */

void ReplicatedBodies::place_atoms() {
  const Box box(domain);
  const bool plane = domain->dimension == 2;
  double **x = atom->x, **v = atom->v;
  for (int b : here) {
    double *ex = fix.ex_space[b], *ey = fix.ey_space[b], *ez = fix.ez_space[b], w[3];
    principal_axes(fix.quat[b], ex, ey, ez);
    angular_velocity(fix.angmom[b], ex, ey, ez, fix.inertia[b], w);
    std::copy(w, w + 3, fix.omega[b]);
    if (fix.extended) continue;
    atoms_of.turn(b, ex, ey, ez);
    const double *xcm = fix.xcm[b], *vcm = fix.vcm[b];
    const double centre[3] = { xcm[0], xcm[1], plane ? 0.0 : xcm[2] },
                 centres[3] = { vcm[0], vcm[1], vcm[2] };
    for (auto a = atoms_of.begin(b), last = atoms_of.end(b); a != last; a++) {
      put(*a, box, centre, x[a->atom]);
      give_velocity<double>(a->r, w, centres, v[a->atom]);
      if (plane) x[a->atom][2] = v[a->atom][2] = 0.0;
    }
  }
  if (!fix.extended) return;
  // particles with an extent turn with their body
  fix.evflag = 0;
  fix.set_xv();
  for (int b : here) atoms_of.turn(b, fix.ex_space[b], fix.ey_space[b], fix.ez_space[b]);
}

void ReplicatedBodies::give_velocities() {
  const bool plane = domain->dimension == 2;
  double **v = atom->v;
  for (int b : here) {
    double w[3];
    angular_velocity(fix.angmom[b], fix.ex_space[b], fix.ey_space[b], fix.ez_space[b],
                     fix.inertia[b], w);
    std::copy(w, w + 3, fix.omega[b]);
    if (fix.extended) continue;
    const double centres[3] = { fix.vcm[b][0], fix.vcm[b][1], fix.vcm[b][2] };
    for (auto a = atoms_of.begin(b), last = atoms_of.end(b); a != last; a++) {
      give_velocity<double>(a->r, w, centres, v[a->atom]);
      if (plane) v[a->atom][2] = 0.0;
    }
  }
  fix.evflag = 0;
  if (fix.extended) fix.set_v();
}

void ReplicatedBodies::constraint_forces(const Visit &visit) {
  for (int b : here) {
    const double *all = fix.all[b];
    const Acceleration a(all, all + 3, fix.masstotal[b], fix.inertia[b], fix.angmom[b],
                         fix.omega[b], fix.ex_space[b], fix.ey_space[b], fix.ez_space[b],
                         force->ftm2v);
    for (auto m = atoms_of.begin(b); m != atoms_of.end(b); m++) {
      const int i = m->atom;
      const double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
      double g[3];
      a.constraint_force(m->r, fix.omega[b], mass / force->ftm2v, atom->f[i], g);
      visit(i, m->r, g, nullptr);
    }
  }
}

void ReplicatedBodies::arms_times_forces(double sum[3]) {
  for (int b : here)
    for (auto m = atoms_of.begin(b); m != atoms_of.end(b); m++)
      for (int k = 0; k < 3; k++) sum[k] += m->r[k] * atom->f[m->atom][k];
}

/* ---- thermostat and energies ----------------------------------------------------------------- */

/* Components whose forces are switched off keep their momenta, so what the bath gives is not what
   the bodies get. */
void ReplicatedBodies::thermostat(const rgs_view &view, const BodyLangevin &bath,
                                  const BodyLangevin::Step &step) {
  if (!switched) {
    heat += force->mvv2e * bath.apply(view, keys(), fix.nbody, step);
    return;
  }
  const size_t n = 3 * (size_t)fix.nbody;
  const std::vector<double> v(fix.vcm[0], fix.vcm[0] + n), l(fix.angmom[0], fix.angmom[0] + n);
  heat -= kinetic_energy();
  bath.apply(view, keys(), fix.nbody, step);
  for (int b = 0; b < fix.nbody; b++)
    for (int k = 0; k < 3; k++) {
      if (!fix.fflag[b][k]) fix.vcm[b][k] = v[3 * (size_t)b + k];
      if (!fix.tflag[b][k]) fix.angmom[b][k] = l[3 * (size_t)b + k];
    }
  heat += kinetic_energy();
}

double ReplicatedBodies::heat_given() const { return counted_here() ? heat : 0.0; }

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

double ReplicatedBodies::kinetic_energy() const {
  double sum = 0.0;
  for (int b = 0; b < fix.nbody; b++)
    for (bool rotation : { false, true })
      sum += kinetic_energy(b, rotation, false) + kinetic_energy(b, rotation, true);
  return sum;
}

double ReplicatedBodies::idle_energy(bool rotation) const {
  double sum = 0.0;
  for (int b = 0; b < fix.nbody && switched && counted_here(); b++)
    sum += kinetic_energy(b, rotation, true);
  return sum;
}

} // namespace rigidstep_lammps
