/* SPDX-License-Identifier: BSD-3-Clause
 *
 * schemes.cpp - a drop of 27 SPC/E waters in OpenMM: how well RigidIntegrator of the plugin, with schemes of several
 * orders, and OpenMM's VerletIntegrator with SETTLE keep the energy.
 *
 *   schemes FOLDER-OF-THE-PLUGIN >schemes.csv
 */
#include <OpenMM.h>
#include <cmath>
#include <cstdio>
#include <memory>
#include <rigidstep/openmm/RigidIntegrator.h>
#include <string>
#include <vector>

using OpenMM::Platform;
using OpenMM::Vec3;
using RigidstepPlugin::RigidIntegrator;

struct Drop {
  OpenMM::System system;
  std::vector<Vec3> positions, velocities;
};

static void fill(Drop &drop, bool constraints) {
  auto *forces = new OpenMM::NonbondedForce; /* the System owns it; without a cutoff it is smooth */
  const double half = 109.47 / 2 * M_PI / 180;
  const Vec3 site[3] = { Vec3(), Vec3(0.1 * std::sin(half), 0.1 * std::cos(half), 0),
                         Vec3(-0.1 * std::sin(half), 0.1 * std::cos(half), 0) };
  for (int m = 0; m < 27; m++) {
    const Vec3 centre = Vec3(m % 3, m / 3 % 3, m / 9) * 0.31;
    for (int s = 0; s < 3; s++) {
      drop.system.addParticle(s ? 1.008 : 15.9994);
      forces->addParticle(s ? 0.4238 : -0.8476, 0.3166, s ? 0 : 0.65);
      forces->addException(3 * m + s, 3 * m + (s + 1) % 3, 0, 1, 0);
      drop.positions.push_back(centre + site[s]);
    }
    for (int s = 0; constraints && s < 3; s++) {
      const Vec3 apart = site[s] - site[(s + 1) % 3];
      drop.system.addConstraint(3 * m + s, 3 * m + (s + 1) % 3, std::sqrt(apart.dot(apart)));
    }
  }
  drop.system.addForce(forces);
}

static double energy(OpenMM::Context &context) {
  const OpenMM::State state = context.getState(OpenMM::State::Energy);
  return state.getPotentialEnergy() + state.getKineticEnergy();
}

/* From the lattice to 200 K. */
static void settle(Drop &drop) {
  RigidIntegrator integrator(0.001);
  integrator.addBodiesFromMolecules(drop.system);
  integrator.setTemperature(200);
  integrator.setFriction(20);
  OpenMM::Context context(drop.system, integrator, Platform::getPlatformByName("Reference"));
  context.setPositions(drop.positions);
  context.setVelocitiesToTemperature(200, 1);
  integrator.step(1000);
  const OpenMM::State state =
      context.getState(OpenMM::State::Positions | OpenMM::State::Velocities);
  drop.positions = state.getPositions();
  drop.velocities = state.getVelocities();
}

/* The root mean square of the change of energy in half a picosecond, in kJ/mol a molecule. */
static double deviation(Drop &drop, OpenMM::Integrator &integrator) {
  OpenMM::Context context(drop.system, integrator, Platform::getPlatformByName("Reference"));
  context.setPositions(drop.positions);
  context.setVelocities(drop.velocities);
  const double before = energy(context);
  const int steps = static_cast<int>(std::lround(0.5 / integrator.getStepSize()));
  double sum = 0;
  for (int k = 0; k < steps; k++) {
    integrator.step(1);
    sum += std::pow((energy(context) - before) / 27, 2);
  }
  return std::sqrt(sum / steps);
}

int main(int, char **argv) {
  Platform::loadPluginsFromDirectory(Platform::getDefaultPluginsDirectory());
  Platform::loadPluginsFromDirectory(argv[1]);
  Drop drop;
  fill(drop, true);
  settle(drop);
  const struct {
    const char *scheme;
    int evaluations; /* of the forces in a step */
  } all[] = { { "VerletIntegrator", 1 }, { "strang", 1 }, { "blanes_moan4", 6 }, { "srkn6b", 6 } };
  std::printf("integrator,fs an evaluation,deviation\n");
  for (const auto &one : all)
    for (double fs : { 0.25, 0.5, 1., 2. }) {
      const double step = 1e-3 * fs * one.evaluations;
      std::unique_ptr<OpenMM::Integrator> integrator;
      if (std::string(one.scheme) == "VerletIntegrator") {
        integrator.reset(new OpenMM::VerletIntegrator(step));
        integrator->setConstraintTolerance(1e-12);
      } else {
        auto *rigid = new RigidIntegrator(step);
        integrator.reset(rigid);
        rigid->setScheme(one.scheme);
        rigid->addBodiesFromMolecules(drop.system);
      }
      std::printf("%s,%g,%.4g\n", one.scheme, fs, deviation(drop, *integrator));
      std::fflush(stdout);
    }
  return 0;
}
