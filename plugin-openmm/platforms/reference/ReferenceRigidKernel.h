/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ReferenceRigidKernel.h - the platforms Reference and CPU: the library itself moves the bodies.
 */
#pragma once
#include "api/RigidKernels.h"
#include <openmm/reference/ReferencePlatform.h>

namespace RigidstepPlugin {

class ReferenceRigidKernel : public IntegrateRigidStepKernel {
public:
  ReferenceRigidKernel(const std::string &name, const OpenMM::Platform &platform,
                       OpenMM::ReferencePlatform::PlatformData &platformData);
  ~ReferenceRigidKernel() override;
  void initialize(OpenMM::ContextImpl &context, const RigidIntegrator &integrator,
                  RigidBodies &bodies, PointConstraints &points) override;
  void step(OpenMM::ContextImpl &context, const RigidIntegrator &integrator, bool read) override;
  void download() override {}
  void upload(OpenMM::ContextImpl &context) override;
  double rounding() const override { return 1.5e-14; }

private:
  void makeMethod(const RigidIntegrator &integrator);
  void makeStepper();
  void dropMethod();
  void follow(const RigidIntegrator &integrator, double kt);
  void advance(OpenMM::ContextImpl &context, const RigidIntegrator &integrator);

  OpenMM::ReferencePlatform::PlatformData &data;
  RigidBodies *bodies;
  PointConstraints *points;
  rgs_method *method;
  rgs_stepper *stepper;
  std::string scheme, thermostat; /* of the method; the integrator may have others by now */
  bool endsValid;                 /* the scheme ends with a kick */
  double friction, inertia, kt;   /* of the method */
  int seed, inner;
  uint64_t
      slowSince; /* of these bodies the stepper has the slow force of the last step; 0: of none */
};

} // namespace RigidstepPlugin
