/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Which atoms and ghosts belong to which bodies of SmallBodies, and what passes between them.
 */
#include "bodies/small_bodies.h"

#include "bodies/give_atoms.h"
#include "lammps_compat.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

enum { FORCE_AND_TORQUE = 6 }; // columns, from BodyBlocks::FORCE on

/* ---- columns and array ----------------------------------------------------------------------- */

/* LAMMPS' array moves when it grows, so pointers into either place must not be kept. */
void SmallBodies::columns(rgs_column parts[8]) { blocks.all_columns(parts); }

/* ---- which atoms belong to which bodies ------------------------------------------------------ */

/* `delete_atoms group all` takes the atoms without telling fixes, so their number is looked at,
   too. */
bool SmallBodies::is_listed() const { return atoms_listed == atom->nlocal; }

void SmallBodies::check_listed() const {
  if (!is_listed())
    error->one(FLERR, prefix + "atoms were deleted, inserted or moved to other" +
                          " ranks since neighbor lists were built");
}

void SmallBodies::invalidate() {
  blocks.write_arrays();
  atoms_listed = NOT_LISTED;
}

void SmallBodies::list() {
  invalidate();
  order();
  for (int i = 0; i < fix.nlocal_body; i++)
    remap_from_outside(domain, fix.body[i].xcm, fix.body[i].image);
  atoms_listed = atom->nlocal;
  find_ghosts(find_own_bodies());
  fix.image_shift();
  blocks.read_columns();
  blocks.list(fix.nlocal_body, atom->nlocal, fix.atom2body, fix.displace, fix.xcmimage);
}

/* LAMMPS changes the last digits of centres of mass (remap_from_outside). */
void SmallBodies::list_for_lammps() {
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

/* Returned are the atoms whose bodies belong to other ranks, each with the ghost that owns its
   body. */
std::vector<std::pair<int, int>> SmallBodies::find_own_bodies() {
  std::vector<std::pair<int, int>> others;
  for (int i = 0; i < atom->nlocal; i++) {
    fix.atom2body[i] = -1;
    if (!fix.bodytag[i]) continue;
    int owner = atom->map(fix.bodytag[i]); // prefers own atoms to ghosts
    if (owner < 0)
      error->one(FLERR, "Rigid body atoms " + std::to_string(atom->tag[i]) + " " +
                            std::to_string(fix.bodytag[i]) + " missing on proc " +
                            std::to_string(comm->me) + " at step " +
                            std::to_string(update->ntimestep));
    if (owner < atom->nlocal)
      fix.atom2body[i] = fix.bodyown[owner];
    else
      others.push_back({ i, owner });
  }
  return others;
}

void SmallBodies::find_ghosts(const std::vector<std::pair<int, int>> &others) {
  fix.nghost_body = 0;
  lent.clear();
  if (comm->nprocs == 1) return;

  rank_of.assign((size_t)(atom->nlocal + atom->nghost), comm->me);
  fix.commflag = RANKS;
  forward_comm(comm, &fix, 1);
  std::vector<SharedBodies::Ghost> ghosts;
  for (const auto &o : others) ghosts.push_back({ rank_of[o.second], fix.bodytag[o.first] });
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());

  fix.nghost_body = (int)ghosts.size();
  while (fix.nlocal_body + fix.nghost_body > fix.nmax_body) fix.grow_body();
  for (const auto &o : others) {
    SharedBodies::Ghost its = { rank_of[o.second], fix.bodytag[o.first] };
    const auto place = std::lower_bound(ghosts.begin(), ghosts.end(), its) - ghosts.begin();
    fix.atom2body[o.first] = fix.nlocal_body + (int)place;
    fix.body[fix.atom2body[o.first]].ilocal = o.second;
  }
  for (tagint tag : shared.plan(ghosts)) lent.push_back(fix.bodyown[atom->map(tag)]);
  renew_ghosts();
}

int SmallBodies::pack_forward(int n, const int *atoms, double *buf) const {
  for (int i = 0; i < n; i++) buf[i] = rank_of[atoms[i]];
  return n;
}

void SmallBodies::unpack_forward(int n, int first, const double *buf) {
  for (int i = 0; i < n; i++) rank_of[first + i] = (int)buf[i];
}

