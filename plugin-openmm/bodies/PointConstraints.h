/* SPDX-License-Identifier: BSD-3-Clause
 *
 * PointConstraints.h - constraints between particles in no body, by OpenMM's own algorithms.
 */
#pragma once
#include "bodies/RigidBodies.h"
#include <openmm/System.h>
#include <openmm/reference/ReferenceConstraints.h>
#include <memory>

namespace RigidstepPlugin {

/* A step of strang becomes one of LangevinMiddleIntegrator: the ends of distances are moved along the distances
 * at the beginning of the step, and momenta with them; momenta and forces lose what lies along the distances.
 * A step of respa is several of these, h each, with slow forces that lose it as well.
 * That the forces lose it is as if momenta lost it after the first kick, because both are linear. */
class PointConstraints {
public:
  PointConstraints(const OpenMM::System &system, const RigidTopology &topology);
  bool any() const { return !between.empty(); }

  /* What OpenMM's algorithms read: masses, these constraints, and angles. */
  const OpenMM::System &system() const { return held; }
  const std::vector<RigidTopology::Between> &all() const { return between; }
  /* Ends of constraints, as bodies of one site. */
  const std::vector<int> &bodies() const { return body; }

  /* A step, or a search, begins at these positions. */
  void begin(const RigidBodies &bodies, double tolerance);
  /* Positions may have moved, in a step h; 0: momenta do not follow. */
  void moved(RigidBodies &bodies, double h);
  /* There are forces at the new positions. */
  void forced(RigidBodies &bodies, double h);

  /* Moves positions that others wrote onto the constraints, where they are off by more than the tolerance;
   * refuses 15 %.  far: the one that was farthest off.  Returns whether something changed. */
  bool takePositions(RigidBodies &bodies, double tolerance, Stretch &far);
  void takeMomenta(RigidBodies &bodies, double tolerance);

  /* Accepted deviation, in parts of the distance: SETTLE's distances are in single precision. */
  static double room(double tolerance) { return 2 * tolerance + 2e-7; }
  [[noreturn]] void refuseTooFar(int constraint) const;
  /* Half the step: what forces are multiplied by, so that the tolerance means momenta. */
  static double share(double h) { return h == 0 ? 1e-3 : 0.5 * h; }

private:
  Stretch worst(const RigidBodies &bodies, int *which) const;
  bool holdPositions(RigidBodies &bodies, double h);
  void holdMomenta(std::vector<double> &column, double scale);

  OpenMM::System held;
  std::vector<RigidTopology::Between> between;
  std::vector<int> body, particle; /* of each end */
  std::vector<int> bodyOf;         /* of each particle */
  std::vector<double> inverseMass; /* of each particle */
  std::vector<OpenMM::Vec3> from, to;
  double tolerance;
  bool drifted; /* what is right already keeps its bits, which SETTLE would change */
  std::unique_ptr<OpenMM::ReferenceConstraints> solver;
};

} // namespace RigidstepPlugin
