/* SPDX-License-Identifier: BSD-3-Clause
 *
 * angles.h - the angles of a System's HarmonicAngleForces.
 */
#pragma once
#include <openmm/HarmonicAngleForce.h>
#include <openmm/System.h>

namespace RigidstepPlugin {

/* Use(i, j, k, angle, strength) for each; j is the vertex. */
template <class Use> void overAngles(const OpenMM::System &system, Use use) {
  for (int f = 0; f < system.getNumForces(); f++)
    if (const auto *its = dynamic_cast<const OpenMM::HarmonicAngleForce *>(&system.getForce(f)))
      for (int a = 0; a < its->getNumAngles(); a++) {
        int i, j, k;
        double angle, strength;
        its->getAngleParameters(a, i, j, k, angle, strength);
        use(i, j, k, angle, strength);
      }
}

} // namespace RigidstepPlugin
