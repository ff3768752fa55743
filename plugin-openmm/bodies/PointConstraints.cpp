/* SPDX-License-Identifier: BSD-3-Clause */
#include "bodies/PointConstraints.h"
#include "bodies/angles.h"
#include "bodies/words.h"
#include <algorithm>
#include <cmath>

using OpenMM::System;
using OpenMM::Vec3;
using std::vector;

namespace RigidstepPlugin {

PointConstraints::PointConstraints(const System &system, const RigidTopology &topology)
    : between(topology.between), tolerance(0), drifted(false) {
  if (between.empty()) return;
  const int n = system.getNumParticles();
  bodyOf.assign(n, -1);
  inverseMass.assign(n, 0);
  from.resize(n);
  to.resize(n);
  for (int i = 0; i < n; i++) {
    const double mass = system.getParticleMass(i);
    held.addParticle(mass);
    if (mass > 0) inverseMass[i] = 1 / mass;
  }
  vector<bool> isEnd(n, false);
  for (const RigidTopology::Between &c : between) {
    held.addConstraint(c.particle[0], c.particle[1], c.distance);
    isEnd[c.particle[0]] = isEnd[c.particle[1]] = true;
  }
  for (int b = topology.numOfUser; b < topology.numBodies(); b++) {
    const int i = topology.particle[topology.first[b]];
    if (!isEnd[i]) continue;
    bodyOf[i] = b;
    body.push_back(b);
    particle.push_back(i);
  }
  auto *angles =
      new OpenMM::HarmonicAngleForce; /* CCMA estimates by them how constraints act on each other */
  overAngles(system, [&](int i, int j, int k, double angle, double strength) {
    if (isEnd[i] && isEnd[j] && isEnd[k]) angles->addAngle(i, j, k, angle, strength);
  });
  held.addForce(angles);
  solver.reset(new OpenMM::ReferenceConstraints(held));
}

/* ---- what the algorithms do -------------------------------------------------------------------- */
Stretch PointConstraints::worst(const RigidBodies &bodies, int *which) const {
  Stretch most = { { -1, -1 }, 1, 1 };
  for (size_t c = 0; c < between.size(); c++) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
      const double r = bodies.x[3 * static_cast<size_t>(bodyOf[between[c].particle[0]]) + k] -
                       bodies.x[3 * static_cast<size_t>(bodyOf[between[c].particle[1]]) + k];
      square += r * r;
    }
    const Stretch its = { { between[c].particle[0], between[c].particle[1] },
                          between[c].distance,
                          std::sqrt(square) };
    if (its.part() <= most.part()) continue; /* and nan is the most */
    most = its;
    *which = static_cast<int>(c);
    if (std::isnan(its.part())) break;
  }
  return most;
}

void PointConstraints::refuseTooFar(int constraint) const {
  const RigidTopology::Between &c = between[constraint];
  refuse("OpenMM's constraints do not hold particles ", c.particle[0], " and ", c.particle[1],
         " at ", c.distance,
         " nm; take a shorter step, or make their cluster one rigid body by a list of "
         "bodies");
}

bool PointConstraints::holdPositions(RigidBodies &bodies, double h) {
  bool changed = false;
  for (size_t e = 0; e < body.size(); e++) {
    const double *x = &bodies.x[3 * static_cast<size_t>(body[e])];
    to[particle[e]] = Vec3(x[0], x[1], x[2]);
  }
  solver->apply(from, to, inverseMass, tolerance);
  for (size_t e = 0; e < body.size(); e++)
    for (int k = 0; k < 3; k++) {
      const size_t at = 3 * static_cast<size_t>(body[e]) + k;
      const double by = to[particle[e]][k] - bodies.x[at];
      if (by == 0) continue;
      changed = true;
      bodies.x[at] = to[particle[e]][k];
      if (h != 0) bodies.p[at] += by / (h * inverseMass[particle[e]]);
    }
  int which = 0;
  if (changed && !(worst(bodies, &which).part() <= room(tolerance))) refuseTooFar(which);
  return changed;
}

static bool isFinite(const Vec3 &a) { return std::isfinite(a[0] + a[1] + a[2]); }

/* scale: what makes momenta of the column.  The library refuses a column that is not finite. */
void PointConstraints::holdMomenta(vector<double> &column, double scale) {
  for (size_t e = 0; e < body.size(); e++) {
    const double *its = &column[3 * static_cast<size_t>(body[e])];
    to[particle[e]] = Vec3(its[0], its[1], its[2]) * (scale * inverseMass[particle[e]]);
    if (!isFinite(to[particle[e]])) return;
  }
  const vector<Vec3> before = to;
  solver->applyToVelocities(from, to, inverseMass, tolerance);
  for (size_t c = 0; c < between.size(); c++)
    if (!isFinite(to[between[c].particle[0]])) refuseTooFar(static_cast<int>(c));
  for (size_t e = 0; e < body.size(); e++)
    for (int k = 0; k < 3; k++)
      column[3 * static_cast<size_t>(body[e]) + k] +=
          (to[particle[e]][k] - before[particle[e]][k]) / (scale * inverseMass[particle[e]]);
}

/* ---- steps ------------------------------------------------------------------------------------- */
void PointConstraints::begin(const RigidBodies &bodies, double newTolerance) {
  tolerance = newTolerance;
  for (size_t e = 0; e < body.size(); e++) {
    const double *x = &bodies.x[3 * static_cast<size_t>(body[e])];
    from[particle[e]] = Vec3(x[0], x[1], x[2]);
  }
}

void PointConstraints::moved(RigidBodies &bodies, double h) {
  drifted = false;
  for (size_t e = 0; e < body.size() && !drifted; e++)
    for (int k = 0; k < 3; k++)
      drifted |= bodies.x[3 * static_cast<size_t>(body[e]) + k] != from[particle[e]][k];
  if (drifted) holdPositions(bodies, h);
}

void PointConstraints::forced(RigidBodies &bodies, double h) {
  if (!any()) return;
  begin(bodies, tolerance);
  if (drifted) holdMomenta(bodies.p, 1);
  holdMomenta(bodies.f, share(h));
}

/* ---- what others wrote ------------------------------------------------------------------------- */
bool PointConstraints::takePositions(RigidBodies &bodies, double newTolerance, Stretch &far) {
  int which = 0;
  far = worst(bodies, &which);
  if (far.part() <= newTolerance) return false;
  far.refuseUnlike(" in no body");
  const vector<double> x = bodies.x;
  begin(bodies, newTolerance);
  try {
    holdPositions(bodies, 0);
  } catch (...) {
    bodies.x = x;
    throw;
  }
  bodies.valid = false;
  return true;
}

void PointConstraints::takeMomenta(RigidBodies &bodies, double newTolerance) {
  if (!any()) return;
  begin(bodies, newTolerance);
  holdMomenta(bodies.p, 1);
}

} // namespace RigidstepPlugin
