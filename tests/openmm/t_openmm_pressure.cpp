/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_openmm_pressure.cpp - rigid bodies under OpenMM's MonteCarloBarostat: t_openmm_pressure PLATFORM [PRECISION] [long].
 */
#include "checks.h"
#include "platform.h"
#include <api/RigidMoleculeForce.h>
#include <cmath>
#include <cstring>

using OpenMM::Vec3;
using RigidstepPlugin::RigidIntegrator;
using std::vector;

std::string platform;

/* Where a barostat that scales centres by `scale` puts the particles, by OpenMM's manual: the geometric centre of a
 * molecule is folded into the box first. */
static vector<Vec3> scaledPositions(const Liquid &liquid, const vector<Vec3> &from, double edge,
                                    double scale) {
  vector<Vec3> to = from;
  for (const vector<int> &molecule : liquid.bodies) {
    Vec3 centre, shift;
    for (int i : molecule) centre += from[i] / static_cast<double>(molecule.size());
    for (int k = 0; k < 3; k++)
      shift[k] = (centre[k] - edge * std::floor(centre[k] / edge)) * scale - centre[k];
    for (int i : molecule) to[i] += shift;
  }
  return to;
}

/* The largest distance between two sets of positions, each taken in the cube of this edge. */
static double apartInCube(vector<Vec3> a, const vector<Vec3> &b, double edge) {
  for (size_t i = 0; i < a.size(); i++)
    for (int k = 0; k < 3; k++) a[i][k] -= edge * std::round((a[i][k] - b[i][k]) / edge);
  return apart(a, b);
}

/* Each step with a trial of the barostat in it is the step of a Context without one, which begins where the trial ended. */
TEST(stepsBeginWhereABarostatEnds) {
  Liquid liquid(SPCE, 27, false, false), plain(SPCE, 27, false, false);
  auto *barostat = new OpenMM::MonteCarloBarostat(1, 300, 1);
  barostat->setRandomNumberSeed(3);
  Bodies b(liquid), other(plain);
  liquid.system.addForce(barostat);
  refuses("add a RigidMoleculeForce", [&] { b.start(liquid); });
  liquid.system.addForce(new RigidstepPlugin::RigidMoleculeForce(b.integrator));
  b.start(liquid);
  other.start(plain);
  b.integrator.step(20);
  double worst = 0;
  int accepted = 0;
  for (int n = 0; n < 40; n++) {
    const vector<Vec3> x = b.x(), v = b.v();
    Vec3 before[3], after[3];
    b.context().getState(0).getPeriodicBoxVectors(before[0], before[1], before[2]);
    b.integrator.step(1);
    b.context().getState(0).getPeriodicBoxVectors(after[0], after[1], after[2]);
    const double edge = after[0][0];
    const bool moved = edge != before[0][0];
    accepted += moved;
    other.context().setPeriodicBoxVectors(after[0], after[1], after[2]);
    other.context().setPositions(
        moved ? scaledPositions(liquid, x, before[0][0], edge / before[0][0]) : x);
    other.context().setVelocities(v);
    other.integrator.step(1);
    worst = std::fmax(worst, apartInCube(b.x(), other.x(), edge));
  }
  std::printf("  %d of 40 moves accepted, other Context apart %.2g nm, strain %.2g nm\n", accepted,
              worst, strain(liquid, b.x()));
  CHECK(isRigid(liquid, b.x()));
  CHECK(accepted > 5 && accepted < 35);
  /* On OpenCL the barostat of OpenMM rounds the scale to single precision. */
  CHECK(worst < (platform == "Reference" ? 1e-12 : 1e-6));
}

/* A barostat that has every move rejected, because particles are held where they are, changes no bit. */
TEST(rejectedMovesChangeNothing) {
  vector<Vec3> positions[2], velocities[2];
  for (int k = 0; k < 2; k++) {
    Liquid liquid(SPCE, 27, false, false);
    liquid.system.removeForce(0);
    auto *hold = new OpenMM::CustomExternalForce("1e8*((x-a)^2+(y-b)^2+(z-c)^2)");
    for (const char *name : { "a", "b", "c" }) hold->addPerParticleParameter(name);
    for (size_t i = 0; i < liquid.positions.size(); i++) {
      liquid.positions[i] += Vec3(liquid.edge, -2 * liquid.edge, 0);
      const Vec3 &at = liquid.positions[i];
      hold->addParticle(static_cast<int>(i), { at[0], at[1], at[2] });
    }
    liquid.system.addForce(hold);
    auto *periodic = new OpenMM::HarmonicBondForce; /* without a bond: the box is what it is for */
    periodic->setUsesPeriodicBoundaryConditions(true);
    liquid.system.addForce(periodic);
    Bodies b(liquid, 1e-5);
    auto *barostat = new OpenMM::MonteCarloBarostat(1, 300, k == 0 ? 7 : 1000);
    barostat->setRandomNumberSeed(3);
    liquid.system.addForce(barostat);
    liquid.system.addForce(new RigidstepPlugin::RigidMoleculeForce(b.integrator));
    b.start(liquid, 300);
    Vec3 box[3];
    b.context().getState(0).getPeriodicBoxVectors(box[0], box[1], box[2]);
    CHECK(box[0][0] == liquid.edge);
    positions[k] = b.x();
    velocities[k] = b.v();
  }
  std::printf("  apart %.3g nm, %.3g nm/ps\n", apart(positions[0], positions[1]),
              apart(velocities[0], velocities[1]));
  CHECK(same(positions[0], positions[1]) && same(velocities[0], velocities[1]));
}

