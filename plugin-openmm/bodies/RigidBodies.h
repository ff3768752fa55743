/* SPDX-License-Identifier: BSD-3-Clause
 *
 * RigidBodies.h - the state of all bodies in double precision, between OpenMM's particles and the
 * library's columns.
 */
#pragma once
#include "bodies/RigidShapes.h"
#include "bodies/Sites.h"
#include <rigidstep/rigidstep.h>
#include <iosfwd>
#include <memory>

namespace RigidstepPlugin {

/* For how long f and the slow force acted in the kick that ended a step, and the factor of that for torques. */
struct Kick {
  double fast, slow, turns;
};

/* The bodies own their state: OpenMM's positions and velocities are written from it.  What others wrote
 * there since (the user, a barostat, a remover of the motion of the centre of mass) is taken back in. */
class RigidBodies {
public:
  explicit RigidBodies(const RigidTopology &topology);
  ~RigidBodies();
  RigidBodies(const RigidBodies &) = delete;
  RigidBodies &operator=(const RigidBodies &) = delete;

  /* ---- the state: columns, body after body ---- */
  std::vector<double> x, p, q, l, f, tau; /* 3, 3, 4, 3, 3, 3 numbers a body */
  std::vector<double> slow;               /* 6, force and torque of slow groups */
  int slowOf;                             /* these groups; 0: there are none */
  bool valid;                             /* f, tau and slow belong to x and q */

  const RigidTopology &topology() const { return sites; }
  const RigidShapes &shapes() const { return known; }
  bool hasShapes() const { return !known.kind.empty() || sites.numBodies() == 0; }
  uint64_t generation() const { return revision; } /* another one with other shapes */
  rgs_bodies *handle() const { return bound; }
  rgs_context *library() const { return context; }

  /* For a new method: `slow` becomes 0, and the library keeps its slow forces there, or does not see it. */
  void showSlow(bool on);

  /* ---- from OpenMM's particles ---- */
  /* rounding: of the platform's positions and velocities, relative.  Bodies whose particles are where
   * the bodies say are left as they are, bit for bit.  A body whose particles were all shifted alike
   * keeps its orientation.  Others are fitted, and refused if they are bent by more than 10 % of the extent.
   * box: three vectors, or null.  tolerance: of constraints.  Returns whether a body moved. */
  bool takePositions(const std::vector<OpenMM::Vec3> &positions, double rounding,
                     const OpenMM::Vec3 *box, double tolerance);
  bool takeVelocities(const std::vector<OpenMM::Vec3> &velocities, double rounding);
  void takeForces(const std::vector<OpenMM::Vec3> &forces);

  /* Of all bodies that positions bent and that kept their own shape: the one that was bent most, and how far (nm) one
   * of its particles was off; body -1: none. */
  struct Bent {
    int body;
    double off;
  } mostBent;
  /* The constraint inside a body that the first positions kept worst. */
  Stretch stretched;

  /* ---- to OpenMM's particles ---- */
  void givePositions(std::vector<OpenMM::Vec3> &positions) const;
  void giveVelocities(std::vector<OpenMM::Vec3> &velocities) const;

  double kineticEnergy(const Kick &before = Kick()); /* this kick */
  int degreesOfFreedom() const;
  /* Draws p and l at the temperature kt (an energy). */
  void drawMomenta(double kt, uint32_t seed);

  /* The bytes of a checkpoint: shapes and state. */
  void save(std::ostream &stream) const;
  void load(std::istream &stream);

private:
  void bind();
  /* Where bodies fit best, and how far a site of each is then off; empty as long as nobody asked. */
  struct Fit {
    SiteColumns to;
    std::vector<double> off;
  };
  void fit(const std::vector<OpenMM::Vec3> &positions, Fit &found);
  bool takePlace(int body, const std::vector<OpenMM::Vec3> &positions, double rounding,
                 const OpenMM::Vec3 *box, Fit &found, double newX[3], double newQ[4]);

  RigidTopology sites;
  RigidShapes known;
  std::vector<double> mass, moment;
  /* Bodies that got another orientation from positions since their momenta were taken from velocities. */
  std::vector<bool> turned;
  bool showsSlow;
  uint64_t revision;
  rgs_context *context;
  rgs_bodies *bound;
  std::unique_ptr<Sites>
      nearest; /* for fits, made when first needed; its context must outlive it */
};

[[noreturn]] void refuseDamaged(); /* a checkpoint */

} // namespace RigidstepPlugin
