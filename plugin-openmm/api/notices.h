/* SPDX-License-Identifier: BSD-3-Clause
 *
 * notices.h - what is said once on stderr, because OpenMM has no log.
 */
#pragma once
#include "api/molecules.h"
#include "bodies/RigidBodies.h"

namespace RigidstepPlugin {

class Notices {
public:
  void bent(const RigidBodies &bodies);
  void stretched(const Stretch &most);
  /* OpenMM's steps count in ps, and 2 is easily meant in fs. */
  void longStep(const RigidBodies &bodies, double step, double turns, double kt);
  /* Of librations of water with slow forces (core/METHODS.md). */
  void resonance(double step, double inertia);
  void torsions(const FrozenTorsions &found);
  void temperatures(double thermostat, double barostat);

private:
  bool toldBent = false, toldStretched = false, toldLong = false, toldTorsions = false,
       toldTemperatures = false, toldResonance = false;
};

} // namespace RigidstepPlugin
