/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies of point particles in three dimensions.  A rank moves all bodies that its atoms are in: its
 * own, and copies of those that belong to other ranks.  rigidstep gives a body the same bits wherever
 * it is moved, so copies need no more than the force and torque of the whole body: six doubles to its
 * owner, six back.  (FixRigidSmall sends 45 of every body with an owner among the ghost atoms.)
 *
 * Copies lie behind the own bodies, where FixRigidSmall has its ghost bodies.  What is listed here
 * stays right while no atom of this rank gets another index: the functions at the end take note.
 *
 * Particles with an extent, and two dimensions, are left to FixRigidSmall.
 */
#include "fix_rigid_small_rgs.h"

#include "body_frame.h"
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
using namespace rigidstep_lammps;

bool FixRigidSmallRGS::moves_copies() const
{
  return domain->dimension == 3 && !extended;
}

int FixRigidSmallRGS::bodies_here() const
{
  return nlocal_body + (moves_copies() ? nghost_body : 0);
}

/* ---- where atoms find their bodies ---------------------------------------------------------- */

/* FixRigidSmall makes them from atoms with ghost bodies of its own. */
void FixRigidSmallRGS::make_or_keep_bodies()
{
  making_bodies = reinitflag || !setupflag;
  FixRigidSmall::setup_pre_neighbor();
  if (!making_bodies) return;
  making_bodies = false;
  if (moves_copies()) pre_neighbor();
}

void FixRigidSmallRGS::list_bodies_and_atoms()
{
  for (int i = 0; i < nlocal_body; i++) domain->remap(body[i].xcm, body[i].image);
  find_copies(find_own_bodies());
  image_shift();
  atoms_of.list(bodies_here(), atom->nlocal, atom2body, displace, xcmimage);
  for (int i = 0; i < bodies_here(); i++) atoms_of.turn(i, body[i].ex_space, body[i].ey_space, body[i].ez_space);
  listed = true;
}

/* The atoms whose bodies belong to other ranks are returned, each with the ghost that owns its body. */
std::vector<std::pair<int, int>> FixRigidSmallRGS::find_own_bodies()
{
  std::vector<std::pair<int, int>> others;
  for (int i = 0; i < atom->nlocal; i++) {
    atom2body[i] = -1;
    if (!bodytag[i]) continue;
    int owner = atom->map(bodytag[i]);    // an own atom if there is one, whatever ghosts there are of it
    if (owner < 0)
      error->one(FLERR, "Rigid body atoms " + std::to_string(atom->tag[i]) + " " + std::to_string(bodytag[i]) +
                     " missing on proc " + std::to_string(comm->me) + " at step " + std::to_string(update->ntimestep));
    if (owner < atom->nlocal) atom2body[i] = bodyown[owner];
    else others.push_back({i, owner});
  }
  return others;
}

void FixRigidSmallRGS::find_copies(const std::vector<std::pair<int, int>> &others)
{
  nghost_body = 0;
  lent.clear();
  if (comm->nprocs == 1) return;

  rank_of.assign((size_t) (atom->nlocal + atom->nghost), comm->me);
  commflag = RANK;
  forward_comm(comm, this, 1);
  std::vector<SharedBodies::Copy> copies;
  for (const auto &o : others) copies.push_back({rank_of[o.second], bodytag[o.first]});
  std::sort(copies.begin(), copies.end());
  copies.erase(std::unique(copies.begin(), copies.end()), copies.end());

  nghost_body = (int) copies.size();
  while (nlocal_body + nghost_body > nmax_body) grow_body();
  for (const auto &o : others) {
    SharedBodies::Copy its = {rank_of[o.second], bodytag[o.first]};
    atom2body[o.first] = nlocal_body + (int) (std::lower_bound(copies.begin(), copies.end(), its) - copies.begin());
    body[atom2body[o.first]].ilocal = o.second;
  }
  for (tagint tag : shared.plan(copies)) lent.push_back(bodyown[atom->map(tag)]);
  renew_copies();
}

