/* SPDX-License-Identifier: BSD-3-Clause
 *
 * RigidShapes.h - the shapes of bodies, and the orientation that a body has where its sites are given.
 */
#pragma once
#include "bodies/RigidTopology.h"
#include <openmm/Vec3.h>
#include <rigidstep/rigidstep.h>
#include <vector>

namespace RigidstepPlugin {

/* A Vec3 as the device headers take it. */
struct Triple {
  Triple(const OpenMM::Vec3 &v) : of{ v[0], v[1], v[2] } {}
  double of[3];
};

/* What bodies of one kind share. */
struct RigidKind {
  double mass, moment[3];         /* moment: 0 about an axis without inertia */
  double extent;                  /* the largest distance of a site from the centre of mass */
  std::vector<OpenMM::Vec3> site; /* in the frame of the principal axes */
  std::vector<double> siteMass;
};

/* Where a body's sites are: the centre of mass, and the sites seen from there. */
struct RigidPlace {
  RigidPlace(const RigidTopology &topology, int body, const std::vector<OpenMM::Vec3> &positions);
  OpenMM::Vec3 centre;
  std::vector<OpenMM::Vec3> arm;
};

/* The largest distance of a site of `kind` with orientation q from `arm`. */
double misfit(const RigidKind &kind, const double q[4], const std::vector<OpenMM::Vec3> &arm);

/* A constraint that positions do not keep. */
struct Stretch {
  int particle[2]; /* -1: none */
  double want, have;
  double part() const; /* of the distance wanted; NaN, if the distance is */
  /* Refuses more than 15 %.  Water of another model, as files and Modeller.addSolvent have, is off by 11 %. */
  void refuseUnlike(const std::string &where) const;
};

/* The kinds of all bodies. */
struct RigidShapes {
  std::vector<RigidKind> kind;
  std::vector<int> kindOf; /* of each body */

  /* Takes the shapes from positions, x and q of all bodies with them.  Distances that constraints inside bodies
   * state come first: positions may be off by 15 % of them, as in a file.  Bodies of a kind get one
   * shape.  rounding: of the positions, relative.  tolerance: of constraints, relative.  box: three vectors, or
   * null; with it, bodies that the faces of the box cut are made whole.  Returns the constraint that was
   * farthest off. */
  Stretch take(rgs_context *context, const RigidTopology &topology,
               const std::vector<OpenMM::Vec3> &positions, double rounding, double tolerance,
               const OpenMM::Vec3 *box, std::vector<double> &x, std::vector<double> &q);
};

} // namespace RigidstepPlugin
