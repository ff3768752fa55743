/* SPDX-License-Identifier: BSD-3-Clause
 *
 * factory.cpp - what OpenMM calls when it loads the plugin for Reference and CPU.
 */
#include "platforms/reference/ReferenceRigidKernel.h"
#include <openmm/KernelFactory.h>
#include <openmm/OpenMMException.h>
#include <openmm/internal/ContextImpl.h>

namespace RigidstepPlugin {

class ReferenceRigidFactory : public OpenMM::KernelFactory {
public:
  OpenMM::KernelImpl *createKernelImpl(std::string name, const OpenMM::Platform &platform,
                                       OpenMM::ContextImpl &context) const override {
    if (name != IntegrateRigidStepKernel::Name())
      throw OpenMM::OpenMMException("rigidstep has no kernel '" + name + "'");
    return new ReferenceRigidKernel(
        name, platform,
        *static_cast<OpenMM::ReferencePlatform::PlatformData *>(context.getPlatformData()));
  }
};

} // namespace RigidstepPlugin

extern "C" __attribute__((visibility("default"))) void registerPlatforms() {}

/* CPU is a Reference platform with other forces, and its state lies in the same place. */
extern "C" __attribute__((visibility("default"))) void registerKernelFactories() {
  for (int i = 0; i < OpenMM::Platform::getNumPlatforms(); i++) {
    OpenMM::Platform &platform = OpenMM::Platform::getPlatform(i);
    if (dynamic_cast<OpenMM::ReferencePlatform *>(&platform) != nullptr)
      platform.registerKernelFactory(RigidstepPlugin::IntegrateRigidStepKernel::Name(),
                                     new RigidstepPlugin::ReferenceRigidFactory);
  }
}
