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
#include "fixes/fix_rigid_small_rgs.h"

#include "lammps_compat.h"

#include "atom.h"
#include "comm.h"
#include "compute.h"
#include "domain.h"
#include "error.h"
#include "modify.h"
#include "neighbor.h"
#include "output.h"
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
  hand_over();
  state_is = IN_BODY;
  order_bodies();
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
  take_over();
  columns.list(nlocal_body, atom->nlocal, atom2body, displace, xcmimage);
  listed = true;
  listed_atoms = atom->nlocal;
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
  hand_over();
  state_is = IN_BODY;
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

/* Of all bodies here.  `others`: with what acts on bodies and not on atoms. */
void FixRigidSmallRGS::add_up_forces(bool others)
{
  check_listed();
  take_over();
  state_is = IN_COLUMNS;
  enum { FORCE = 6 };    // columns, torque included
  const double *f = atom->nlocal > 0 ? atom->f[0] : nullptr;
  columns.sum_forces(false, f);
  double *out = shared.outgoing(SharedBodies::TO_OWNERS, FORCE);
  for (int n = 0; n < nghost_body; n++)
    for (int k = 0; k < FORCE; k++) *out++ = columns.at(BodyBlocks::FORCE + k, nlocal_body + n);
  shared.start();
  columns.sum_forces(true, f);
  const double *in = shared.finish();
  for (int i : lent)
    for (int k = 0; k < FORCE; k++) columns.at(BodyBlocks::FORCE + k, i) += *in++;

  for (int i = 0; i < nlocal_body && others && id_gravity; i++)
    for (int k = 0; k < 3; k++) columns.at(BodyBlocks::FORCE + k, i) += gvec[k] * columns.at(BodyBlocks::MASS, i);

  out = shared.outgoing(SharedBodies::TO_COPIES, FORCE);
  for (int i : lent)
    for (int k = 0; k < FORCE; k++) *out++ = columns.at(BodyBlocks::FORCE + k, i);
  shared.start();
  in = shared.finish();
  for (int n = 0; n < nghost_body; n++)
    for (int k = 0; k < FORCE; k++) columns.at(BodyBlocks::FORCE + k, nlocal_body + n) = *in++;
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
  if (atom->nlocal > 0) columns.place(Box(domain), atom->x[0], atom->v[0]);
}

void FixRigidSmallRGS::give_velocities()
{
  check_listed();
  if (atom->nlocal > 0) columns.give_velocities(atom->v[0]);
}

/* ---- Body and columns ----------------------------------------------------------------------- */

BodyFields FixRigidSmallRGS::fields() const
{
  // LAMMPS allocates Body arrays as a whole, so a stride in doubles reaches the next body
  static_assert(sizeof(Body) % sizeof(double) == 0, "Body is not a whole number of doubles");
  static Body none;    // a rank without bodies has no array
  Body *b = body ? body : &none;
  return {b->xcm,     b->vcm,      b->quat,     b->angmom,   &b->mass, b->inertia, b->fcm, b->torque, b->omega,
          b->ex_space, b->ey_space, b->ez_space, (ptrdiff_t) (sizeof(Body) / sizeof(double))};
}

void FixRigidSmallRGS::take_over()
{
  if (state_is != IN_BODY) return;
  columns.load(bodies_here(), fields());
  state_is = IN_BOTH;
}

/* At the end of a step.  Computes rigid/local, ke/rigid and erotate/rigid read Body whenever they like; all
   else goes through the fix. */
bool FixRigidSmallRGS::body_is_read() const
{
  if (output->next == update->ntimestep) return true;
  for (int i = 0; i < modify->ncompute; i++)
    if (strstr(modify->compute[i]->style, "rigid")) return true;
  return false;
}

void FixRigidSmallRGS::hand_over()
{
  if (state_is != IN_COLUMNS) return;
  columns.unload(fields());
  state_is = IN_BOTH;
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
  hand_over();
}

/* Centres of mass, to fractions of the box and back. */
void FixRigidSmallRGS::deform(int flag)
{
  if (!moves_copies() || !listed) return FixRigidSmall::deform(flag);
  take_over();
  state_is = IN_COLUMNS;
  for (int i = 0; i < columns.bodies(); i++) {
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = columns.at(BodyBlocks::X + k, i);
    if (flag == 0) domain->x2lamda(x, x);
    else domain->lamda2x(x, x);
    for (int k = 0; k < 3; k++) columns.at(BodyBlocks::X + k, i) = x[k];
  }
}

void FixRigidSmallRGS::zero_momentum()
{
  if (!moves_copies()) return FixRigidSmall::zero_momentum();
  set_to_zero(BodyBlocks::V);
}

void FixRigidSmallRGS::zero_rotation()
{
  if (!moves_copies()) return FixRigidSmall::zero_rotation();
  set_to_zero(BodyBlocks::L);
}

void FixRigidSmallRGS::set_to_zero(int column)
{
  take_over();
  state_is = IN_COLUMNS;
  for (int i = 0; i < bodies_here(); i++)
    for (int k = 0; k < 3; k++) columns.at(column + k, i) = 0.0;
  give_velocities();
  hand_over();
}

/* ---- when lists are out of date ------------------------------------------------------------- */

void FixRigidSmallRGS::check_listed() const
{
  if (!listed || listed_atoms != atom->nlocal)
    error->one(FLERR, speaker + "atoms were deleted, inserted or moved to other" +
                   " ranks since neighbor lists were built");
}

void FixRigidSmallRGS::out_of_date()
{
  listed = false;
  hand_over();
  state_is = IN_BODY;
}

void FixRigidSmallRGS::copy_arrays(int i, int j, int delflag)
{
  out_of_date();
  FixRigidSmall::copy_arrays(i, j, delflag);
}

int FixRigidSmallRGS::pack_exchange(int i, double *buf)
{
  hand_over();
  return FixRigidSmall::pack_exchange(i, buf);
}

int FixRigidSmallRGS::unpack_exchange(int i, double *buf)
{
  out_of_date();
  return FixRigidSmall::unpack_exchange(i, buf);
}
