/* SPDX-License-Identifier: BSD-3-Clause
 *
 * factory.cpp - the kernels on OpenCL, and what OpenMM calls when it loads the plugin.
 */
#include "platforms/common/CommonRigidKernel.h"
#include "platforms/factory.h"
#include "platforms/opencl/opencl_context.h"

namespace RigidstepPlugin {

class OpenCLRigidKernel : public CommonRigidKernel {
public:
  OpenCLRigidKernel(const std::string &name, const OpenMM::Platform &platform,
                    OpenMM::OpenCLPlatform::PlatformData &data)
      : CommonRigidKernel(name, platform, *data.contexts[0]), cl(*data.contexts[0]) {}

protected:
  /* OpenMM's own options would fuse products and sums, and drop signs of zeros. */
  OpenMM::ComputeProgram compile(const std::string &source,
                                 const std::map<std::string, std::string> &defines) override {
    return std::make_shared<OpenMM::OpenCLProgram>(
        cl, cl.createProgram(source, defines, "-cl-std=CL1.2"));
  }

  std::unique_ptr<OpenMM::IntegrationUtilities>
  makeAlgorithms(const OpenMM::System &system) override {
    return std::unique_ptr<OpenMM::IntegrationUtilities>(
        new OpenMM::OpenCLIntegrationUtilities(cl, system));
  }

private:
  OpenMM::OpenCLContext &cl;
};

} // namespace RigidstepPlugin

extern "C" __attribute__((visibility("default"))) void registerPlatforms() {}

extern "C" __attribute__((visibility("default"))) void registerKernelFactories() {
  RigidstepPlugin::offerOn<RigidstepPlugin::OpenCLRigidKernel,
                           OpenMM::OpenCLPlatform::PlatformData>("OpenCL");
}
