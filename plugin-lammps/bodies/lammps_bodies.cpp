/* SPDX-License-Identifier: GPL-2.0-only */
#include "bodies/lammps_bodies.h"

#include "mechanics/body_frame.h"
#include "lammps_compat.h"

#include "comm.h"
#include "domain.h"

#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

// as in fix_rigid_small.cpp, whose functions of communication read commflag
enum { FULL_BODY, INITIAL, FINAL };

LammpsBodies::LammpsBodies(LAMMPS *lmp, OpenRigidSmall &f) : SmallBodies(lmp, f) {}

void LammpsBodies::list() {
  order();
  std::vector<double> centres;
  for (int i = 0; i < own(); i++) {
    remap_from_outside(domain, fix.body[i].xcm, fix.body[i].image);
    centres.insert(centres.end(), fix.body[i].xcm, fix.body[i].xcm + 3);
  }
  fix.OpenRigidSmall::pre_neighbor();
  for (int i = 0; i < own(); i++) std::copy_n(&centres[3 * i], 3, fix.body[i].xcm);
  fix.image_shift();
}

void LammpsBodies::columns(rgs_column parts[8]) {
  const BodyFields b = fields_of(fix);
  const BodyField fields[8] = { b.x, b.v, b.q, b.l, b.mass, b.moments, b.force, b.torque };
  for (int k = 0; k < 8; k++) parts[k] = { fields[k].first, fields[k].stride, 1 };
}

/* LAMMPS adds gravity to every sum. */
void LammpsBodies::sum_forces(bool gravity) {
  char *id_gravity = fix.id_gravity;
  if (!gravity) fix.id_gravity = nullptr;
  fix.OpenRigidSmall::compute_forces_and_torques();
  fix.id_gravity = id_gravity;
  gravity_in_sums = gravity;
  if (domain->dimension == 2) fix.enforce2d();
}

void LammpsBodies::begin_run(bool) {
  gravity_in_sums = SETUP_ADDS_GRAVITY;
  fix.OpenRigidSmall::setup(0);
  // LAMMPS does so before it adds the forces on atoms of other ranks
  if (domain->dimension == 2) fix.enforce2d();
}

void LammpsBodies::place_atoms() {
  for (int i = 0; i < own(); i++) {
    OpenRigidSmall::Body &b = fix.body[i];
    principal_axes(b.quat, b.ex_space, b.ey_space, b.ez_space);
    angular_velocity(b.angmom, b.ex_space, b.ey_space, b.ez_space, b.inertia, b.omega);
  }
  fix.commflag = INITIAL;
  forward_comm(comm, &fix, FORWARD_INITIAL);
  fix.set_xv();
}

void LammpsBodies::give_velocities() {
  for (int i = 0; i < own(); i++) {
    OpenRigidSmall::Body &b = fix.body[i];
    angular_velocity(b.angmom, b.ex_space, b.ey_space, b.ez_space, b.inertia, b.omega);
  }
  fix.commflag = FINAL;
  forward_comm(comm, &fix, FORWARD_FINAL);
  fix.set_v();
}

void LammpsBodies::zero_momenta(bool angular) {
  if (angular)
    fix.OpenRigidSmall::zero_rotation();
  else
    fix.OpenRigidSmall::zero_momentum();
}

void LammpsBodies::deform(int flag) { fix.OpenRigidSmall::deform(flag); }

void LammpsBodies::complete_accelerations() {
  find_accelerations(own());
  fix.commflag = STORE;
  forward_comm(comm, &fix, sizeof(Held) / sizeof(double));
}

int LammpsBodies::pack_forward(int n, const int *atoms, double *buf) const {
  char *to = reinterpret_cast<char *>(buf);
  for (int i = 0; i < n; i++) {
    const int b = fix.bodyown[atoms[i]];
    if (b < 0) continue;
    memcpy(to, &held[b], sizeof(Held));
    to += sizeof(Held);
  }
  return (int)(reinterpret_cast<double *>(to) - buf);
}

void LammpsBodies::unpack_forward(int n, int first, const double *buf) {
  const char *from = reinterpret_cast<const char *>(buf);
  for (int i = first; i < first + n; i++) {
    const int b = fix.bodyown[i];
    if (b < 0) continue;
    memcpy(static_cast<void *>(&held[b]), from, sizeof(Held));
    from += sizeof(Held);
  }
}

} // namespace rigidstep_lammps
