/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Particles with a shape, each of which is a body.  Members of the group without a shape are points,
 * which do not rotate.
 *
 * LAMMPS' arrays are the only place where anything is kept, so migration, ghosts, sorting and restart
 * files are LAMMPS' own.  columns() reads them, and points into those that have the shape of a column.
 * The others are written back by place_atoms(), give_velocities(), changed() and keep(), each of which
 * follows a call of columns().  No rank has ghosts.
 */
#pragma once

#include "bodies/body_store.h"
#include "mechanics/particle_shape.h"
#include "body_threads.h"

#include "atom.h"
#include "pointers.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rigidstep_lammps {

class ParticleBodies final : public BodyStore, protected LAMMPS_NS::Pointers {
public:
  ParticleBodies(LAMMPS_NS::LAMMPS *, const ParticleKind &, int groupbit);

  ParticleShape shape;
  bool has(int i) const; // atom i of this rank is one of them
  int with_shape();      // number of those with a shape

  void list() override {}
  void invalidate() override {}
  int own() const override;
  int moved() const override { return own(); }
  bool are_atoms() const override { return true; }
  bool renewed() const override { return is_new; }
  const int64_t *tags() override;
  void columns(rgs_column parts[8]) override;
  void changed() override { write_back(); }
  void keep() override { write_back(); }
  double bytes() const override;
  std::string name(int body) const override;
  double freedom(bool rotation) const override;
  void sum_forces(bool) override {} // they act on the bodies themselves
  void begin_run(bool) override {}
  void place_atoms() override { write_back(); }
  void give_velocities() override { write_back(); }
  void arms_times_forces(double *) override {}
  void constraint_forces(const Visit &) override {}

private:
  int bits;
  Threads threads;
  std::vector<int> atoms;            // index of each particle, when columns() was called last
  std::vector<double> held[PARTS];   // columns that are not LAMMPS' own
  bool is_new, are_all, are_columns; // all atoms of this rank; and angular momenta are columns
  std::vector<int64_t> atom_tags;

  void find();
  void flatten_forces();
  void read_shapes();
  void write_back();
};

} // namespace rigidstep_lammps
