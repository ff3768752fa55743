/* SPDX-License-Identifier: GPL-2.0-only */
#include "bodies/particle_bodies.h"

#include "atom.h"
#include "domain.h"
#include "force.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

enum { PARTICLES_A_THREAD = 1024, GROUP_ALL = 1 };

ParticleBodies::ParticleBodies(LAMMPS *lmp, const ParticleKind &kind, int groupbit)
    : Pointers(lmp), shape(lmp, kind), bits(groupbit), threads(lmp), is_new(false), are_all(false),
      are_columns(false) {}

bool ParticleBodies::has(int i) const { return atom->mask[i] & bits; }

/* (asked for several times in a step: all atoms are in group all, and need not be looked at) */
int ParticleBodies::own() const {
  if (bits == GROUP_ALL) return atom->nlocal;
  int n = 0;
  for (int i = 0; i < atom->nlocal; i++) n += has(i);
  return n;
}

int ParticleBodies::with_shape() {
  shape.look();
  int n = 0;
  for (int i = 0; i < atom->nlocal; i++) n += has(i) && !shape.is_point(i);
  return n;
}

/* ---- from LAMMPS' arrays --------------------------------------------------------------------- */

void ParticleBodies::find() {
  const size_t before = atoms.size();
  is_new = false;
  if (bits == GROUP_ALL && are_all && before == (size_t)atom->nlocal) return;
  atoms.clear();
  for (int i = 0; i < atom->nlocal; i++)
    if (has(i)) atoms.push_back(i);
  are_all = atoms.size() == (size_t)atom->nlocal;
  is_new = atoms.size() != before;
  for (int p = 0; p < PARTS; p++) held[p].resize(COMPONENTS[p] * std::max(atoms.size(), (size_t)1));
}

/* Shapes and masses may change at any time.  What the library computes from them holds as long as they
   stay. */
void ParticleBodies::read_shapes() {
  double changes_and_points[2] = { 0.0, 0.0 };
  shape.look();
  threads.sum((int64_t)atoms.size(), PARTICLES_A_THREAD, 2, changes_and_points,
              [this](int64_t begin, int64_t end, double *sums) {
                shape.read(&atoms[begin], end - begin, &held[Q][4 * begin],
                           &held[MOMENTS][3 * begin], &held[MASS][begin], sums);
              });
  is_new = is_new || changes_and_points[0] > 0.0;
  are_columns = are_all && shape.has_momentum() && changes_and_points[1] == 0.0;
}

/* In two dimensions pair styles leave forces out of the plane of the size of rounding errors. */
void ParticleBodies::flatten_forces() {
  for (const int i : atoms) {
    atom->f[i][2] = 0.0;
    if (atom->torque) atom->torque[i][0] = atom->torque[i][1] = 0.0;
  }
}

void ParticleBodies::columns(rgs_column parts[8]) {
  find();
  if (domain->dimension == 2) flatten_forces();
  read_shapes();
  double *const *const its[PARTS] = { atom->x, atom->v, nullptr, atom->angmom,
                                      nullptr, nullptr, atom->f, atom->torque };
  for (int p = 0; p < PARTS; p++) {
    const bool turns = p == L || p == TORQUE;
    const bool bound = its[p] && !atoms.empty() && (turns ? are_columns : are_all) &&
                       (shape.feels_forces() || p < FORCE);
    parts[p] = { bound ? its[p][0] : held[p].data(), COMPONENTS[p], 1 };
    if (bound || turns || !its[p]) continue;
    for (size_t n = 0; n < atoms.size(); n++)
      std::copy(its[p][atoms[n]], its[p][atoms[n]] + 3, &held[p][3 * n]);
  }
  for (size_t n = 0; n < atoms.size() && !are_columns; n++)
    shape.read_momentum(atoms[n], &held[MOMENTS][3 * n], &held[L][3 * n], &held[TORQUE][3 * n]);
  for (int p = FORCE; p <= TORQUE && !shape.feels_forces(); p++)
    std::fill(held[p].begin(), held[p].end(), 0.0);
}

/* ---- to LAMMPS' arrays ----------------------------------------------------------------------- */

void ParticleBodies::write_back() {
  shape.look();
  threads.each((int64_t)atoms.size(), PARTICLES_A_THREAD, [this](int64_t begin, int64_t end) {
    for (int64_t n = begin; n < end && !are_columns; n++) {
      const int i = atoms[n];
      if (!are_all) {
        std::copy(&held[X][3 * n], &held[X][3 * n] + 3, atom->x[i]);
        std::copy(&held[V][3 * n], &held[V][3 * n] + 3, atom->v[i]);
      }
      shape.write_momentum(i, &held[MOMENTS][3 * n], &held[L][3 * n]);
    }
    shape.write(&atoms[begin], end - begin, &held[Q][4 * begin]);
  });
}

/* ---- what belongs to a particle -------------------------------------------------------------- */

const int64_t *ParticleBodies::tags() {
  find();
  atom_tags.resize(atoms.size());
  for (size_t n = 0; n < atoms.size(); n++) atom_tags[n] = atom->tag[atoms[n]];
  return atom_tags.data();
}

std::string ParticleBodies::name(int body) const {
  if (body < 0 || body >= (int)atoms.size()) return std::string();
  return "particle " + std::to_string(atom->tag[atoms[body]]) + ": ";
}

/* As compute temp/asphere, temp/body and temp/sphere count. */
double ParticleBodies::freedom(bool rotation) const {
  if (!rotation) return domain->dimension * (double)own();
  double axes = 0.0;
  ParticleShape now = shape;
  now.look();
  for (int i = 0; i < atom->nlocal; i++) {
    double q[4], moments[3];
    if (!has(i) || !now.read(i, q, moments)) continue;
    if (domain->dimension == 2)
      axes += 1.0;
    else
      for (double moment : moments) axes += moment > 0.0;
  }
  return axes;
}

double ParticleBodies::bytes() const {
  double sum = (double)(atoms.capacity() * sizeof(int) + atom_tags.capacity() * sizeof(int64_t));
  for (const auto &column : held) sum += (double)(column.capacity() * sizeof(double));
  return sum;
}

} // namespace rigidstep_lammps
