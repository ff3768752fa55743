/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Bodies, or atoms that are in no body, that the library's integrator `fire` moves downhill.
 *
 * Every fix and the free atoms have a stepper of their own.  What `fire` decides follows from sums
 * over all bodies, so the sums of all steppers are added up before each of them goes on: then all of
 * them take the same step, and the whole system slides as one point in one space.
 */
#pragma once

#include "bodies/body_store.h"
#include "columns/free_particles.h"
#include "method/body_stepper.h"
#include "minimize/relaxed.h"

#include <vector>

namespace rigidstep_lammps {

/* Of generalised forces: the force on a centre of mass, and the torque about each principal axis
   divided by the radius of gyration about it, so that both are forces. */
struct ForceNorms {
  double square;    // sum of the squares of all
  double of_body;   // the largest square of one body
  double component; // the largest square of one of them
};

class Relaxer : protected BodyStepper {
public:
  // `reach`: the farthest that a body may move in a step; `shares`: number of steppers on all ranks
  Relaxer(LAMMPS_NS::LAMMPS *, const std::string &prefix, const ContextPtr &, double reach,
          int shares);
  virtual ~Relaxer() {}

  void begin(); // the bodies rest, and their forces are known; what they had is remembered
  // A step: asks for sums, to be given to all; goes on with them, until forces are wanted; takes
  // those on the atoms.
  rgs_eval &ask();
  void move();
  void arrive();
  // The atoms have the positions and velocities of the bodies, and the fix the virial of the constraint
  // forces, for what is printed now.
  virtual void show(int vflag);
  // Forces and torques on the bodies from the forces on the atoms
  virtual void take_forces() = 0;
  // The bodies get the velocities that they had, and the angular momenta in their own axes: those turned
  // with them, so that the kinetic energy is what it was.
  void give_back();
  // Adds the norms of this rank; the forces are from the last take_forces().
  void add_norms(ForceNorms &);
  // Of this rank: the rate at which these forces, or those at the begin of the step, do work at the present
  // velocities
  double power() { return power_of(forces()); }
  double power_before() { return power_of(before); }
  double last_step() const { return value_of("fire_step"); }
  int64_t counted() { return counted_here() ? now().n - now().n_ghosts : 0; } // bodies of this rank

protected:
  virtual rgs_view now() = 0; // of all bodies that this rank moves
  virtual void place() = 0;   // the atoms get the positions and velocities of the bodies
  virtual std::string name(int body) const = 0;
  virtual bool counted_here() const { return true; }
  virtual const int64_t *tags() = 0; // the same on all ranks, for each body in now()
  virtual void velocities_changed() {}
  virtual void keep() {} // what was written into the view is to be found in the next one

private:
  enum { NUMBERS = 6 };
  std::vector<int64_t> its_tags; // of the bodies that this rank counts, when it began
  std::vector<double> momenta;   // NUMBERS of each: velocity, angular momentum in its axes
  std::vector<double> before;    // NUMBERS of each: force and torque at the begin of the step

  std::vector<double> forces();
  double power_of(const std::vector<double> &forces);
  void remember();
  void stop();
  void bind();
  void go_on();
  void check(rgs_status, const rgs_error &) const;
};

class RelaxedBodies : public Relaxer {
public:
  RelaxedBodies(LAMMPS_NS::LAMMPS *, const std::string &prefix, const ContextPtr &, double reach,
                int shares, RelaxedFix &);
  void take_forces() override { fix.sum_forces(); }
  void show(int vflag) override;

private:
  RelaxedFix &fix;
  BodyStore &bodies() const { return fix.relaxed_bodies(); }

  rgs_view now() override;
  void place() override { bodies().place_atoms(); }
  std::string name(int body) const override { return bodies().name(body); }
  bool counted_here() const override { return bodies().counted_here(); }
  const int64_t *tags() override { return bodies().tags(); }
  void velocities_changed() override { bodies().changed(); }
  void keep() override { bodies().keep(); }
};

class RelaxedAtoms : public Relaxer {
public:
  RelaxedAtoms(LAMMPS_NS::LAMMPS *, const std::string &prefix, const ContextPtr &, double reach,
               int shares, const FreeParticles::IsFree &);
  void take_forces() override { particles.gather(); }

private:
  FreeParticles particles;
  std::vector<int64_t> atom_tags;

  rgs_view now() override;
  const int64_t *tags() override;
  void place() override { particles.scatter(); }
  std::string name(int body) const override { return particles.name(body, ": "); }
};

} // namespace rigidstep_lammps
