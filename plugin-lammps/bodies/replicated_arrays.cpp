/* SPDX-License-Identifier: GPL-2.0-only */
#include "bodies/replicated_bodies.h"

#include "mechanics/rigid_body.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "rigid_const.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* Bodies whose atoms came just now have not been turned on this rank. */
void ReplicatedArrays::list() {
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

void ReplicatedArrays::columns(rgs_column parts[8]) {
  const BodyFields its = arrays();
  const BodyField all[8] = { its.x,    its.v,       its.q,     its.l,
                             its.mass, its.moments, its.force, its.torque };
  for (int k = 0; k < 8; k++) parts[k] = { all[k].first, all[k].stride, 1 };
}

void ReplicatedArrays::sum_forces(bool gravity) {
  double **f = atom->f, **into = comm->nprocs > 1 ? fix.sum : fix.all;
  if ((int)here.size() < fix.nbody) std::fill_n(into[0], 6 * (size_t)fix.nbody, 0.0);
  for (int b : here) {
    double total[6] = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
    for (auto a = atoms_of.begin(b), last = atoms_of.end(b); a != last; a++)
      add_force(a->r, f[a->atom], total, total + 3);
    for (auto a = atoms_of.begin(b); fix.extended && a != atoms_of.end(b); a++)
      if (fix.eflags[a->atom] & RigidConst::TORQUE)
        for (int k = 0; k < 3; k++) total[3 + k] += atom->torque[a->atom][k];
    std::copy(total, total + 6, into[b]);
  }
  if (into == fix.sum)
    MPI_Allreduce(fix.sum[0], fix.all[0], 6 * fix.nbody, MPI_DOUBLE, MPI_SUM, world);
  finish_sums(gravity);
}

void ReplicatedArrays::place_atoms() {
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
      give_velocity(a->r, w, centres, v[a->atom]);
      if (plane) x[a->atom][2] = v[a->atom][2] = 0.0;
    }
  }
  if (!fix.extended) return;
  // particles with an extent turn with their body
  fix.evflag = 0;
  fix.set_xv();
  for (int b : here) atoms_of.turn(b, fix.ex_space[b], fix.ey_space[b], fix.ez_space[b]);
}

void ReplicatedArrays::give_velocities() {
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
      give_velocity(a->r, w, centres, v[a->atom]);
      if (plane) v[a->atom][2] = 0.0;
    }
  }
  fix.evflag = 0;
  if (fix.extended) fix.set_v();
}

void ReplicatedArrays::visit_atoms(const EachAtom &each) {
  for (int b : here)
    for (auto a = atoms_of.begin(b); a != atoms_of.end(b); a++) each(b, a->atom, a->r);
}

} // namespace rigidstep_lammps
