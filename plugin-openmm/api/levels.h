/* SPDX-License-Identifier: BSD-3-Clause
 *
 * levels.h - which force groups are evaluated how often in a step.
 */
#pragma once
#include "api/RigidIntegrator.h"

namespace RigidstepPlugin {

/* Masks of force groups.  Without levels all are fast, slow is 0 and inner 1. */
struct Levels {
  int fast, slow;
  int inner; /* evaluations of the fast ones in a step */
};
Levels levelsOf(const RigidIntegrator &integrator);

/* Refuses groups of the System's forces that are in no level. */
void refuseGroups(const RigidIntegrator &integrator, const OpenMM::System &system);

} // namespace RigidstepPlugin
