/* SPDX-License-Identifier: BSD-3-Clause
 *
 * factory.h - how a platform makes its kernel.
 */
#pragma once
#include "api/RigidKernels.h"
#include <openmm/KernelFactory.h>
#include <openmm/OpenMMException.h>
#include <openmm/internal/ContextImpl.h>

namespace RigidstepPlugin {

/* Kernel: made with the platform's Data. */
template <class Kernel, class Data> class RigidFactory : public OpenMM::KernelFactory {
public:
  OpenMM::KernelImpl *createKernelImpl(std::string name, const OpenMM::Platform &platform,
                                       OpenMM::ContextImpl &context) const override {
    if (name != IntegrateRigidStepKernel::Name())
      throw OpenMM::OpenMMException("rigidstep has no kernel '" + name + "'");
    return new Kernel(name, platform, *static_cast<Data *>(context.getPlatformData()));
  }
};

/* A platform with devices. */
template <class Kernel, class Data> void offerOn(const char *platform) {
  try {
    OpenMM::Platform::getPlatformByName(platform).registerKernelFactory(
        IntegrateRigidStepKernel::Name(), new RigidFactory<Kernel, Data>);
  } catch (const OpenMM::OpenMMException &) {
    /* The platform is not here. */
  }
}

} // namespace RigidstepPlugin
