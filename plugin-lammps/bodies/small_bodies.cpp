/* SPDX-License-Identifier: GPL-2.0-only */
#include "bodies/small_bodies.h"

#include "lammps_compat.h"

#include "atom.h"
#include "domain.h"
#include "force.h"
#include "math_extra.h"

#include <algorithm>
#include <cstring>
#include <numeric>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* Where the first body of LAMMPS' array is. */
static BodyFields fields_of(const OpenRigidSmall &fix) {
  typedef OpenRigidSmall::Body Body;
  // LAMMPS allocates Body arrays as a whole, so a stride in doubles reaches the next body
  static_assert(sizeof(Body) % sizeof(double) == 0, "Body is not a whole number of doubles");
  static Body none; // a rank without bodies has no array
  Body *b = fix.body ? fix.body : &none;
  const ptrdiff_t next = sizeof(Body) / sizeof(double);
  return {
    { b->xcm, next },   { b->vcm, next },      { b->quat, next },     { b->angmom, next },
    { &b->mass, next }, { b->inertia, next },  { b->fcm, next },      { b->torque, next },
    { b->omega, next }, { b->ex_space, next }, { b->ey_space, next }, { b->ez_space, next }
  };
}

SmallBodies::SmallBodies(LAMMPS *lmp, OpenRigidSmall &f, const std::string &who)
    : Pointers(lmp), fix(f), prefix(who),
      blocks(
          lmp, [&f] { return fields_of(f); }, [this] { return moved(); }),
      shared(world), gravity_in_sums(false), atoms_listed(NOT_LISTED) {}

/* ---- bodies ---------------------------------------------------------------------------------- */

std::string SmallBodies::name(int body) const {
  if (body < 0 || body >= moved()) return std::string();
  const int owner = fix.body[body].ilocal;
  if (owner < 0 || owner >= atom->nlocal + atom->nghost) return std::string();
  return "body owned by atom " + std::to_string(atom->tag[owner]) + ": ";
}

/* As fix rigid/small counts for its scalar: nothing is taken away for a total momentum that stays;
   in two dimensions a body moves in two and turns about one axis. */
double SmallBodies::freedom(bool rotation) const {
  if (!rotation) return domain->dimension * (double)own();
  if (domain->dimension == 2) return (double)own();
  double axes = 0.0;
  for (int i = 0; i < own(); i++)
    for (int k = 0; k < 3; k++) axes += fix.body[i].inertia[k] > 0.0;
  return axes;
}

const int64_t *SmallBodies::tags() {
  atom_tags.resize(moved());
  for (size_t i = 0; i < atom_tags.size(); i++) atom_tags[i] = atom->tag[fix.body[i].ilocal];
  return atom_tags.data();
}

void SmallBodies::turn_images(const Turn &turned) {
  for (int i = 0; i < own(); i++) fix.body[i].image = turned(fix.body[i].image);
}

/* `delete_atoms group all` removes atoms without telling fixes, so bodies may be left without an
   owner. */
void SmallBodies::order() {
  std::vector<int> from; // where the body for each place is now
  for (int i = 0; i < atom->nlocal; i++)
    if (fix.bodyown[i] >= 0) from.push_back(fix.bodyown[i]);
  OpenRigidSmall::Body *body = fix.body;
  if ((int)from.size() < fix.nlocal_body) {
    std::vector<OpenRigidSmall::Body> kept;
    for (int b : from) kept.push_back(body[b]);
    std::copy(kept.begin(), kept.end(), body);
    fix.nlocal_body = (int)kept.size();
    std::iota(from.begin(), from.end(), 0);
  }
  for (int start = 0; start < fix.nlocal_body; start++) {
    if (from[start] == start) continue;
    OpenRigidSmall::Body first = body[start];
    int to = start;
    while (from[to] != start) {
      body[to] = body[from[to]];
      std::swap(to, from[to]); // go on to the place that is free now; the place left is filled
    }
    body[to] = first;
    from[to] = to;
  }
  for (int i = 0; i < fix.nlocal_body; i++) fix.bodyown[body[i].ilocal] = i;
}

/* ---- constraint forces ----------------------------------------------------------------------- */

/* Ghosts have the forces of the whole body, so every rank finds the same accelerations. */
void SmallBodies::constraint_forces(const Visit &visit) {
  publish();
  struct Held {
    Acceleration of_body;
    double geometric_centre[3]; // from the centre of mass
  };
  std::vector<Held> held((size_t)moved());
  for (size_t i = 0; i < held.size(); i++) {
    OpenRigidSmall::Body &b = fix.body[i];
    double f[3];
    for (int k = 0; k < 3; k++) {
      f[k] = b.fcm[k];
      if (gravity_in_sums && fix.id_gravity) f[k] -= fix.gvec[k] * b.mass;
    }
    held[i].of_body = Acceleration(f, b.torque, b.mass, b.inertia, b.angmom, b.omega, b.ex_space,
                                   b.ey_space, b.ez_space, force->ftm2v);
    if (const double *place = centre_of(b).about_axes)
      MathExtra::matvec(b.ex_space, b.ey_space, b.ez_space, place, held[i].geometric_centre);
  }
  for (int i = 0; i < atom->nlocal; i++) {
    if (fix.atom2body[i] < 0) continue;
    OpenRigidSmall::Body &b = fix.body[fix.atom2body[i]];
    Held &its = held[fix.atom2body[i]];
    const double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    double r[3], g[3];
    MathExtra::matvec(b.ex_space, b.ey_space, b.ez_space, fix.displace[i], r);
    its.of_body.constraint_force(r, b.omega, mass / force->ftm2v, atom->f[i], g);
    visit(i, r, g, centre_of(b).about_axes ? its.geometric_centre : nullptr);
  }
}

} // namespace rigidstep_lammps
