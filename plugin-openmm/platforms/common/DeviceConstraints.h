/* SPDX-License-Identifier: BSD-3-Clause
 *
 * DeviceConstraints.h - constraints between particles in no body, by OpenMM's algorithms on the device.
 */
#pragma once
#include "bodies/PointConstraints.h"
#include <openmm/common/ComputeArray.h>
#include <openmm/common/ComputeContext.h>
#include <openmm/common/IntegrationUtilities.h>
#include <memory>

namespace RigidstepPlugin {

/* PointConstraints says what a step does. */
class DeviceConstraints {
public:
  struct Arrays { /* of rigid.cc */
    OpenMM::ComputeArray &bodies, &kinds, &sites, &bad;
  };
  DeviceConstraints(OpenMM::ComputeContext &device, const PointConstraints &points,
                    const RigidTopology &topology, const Arrays &arrays,
                    std::unique_ptr<OpenMM::IntegrationUtilities> algorithms);
  void makeKernels(OpenMM::ComputeProgram program);

  /* Positions have moved from x to nextX in a step h; nextP follows. */
  void moved(int turn, double h, double tolerance, OpenMM::ComputeArray &x,
             OpenMM::ComputeArray &nextX, OpenMM::ComputeArray &nextP);
  /* There are forces f at OpenMM's positions; moving: these have moved in this step. */
  void forced(int turn, double h, bool moving, double tolerance, OpenMM::ComputeArray &f,
              OpenMM::ComputeArray &p);

  /* OpenMM may give molecules that are alike each other's slots, also if only one of them is a body. */
  static void tellApart(OpenMM::ComputeContext &device, const RigidTopology &topology,
                        int particles);

private:
  OpenMM::ComputeContext &device;
  OpenMM::ComputeArray &bodies, &kinds, &sites, &bad;
  std::unique_ptr<OpenMM::IntegrationUtilities> algorithms;
  OpenMM::ComputeArray ends, pairs, distances;
  int numBodies, numEnds, numPairs;
  OpenMM::ComputeKernel lendPositions, takePositions, checkPairs, lendMomenta, takeMomenta;
};

} // namespace RigidstepPlugin
