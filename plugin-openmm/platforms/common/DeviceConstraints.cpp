/* SPDX-License-Identifier: BSD-3-Clause
 *
 * DeviceConstraints.cpp - see DeviceConstraints.h and rigid.cc.
 */
#include "platforms/common/DeviceConstraints.h"
#include "platforms/common/arguments.h"
#include <openmm/common/ComputeForceInfo.h>

using OpenMM::ComputeArray;
using OpenMM::mm_int2;
using std::vector;

namespace RigidstepPlugin {

namespace {
struct InBodies : OpenMM::ComputeForceInfo {
  explicit InBodies(const vector<bool> &of) : inBody(of) {}
  bool areParticlesIdentical(int i, int j) override { return inBody[i] == inBody[j]; }
  vector<bool> inBody;
};
} // namespace

void DeviceConstraints::tellApart(OpenMM::ComputeContext &device, const RigidTopology &topology,
                                  int particles) {
  vector<bool> inBody(particles, false);
  for (int s = 0; s < topology.first[topology.numOfUser]; s++) inBody[topology.particle[s]] = true;
  device.addForce(new InBodies(inBody)); /* the device deletes it */
}

DeviceConstraints::DeviceConstraints(OpenMM::ComputeContext &context,
                                     const PointConstraints &points, const RigidTopology &topology,
                                     const Arrays &arrays,
                                     std::unique_ptr<OpenMM::IntegrationUtilities> its)
    : device(context), bodies(arrays.bodies), kinds(arrays.kinds), sites(arrays.sites),
      bad(arrays.bad), algorithms(std::move(its)), numBodies(topology.numBodies()),
      numEnds(static_cast<int>(points.bodies().size())),
      numPairs(static_cast<int>(points.all().size())) {
  vector<int> bodyOf(points.system().getNumParticles(), -1);
  for (int body : points.bodies()) bodyOf[topology.particle[topology.first[body]]] = body;
  vector<mm_int2> pair;
  vector<double> distance;
  for (const RigidTopology::Between &c : points.all()) {
    pair.push_back(mm_int2(bodyOf[c.particle[0]], bodyOf[c.particle[1]]));
    distance.push_back(c.distance);
  }
  ends.initialize<int>(device, numEnds, "rigidEnds");
  pairs.initialize<mm_int2>(device, numPairs, "rigidPairs");
  distances.initialize<double>(device, numPairs, "rigidDistances");
  ends.upload(points.bodies());
  pairs.upload(pair);
  distances.upload(distance);
}

void DeviceConstraints::makeKernels(OpenMM::ComputeProgram program) {
  const int mixed = device.getUseMixedPrecision() ? 1 : 0;
  makeKernel(program, lendPositions, "rigidLendPositions", 12 + mixed);
  makeKernel(program, takePositions, "rigidTakePositions", 17 + mixed);
  makeKernel(program, checkPairs, "rigidCheckPairs", 9);
  makeKernel(program, lendMomenta, "rigidLendMomenta", 9);
  makeKernel(program, takeMomenta, "rigidTakeMomenta", 11);
}

void DeviceConstraints::moved(int turn, double h, double tolerance, ComputeArray &x,
                              ComputeArray &nextX, ComputeArray &nextP) {
  OpenMM::ArrayInterface &delta = algorithms->getPosDelta();
  const bool single = !device.getUseDoublePrecision() && !device.getUseMixedPrecision();
  double room = PointConstraints::room(tolerance), rounding = single ? 6e-8 : 0;
  for (int again = 0; again < 20; again++) {
    runPlacing(device, lendPositions, numEnds, numBodies, numEnds, ends, bodies, sites, x, nextX,
               delta);
    algorithms->applyConstraints(tolerance);
    runPlacing(device, takePositions, numEnds, numBodies, numEnds, h, ends, bodies, kinds, sites,
               bad, turn, x, nextX, nextP, delta);
    run(checkPairs, numPairs, -1, numBodies, numPairs, room, rounding, pairs, distances, nextX, bad,
        turn);
    /* On PoCL the CCMA of OpenMM 7.7 stops too early in one step of thirty, also for OpenMM's integrators. */
    if (!device.getIsCPU()) return;
    vector<int> found;
    bad.download(found);
    if (found[1] == 0 || found[2] != turn || again == 19) return;
    found[1] = 0;
    if (found[0] == 0) found[2] = 0;
    bad.upload(found);
  }
}

void DeviceConstraints::forced(int turn, double h, bool moving, double tolerance, ComputeArray &f,
                               ComputeArray &p) {
  double one = 1, share = PointConstraints::share(h);
  const auto lend = [&](double &scale, ComputeArray &column) {
    run(lendMomenta, numEnds, -1, numBodies, numEnds, scale, ends, bodies, kinds, sites, column,
        device.getVelm());
  };
  const auto hold = [&](double &scale, ComputeArray &column) {
    lend(scale, column);
    algorithms->applyVelocityConstraints(tolerance);
    run(takeMomenta, numEnds, -1, numBodies, numEnds, scale, ends, bodies, kinds, sites, bad, turn,
        column, device.getVelm());
  };
  if (moving) hold(one, p);
  hold(share, f);
  lend(one, p);
}

} // namespace RigidstepPlugin