/* ---- volumes ----------------------------------------------------------------------------------- */
/* 27 rigid trimers of tests/ensembles/monte_carlo.c: beads of different trimers repel each other by 4 (r^-12
 * - r^-6) + 1 up to r = 2^(1/6).  kT, the mass of a bead and the pressure are 1 in units of kJ/mol, g/mol,
 *   nm. */
struct Trimers {
  explicit Trimers(bool constraints) {
    const double cell = 1.7, shape[3][2] = { { 0, 0 }, { 0.6, 0 }, { -0.2, 0.5 } };
    auto *force = new OpenMM::CustomNonbondedForce("4*(r^-12-r^-6)+1");
    force->setNonbondedMethod(OpenMM::CustomNonbondedForce::CutoffPeriodic);
    force->setCutoffDistance(1.122462048309373);
    for (int m = 0; m < 27; m++) {
      vector<int> body;
      for (const double *bead : shape) {
        positions.push_back(Vec3((m % 3 + 0.3) * cell + bead[0], (m / 3 % 3 + 0.3) * cell + bead[1],
                                 (m / 9 + 0.5) * cell));
        body.push_back(system.addParticle(1));
        force->addParticle();
      }
      for (int k = 0; k < 3; k++) {
        const int i = body[k], j = body[(k + 1) % 3];
        const Vec3 d = positions[i] - positions[j];
        force->addExclusion(i, j);
        if (constraints) system.addConstraint(i, j, std::sqrt(d.dot(d)));
      }
      bodies.push_back(body);
    }
    system.addForce(force);
    system.setDefaultPeriodicBoxVectors(Vec3(3 * cell, 0, 0), Vec3(0, 3 * cell, 0),
                                        Vec3(0, 0, 3 * cell));
  }
  OpenMM::System system;
  vector<Vec3> positions;
  vector<vector<int>> bodies;
};

/* Mean and variance of the volume at every trial of the barostat, with errors from 20 blocks. */
struct Volumes {
  double mean, meanError, variance, varianceError;
};
static Volumes volumes(Trimers &trimers, OpenMM::Integrator &integrator, int frequency,
                       int trials) {
  const double kelvin = 1 / 8.31446261815324e-3, bar = 16.6053906717;
  auto *barostat = new OpenMM::MonteCarloBarostat(bar, kelvin, frequency);
  barostat->setRandomNumberSeed(7);
  trimers.system.addForce(barostat);
  Simulation s(trimers.system, integrator, platform);
  s.context->setPositions(trimers.positions);
  s.context->setVelocitiesToTemperature(kelvin, 7);
  integrator.step(frequency * (trials / 20));
  vector<double> volume;
  for (int k = 0; k < trials; k++) {
    integrator.step(frequency);
    volume.push_back(s.context->getState(0).getPeriodicBoxVolume());
  }
  const Mean mean(volume, 20);
  for (double &v : volume) v = (v - mean.value) * (v - mean.value);
  const Mean variance(volume, 20);
  return { mean.value, mean.error, variance.value, variance.error };
}

/* By monte_carlo n=27 volume=260 cycles=300000 seed=3, which shares no code with OpenMM or the library. */
static const Volumes MONTE_CARLO = { 128.205, 0.0714, 48.311, 0.423 };

static void checkVolumes(const char *what, double step, int frequency, const Volumes &found) {
  const Volumes &want = MONTE_CARLO;
  std::printf("  %-24s step %.3g, every %2d: mean %.2f(%.2f), variance %.2f(%.2f); Monte Carlo "
              "%.2f(%.2f), %.2f(%.2f)\n",
              what, step, frequency, found.mean, found.meanError, found.variance,
              found.varianceError, want.mean, want.meanError, want.variance, want.varianceError);
  std::fflush(stdout);
  /* Student's distribution with 19 degrees of freedom exceeds 4.5 in one case of 4000: chance fails the eight checks of the
   * long form once in 500 times. */
  CHECK(std::fabs(found.mean - want.mean) < 4.5 * std::hypot(found.meanError, want.meanError));
  CHECK(std::fabs(found.variance - want.variance) <
        4.5 * std::hypot(found.varianceError, want.varianceError));
}

static void ours(double step, int frequency, int trials) {
  Trimers trimers(false);
  RigidIntegrator integrator(step);
  for (const vector<int> &body : trimers.bodies) integrator.addBody(body);
  integrator.setTemperature(1 / 8.31446261815324e-3);
  integrator.setFriction(1);
  trimers.system.addForce(new RigidstepPlugin::RigidMoleculeForce(integrator));
  checkVolumes("RigidIntegrator", step, frequency, volumes(trimers, integrator, frequency, trials));
}

/* Neither the time step nor the frequency of the barostat moves volumes from Monte Carlo's. */
static bool atLength; /* a million steps */
TEST_IN(sampled, volumesAreThoseOfMonteCarlo) {
  if (!atLength) return ours(0.02, 5, 5000);
  ours(0.005, 5, 80000);
  ours(0.01, 20, 20000);
  ours(0.02, 2, 120000);
  Trimers trimers(true);
  OpenMM::LangevinMiddleIntegrator theirs(1 / 8.31446261815324e-3, 1, 0.01);
  theirs.setConstraintTolerance(1e-6);
  checkVolumes("LangevinMiddleIntegrator", 0.01, 5, volumes(trimers, theirs, 5, 80000));
}

int main(int argc, char **argv) {
  atLength = std::strcmp(argv[argc - 1], "long") == 0;
  if (atLength) argc--;
  if (!findPlatform(argc, argv, platform)) return 77;
  const int failed = runTests("others");
  /* Samples take a hundred times as long elsewhere, and the others show that all platforms do the same. */
  return platform == "CPU" ? runTests("sampled") | failed : failed;
}
