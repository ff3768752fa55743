/* SPDX-License-Identifier: BSD-3-Clause
 *
 * openmm.cpp - a program of a stranger: two rigid rods in OpenMM, on each platform that the installed plugin serves.
 */
#include <OpenMM.h>
#include <cmath>
#include <cstdio>
#include <rigidstep/openmm/RigidIntegrator.h>
#include <vector>

using OpenMM::Platform;
using OpenMM::Vec3;

int main() {
  int served = 0;
  Platform::loadPluginsFromDirectory(Platform::getDefaultPluginsDirectory());
  OpenMM::System system;
  for (int i = 0; i < 4; i++) system.addParticle(16);
  for (const char *name : { "Reference", "CPU" }) {
    RigidstepPlugin::RigidIntegrator integrator(0.002);
    integrator.addBody({ 0, 1 });
    integrator.addBody({ 2, 3 });
    OpenMM::Context context(system, integrator, Platform::getPlatformByName(name));
    context.setPositions({ Vec3(0, 0, 0), Vec3(0.12, 0, 0), Vec3(2, 0, 0), Vec3(2, 0.12, 0) });
    context.setVelocitiesToTemperature(300, 1);
    integrator.step(1000);
    const std::vector<Vec3> r = context.getState(OpenMM::State::Positions).getPositions();
    const Vec3 rod = r[1] - r[0];
    if (std::fabs(std::sqrt(rod.dot(rod)) - 0.12) < 1e-13 && std::fabs(rod[0] - 0.12) > 1e-3)
      served++;
  }
  std::printf("%d platforms\n", served);
  return served == 2 ? 0 : 1;
}
