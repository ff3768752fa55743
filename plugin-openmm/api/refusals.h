/* SPDX-License-Identifier: BSD-3-Clause
 *
 * refusals.h - what a System must not contain, and settings that do not fit it.
 */
#pragma once
namespace OpenMM {
class ContextImpl;
class Force;
class System;
} // namespace OpenMM

namespace RigidstepPlugin {

class PointConstraints;
class RigidIntegrator;
struct RigidTopology;

/* Refuses thermostats that would act beside the integrator's, and barostats that would tear bodies. */
void refuseForces(const OpenMM::ContextImpl &context, const RigidTopology &topology);

/* Refuses settings that no step can have, or none with constraints between points. */
void refuseSettings(const RigidIntegrator &integrator, const PointConstraints &points);

/* Of barostats and the like. */
bool hasNoEnergy(const OpenMM::Force &force);

/* In K; NaN: there is no barostat. */
double barostatTemperature(const OpenMM::ContextImpl &context);

bool hasDriftRemover(const OpenMM::System &system);

} // namespace RigidstepPlugin
