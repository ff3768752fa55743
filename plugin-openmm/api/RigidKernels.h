/* SPDX-License-Identifier: BSD-3-Clause
 *
 * RigidKernels.h - what RigidIntegrator wants of a platform.
 */
#pragma once
#include "api/RigidIntegrator.h"
#include "bodies/PointConstraints.h"
#include <openmm/KernelImpl.h>
#include <cmath>
#include <string>

namespace RigidstepPlugin {

/* For which part of a time bodies rotate and torques act: rgs_method_spec.inertia says why. */
inline double turnsOf(const RigidIntegrator &integrator) {
  return 1 / std::sqrt(integrator.getInertia());
}

class IntegrateRigidStepKernel : public OpenMM::KernelImpl {
public:
  static std::string Name() { return "IntegrateRigidStep"; }
  IntegrateRigidStepKernel(const std::string &name, const OpenMM::Platform &platform)
      : KernelImpl(name, platform) {}

  /* Refuses what the platform cannot do.  bodies and points outlive the kernel; bodies has no shapes yet. */
  virtual void initialize(OpenMM::ContextImpl &context, const RigidIntegrator &integrator,
                          RigidBodies &bodies, PointConstraints &points) = 0;

  /* One step.  Where it fails the state is that before the step.  read: now.  Otherwise a fault may be found in a later
   * call, with the state, the step count, the time and the box before the step that has it. */
  virtual void step(OpenMM::ContextImpl &context, const RigidIntegrator &integrator, bool read) = 0;

  /* Looks for faults, and brings the state into `bodies` of initialize, where the platform keeps another copy. */
  virtual void download() = 0;

  /* The state in `bodies` is new: writes OpenMM's positions and velocities from it. */
  virtual void upload(OpenMM::ContextImpl &context) = 0;

  /* The rounding of OpenMM's positions and velocities here, relative. */
  virtual double rounding() const = 0;
};

} // namespace RigidstepPlugin
