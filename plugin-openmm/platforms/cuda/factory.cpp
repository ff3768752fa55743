/* SPDX-License-Identifier: BSD-3-Clause
 *
 * factory.cpp - the kernels on CUDA, and what OpenMM calls when it loads the plugin.
 */
#include "platforms/common/CommonRigidKernel.h"
#include "platforms/factory.h"
#include <CudaContext.h>
#include <CudaIntegrationUtilities.h>
#include <CudaProgram.h>

namespace RigidstepPlugin {

class CudaRigidKernel : public CommonRigidKernel {
public:
  CudaRigidKernel(const std::string &name, const OpenMM::Platform &platform,
                  OpenMM::CudaPlatform::PlatformData &data)
      : CommonRigidKernel(name, platform, *data.contexts[0]), cuda(*data.contexts[0]) {}

protected:
  /* OpenMM's own options would fuse products and sums, and divide approximately. */
  OpenMM::ComputeProgram compile(const std::string &source,
                                 const std::map<std::string, std::string> &defines) override {
    return std::make_shared<OpenMM::CudaProgram>(cuda,
                                                 cuda.createModule(source, defines, "-fmad=false"));
  }

  std::unique_ptr<OpenMM::IntegrationUtilities>
  makeAlgorithms(const OpenMM::System &system) override {
    return std::unique_ptr<OpenMM::IntegrationUtilities>(
        new OpenMM::CudaIntegrationUtilities(cuda, system));
  }

private:
  OpenMM::CudaContext &cuda;
};

} // namespace RigidstepPlugin

extern "C" __attribute__((visibility("default"))) void registerPlatforms() {}

extern "C" __attribute__((visibility("default"))) void registerKernelFactories() {
  RigidstepPlugin::offerOn<RigidstepPlugin::CudaRigidKernel, OpenMM::CudaPlatform::PlatformData>(
      "CUDA");
}
