/* SPDX-License-Identifier: BSD-3-Clause
 *
 * device_factory.h - how a platform with devices offers its kernel.
 */
#pragma once
#include "platforms/common/CommonRigidKernel.h"
#include <openmm/KernelFactory.h>
#include <openmm/OpenMMException.h>
#include <openmm/internal/ContextImpl.h>

namespace RigidstepPlugin {

/* Kernel: a CommonRigidKernel, made with the first of the contexts of the platform's data. */
template <class Kernel, class Data> class DeviceRigidFactory : public OpenMM::KernelFactory {
public:
  OpenMM::KernelImpl *createKernelImpl(std::string name, const OpenMM::Platform &platform,
                                       OpenMM::ContextImpl &context) const override {
    if (name != IntegrateRigidStepKernel::Name())
      throw OpenMM::OpenMMException("rigidstep has no kernel '" + name + "'");
    return new Kernel(name, platform, *static_cast<Data *>(context.getPlatformData())->contexts[0]);
  }
};

template <class Kernel, class Data> void offerOn(const char *platform) {
  try {
    OpenMM::Platform::getPlatformByName(platform).registerKernelFactory(
        IntegrateRigidStepKernel::Name(), new DeviceRigidFactory<Kernel, Data>);
  } catch (const OpenMM::OpenMMException &) {
    /* The platform is not here. */
  }
}

} // namespace RigidstepPlugin
