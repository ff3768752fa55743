/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_openmm.cpp - the OpenMM plugin on one platform: t_openmm PLATFORM [PRECISION].
 */
#include "checks.h"
#include "platform.h"
#include <api/RigidMoleculeForce.h>
#include <openmm/LocalEnergyMinimizer.h>
#include <cmath>
#include <cstdlib>
#include <sstream>

using OpenMM::Vec3;
using RigidstepPlugin::RigidIntegrator;
using std::vector;

std::string platform;

/* The library fuses products and sums on processors that can, and devices always do. */
static bool fuses() {
#if defined __x86_64__
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

/* ---- motion ------------------------------------------------------------------------------------ */
static void followsTheHost(Molecule kind, int molecules, bool constraints, bool pme) {
  Liquid liquid(kind, molecules, constraints, pme);
  Bodies b(liquid, 0.001);
  b.start(liquid);
  vector<Vec3> positions = b.x(), velocities = b.v();
  const vector<Vec3> start = positions;
  b.integrator.step(1);
  const vector<Vec3> first = b.x();
  b.integrator.step(49);
  moveByHost(liquid, platform, 0.001, 50, positions, velocities);
  const double off = apart(b.x(), positions), moved = apart(start, positions);
  std::printf("  moved %.3g nm, host apart %.3g nm, strain %.3g nm\n", moved, off,
              strain(liquid, b.x()));
  CHECK(moved > 0.02);
  /* The distances stay what they were at first. */
  CHECK(std::fabs(strain(liquid, b.x()) - strain(liquid, first)) <
        1e-13 + (isSingle() ? rounded(first) + rounded(b.x()) : 0));
  /* OpenCL rounds forces to 2^-32, CPU computes them in single precision. */
  CHECK(off < (platform == "Reference" ? 1e-12 : isDouble() ? 1e-10 : 1e-4));
  CHECK(isRigid(liquid, b.x()));
}
/* PME in water alone: PoCL takes seconds to compile its kernels for every other number of particles. */
TEST_IN(rounded, water) { followsTheHost(SPCE, 27, true, true); }
TEST_IN(rounded, waterWithVirtualSites) { followsTheHost(TIP4P, 27, true, false); }
TEST_IN(rounded, benzene) { followsTheHost(BENZENE, 8, false, false); }
TEST_IN(rounded, carbonDioxide) { followsTheHost(CO2, 27, false, false); }

/* From rest the n-th position of this scheme in a harmonic well is exactly cos(n theta), cos(theta) = 1 - (h w)^2/2. */
TEST(aSingleBondOscillates) {
  OpenMM::System system;
  system.addParticle(2);
  system.addParticle(3);
  auto *bond = new OpenMM::HarmonicBondForce;
  bond->addBond(0, 1, 1.5, 100);
  system.addForce(bond);
  RigidIntegrator integrator(0.02);
  Simulation s(system, integrator, platform);
  s.context->setPositions({ Vec3(), Vec3(2, 0, 0) });
  const double reduced = 2 * 3 / 5.0, theta = std::acos(1 - 0.5 * 0.02 * 0.02 * 100 / reduced);
  for (int n = 1; n <= 100; n++) {
    integrator.step(1);
    const double apartNow = s.positions()[1][0] - s.positions()[0][0];
    CHECK(std::fabs(apartNow - 1.5 - 0.5 * std::cos(n * theta)) <
          (platform == "Reference" ? 1e-13 : 1e-4));
  }
}

#if __has_include(<openmm/PythonForce.h>)
/* What OpenMM's wrapper makes of a function in Python, from 8.5 on. */
struct Well : OpenMM::PythonForceComputation {
  void compute(const OpenMM::State &state, double &energy, void *forces,
               bool doubles) const override {
    const vector<Vec3> &x = state.getPositions();
    energy = 0;
    for (size_t i = 0; i < 3 * x.size(); i++) {
      const double at = x[i / 3][static_cast<int>(i % 3)];
      energy += 500 * at * at;
      if (doubles)
        static_cast<double *>(forces)[i] = -1000 * at;
      else
        static_cast<float *>(forces)[i] = static_cast<float>(-1000 * at);
    }
  }
};

TEST(pythonForcesMoveBodies) {
  Liquid liquid(SPCE, 8, true, false), other(SPCE, 8, true, false);
  auto *well = new OpenMM::CustomExternalForce("500*(x^2+y^2+z^2)");
  for (int i = 0; i < 24; i++) well->addParticle(i);
  for (Liquid *one : { &liquid, &other }) one->system.removeForce(0);
  liquid.system.addForce(new OpenMM::PythonForce(new Well, {}));
  other.system.addForce(well);
  Bodies ours(liquid), theirs(other);
  ours.start(liquid, 50);
  theirs.start(other, 50);
  std::printf("  moved %.3g nm, apart %.3g nm\n", apart(liquid.positions, ours.x()),
              apart(theirs.x(), ours.x()));
  CHECK(apart(liquid.positions, ours.x()) > 0.02 && isRigid(liquid, ours.x()));
  CHECK(apart(theirs.x(), ours.x()) < (isDouble() ? 1e-10 : 1e-4));
}
#endif

TEST(massesOfZeroInsideAndOutside) {
  OpenMM::System system;
  for (double mass : { 4.0, 4.0, 0.0, 0.0, 2.0 }) system.addParticle(mass);
  auto *force = new OpenMM::CustomExternalForce("x"); /* a force of -1 along x on particle 2 */
  force->addParticle(2);
  system.addForce(force);
  RigidIntegrator integrator(0.001);
  integrator.addBody({ 0, 1, 2 });
  Simulation s(system, integrator, platform);
  const vector<Vec3> start = { Vec3(0, 0, 0), Vec3(0.2, 0, 0), Vec3(0.1, 0, 0), Vec3(1, 1, 1),
                               Vec3(2, 0, 0) };
  s.context->setPositions(start);
  integrator.step(1000);
  const vector<Vec3> end = s.positions();
  const double fell = -0.5 * 1.0 * 1.0 / 8; /* a t^2/2 */
  for (int i = 0; i < 3; i++) CHECK(std::fabs(end[i][0] - start[i][0] - fell) < 1e-6);
  CHECK(apart({ end[3], end[4] }, { start[3], start[4] }) == 0);
  CHECK(std::fabs(s.kinetic() - 0.5 * 1.0 / 8) < 1e-6);
}

/* The digits of a PDB file and of a .gro file bend CO2.  A rod is thin, but no line. */
TEST(linearBodiesAreThoseOnALine) {
  for (double per : { 1e4, 1e3 }) {
    Liquid liquid(CO2, 125, false, false);
    for (Vec3 &r : liquid.positions)
      for (int k = 0; k < 3; k++) r[k] = std::round(r[k] * per) / per;
    Bodies b(liquid);
    b.start(liquid);
    CHECK(b.integrator.getNumDegreesOfFreedom() == 125 * 5);
  }
  OpenMM::System system;
  RigidIntegrator integrator(0.001);
  vector<Vec3> start;
  vector<int> all;
  for (int i = 0; i < 41; i++) {
    all.push_back(system.addParticle(i < 40 ? 12 : 1));
    start.push_back(i < 40 ? Vec3(0.12 * i, 0, 0) : Vec3(0, 0.09, 0));
  }
  integrator.addBody(all);
  Simulation rod(system, integrator, platform);
  rod.context->setPositions(start);
  CHECK(integrator.getNumDegreesOfFreedom() == 6);
}

/* CO2 that moved gets other orientations and velocities, which may be those that it had, or 0, or follow huge
 * ones: it goes on as a Context does in which nothing was before. */
TEST_IN(rounded, turnedLinesMoveAsInAFreshContext) {
  Liquid liquid(CO2, 27, false, false), other(CO2, 27, false, false);
  for (int what = 0; what < 4; what++) {
    Bodies b(liquid), fresh(other);
    b.start(liquid);
    if (what == 3)
      b.context().setVelocities(vector<Vec3>(81, Vec3(1e10, -2e10, 3e9)));
    else
      b.integrator.step(5);
    vector<Vec3> x = b.x();
    for (Vec3 &r : x) r = Vec3(r[1], r[2], r[0]);
    if (what != 2) b.context().setPositions(x);
    if (what == 1) b.context().setVelocities(vector<Vec3>(81));
    if (what > 1) b.context().setVelocitiesToTemperature(200, 9);
    const vector<Vec3> start = b.x(), v = b.v();
    fresh.start(other);
    fresh.context().setPositions(start);
    fresh.context().setVelocities(v);
    b.integrator.step(5);
    fresh.integrator.step(5);
    const double off = apart(b.x(), fresh.x());
    std::printf("  apart %.3g nm\n", off);
    CHECK(off < (isDouble() ? 1e-11 : 1e-5));
  }
}

/* Positions of a file, and of Modeller.addSolvent, are of another water: constraints say what water looks like. */
TEST(shapesComeFromConstraints) {
  Liquid liquid(SPCE, 27, true, false), exact(SPCE, 27, true, false);
  for (size_t i = 0; i < liquid.positions.size(); i++)
    for (int k = 0; k < 3; k++)
      liquid.positions[i][k] =
          std::round((0.89 * liquid.positions[i][k] + 0.11 * liquid.positions[i - i % 3][k]) *
                     1e3) /
          1e3;
  Bodies b(liquid);
  b.start(liquid, 1);
  const double off = strain(exact, b.x());
  std::printf("  distances are off by %.3g nm\n", off);
  CHECK(off < (isDouble() ? 1e-11 : 1e-6));
}

/* OpenMM's minimiser moves particles one by one.  Molecules keep their shapes. */
TEST(minimisersMayBendBodies) {
#if __has_include(<openmm/PythonForce.h>)
  if (platform.find("OpenCL") == 0) { /* also with its VerletIntegrator */
    std::printf("skipped: LocalEnergyMinimizer of OpenMM 8.5 crashes on PoCL\n");
    return;
  }
#endif
  for (bool constraints : { true, false }) {
    Liquid liquid(constraints ? SPCE : CO2, 8, constraints, false);
    auto *bonds = new OpenMM::HarmonicBondForce(); /* CO2 keeps together by bonds */
    for (int m = 0; !constraints && m < 8; m++) {
      const vector<int> &body = liquid.bodies[m];
      for (size_t s = 1; s < body.size(); s++) {
        const Vec3 r = liquid.positions[body[s]] - liquid.positions[body[0]];
        bonds->addBond(body[0], body[s], 1.01 * std::sqrt(r.dot(r)), 5e5);
      }
    }
    liquid.system.addForce(bonds);
    Bodies b(liquid);
    b.start(liquid);
    const double before = b.simulation->potential();
    OpenMM::LocalEnergyMinimizer::minimize(b.context(), 1.0, 50);
    const double after = b.simulation->potential();
    b.integrator.step(1);
    std::printf("  energy %.4g, then %.4g; strain %.3g\n", before, after, strain(liquid, b.x()));
    CHECK(after < before && isRigid(liquid, b.x()));
  }
}

/* Nothing moves; time passes. */
TEST(withoutMassNothingMoves) {
  OpenMM::System system;
  for (int i = 0; i < 2; i++) system.addParticle(0);
  RigidIntegrator integrator(0.25);
  integrator.setFriction(1);
  Simulation s(system, integrator, platform);
  const vector<Vec3> start = { Vec3(1, 2, 3), Vec3(0, 0, 1) };
  s.context->setPositions(start);
  s.context->setVelocitiesToTemperature(300);
  integrator.step(8);
  CHECK(apart(start, s.positions()) == 0 && s.kinetic() == 0);
  CHECK(s.context->getState(0).getTime() == 2 && integrator.computeSystemTemperature() == 0);
}

/* Without forces, a molecule's centre and its rate of rotation about an axis of symmetry fall as exp(-t). */
TEST(frictionAtZeroKelvinDampsMotion) {
  OpenMM::System system;
  for (double mass : { 2.0, 2.0, 4.0 }) system.addParticle(mass);
  RigidIntegrator integrator(0.25);
  integrator.addBody({ 0, 1 });
  integrator.setFriction(2);
  Simulation s(system, integrator, platform);
  s.context->setPositions({ Vec3(0.1, 0, 0), Vec3(-0.1, 0, 0), Vec3(1, 0, 0) });
  s.context->setVelocities({ Vec3(0.5, 0.1, 0), Vec3(0.5, -0.1, 0), Vec3(0, 0, 1) });
  integrator.setTemperature(300);
  integrator.step(1);
  integrator.setTemperature(0); /* acts in the next step */
  s.context->setPositions({ Vec3(0.1, 0, 0), Vec3(-0.1, 0, 0), Vec3(1, 0, 0) });
  s.context->setVelocities({ Vec3(0.5, 0.1, 0), Vec3(0.5, -0.1, 0), Vec3(0, 0, 1) });
  integrator.step(6);
  const vector<Vec3> v = s.velocities();
  const double left = std::exp(-2 * 6 * 0.25), spin = (v[0] - v[1]).dot(v[0] - v[1]);
  const Vec3 drift = (v[0] + v[1]) * 0.5 - Vec3(0.5, 0, 0) * left,
             point = v[2] - Vec3(0, 0, 1) * left;
  const double most = isDouble() ? 1e-14 : 1e-6;
  CHECK(std::fabs(std::sqrt(spin) - 0.2 * left) < most && std::sqrt(drift.dot(drift)) < most &&
        std::sqrt(point.dot(point)) < most);
}

TEST(frozenMoleculesAreLeftAlone) {
  OpenMM::System system;
  for (double mass : { 16.0, 1.0, 1.0, 0.0, 0.0 }) system.addParticle(mass);
  for (int k : { 1, 2 }) system.addConstraint(0, k, 0.1);
  system.addConstraint(3, 4, 0.1); /* OpenMM ignores it */
  auto *bonds = new OpenMM::HarmonicBondForce();
  bonds->addBond(3, 4, 0.1, 1.0);
  system.addForce(bonds);
  RigidIntegrator integrator(0.001);
  CHECK(integrator.addBodiesFromMolecules(system) == 1);
  const vector<Vec3> start = { Vec3(0, 0, 0), Vec3(0.1, 0, 0), Vec3(0, 0.1, 0), Vec3(1, 1, 1),
                               Vec3(1.2, 1, 1) };
  Simulation s(system, integrator, platform);
  s.context->setPositions(start);
  const vector<Vec3> before = s.positions(); /* in single precision rounded */
  integrator.step(10);
  const vector<Vec3> end = s.positions();
  CHECK(apart({ end[3], end[4] }, { before[3], before[4] }) == 0);
}

/* Each number of a checkpoint in turn becomes 0, huge, or NaN: it is loaded or refused, and then steps are made. */
TEST(damagedCheckpointsAreRefused) {
  Liquid liquid(SPCE, 8, true, false);
  Bodies b(liquid);
  b.start(liquid, 3);
  std::stringstream made;
  b.context().createCheckpoint(made);
  const std::string block = made.str();
  int refused = 0, loaded = 0;
  for (size_t at = block.find("rgs.mmp1"); at + 8 <= block.size(); at += 8)
    for (double wrong : { 0.0, 1e300, std::nan("") }) {
      std::string damaged = block;
      damaged.replace(at, 8, reinterpret_cast<const char *>(&wrong), 8);
      std::stringstream stream(damaged);
      try {
        b.context().loadCheckpoint(stream);
        loaded++;
      } catch (const std::exception &) {
        refused++;
      }
      if (wrong != 0) continue; /* a force or a momentum of 1e300 ends the step */
      std::stringstream again(block);
      b.context().loadCheckpoint(again);
    }
  std::stringstream whole(block);
  b.context().loadCheckpoint(whole);
  b.integrator.step(1);
  std::printf("  %d refused, %d loaded\n", refused, loaded);
  CHECK(refused > loaded);
}

/* ---- temperatures ------------------------------------------------------------------------------ */
/* The mean of n draws of a temperature with f degrees of freedom has the deviation T sqrt(2/(f n)). */
TEST(velocitiesHaveTheTemperature) {
  Liquid liquid(CO2, 27, false, false);
  Bodies b(liquid);
  b.start(liquid);
  CHECK(b.integrator.getNumDegreesOfFreedom() == 27 * 5);
  double sum = 0;
  const int draws = 400;
  for (int seed = 0; seed < draws; seed++) {
    b.context().setVelocitiesToTemperature(300, seed);
    sum += b.integrator.computeSystemTemperature();
  }
  const double sigma = 300 * std::sqrt(2.0 / (27 * 5 * draws));
  std::printf("  %.2f K, want 300 +- %.2f\n", sum / draws, sigma);
  CHECK(std::fabs(sum / draws - 300) < 4 * sigma); /* fails by chance once in 16000 */
}

static double kinetic(const Liquid &liquid, const vector<Vec3> &v) {
  double sum = 0;
  for (size_t i = 0; i < v.size(); i++)
    sum += 0.5 * liquid.system.getParticleMass(static_cast<int>(i)) * v[i].dot(v[i]);
  return sum;
}

/* Over a reordering of atoms on devices, which comes after 250 steps and folds each atom of CO2 into the box by
 * itself: nothing tells OpenMM that they belong together. */
TEST_IN(rounded, energyIsConserved) {
  for (Molecule kind : { SPCE, CO2 }) {
    Liquid liquid(kind, 27, kind == SPCE, true);
    Bodies b(liquid, 0.001);
    b.start(liquid, 100);
    const double moving = b.simulation->kinetic(), before = b.simulation->potential() + moving;
    CHECK(std::fabs(kinetic(liquid, b.v()) - moving) < 1e-6 * moving);
    b.integrator.step(400);
    const double after = b.simulation->potential() + b.simulation->kinetic();
    std::printf("  from %.4f to %.4f kJ/mol\n", before, after);
    CHECK(std::fabs(after - before) < 0.5);
    CHECK(isRigid(liquid, b.x()));
  }
}

/* ---- constraints between points ----------------------------------------------------------------- */
/* Adds a chain of three bonds, for CCMA, and a tetrahedron's center with three bonds, for SHAKE. */
static void addConstrained(Liquid &liquid) {
  const int first = liquid.system.getNumParticles();
  auto *pull = new OpenMM::CustomExternalForce("9*(sin(k*(x-y))+sin(k*(y-z))+cos(k*x))");
  pull->addGlobalParameter("k", 2 * M_PI / liquid.edge);
  auto &force = dynamic_cast<OpenMM::NonbondedForce &>(liquid.system.getForce(0));
  const Vec3 place[] = { Vec3(0, 0, 0),       Vec3(0.1, 0, 0),   Vec3(0.15, 0.08, 0),
                         Vec3(0.25, 0.08, 0), Vec3(0, 0.3, 0.4), Vec3(0.1, 0.3, 0.4),
                         Vec3(0, 0.4, 0.4),   Vec3(0, 0.3, 0.5) };
  for (int i = 0; i < 8; i++) {
    liquid.system.addParticle(i == 0 || i == 3 || i > 4 ? 2 : 12);
    force.addParticle(0, 0.1, 0);
    pull->addParticle(first + i);
    liquid.positions.push_back(place[i] + Vec3(0.2, 0.1, 0.07));
  }
  liquid.system.addForce(pull);
  for (int k = 0; k < 3; k++) {
    const Vec3 r = place[k + 1] - place[k];
    liquid.system.addConstraint(first + k, first + k + 1, std::sqrt(r.dot(r)));
    liquid.system.addConstraint(first + 4, first + 5 + k, 0.1);
  }
}

/* The largest deviation of a constraint, in parts of its distance. */
static double stretch(const OpenMM::System &system, const vector<Vec3> &x) {
  double most = 0;
  for (int c = 0; c < system.getNumConstraints(); c++) {
    int i, j;
    double distance;
    system.getConstraintParameters(c, i, j, distance);
    const Vec3 r = x[i] - x[j];
    most = std::fmax(most, std::fabs(std::sqrt(r.dot(r)) / distance - 1));
  }
  return most;
}

/* Half a step behind with its velocities, VerletIntegrator makes the same positions. */
TEST_IN(rounded, constrainedPointsMoveAsByVerlet) {
  Liquid liquid(SPCE, 8, true, false);
  addConstrained(liquid);
  const double h = 0.002, tolerance = isDouble() ? 1e-9 : 1e-6;
  RigidIntegrator ours(h);
  OpenMM::VerletIntegrator theirs(h);
  ours.setConstraintTolerance(tolerance);
  theirs.setConstraintTolerance(tolerance);
  Simulation a(liquid.system, ours, platform), b(liquid.system, theirs, platform);
  a.context->setPositions(liquid.positions);
  a.context->setVelocitiesToTemperature(300, 5);
  CHECK(ours.getNumPointConstraints() == 8 * 3 + 6);
  CHECK(ours.getNumDegreesOfFreedom() == 8 * 6 + 8 * 3 - 6);
  const vector<Vec3> start = a.positions(),
                     force = a.context->getState(OpenMM::State::Forces).getForces();
  vector<Vec3> v = a.velocities();
  for (size_t i = 0; i < v.size(); i++)
    v[i] -= force[i] * (0.5 * h / liquid.system.getParticleMass(static_cast<int>(i)));
  b.context->setPositions(start);
  b.context->setVelocities(v);
  ours.step(50);
  theirs.step(50);
  const double off = apart(a.positions(), b.positions());
  std::printf("  moved %.3g nm, Verlet apart %.3g nm, constraints off by %.3g\n",
              apart(start, a.positions()), off, stretch(liquid.system, a.positions()));
  CHECK(apart(start, a.positions()) > 0.02);
  CHECK(off < (isDouble() ? 1e-6 : 1e-4));
  CHECK(stretch(liquid.system, a.positions()) < 2 * tolerance + (isDouble() ? 2e-7 : 2e-6));
}

/* Every other water is a body, over a reordering of atoms on devices; and continued from a checkpoint. */
static void togetherWithPoints(double inertia, bool levels = false) {
  Liquid liquid(SPCE, 27, true, true);
  addConstrained(liquid);
  for (int m = 26; m >= 0; m -= 2) liquid.bodies.erase(liquid.bodies.begin() + m);
  Bodies b(liquid, 0.001);
  b.integrator.setInertia(inertia);
  if (levels) { /* PME's reciprocal space every other short step */
    dynamic_cast<OpenMM::NonbondedForce &>(liquid.system.getForce(0))
        .setReciprocalSpaceForceGroup(1);
    b.integrator.setGroups({ { 1, 1 }, { 0, 2 } });
  }
  b.start(liquid, 100);
  const double before = b.simulation->potential() + b.simulation->kinetic();
  b.integrator.step(200);
  std::stringstream stream;
  b.context().createCheckpoint(stream);
  b.integrator.step(200);
  const double after = b.simulation->potential() + b.simulation->kinetic();
  const vector<Vec3> want = b.x();
  std::printf("  from %.4f to %.4f kJ/mol, constraints off by %.3g\n", before, after,
              stretch(liquid.system, want));
  CHECK(std::fabs(after - before) < 0.5 && isRigid(liquid, want));
  CHECK(stretch(liquid.system, want) < 3e-5);
  b.context().loadCheckpoint(stream);
  b.integrator.step(200);
  std::printf("  apart %.3g nm\n", apart(want, b.x()));
  CHECK(platform == "CPU" ? apart(want, b.x()) < 1e-3 : same(want, b.x()));
}
TEST_IN(rounded, bodiesAndConstrainedPointsTogether) { togetherWithPoints(1); }
TEST_IN(rounded, otherInertiaAndConstrainedPoints) { togetherWithPoints(4); }
TEST_IN(rounded, levelsAndConstrainedPoints) { togetherWithPoints(1, true); }

/* ---- platforms with devices against Reference ---------------------------------------------------- */
/* Constant forces that fixed point and doubles hold alike; inner above 0: another one is a slow group. */
static vector<Vec3> underConstantForces(Liquid &liquid, const std::string &where, int steps,
                                        int seed = 11, double inertia = 1, int inner = 0) {
  auto *force = new OpenMM::CustomExternalForce("fx*x+fy*y+fz*z");
  for (const char *name : { "fx", "fy", "fz" }) force->addPerParticleParameter(name);
  for (int i = 0; i < liquid.system.getNumParticles(); i++)
    force->addParticle(i, { 2. * (i % 7) - 6, 3. * (i % 5) - 6, 0.5 * (i % 11) - 2.5 });
  liquid.system.removeForce(0);
  liquid.system.addForce(force);
  RigidIntegrator integrator(0.002);
  addAll(integrator, liquid);
  if (inner > 0) {
    auto *slow = new OpenMM::CustomExternalForce(*force);
    slow->setEnergyFunction("fz*x-fx*y+fy*z");
    slow->setForceGroup(1);
    liquid.system.addForce(slow);
    integrator.setGroups({ { 1, 1 }, { 0, inner } });
  }
  integrator.setFriction(3);
  integrator.setRandomNumberSeed(seed);
  integrator.setInertia(inertia);
  Simulation s(liquid.system, integrator, where);
  s.context->setPositions(liquid.positions);
  s.context->setVelocitiesToTemperature(300, 1);
  integrator.step(steps);
  return s.positions();
}

TEST_IN(rounded, equalForcesAndSeedsGiveEqualBits) {
  for (Molecule kind : { SPCE, CO2, BENZENE, ARGON }) {
    const double inertia = kind == ARGON ? 1 : 3;
    const int inner = kind == SPCE ? 3 : kind == ARGON ? 2 : 0;
    Liquid here(kind, 8, false, false), there(kind, 8, false, false), other(kind, 8, false, false);
    const vector<Vec3> ours = underConstantForces(here, platform, 50, 11, inertia, inner);
    const double off = apart(ours, underConstantForces(there, "Reference", 50, 11, inertia, inner));
    std::printf("  apart from Reference: %.3g nm\n", off);
    CHECK(apart(here.positions, ours) > 1e-3);
    CHECK(apart(ours, underConstantForces(other, platform, 50, 12, inertia, inner)) > 1e-4);
    CHECK(off <= (isDouble() && fuses() ? 0 : isDouble() ? 1e-13 : 1e-6));
  }
}

/* One body of `sites` argon atoms on a line that winds through a box, so that each is near the one before it. */
static vector<Vec3> bigBody(int sites, const std::string &where) {
  Liquid liquid(ARGON, 1, false, false);
  vector<int> all(1, 0);
  for (int i = 1; i < sites; i++) {
    const double a = 0.05 * i;
    all.push_back(liquid.system.addParticle(39.948));
    liquid.positions.push_back(liquid.positions[0] +
                               Vec3(std::sin(a), std::cos(0.7 * a), std::sin(1.3 * a)));
  }
  liquid.bodies = { all };
  const vector<Vec3> moved = underConstantForces(liquid, where, 3);
  CHECK(apart(liquid.positions, moved) > 1e-6);
  return moved;
}

/* A group of threads adds up the forces. */
TEST(bigBodiesMoveAsOnReference) {
  for (int sites : { 65, 768, 100000 }) {
    const double off = apart(bigBody(sites, platform), bigBody(sites, "Reference"));
    std::printf("  %d sites, apart from Reference: %.3g nm\n", sites, off);
    CHECK(off <= (isDouble() ? 1e-12 : 1e-5));
  }
}

/* The kinetic energy of bodies without forces is one of a chi-squared distribution. */
static void hasTheTemperature(const char *thermostat, bool points = false) {
  Liquid liquid(SPCE, 27, true, true);
  liquid.system.removeForce(0);
  if (points) liquid.bodies.erase(liquid.bodies.begin() + 14, liquid.bodies.end());
  const bool keepsMomentum = std::string(thermostat) == "csvr";
  if (keepsMomentum) liquid.system.addForce(new OpenMM::CMMotionRemover(1));
  Bodies b(liquid);
  b.integrator.setThermostat(thermostat);
  b.integrator.setInertia(points ? 4 : 1);
  b.integrator.setTemperature(250);
  b.integrator.setFriction(500);
  b.start(liquid);
  double sum = 0;
  for (int i = 0; i < 300; i++) {
    b.integrator.step(5); /* exp(-5) of the last sample is left */
    sum += b.integrator.computeSystemTemperature();
  }
  const double sigma = 250 * std::sqrt(2.0 / ((27 * 6 - (keepsMomentum ? 3 : 0)) * 300));
  std::printf("  %.2f K, want 250 +- %.2f\n", sum / 300, sigma);
  CHECK(std::fabs(sum / 300 - 250) < 4 * sigma);
}
TEST(langevinHasTheTemperature) { hasTheTemperature("langevin"); }
TEST(constrainedPointsHaveTheTemperature) { hasTheTemperature("langevin", true); }
TEST(csvrHasTheTemperature) {
  if (platform.find("OpenCL") == 0)
    refuses("has langevin alone", [] { hasTheTemperature("csvr"); });
  else
    hasTheTemperature("csvr");
}

/* ---- states ------------------------------------------------------------------------------------ */
TEST_IN(rounded, checkpointsContinue) {
  Liquid liquid(SPCE, 27, true, true);
  Bodies b(liquid), other(liquid);
  b.integrator.setFriction(1);
  other.integrator.setFriction(1);
  b.start(liquid, 20);
  std::stringstream stream;
  b.context().createCheckpoint(stream);
  const double between = b.simulation->kinetic(); /* the kicks */
  b.integrator.step(20);
  const vector<Vec3> want = b.x(), fast = b.v();
  stream.seekg(0);
  b.context().loadCheckpoint(stream);
  CHECK(b.simulation->kinetic() == between);
  b.integrator.step(20);
  const vector<Vec3> again = b.x();
  stream.seekg(0);
  other.start(liquid, 0, 17);
  other.context().loadCheckpoint(stream);
  CHECK(other.simulation->kinetic() == between);
  other.integrator.step(20);
  std::printf("  apart %.3g nm in the same Context, %.3g nm in another\n", apart(want, again),
              apart(want, other.x()));
  if (platform != "CPU") {
    CHECK(same(want, again));
    CHECK(same(want, other.x()) && same(fast, other.v()));
  }
  CHECK(apart(want, other.x()) < 1e-4);
}

/* A checkpoint that is made before the next step has what was set; also of one particle, which is all there is. */
TEST(checkpointsHaveWhatWasSet) {
  for (Molecule kind : { CO2, ARGON })
    for (bool both : { true, false }) {
      Liquid liquid(kind, kind == CO2 ? 27 : 1, false, false);
      Bodies b(liquid);
      b.start(liquid, 3);
      vector<Vec3> x = b.x();
      for (Vec3 &r : x) r += Vec3(0.25, 0.125, 0.5);
      if (both) b.context().setPositions(x);
      b.context().setVelocitiesToTemperature(100, 3);
      const vector<Vec3> set = b.x(), slow = b.v();
      std::stringstream stream;
      b.context().createCheckpoint(stream);
      b.integrator.step(3);
      const vector<Vec3> want = b.x();
      b.context().loadCheckpoint(stream);
      CHECK(same(set, b.x()) && same(slow, b.v()));
      b.integrator.step(3);
      std::printf("  apart %.3g nm\n", apart(want, b.x()));
      CHECK(platform == "CPU" ? apart(want, b.x()) < 1e-6 : same(want, b.x()));
    }
}

TEST_IN(rounded, statesAreTakenInTheMidst) {
  Liquid liquid(SPCE, 27, true, true);
  Bodies b(liquid), fresh(liquid);
  b.start(liquid);
  fresh.start(liquid);
  b.integrator.step(10);
  const OpenMM::State state =
      b.context().getState(OpenMM::State::Positions | OpenMM::State::Velocities);
  b.integrator.step(10);
  fresh.context().setState(state);
  fresh.integrator.step(10);
  std::printf("  apart %.3g nm\n", apart(b.x(), fresh.x()));
  CHECK(apart(b.x(), fresh.x()) < (isDouble() ? 1e-10 : 1e-4));
  const vector<Vec3> here = b.x();
  b.context().reinitialize(true);
  CHECK(apart(here, b.x()) == 0);
  b.integrator.step(5);
  CHECK(isRigid(liquid, b.x()));
  /* Velocities that tear a body lose what is not rigid. */
  vector<Vec3> torn(here.size());
  torn[1] = Vec3(1, 2, 3);
  b.context().setVelocities(torn);
  b.integrator.step(5);
  CHECK(isRigid(liquid, b.x()));
}

TEST(stepsOfAnotherIntegratorAreTakenIn) {
  Liquid liquid(SPCE, 27, true, false), plain(SPCE, 27, true, false);
  OpenMM::CompoundIntegrator both;
  auto *ours = new RigidIntegrator(0.002);
  addAll(*ours, liquid);
  both.addIntegrator(ours);
  both.addIntegrator(new OpenMM::VerletIntegrator(0.002));
  Simulation s(liquid.system, both, platform);
  s.context->setPositions(liquid.positions);
  s.context->setVelocitiesToTemperature(300, 5);
  both.step(2);
  both.setCurrentIntegrator(1);
  both.step(5);
  both.setCurrentIntegrator(0);
  Bodies other(plain);
  other.start(plain, 1); /* takes the shapes from the same positions */
  other.context().setPositions(s.positions());
  other.context().setVelocities(s.velocities());
  both.step(1);
  other.integrator.step(1);
  std::printf("  apart %.3g nm\n", apart(s.positions(), other.x()));
  CHECK(apart(s.positions(), other.x()) < (isDouble() ? 1e-12 : 1e-6));
}

/* OpenMM forgets in which image of the box an atom is when positions are set. */
TEST_IN(rounded, shiftedBodiesKeepTheirShapeAndImage) {
  Liquid liquid(BENZENE, 8, false, false);
  Bodies b(liquid);
  b.start(liquid, 10);
  vector<Vec3> moved = b.x();
  for (Vec3 &r : moved) r += Vec3(0.1, -7.3, 20);
  for (int set = 0; set < 2; set++) {
    b.context().setPositions(moved);
    b.integrator.step(1);
    CHECK(isRigid(liquid, b.x()) && apart(moved, b.x()) < 0.1);
    moved = b.x();
  }
  b.context().applyConstraints(1e-6);
  b.integrator.step(1);
  CHECK(isRigid(liquid, b.x()));
}

TEST_IN(rounded, triclinicBoxesAndTheDriftRemover) {
  Liquid liquid(SPCE, 27, true, true, true);
  liquid.system.addForce(new OpenMM::CMMotionRemover(1));
  Bodies b(liquid);
  b.start(liquid, 300);
  Vec3 sum;
  const vector<Vec3> v = b.v();
  for (size_t i = 0; i < v.size(); i++)
    sum += v[i] * liquid.system.getParticleMass(static_cast<int>(i));
  /* A step's forces have a sum: with PME 1e-3 of a force. */
  std::printf("  momentum %.2g\n", std::sqrt(sum.dot(sum)));
  CHECK(std::sqrt(sum.dot(sum)) < 1);
  CHECK(b.integrator.getNumDegreesOfFreedom() == 27 * 6 - 3);
  CHECK(isRigid(liquid, b.x()));
}

TEST(forceGroupsAndParametersAreFollowed) {
  Liquid liquid(ARGON, 1, false, false);
  liquid.system.removeForce(0);
  for (int group = 0; group < 2; group++) {
    auto *force = new OpenMM::CustomExternalForce(group == 0 ? "-pull*x" : "-2*y");
    if (group == 0) force->addGlobalParameter("pull", 1);
    force->addParticle(0);
    force->setForceGroup(group);
    liquid.system.addForce(force);
  }
  RigidIntegrator integrator(0.01);
  integrator.setIntegrationForceGroups(2);
  Simulation s(liquid.system, integrator, platform);
  s.context->setPositions({ Vec3() });
  integrator.step(100);
  const Vec3 end = s.positions()[0];
  CHECK(end[0] == 0 && std::fabs(end[1] - 0.5 * 2 / 39.948) < 1e-6);
  /* Another group pulls from the first step on: x is a t^2/2 after one step. */
  integrator.setIntegrationForceGroups(1);
  integrator.step(1);
  CHECK(std::fabs(s.positions()[0][0] / (0.5 * 1e-4 / 39.948) - 1) < 1e-5);
  /* So does a force whose parameter was changed: x is added the velocity times t, and a t^2/2. */
  const double x = s.positions()[0][0], v = s.velocities()[0][0];
  s.context->setParameter("pull", 39.948);
  integrator.step(1);
  CHECK(std::fabs((s.positions()[0][0] - x) / (0.01 * v + 0.5 * 1e-4) - 1) < 1e-5);
}

/* ---- schemes ---------------------------------------------------------------------------------- */
TEST(otherSchemesAreOfOrderFour) {
  double off[2];
  for (int k = 0; k < 2; k++) {
    Liquid liquid(SPCE, 8, true, false);
    auto *smooth = new OpenMM::CustomExternalForce("500*x^2+900*y^2+100*(x*y+z^4)");
    for (int i = 0; i < liquid.system.getNumParticles(); i++) smooth->addParticle(i);
    liquid.system.removeForce(0);
    liquid.system.addForce(smooth);
    Bodies fine(liquid, 0.0005), coarse(liquid, k == 0 ? 0.004 : 0.008);
    for (Bodies *b : { &fine, &coarse }) b->integrator.setScheme("blanes_moan4");
    if (platform.find("OpenCL") == 0) {
      refuses("strang", [&] { fine.start(liquid); });
      return;
    }
    fine.start(liquid);
    coarse.start(liquid);
    fine.integrator.step(128);
    coarse.integrator.step(k == 0 ? 16 : 8);
    off[k] = apart(fine.x(), coarse.x());
  }
  std::printf("  errors %.3g and %.3g nm\n", off[0], off[1]);
  if (platform == "Reference") CHECK(off[1] > 10 * off[0] && off[1] < 30 * off[0]);
}

/* In a Context setScheme() and setThermostat() change the next step, or it is refused. */
TEST(schemesAndThermostatsChangeInTheNextStep) {
  Liquid liquid(SPCE, 8, true, false);
  Bodies one(liquid), other(liquid);
  one.integrator.setFriction(1);
  other.integrator.setFriction(1);
  if (platform.find("OpenCL") != 0)
    one.integrator.setScheme("pefrl"), one.integrator.setThermostat("csvr");
  for (Bodies *b : { &one, &other }) b->start(liquid);
  const auto before = other.x();
  for (const char *wrong : { "strong", "rowlands4", "pefrl" }) {
    other.integrator.setScheme(wrong);
    if (platform.find("OpenCL") != 0 && wrong[0] == 'p') continue;
    for (int again = 0; again < 2; again++)
      refuses(platform.find("OpenCL") == 0 ? "strang" : wrong, [&] { other.integrator.step(1); });
  }
  CHECK(apart(before, other.x()) < 1e-6);
  if (platform.find("OpenCL") == 0) return;
  other.integrator.setThermostat("csvr");
  for (Bodies *b : { &one, &other }) b->integrator.step(10);
  CHECK(apart(one.x(), other.x()) < (isDouble() ? 1e-12 : 1e-5));
}

/* As in a Context that had it from the beginning.  Velocities and temperatures stay, also those of the last kick. */
TEST(inertiaChangesFromTheNextStep) {
  Liquid liquid(BENZENE, 8, false, false);
  Bodies b(liquid), other(liquid), light(liquid);
  for (Bodies *one : { &b, &other, &light }) one->integrator.setFriction(1);
  other.integrator.setInertia(4);
  b.start(liquid, 3);
  other.start(liquid, 0, 9);
  light.start(liquid, 3);
  const vector<Vec3> fast = b.v(), x = b.x();
  const double kinetic = b.simulation->kinetic();
  b.integrator.setInertia(4);
  CHECK(same(fast, b.v()) && b.simulation->kinetic() == kinetic);
  std::stringstream stream;
  b.context().createCheckpoint(stream);
  other.context().loadCheckpoint(stream);
  CHECK(same(fast, other.v()) && other.simulation->kinetic() == kinetic);
  for (Bodies *one : { &b, &other, &light }) one->integrator.step(3);
  std::printf("  apart %.3g nm, from the light ones %.3g nm\n", apart(b.x(), other.x()),
              apart(b.x(), light.x()));
  CHECK(platform == "CPU" ? apart(b.x(), other.x()) < 1e-5 : same(b.x(), other.x()));
  CHECK(apart(b.x(), light.x()) > 1e-4);
}

int main(int argc, char **argv) {
  if (!findPlatform(argc, argv, platform)) return 77;
  const int failed = runTests("rounded");
  /* PoCL takes seconds to compile the kernels of a Context, and the rest depends on no precision. */
  if (std::getenv("RIGIDSTEP_TEST_SHORT") != nullptr && (platform == "OpenCL mixed" || isSingle()))
    return failed;
  return runTests("others") | failed;
}
