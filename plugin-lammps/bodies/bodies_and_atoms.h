/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The bodies of a store together with free atoms that move with them.  For rigidstep a free atom is a
 * body whose moments of inertia are 0, so that one thermostat and one barostat act on bodies and atoms
 * alike.
 *
 * The numbers of bodies stay in their store, the numbers of atoms in LAMMPS' arrays, so restart files and
 * the exchange between ranks need nothing new.  columns() copies both to one table: first the bodies
 * that this rank puts into sums, then the free atoms, then ghosts of other bodies.  place_atoms(),
 * give_velocities() and changed() write the table back.
 */
#pragma once

#include "bodies/body_store.h"

#include "pointers.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rigidstep_lammps {

class BodiesAndAtoms final : public BodyStore, protected LAMMPS_NS::Pointers {
public:
  // The store of the bodies of this moment, and whether an atom of this rank is in one of them.
  typedef std::function<BodyStore &()> Store;
  typedef std::function<bool(int)> InBody;
  BodiesAndAtoms(LAMMPS_NS::LAMMPS *, const Store &, const InBody &);

  // The atoms of this group that are in no body move with the bodies.  0: none.
  void set_group(int groupbit) { bits = groupbit; }
  bool has_atom(int i) const;
  bool renewed() const override { return is_new || bodies().renewed(); }

  void list() override { bodies().list(); }
  void invalidate() override { bodies().invalidate(); }
  int own() const override { return own_bodies() + free(); }
  int moved() const override { return bodies().moved() + free(); }
  const int64_t *tags() override;
  const double *thermostatted() override;
  bool are_atoms() const override { return bodies().are_atoms(); }
  void columns(rgs_column parts[8]) override;
  void keep() override;
  void changed() override;
  void publish() override { bodies().publish(); }
  std::string name(int body) const override;
  double freedom(bool rotation) const override;
  double idle_energy(bool rotation) override { return bodies().idle_energy(rotation); }
  void sum_forces(bool gravity) override { bodies().sum_forces(gravity); }
  void begin_run(bool kept) override { bodies().begin_run(kept); }
  void place_atoms() override;
  void give_velocities() override;
  void arms_times_forces(double sum[9]) override { bodies().arms_times_forces(sum); }
  void constraint_forces(const Visit &visit) override { bodies().constraint_forces(visit); }

private:
  Store bodies;
  InBody in_body;
  int bits;
  bool is_new;
  std::vector<Particle> rows;
  std::vector<int> atoms; // index of each free atom when columns() was called last
  std::vector<int64_t> its_tags;
  std::vector<double> its_thermostatted;

  int own_bodies() const { return bodies().counted_here() ? bodies().own() : 0; }
  int free() const; // number of free atoms on this rank
  void write_back();
};

} // namespace rigidstep_lammps