void FixRigidSmallRGS::renew_copies()
{
  double *out = shared.outgoing(SharedBodies::TO_COPIES, bodysize);
  for (size_t n = 0; n < lent.size(); n++) memcpy(out + n * bodysize, &body[lent[n]], sizeof(Body));
  shared.start();
  const double *in = shared.finish();
  for (int n = 0; n < nghost_body; n++) {
    Body &copy = body[nlocal_body + n];
    int owner = copy.ilocal;
    memcpy(&copy, in + (size_t) n * bodysize, sizeof(Body));
    copy.ilocal = owner;
  }
}

/* n doubles for each body here; a copy gets those of its original. */
void FixRigidSmallRGS::tell_copies(int n, double *values)
{
  double *out = shared.outgoing(SharedBodies::TO_COPIES, n);
  for (int i : lent) out = std::copy(values + (size_t) n * i, values + (size_t) n * (i + 1), out);
  shared.start();
  const double *in = shared.finish();
  std::copy(in, in + (size_t) n * nghost_body, values + (size_t) n * nlocal_body);
}

/* ---- forces --------------------------------------------------------------------------------- */

void FixRigidSmallRGS::sum_over_atoms(int from, int to)
{
  const double *f = atom->nlocal > 0 ? atom->f[0] : nullptr;
  for (int i = from; i < to; i++) {
    Body &b = body[i];
    double force[3] = {0.0, 0.0, 0.0}, torque[3] = {0.0, 0.0, 0.0};
    for (const BodyAtom *a = atoms_of.begin(i), *end = atoms_of.end(i); a != end; a++)
      add_force(*a, f + 3 * (size_t) a->atom, force, torque);
    for (int k = 0; k < 3; k++) {
      b.fcm[k] = force[k];
      b.torque[k] = torque[k];
    }
  }
}

/* Of all bodies here.  `others`: with what acts on bodies and not on atoms. */
void FixRigidSmallRGS::add_up_forces(bool others)
{
  check_listed();
  enum { FORCE = 6 };
  sum_over_atoms(nlocal_body, nlocal_body + nghost_body);
  double *out = shared.outgoing(SharedBodies::TO_OWNERS, FORCE);
  for (int n = 0; n < nghost_body; n++) {
    const Body &b = body[nlocal_body + n];
    out = std::copy(b.torque, b.torque + 3, std::copy(b.fcm, b.fcm + 3, out));
  }
  shared.start();
  sum_over_atoms(0, nlocal_body);
  const double *in = shared.finish();
  for (int i : lent)
    for (int k = 0; k < FORCE; k++) (k < 3 ? body[i].fcm[k] : body[i].torque[k - 3]) += *in++;

  for (int i = 0; i < nlocal_body && others && id_gravity; i++)
    for (int k = 0; k < 3; k++) body[i].fcm[k] += gvec[k] * body[i].mass;

  out = shared.outgoing(SharedBodies::TO_COPIES, FORCE);
  for (int i : lent) out = std::copy(body[i].torque, body[i].torque + 3, std::copy(body[i].fcm, body[i].fcm + 3, out));
  shared.start();
  in = shared.finish();
  for (int n = 0; n < nghost_body; n++)
    for (int k = 0; k < FORCE; k++) {
      Body &b = body[nlocal_body + n];
      (k < 3 ? b.fcm[k] : b.torque[k - 3]) = *in++;
    }
}

void FixRigidSmallRGS::find_forces()
{
  if (moves_copies()) add_up_forces(true);
  else FixRigidSmall::compute_forces_and_torques();
}

/* ---- places and velocities ------------------------------------------------------------------ */

