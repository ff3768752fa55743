/* SPDX-License-Identifier: BSD-3-Clause
 *
 * refusals.h - what a System must not contain.
 */
#pragma once
namespace OpenMM {
class ContextImpl;
class System;
} // namespace OpenMM

namespace RigidstepPlugin {

struct RigidTopology;

/* Refuses thermostats that would act beside the integrator's, and barostats that would tear bodies. */
void refuseForces(const OpenMM::ContextImpl &context, const RigidTopology &topology);

/* In K; NaN: there is no barostat. */
double barostatTemperature(const OpenMM::ContextImpl &context);

bool hasDriftRemover(const OpenMM::System &system);

} // namespace RigidstepPlugin
