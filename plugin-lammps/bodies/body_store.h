/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The bodies of a fix and the atoms they consist of.  A store knows where the bodies are kept,
 * which rank owns a body and which ranks hold ghosts of it; the steps of a method
 * (motion/body_motion.h) and the fixes see none of that.
 *
 * Invariant.  A store is listed from list() until invalidate().  While it is listed, it knows every
 * body that has an atom on this rank and every atom of that body on this rank, and moves all of
 * those bodies: equal bodies get equal numbers on all ranks that move them, so that ghosts never
 * differ. Functions that pass something between bodies and atoms need a listed store, and stop
 * LAMMPS with an error where there is none.  The others may be called at any time.
 *
 * Atoms that migrate, or are inserted or deleted, end the listing: the fix calls invalidate() then,
 * and list() when LAMMPS is about to build its neighbor lists.
 */
#pragma once

#include "columns/free_particles.h"

#include "domain.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace rigidstep_lammps {

/* LAMMPS' remap() changes the last digits of a point in a triclinic box, also of one that stays where it is. */
inline void remap_from_outside(LAMMPS_NS::Domain *domain, double *x, LAMMPS_NS::imageint &image) {
  const double was[3] = { x[0], x[1], x[2] };
  const LAMMPS_NS::imageint before = image;
  domain->remap(x, image);
  if (image == before) std::copy(was, was + 3, x);
}

class BodyStore {
public:
  // ---- at any time
  virtual void list() = 0;
  virtual void invalidate() = 0;

  // Bodies that sums over all ranks take from this rank, and bodies that this rank moves.  The
  // first of the bodies moved are the own ones.
  virtual int own() const = 0;
  virtual int moved() const = 0;
  // False where another rank puts the same bodies into sums over all ranks.
  virtual bool counted_here() const { return true; }
  // The last bodies moved that other ranks put into sums.
  virtual int ghosts() const { return moved() - own(); }
  // Numbers that stand for the bodies moved on every rank, for noise.
  virtual const int64_t *tags() = 0;
  // Does a thermostat act on this body?  Null: it acts on all.
  virtual const double *thermostatted() { return nullptr; }
  // Six numbers a body: 0 where a component of its velocity, or of its angular momentum, is held.  Null:
  // none is.
  virtual const double *moving() const { return nullptr; }
  // Each body is an atom, which has the body's velocity, and constraint forces do not exist.
  virtual bool are_atoms() const { return false; }

  // x, v, q, l, mass, moments, force and torque of the bodies moved.  The caller may write into
  // them.
  virtual void columns(rgs_column parts[8]) = 0;
  // Did the last call of columns() find other bodies, masses or moments than the call before it?
  virtual bool renewed() const { return false; }
  // What was written into the columns is to be found there when columns() is called next.
  virtual void keep() {}
  // Bodies have been changed through columns() otherwise than by their motion.
  virtual void changed() {}
  // What LAMMPS reads without asking the fix gets the values of the columns.
  virtual void publish() {}
  // Of what it keeps beside LAMMPS' own arrays, on this rank, nearly
  virtual double bytes() const { return 0.0; }
  // What error messages call a body, with a colon; empty if there is no such name.
  virtual std::string name(int body) const = 0;

  // Degrees of freedom that a temperature of translation or of rotation counts, and the kinetic
  // energy, in LAMMPS' unit, of those it does not count; shares of this rank.
  virtual double freedom(bool rotation) const = 0;
  virtual double idle_energy(bool) { return 0.0; }

  // ---- while listed
  // Forces and torques on the bodies from the forces on their atoms, with or without the gravity
  // that acts on bodies.
  virtual void sum_forces(bool gravity) = 0;
  // Adds a force and a torque to the last sums, for each body moved: six numbers each.
  virtual void add_pushes(const std::vector<double> &pushes);
  // The same as sum_forces() at the start of a run, when LAMMPS has just evaluated the forces; atoms get the
  // velocities of their bodies.  `kept`: the bodies were not made from the atoms for this run.
  virtual void begin_run(bool kept) = 0;
  // Atoms get the positions and velocities of their bodies, or the velocities alone, where no body
  // has moved since place_atoms().
  virtual void place_atoms() = 0;
  virtual void give_velocities() = 0;

  // Adds the sums over atoms of this rank in bodies of f_a r_b, in the order of rgs_eval.virial; r: from the
  // centre of mass, f: the force on the atom.
  virtual void arms_times_forces(double sum[9]) = 0;

  // The box has other vectors of the same lattice: turned() makes the image flags of a body new ones.
  typedef std::function<LAMMPS_NS::imageint(LAMMPS_NS::imageint)> Turn;
  virtual void turn_images(const Turn &) {}

  // Calls `visit` for each atom of this rank in a body: with its place r from the centre of mass,
  // the constraint force g on it, and the geometric centre of the body from the centre of mass
  // (null where LAMMPS has none).  The forces are from the last sum_forces().
  typedef std::function<void(int atom, const double r[3], const double g[3], double *centre)> Visit;
  virtual void constraint_forces(const Visit &visit) = 0;

protected:
  ~BodyStore() = default; // an object is never deleted by a pointer to this class
};

inline void BodyStore::add_pushes(const std::vector<double> &pushes) {
  rgs_column parts[8];
  columns(parts);
  for (size_t n = 0; n < pushes.size(); n++)
    RGS_AT(parts[n % 6 < 3 ? FORCE : TORQUE], n / 6, n % 3) += pushes[n];
}

} // namespace rigidstep_lammps
