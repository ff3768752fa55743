/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CommonRigidKernel.h - platforms with devices: the bodies live and move there.
 */
#pragma once
#include "api/RigidKernels.h"
#include "platforms/common/DeviceConstraints.h"
#include <openmm/common/ComputeArray.h>
#include <openmm/common/ComputeContext.h>
#include <map>
#include <memory>

namespace RigidstepPlugin {

extern const char *const rigidKernels; /* the source, made from rigid.cc and core/for_devices/ */

class CommonRigidKernel : public IntegrateRigidStepKernel {
public:
  CommonRigidKernel(const std::string &name, const OpenMM::Platform &platform,
                    OpenMM::ComputeContext &device);
  void initialize(OpenMM::ContextImpl &context, const RigidIntegrator &integrator,
                  RigidBodies &bodies, PointConstraints &points) override;
  void step(OpenMM::ContextImpl &context, const RigidIntegrator &integrator, bool read) override;
  void download() override;
  void upload(OpenMM::ContextImpl &context) override;
  double rounding() const override;

protected:
  /* Compiles without anything that would change the rounding. */
  virtual OpenMM::ComputeProgram compile(const std::string &source,
                                         const std::map<std::string, std::string> &defines) = 0;
  /* For the constraints of this System. */
  virtual std::unique_ptr<OpenMM::IntegrationUtilities>
  makeAlgorithms(const OpenMM::System &system) = 0;

private:
  void refuseOthers(const RigidIntegrator &integrator);
  class Reordered;
  /* Columns of the state on the device. */
  struct State {
    OpenMM::ComputeArray x, p, q, l, f, tau, slowF, slowTau;
  };
  void makeArrays();
  void makeProgram();
  void setKinds();
  void setSites();
  void evaluate(const RigidIntegrator &integrator, State &of, bool slow, double kick);
  void advance(const RigidIntegrator &integrator, int visit, State &from, State &to);
  void makeStep(const RigidIntegrator &integrator);
  void readFaults();
  void place(State &of);
  void placeVelocities(State &of);

  /* What the step of an evaluation began with, and where the forces of this evaluation come. */
  struct Before {
    double time;
    long long steps;
    int now;
    bool valid;
    int slowOf;
    OpenMM::ComputeArray *f, *tau;
    OpenMM::Vec3 box[3];
  };
  Before before(State &of, bool slow);
  void goBack(const Before &kept);

  OpenMM::ComputeContext &device;
  OpenMM::ContextImpl *context;
  std::vector<Before> unread; /* evaluations whose faults nobody has looked at */
  RigidBodies *bodies;
  PointConstraints *points;
  std::unique_ptr<DeviceConstraints> held; /* if there are any */
  State state[3];                          /* a step leaves the one that it begins with */
  int now;                                 /* which of them */
  uint64_t generation;                     /* of the bodies' shapes that are on the device */
  bool newer;                      /* the device's state is newer than the state of `bodies` */
  std::shared_ptr<bool> reordered; /* OpenMM has given atoms other slots, or folded them */
  OpenMM::ComputeArray kinds, arms, rows, bodyOf, sites, tags, big, bad;
  int numBodies, numSites, paddedAtoms, numBig;
  OpenMM::ComputeKernel gather, gatherBig, begin, positions, velocities;
};

} // namespace RigidstepPlugin
