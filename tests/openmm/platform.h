/* SPDX-License-Identifier: BSD-3-Clause
 *
 * platform.h - the platform that a test program is run on, what its rounding allows, and Contexts on it.
 */
#pragma once
#include "systems.h"
#include <api/RigidIntegrator.h>
#include <cmath>

extern std::string platform; /* such as "OpenCL double"; each program has its own */

inline bool isSingle() { return platform == "OpenCL single"; }
/* The most by which single precision changes a distance of two particles: 2^-24 of the length of each's vector. */
inline double rounded(const std::vector<OpenMM::Vec3> &positions) {
  double most = 0;
  for (const OpenMM::Vec3 &r : positions) most = std::fmax(most, std::sqrt(r.dot(r)));
  return 2 * std::ldexp(most, -24);
}
/* Of distances within bodies.  OpenMM keeps positions that are set in single precision where they are mixed, too, and
 * rounds the bodies' positions where they are single. */
inline double rigid(const Liquid &liquid, const std::vector<OpenMM::Vec3> &now) {
  const bool setRounded = isSingle() || platform == "OpenCL mixed";
  return 1e-13 + (setRounded ? rounded(liquid.positions) : 0) + (isSingle() ? rounded(now) : 0);
}
inline bool isRigid(const Liquid &liquid, const std::vector<OpenMM::Vec3> &now) {
  return strain(liquid, now) < rigid(liquid, now);
}
inline bool isDouble() { return platform == "Reference" || platform == "OpenCL double"; }

inline void addAll(RigidstepPlugin::RigidIntegrator &integrator, const Liquid &liquid) {
  for (const std::vector<int> &body : liquid.bodies) integrator.addBody(body);
}

/* A Context with the bodies of a liquid. */
struct Bodies {
  explicit Bodies(Liquid &liquid, double step = 0.002) : integrator(step) {
    addAll(integrator, liquid);
  }
  void start(Liquid &liquid, int steps = 0, int seed = 5) {
    simulation.reset(new Simulation(liquid.system, integrator, platform));
    simulation->context->setPositions(liquid.positions);
    simulation->context->setVelocitiesToTemperature(300, seed);
    integrator.step(steps);
  }
  OpenMM::Context &context() { return *simulation->context; }
  std::vector<OpenMM::Vec3> x() const { return simulation->positions(); }
  std::vector<OpenMM::Vec3> v() const { return simulation->velocities(); }
  RigidstepPlugin::RigidIntegrator integrator;
  std::unique_ptr<Simulation> simulation;
};

inline bool same(const std::vector<OpenMM::Vec3> &a, const std::vector<OpenMM::Vec3> &b) {
  return a.size() == b.size() && a == b;
}
