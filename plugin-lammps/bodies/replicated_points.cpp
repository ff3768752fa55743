/* SPDX-License-Identifier: GPL-2.0-only */
#include "bodies/replicated_bodies.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

ReplicatedPoints::ReplicatedPoints(LAMMPS *lmp, OpenRigid &f)
    : ReplicatedBodies(lmp, f), blocks(
                                    lmp, [this] { return arrays(); }, [&f] { return f.nbody; }),
      pushes_are_sums(false) {}

void ReplicatedPoints::publish() {
  if (!blocks.read_arrays() || !pushes_are_sums) return;
  for (int b = 0; b < fix.nbody; b++) {
    std::copy(fix.fcm[b], fix.fcm[b] + 3, fix.all[b]);
    std::copy(fix.torque[b], fix.torque[b] + 3, fix.all[b] + 3);
  }
}

void ReplicatedPoints::invalidate() {
  publish();
  blocks.write_arrays();
}

void ReplicatedPoints::list() {
  invalidate();
  if (!fix.setupflag) return;
  blocks.read_columns();
  blocks.list(fix.nbody, atom->nlocal, fix.body, fix.displace, fix.xcmimage);
}

/* The other arrays follow when LAMMPS reads them. */
void ReplicatedPoints::sum_forces(bool gravity) {
  const bool alone = comm->nprocs == 1;
  blocks.write_columns();
  blocks.sum_forces(true, atom->nlocal > 0 ? atom->f[0] : nullptr);
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

void ReplicatedPoints::place_atoms() {
  blocks.read_columns();
  if (atom->nlocal > 0) blocks.place(Box(domain), atom->x[0], atom->v[0]);
}

void ReplicatedPoints::give_velocities() {
  blocks.read_columns();
  if (atom->nlocal > 0) blocks.give_velocities(atom->v[0]);
}

void ReplicatedPoints::visit_atoms(const EachAtom &each) {
  blocks.read_columns();
  blocks.visit_atoms(fix.displace, each);
}

} // namespace rigidstep_lammps
