/* SPDX-License-Identifier: BSD-3-Clause
 *
 * factory.cpp - the kernels on OpenCL, and what OpenMM calls when it loads the plugin.
 */
#include "platforms/common/CommonRigidKernel.h"
#include "platforms/opencl/opencl_context.h"
#include <openmm/KernelFactory.h>
#include <openmm/OpenMMException.h>
#include <openmm/internal/ContextImpl.h>

using OpenMM::OpenCLContext;

namespace RigidstepPlugin {

class OpenCLRigidKernel : public CommonRigidKernel {
public:
  OpenCLRigidKernel(const std::string &name, const OpenMM::Platform &platform,
                    OpenCLContext &context)
      : CommonRigidKernel(name, platform, context), cl(context) {}

protected:
  /* OpenMM's own options would fuse products and sums, and drop signs of zeros. */
  OpenMM::ComputeProgram compile(const std::string &source,
                                 const std::map<std::string, std::string> &defines) override {
    return std::make_shared<OpenMM::OpenCLProgram>(
        cl, cl.createProgram(source, defines, "-cl-std=CL1.2"));
  }

private:
  OpenCLContext &cl;
};

class OpenCLRigidFactory : public OpenMM::KernelFactory {
public:
  OpenMM::KernelImpl *createKernelImpl(std::string name, const OpenMM::Platform &platform,
                                       OpenMM::ContextImpl &context) const override {
    if (name != IntegrateRigidStepKernel::Name())
      throw OpenMM::OpenMMException("rigidstep has no kernel '" + name + "'");
    return new OpenCLRigidKernel(
        name, platform,
        *static_cast<OpenMM::OpenCLPlatform::PlatformData *>(context.getPlatformData())
             ->contexts[0]);
  }
};

} // namespace RigidstepPlugin

extern "C" __attribute__((visibility("default"))) void registerPlatforms() {}

extern "C" __attribute__((visibility("default"))) void registerKernelFactories() {
  try {
    OpenMM::Platform::getPlatformByName("OpenCL").registerKernelFactory(
        RigidstepPlugin::IntegrateRigidStepKernel::Name(), new RigidstepPlugin::OpenCLRigidFactory);
  } catch (const OpenMM::OpenMMException &) {
    /* There is no OpenCL here. */
  }
}
