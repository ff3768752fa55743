/* SPDX-License-Identifier: BSD-3-Clause
 *
 * RigidTopology.h - which particles are the sites of which body, before any position is known.
 */
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace OpenMM {
class System;
}

namespace RigidstepPlugin {

/* The bodies of the user come first, then each free particle as a body of one site.  Virtual sites are
 * no sites, because OpenMM computes their positions and passes their forces on.  Particles without
 * mass in no body do not move. */
struct RigidTopology {
  struct Constraint {
    int body, site1, site2; /* sites count from 0 in each body */
    double distance;
  };
  struct Between {
    int particle[2];
    double distance;
  };

  RigidTopology(const OpenMM::System &system, const std::vector<std::vector<int>> &bodies);

  int numBodies() const { return static_cast<int>(first.size()) - 1; }
  int numSites(int body) const { return first[body + 1] - first[body]; }
  /* How errors name a body: a free particle, which the user has in no body, by its index alone. */
  std::string name(int body) const;

  int numOfUser;             /* how many bodies are the user's */
  std::vector<int> first;    /* sites first[i] to first[i + 1] - 1 belong to body i */
  std::vector<int> particle; /* of each site */
  std::vector<double> mass;  /* of each site */
  std::vector<int64_t> tag;  /* of each body: its lowest particle, which names it for the noise */
  std::vector<Constraint> held; /* constraints inside bodies */
  std::vector<Between> between; /* constraints between free particles */

private:
  void addSites(const OpenMM::System &system, const std::vector<int> &particles);
  void checkParticles(const OpenMM::System &system, const std::vector<std::vector<int>> &bodies,
                      std::vector<int> &bodyOf) const;
  void takeConstraints(const OpenMM::System &system, const std::vector<int> &bodyOf);
};

} // namespace RigidstepPlugin
