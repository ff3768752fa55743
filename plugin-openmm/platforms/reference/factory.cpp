/* SPDX-License-Identifier: BSD-3-Clause
 *
 * factory.cpp - what OpenMM calls when it loads the plugin for Reference and CPU.
 */
#include "platforms/factory.h"
#include "platforms/reference/ReferenceRigidKernel.h"

extern "C" __attribute__((visibility("default"))) void registerPlatforms() {}

using namespace RigidstepPlugin;
using Factory = RigidFactory<ReferenceRigidKernel, OpenMM::ReferencePlatform::PlatformData>;

/* CPU is a Reference platform with other forces, and its state lies in the same place. */
extern "C" __attribute__((visibility("default"))) void registerKernelFactories() {
  for (int i = 0; i < OpenMM::Platform::getNumPlatforms(); i++) {
    OpenMM::Platform &platform = OpenMM::Platform::getPlatform(i);
    if (dynamic_cast<OpenMM::ReferencePlatform *>(&platform) != nullptr)
      platform.registerKernelFactory(IntegrateRigidStepKernel::Name(), new Factory);
  }
}
