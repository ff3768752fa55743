/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/levels.h"
#include "api/refusals.h"
#include "bodies/words.h"
#include <openmm/NonbondedForce.h>
#include <openmm/System.h>
#include <algorithm>

namespace RigidstepPlugin {

using Groups = std::vector<std::pair<int, int>>;

static unsigned bit(int group) { return 1u << group; }

/* The number of evaluations in a step that is not 1; 1: there is none. */
static int innerOf(const Groups &groups) {
  int inner = 1, once = 0;
  for (const auto &one : groups) {
    if (one.second < 1 || one.second > 64)
      refuse("groups evaluates force group ", one.first, " ", one.second,
             " times in a step, but must do so 1 to 64 times");
    once += one.second == 1;
  }
  if (once == 0)
    refuse("groups has no force group that is evaluated once in a step; give the slow one as "
           "(group, 1)");
  for (const auto &one : groups) {
    if (inner > 1 && one.second > 1 && one.second != inner)
      refuse("groups has force groups that are evaluated ", inner, " and ", one.second,
             " times in a step, but there are two levels: 1 and one other number");
    inner = std::max(inner, one.second);
  }
  return inner;
}

/* Of groups that are all evaluated once, the first is the slow one. */
static Levels levelsIn(const Groups &groups) {
  const int inner = innerOf(groups);
  unsigned fast = 0, slow = 0;
  for (const auto &one : groups) {
    if (one.first < 0 || one.first > 31)
      refuse("groups has force group ", one.first, ", but must have groups from 0 to 31");
    if ((fast | slow) & bit(one.first)) refuse("groups has force group ", one.first, " twice");
    (one.second == 1 && (inner > 1 || slow == 0) ? slow : fast) |= bit(one.first);
  }
  if (fast == 0)
    refuse("groups has only slow force groups, each evaluated once in a step; give a fast one as "
           "(group, evaluations), or leave groups empty");
  return { static_cast<int>(fast), static_cast<int>(slow), inner };
}

Levels levelsOf(const RigidIntegrator &integrator) {
  if (!integrator.getGroups().empty()) return levelsIn(integrator.getGroups());
  return { integrator.getIntegrationForceGroups(), 0, 1 };
}

void RigidIntegrator::setGroups(const Groups &wanted) {
  if (wanted.empty() && groups.empty()) return;
  if (!wanted.empty() && scheme != "strang" && scheme != "respa")
    refuse("the scheme is ", scheme, ", but groups need respa; call setScheme(\"strang\") before");
  const Levels levels = wanted.empty() ? Levels{ -1, 0, 1 } : levelsIn(wanted);
  setIntegrationForceGroups(levels.fast | levels.slow);
  scheme = wanted.empty() ? "strang" : "respa";
  groups = wanted;
}

static void refuseGroup(const Levels &levels, int group, const char *what, int force) {
  if ((static_cast<unsigned>(levels.fast | levels.slow) & bit(group)) == 0)
    refuse(what, " of force ", force, " of the System is in force group ", group,
           ", which groups does not have; add (", group, ", evaluations in a step)");
}

void refuseGroups(const RigidIntegrator &integrator, const OpenMM::System &system) {
  if (integrator.getGroups().empty()) return;
  const Levels levels = levelsOf(integrator);
  for (int i = 0; i < system.getNumForces(); i++) {
    const OpenMM::Force &force = system.getForce(i);
    if (hasNoEnergy(force)) continue;
    refuseGroup(levels, force.getForceGroup(), "the energy", i);
    const auto *charges = dynamic_cast<const OpenMM::NonbondedForce *>(&force);
    if (charges != nullptr && charges->getReciprocalSpaceForceGroup() >= 0)
      refuseGroup(levels, charges->getReciprocalSpaceForceGroup(), "the reciprocal space", i);
  }
}

} // namespace RigidstepPlugin
