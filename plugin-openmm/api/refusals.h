/* SPDX-License-Identifier: BSD-3-Clause
 *
 * refusals.h - what a System must not contain, and which of its particles OpenMM holds together.
 */
#ifndef RIGIDSTEP_REFUSALS_H
#define RIGIDSTEP_REFUSALS_H
#include <vector>

namespace OpenMM {
class ContextImpl;
class System;
} // namespace OpenMM

namespace RigidstepPlugin {

struct RigidTopology;

/* Refuses thermostats that would act beside the integrator's, and barostats that would tear bodies. */
void refuseForces(const OpenMM::ContextImpl &context, const RigidTopology &topology);

bool hasDriftRemover(const OpenMM::System &system);

/* Particles that constraints, bonds and virtual sites hold together. */
std::vector<std::vector<int>> moleculesOf(const OpenMM::System &system);

} // namespace RigidstepPlugin
#endif
