/* SPDX-License-Identifier: GPL-2.0-only */
#include "columns/free_particles.h"

#include "atom.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

void Particle::columns(std::vector<Particle> &rows, rgs_column parts[8]) {
  static Particle none;
  double *first = rows.empty() ? none.x : rows[0].x;
  for (int p = 0; p < PARTS; first += COMPONENTS[p++])
    parts[p] = { first, sizeof(Particle) / sizeof(double), 1 };
}

void Particle::read(const Atom *atom, int i, int dimension) {
  q[0] = 1.0;
  mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
  std::copy(atom->x[i], atom->x[i] + 3, x);
  std::copy(atom->v[i], atom->v[i] + dimension, v);
  std::copy(atom->f[i], atom->f[i] + dimension, force);
  std::fill(torque, torque + 3, 0.0);
}

void Particle::write(Atom *atom, int i, int dimension) const {
  std::copy(x, x + dimension, atom->x[i]);
  std::copy(v, v + dimension, atom->v[i]);
}

bool FreeParticles::gather() {
  bool changed = false;
  size_t n = 0;
  for (int i = 0; i < atom->nlocal; i++) {
    if (!is_free(i)) continue;
    if (n == rows.size()) {
      rows.push_back(Particle());
      atoms.push_back(i);
    }
    const double before = rows[n].mass;
    atoms[n] = i;
    rows[n].read(atom, i, 3);
    changed = changed || rows[n].mass != before;
    n++;
  }
  changed = changed || n != rows.size();
  rows.resize(n);
  atoms.resize(n);
  return changed;
}

void FreeParticles::scatter() const {
  for (size_t n = 0; n < atoms.size(); n++) rows[n].write(atom, atoms[n], 3);
}

std::string FreeParticles::name(int64_t n, const char *then) const {
  if (n < 0 || n >= size()) return std::string();
  return "atom " + std::to_string(atom->tag[atoms[n]]) + then;
}

} // namespace rigidstep_lammps
