/* SPDX-License-Identifier: GPL-2.0-only */
#include "bodies/bodies_and_atoms.h"

#include "atom.h"
#include "domain.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

BodiesAndAtoms::BodiesAndAtoms(LAMMPS *lmp, const Store &store, const InBody &in)
    : Pointers(lmp), bodies(store), in_body(in), bits(0), is_new(false) {}

bool BodiesAndAtoms::has_atom(int i) const { return (atom->mask[i] & bits) && !in_body(i); }

int BodiesAndAtoms::free() const {
  int n = 0;
  for (int i = 0; bits && i < atom->nlocal; i++) n += has_atom(i);
  return n;
}

/* ---- the table ------------------------------------------------------------------------------- */

enum { MOVING_PARTS = MASS };

void BodiesAndAtoms::columns(rgs_column parts[8]) {
  const int with_sums = own_bodies(), all = bodies().moved();
  const size_t before = atoms.size();
  atoms.clear();
  for (int i = 0; bits && i < atom->nlocal; i++)
    if (has_atom(i)) atoms.push_back(i);
  const int n_atoms = (int)atoms.size();
  is_new = atoms.size() != before || rows.size() != (size_t)all + n_atoms;
  rows.resize((size_t)all + n_atoms);

  bodies().columns(parts);
  for (int b = 0; b < all; b++) {
    Particle &row = rows[b < with_sums ? b : b + n_atoms];
    double *to = row.x;
    for (int p = 0; p < PARTS; p++)
      for (int k = 0; k < COMPONENTS[p]; k++) *to++ = RGS_AT(parts[p], b, k);
  }
  for (int n = 0; n < n_atoms; n++) {
    Particle &row = rows[with_sums + n];
    const double before = row.mass;
    row = Particle();
    row.read(atom, atoms[n], domain->dimension);
    is_new = is_new || row.mass != before;
  }
  Particle::columns(rows, parts);
}

void BodiesAndAtoms::write_back() {
  const int n_atoms = (int)atoms.size(), all = (int)rows.size() - n_atoms,
            with_sums = std::min(own_bodies(), all);
  rgs_column parts[PARTS];
  bodies().columns(parts);
  for (int b = 0; b < all; b++) {
    const double *from = rows[b < with_sums ? b : b + n_atoms].x;
    for (int p = 0; p < MOVING_PARTS; p++)
      for (int k = 0; k < COMPONENTS[p]; k++) RGS_AT(parts[p], b, k) = *from++;
  }
  for (int n = 0; n < n_atoms; n++) rows[with_sums + n].write(atom, atoms[n], domain->dimension);
}

void BodiesAndAtoms::keep() {
  write_back();
  bodies().keep();
}

void BodiesAndAtoms::changed() {
  write_back();
  bodies().changed();
}

void BodiesAndAtoms::place_atoms() {
  write_back();
  bodies().place_atoms();
}

void BodiesAndAtoms::give_velocities() {
  write_back();
  bodies().give_velocities();
}

/* ---- what belongs to a row ------------------------------------------------------------------- */

/* Bodies have positive numbers. */
const int64_t *BodiesAndAtoms::tags() {
  const int with_sums = own_bodies(), all = bodies().moved();
  const int64_t *of_bodies = bodies().tags();
  its_tags.assign(of_bodies, of_bodies + with_sums);
  for (int i = 0; bits && i < atom->nlocal; i++)
    if (has_atom(i)) its_tags.push_back(-(int64_t)atom->tag[i]);
  its_tags.insert(its_tags.end(), of_bodies + with_sums, of_bodies + all);
  return its_tags.data();
}

const double *BodiesAndAtoms::thermostatted() {
  const int with_sums = own_bodies(), all = bodies().moved();
  const double *of_bodies = bodies().thermostatted();
  if (!of_bodies) return nullptr;
  its_thermostatted.assign(of_bodies, of_bodies + with_sums);
  its_thermostatted.insert(its_thermostatted.end(), (size_t)free(), 1.0);
  its_thermostatted.insert(its_thermostatted.end(), of_bodies + with_sums, of_bodies + all);
  return its_thermostatted.data();
}

std::string BodiesAndAtoms::name(int row) const {
  const int with_sums = own_bodies(), n_atoms = (int)atoms.size();
  if (row < with_sums) return bodies().name(row);
  if (row >= with_sums + n_atoms) return bodies().name(row - n_atoms);
  return "free atom " + std::to_string(atom->tag[atoms[row - with_sums]]) + ": ";
}

double BodiesAndAtoms::freedom(bool rotation) const {
  return bodies().freedom(rotation) + (rotation ? 0.0 : (double)domain->dimension * free());
}

} // namespace rigidstep_lammps