void FixRigidSmallRGS::place_atoms()
{
  check_listed();
  const Box box(domain);
  double *x = atom->nlocal > 0 ? atom->x[0] : nullptr, *v = atom->nlocal > 0 ? atom->v[0] : nullptr;
  for (int i = 0; i < nlocal_body + nghost_body; i++) {
    Body &b = body[i];
    double ex[3], ey[3], ez[3], w[3], centre[3], its[3];
    principal_axes(b.quat, ex, ey, ez);
    angular_velocity(b.angmom, ex, ey, ez, b.inertia, w);
    for (int k = 0; k < 3; k++) {
      b.ex_space[k] = ex[k];
      b.ey_space[k] = ey[k];
      b.ez_space[k] = ez[k];
      b.omega[k] = w[k];
      centre[k] = b.xcm[k];
      its[k] = b.vcm[k];
    }
    atoms_of.turn(i, ex, ey, ez);
    for (const BodyAtom *a = atoms_of.begin(i), *end = atoms_of.end(i); a != end; a++) {
      give_velocity(*a, w, its, v + 3 * (size_t) a->atom);
      put(*a, box, centre, x + 3 * (size_t) a->atom);
    }
  }
}

void FixRigidSmallRGS::give_velocities()
{
  check_listed();
  double *v = atom->nlocal > 0 ? atom->v[0] : nullptr;
  for (int i = 0; i < nlocal_body + nghost_body; i++) {
    Body &b = body[i];
    double w[3], its[3];
    angular_velocity(b.angmom, b.ex_space, b.ey_space, b.ez_space, b.inertia, w);
    for (int k = 0; k < 3; k++) {
      b.omega[k] = w[k];
      its[k] = b.vcm[k];
    }
    for (const BodyAtom *a = atoms_of.begin(i), *end = atoms_of.end(i); a != end; a++)
      give_velocity(*a, w, its, v + 3 * (size_t) a->atom);
  }
}

/* ---- what else FixRigidSmall does with ghost bodies ----------------------------------------- */

void FixRigidSmallRGS::setup_forces()
{
  double reach = std::max(neighbor->cutneighmax, comm->cutghostuser);
  if (maxextent > reach)
    error->all(FLERR, "Rigid body extent " + std::to_string(maxextent) + " > ghost atom cutoff " + std::to_string(reach) +
                   " - use comm_modify cutoff");
  add_up_forces(false);
  give_velocities();
}

void FixRigidSmallRGS::deform(int flag)
{
  FixRigidSmall::deform(flag);
  if (!listed) return;
  for (int i = nlocal_body; i < nlocal_body + nghost_body; i++) {
    if (flag == 0) domain->x2lamda(body[i].xcm, body[i].xcm);
    else domain->lamda2x(body[i].xcm, body[i].xcm);
  }
}

void FixRigidSmallRGS::zero_momentum()
{
  if (!moves_copies()) return FixRigidSmall::zero_momentum();
  for (int i = 0; i < nlocal_body + nghost_body; i++) std::fill(body[i].vcm, body[i].vcm + 3, 0.0);
  give_velocities();
}

void FixRigidSmallRGS::zero_rotation()
{
  if (!moves_copies()) return FixRigidSmall::zero_rotation();
  for (int i = 0; i < nlocal_body + nghost_body; i++) std::fill(body[i].angmom, body[i].angmom + 3, 0.0);
  give_velocities();
}

/* ---- when lists are out of date ------------------------------------------------------------- */

void FixRigidSmallRGS::check_listed() const
{
  if (!listed)
    error->one(FLERR, speaker + "atoms were deleted, inserted or moved to other" +
                   " ranks since neighbor lists were built");
}

void FixRigidSmallRGS::copy_arrays(int i, int j, int delflag)
{
  listed = false;
  FixRigidSmall::copy_arrays(i, j, delflag);
}

int FixRigidSmallRGS::unpack_exchange(int i, double *buf)
{
  listed = false;
  return FixRigidSmall::unpack_exchange(i, buf);
}
