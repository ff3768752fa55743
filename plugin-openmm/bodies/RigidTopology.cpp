/* SPDX-License-Identifier: BSD-3-Clause */
#include "bodies/RigidTopology.h"
#include "bodies/words.h"
#include <openmm/System.h>
#include <algorithm>

using OpenMM::System;
using std::vector;

namespace RigidstepPlugin {

RigidTopology::RigidTopology(const System &system, const vector<vector<int>> &bodies)
    : numOfUser(static_cast<int>(bodies.size())), first(1, 0) {
  vector<int> bodyOf(system.getNumParticles(), -1);
  checkParticles(system, bodies, bodyOf);
  for (const vector<int> &particles : bodies) addSites(system, particles);
  takeConstraints(system, bodyOf);
  for (int i = 0; i < system.getNumParticles(); i++)
    if (bodyOf[i] < 0 && !system.isVirtualSite(i) && system.getParticleMass(i) > 0)
      addSites(system, vector<int>(1, i));
}

void RigidTopology::checkParticles(const System &system, const vector<vector<int>> &bodies,
                                   vector<int> &bodyOf) const {
  for (size_t b = 0; b < bodies.size(); b++) {
    const int body = static_cast<int>(b);
    double mass = 0;
    for (int i : bodies[b]) {
      if (i < 0 || i >= system.getNumParticles())
        refuse("body ", body, " has particle ", i, ", but the System has particles 0 to ",
               system.getNumParticles() - 1);
      if (bodyOf[i] == body) refuse("body ", body, " has particle ", i, " twice");
      if (bodyOf[i] >= 0)
        refuse("particle ", i, " is in body ", bodyOf[i], " and in body ", body,
               "; a particle can be in one body only");
      bodyOf[i] = body;
      if (!system.isVirtualSite(i)) mass += system.getParticleMass(i);
    }
    if (!(mass > 0))
      refuse("body ", body,
             " has no particle with a mass above 0 that is not a virtual site, so "
             "it cannot move; add one, or leave the body out");
  }
}

void RigidTopology::addSites(const System &system, const vector<int> &particles) {
  int64_t lowest = particles[0];
  for (int i : particles) {
    lowest = std::min<int64_t>(lowest, i);
    if (system.isVirtualSite(i)) continue;
    particle.push_back(i);
    mass.push_back(system.getParticleMass(i));
  }
  tag.push_back(lowest);
  first.push_back(static_cast<int>(particle.size()));
}

void RigidTopology::takeConstraints(const System &system, const vector<int> &bodyOf) {
  vector<int> siteOf(system.getNumParticles(), 0);
  for (int body = 0; body < numOfUser; body++)
    for (int s = first[body]; s < first[body + 1]; s++) siteOf[particle[s]] = s - first[body];
  for (int c = 0; c < system.getNumConstraints(); c++) {
    int i, j;
    double distance;
    system.getConstraintParameters(c, i, j, distance);
    const bool alone = bodyOf[i] < 0 && bodyOf[j] < 0;
    if (alone && system.getParticleMass(i) == 0 && system.getParticleMass(j) == 0)
      continue; /* of a frozen molecule: OpenMM leaves it out, too */
    if (bodyOf[i] != bodyOf[j])
      refuse("constraint ", c, " holds particle ", i, where(bodyOf[i]), " to particle ", j,
             where(bodyOf[j]), "; put both into one body, or both into no body");
    if (alone)
      between.push_back(Between{ { i, j }, distance });
    else
      held.push_back(Constraint{ bodyOf[i], siteOf[i], siteOf[j], distance });
  }
}

std::string RigidTopology::name(int body) const {
  const std::string its = "particle " + std::to_string(particle[first[body]]);
  if (body >= numOfUser) return its;
  return "body " + std::to_string(body) + " (" + its + (numSites(body) > 1 ? " and others)" : ")");
}

} // namespace RigidstepPlugin