void SmallBodies::renew_ghosts() {
  typedef OpenRigidSmall::Body Body;
  const int size = fix.bodysize;
  blocks.write_arrays();
  double *out = shared.outgoing(SharedBodies::TO_GHOSTS, size);
  for (size_t n = 0; n < lent.size(); n++) memcpy(out + n * size, &fix.body[lent[n]], sizeof(Body));
  shared.start();
  const double *in = shared.finish();
  for (int n = 0; n < fix.nghost_body; n++) {
    Body &copy = fix.body[fix.nlocal_body + n];
    const int owner = copy.ilocal;
    memcpy(&copy, in + (size_t)n * size, sizeof(Body));
    copy.ilocal = owner;
  }
}

/* ---- between bodies and atoms ---------------------------------------------------------------- */

void SmallBodies::sum_part(bool own_ones) {
  blocks.sum_forces(own_ones, atom->nlocal > 0 ? atom->f[0] : nullptr);
  if (fix.extended) blocks.add_torques(own_ones, atom->torque, fix.eflags);
}

/* Forces on ghosts go to the owner; what acts on the whole body comes back.  Own sums are formed
   while the messages are on their way. */
void SmallBodies::sum_forces(bool gravity) {
  check_listed();
  blocks.write_columns();
  const int own_bodies = own();
  sum_part(false);
  double *out = shared.outgoing(SharedBodies::TO_OWNERS, FORCE_AND_TORQUE);
  for (int n = 0; n < fix.nghost_body; n++)
    for (int k = 0; k < FORCE_AND_TORQUE; k++)
      *out++ = blocks.at(BodyBlocks::FORCE + k, own_bodies + n);
  shared.start();
  sum_part(true);
  const double *in = shared.finish();
  for (int i : lent)
    for (int k = 0; k < FORCE_AND_TORQUE; k++) blocks.at(BodyBlocks::FORCE + k, i) += *in++;

  for (int i = 0; i < own_bodies && gravity && fix.id_gravity; i++)
    for (int k = 0; k < 3; k++)
      blocks.at(BodyBlocks::FORCE + k, i) += fix.gvec[k] * blocks.at(BodyBlocks::MASS, i);
  gravity_in_sums = gravity;
  blocks.flatten();

  out = shared.outgoing(SharedBodies::TO_GHOSTS, FORCE_AND_TORQUE);
  for (int i : lent)
    for (int k = 0; k < FORCE_AND_TORQUE; k++) *out++ = blocks.at(BodyBlocks::FORCE + k, i);
  shared.start();
  in = shared.finish();
  for (int n = 0; n < fix.nghost_body; n++)
    for (int k = 0; k < FORCE_AND_TORQUE; k++)
      blocks.at(BodyBlocks::FORCE + k, own_bodies + n) = *in++;
}

/* Gravity acts in the first half of the first step where it does in FixRigidSmall. */
void SmallBodies::begin_run(bool) {
  const double reach = std::max(neighbor->cutneighmax, comm->cutghostuser);
  if (fix.maxextent > reach)
    error->all(FLERR, "Rigid body extent " + std::to_string(fix.maxextent) +
                          " > ghost atom cutoff " + std::to_string(reach) +
                          " - use comm_modify cutoff");
  sum_forces(SETUP_ADDS_GRAVITY);
  give_velocities();
  publish();
}

void SmallBodies::place_atoms() {
  check_listed();
  give_atoms(*this, fix, blocks, domain, atom, true);
}

void SmallBodies::give_velocities() {
  check_listed();
  give_atoms(*this, fix, blocks, domain, atom, false);
}

void SmallBodies::arms_times_forces(double sum[9]) {
  check_listed();
  blocks.read_columns();
  if (atom->nlocal > 0) blocks.arms_times_forces(atom->f[0], sum);
}

void SmallBodies::zero_momenta(bool angular) {
  blocks.write_columns();
  for (int i = 0; i < blocks.bodies(); i++)
    for (int k = 0; k < 3; k++) blocks.at((angular ? BodyBlocks::L : BodyBlocks::V) + k, i) = 0.0;
  give_velocities();
  publish();
}

void SmallBodies::deform(int flag) {
  if (blocks.arrays_are_newest() && !is_listed()) return fix.OpenRigidSmall::deform(flag);
  blocks.write_columns();
  for (int i = 0; i < blocks.bodies(); i++) {
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = blocks.at(BodyBlocks::X + k, i);
    if (flag == 0)
      domain->x2lamda(x, x);
    else
      domain->lamda2x(x, x);
    for (int k = 0; k < 3; k++) blocks.at(BodyBlocks::X + k, i) = x[k];
  }
}

} // namespace rigidstep_lammps
