/* SPDX-License-Identifier: BSD-3-Clause
 *
 * descent.h - bodies that move downhill in energy, on every platform.
 */
#pragma once
#include "api/RigidIntegrator.h"
#include "bodies/PointConstraints.h"

namespace OpenMM {
class ContextImpl;
}

namespace RigidstepPlugin {

/* Until the root mean square of forces is below the tolerance, or forces were evaluated so often; 0: without limit.
 * The Context's positions follow; the bodies come to rest.  Where it fails, bodies are where they began. */
void descend(OpenMM::ContextImpl &context, RigidBodies &bodies, PointConstraints &points,
             const RigidIntegrator &integrator, double tolerance, int maxEvaluations);

} // namespace RigidstepPlugin
