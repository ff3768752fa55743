/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_openmm_refused.cpp - what the OpenMM plugin refuses, in which words, and that nothing is half done:
 * t_openmm_refused PLATFORM [PRECISION].
 */
#include "checks.h"
#include "platform.h"
#include <api/RigidMoleculeForce.h>
#include <openmm/Force.h>
#include <openmm/internal/ForceImpl.h>
#include <cmath>

using OpenMM::Vec3;
using RigidstepPlugin::RigidIntegrator;
using std::vector;

std::string platform;

/* A System of six particles. */
struct Six {
  Six()
      : integrator(0.001), start({ Vec3(0, 0, 0), Vec3(0.1, 0, 0), Vec3(0, 0.1, 0), Vec3(1, 0, 0),
                                   Vec3(0, 1, 0), Vec3(0, 0, 1) }) {
    for (int i = 0; i < 6; i++) system.addParticle(1 + i);
  }
  /* Makes the box periodic, 3 nm wide. */
  void fold() {
    auto *periodic = new OpenMM::NonbondedForce;
    periodic->setNonbondedMethod(OpenMM::NonbondedForce::CutoffPeriodic);
    for (int i = 0; i < 6; i++) periodic->addParticle(0, 0.1, 0);
    system.addForce(periodic);
    system.setDefaultPeriodicBoxVectors(Vec3(3, 0, 0), Vec3(0, 3, 0), Vec3(0, 0, 3));
  }
  void make() { simulation.reset(new Simulation(system, integrator, platform)); }
  void run() {
    make();
    simulation->context->setPositions(start);
    integrator.step(1);
  }
  OpenMM::System system;
  RigidIntegrator integrator;
  vector<Vec3> start;
  std::unique_ptr<Simulation> simulation;
};

/* The same, whose first three particles are a body. */
struct Three : Six {
  Three() { integrator.addBody({ 0, 1, 2 }); }
};

/* Bodies, and changes of their System and integrator, of which no Context comes, or no first step. */
static const struct {
  const char *text;
  vector<vector<int>> bodies;
  void (*change)(Six &);
} WRONG[] = {
  { "particle 2 is in body 0 and in body 1", { { 0, 1, 2 }, { 2, 3 } }, nullptr },
  { "body 0 has particle 6, but the System has particles 0 to 5", { { 0, 6 } }, nullptr },
  { "body 0 has particle -1", { { -1, 0 } }, nullptr },
  { "body 0 has particle 4 twice", { { 4, 4 } }, nullptr },
  { "body 0 has no particle with a mass above 0",
    { { 5 } },
    [](Six &s) { s.system.setParticleMass(5, 0); } },
  { "at least one particle", { {} }, nullptr },
  { "there is no body 7", { { 0 } }, [](Six &s) { s.integrator.getBody(7); } },
  { "names particle 5000, but the System has particles 0 to 5",
    {},
    [](Six &s) {
      auto *molecules = new RigidstepPlugin::RigidMoleculeForce;
      molecules->addBody({ 5000, 1 });
      s.system.addForce(molecules);
      s.integrator.addBodiesFromMolecules(s.system);
    } },
  { "body 0: all its 2 particles with mass are at one point",
    { { 0, 1 } },
    [](Six &s) { s.start[1] = s.start[0]; } },
  { "off the line of the particles with mass",
    { { 0, 1, 2 } },
    [](Six &s) { s.system.setParticleMass(2, 0); } },
  { "body 0: x[1] of particle 2 is nan", { { 0, 1, 2 } }, [](Six &s) { s.start[2][1] = NAN; } },
  { "constraint 0 holds particle 2 in body 0 to particle 3 in no body",
    { { 0, 1, 2 } },
    [](Six &s) { s.system.addConstraint(2, 3, 1); } },
  { "constraint 0 holds particle 2 in body 0 to particle 4 in body 1; put both into one body",
    { { 0, 1, 2 }, { 3, 4 } },
    [](Six &s) { s.system.addConstraint(2, 4, 1); } },
  { "the constraint between particles 0 and 3 in no body wants 1.2 nm, but they are 1 nm apart",
    { { 1, 2 } },
    [](Six &s) { s.system.addConstraint(0, 3, 1.2); } },
  { "1 constraints between particles in no body, but the scheme 'pefrl' does not apply them",
    {},
    [](Six &s) { s.system.addConstraint(0, 3, 1), s.integrator.setScheme("pefrl"); } },
  { "the thermostat csvr would count three degrees of freedom for each particle",
    {},
    [](Six &s) {
      s.system.addConstraint(0, 3, 1);
      s.integrator.setFriction(1), s.integrator.setThermostat("csvr");
    } },
  { "OpenMM's constraints do not hold particles",
    {},
    [](Six &s) {
      for (int k = 0; k < 3; k++) s.start[k] = Vec3(0.1 * k + 0.1, 0.3, 0);
      for (int k = 0; k < 3; k++) s.system.addConstraint(k, (k + 1) % 3, k == 2 ? 0.2 : 0.1);
      auto *force = new OpenMM::CustomExternalForce("1e5*x*y");
      for (int i = 0; i < 6; i++) force->addParticle(i);
      s.system.addForce(force);
    } },
  { "wants 0.12 nm, but they are 0.1",
    { { 0, 1, 2 } },
    [](Six &s) { s.system.addConstraint(0, 1, 0.12); } },
  { "the temperature is -1 K", {}, [](Six &s) { s.integrator.setTemperature(-1); } },
  { "factor of moments of inertia is 4, but no body has two particles",
    { { 0 } },
    [](Six &s) { s.integrator.setInertia(4); } },
  { "the friction is nan", {}, [](Six &s) { s.integrator.setFriction(NAN); } },
  { "the thermostat is nhc, but must be langevin or csvr",
    {},
    [](Six &s) { s.integrator.setThermostat("nhc"); } },
  { "langevin", /* alone takes 0 K, or is there */
    {},
    [](Six &s) {
      s.integrator.setFriction(1), s.integrator.setTemperature(0);
      s.integrator.setThermostat("csvr");
    } },
  { "strong", {}, [](Six &s) { s.integrator.setScheme("strong"); } },
  { "constraint tolerance is nan", {}, [](Six &s) { s.integrator.setConstraintTolerance(NAN); } },
  { "not bound to a Context", {}, [](Six &) { RigidIntegrator(0.001).step(1); } },
  { "AndersenThermostat",
    {},
    [](Six &s) { s.system.addForce(new OpenMM::AndersenThermostat(300, 1)); } },
  { "setScaleMoleculesAsRigid",
    { { 0, 1, 2 } },
    [](Six &s) {
      s.fold();
      s.system.addForce(new RigidstepPlugin::RigidMoleculeForce(s.integrator));
      s.system.addForce(new OpenMM::MonteCarloFlexibleBarostat(1, 300, 25, false));
    } },
  { "in use by another Context",
    {},
    [](Six &s) { s.make(), Simulation(s.system, s.integrator, platform); } },
};

TEST(bodiesSystemsAndSettings) {
  for (const auto &row : WRONG) {
    Six s;
    refuses(row.text, [&] {
      for (const vector<int> &body : row.bodies) s.integrator.addBody(body);
      if (row.change) row.change(s);
      s.run();
    });
  }
}

TEST(stepSizesAndTolerancesThatAreNotFinite) {
  Three s;
  s.run();
  const vector<Vec3> before = s.simulation->positions();
  for (double ps : { NAN, INFINITY }) {
    s.integrator.setStepSize(ps);
    refuses("the step size is ", [&] { s.integrator.step(1); });
    CHECK(same(before, s.simulation->positions()));
  }
  s.integrator.setStepSize(0.001);
  s.integrator.setConstraintTolerance(NAN);
  refuses("the constraint tolerance is nan", [&] { s.integrator.step(1); });
  s.simulation->context->setPositions(before);
  refuses("the constraint tolerance is nan", [&] { s.integrator.minimize(); });
}

TEST(bodiesThatTheBoxCuts) {
  Three s;
  s.fold();
  for (int i = 0; i < 3; i++) s.start[i] += Vec3(2.95, 1, 1);
  const vector<Vec3> whole = s.start;
  s.start[1][0] -= 3;
  s.run(); /* they are made whole */
  CHECK(apart(whole, s.simulation->positions()) < 1e-6);
  vector<Vec3> cut = whole;
  cut[2][0] -= 3;
  s.simulation->context->setPositions(cut);
  refuses("the positions give body 0", [&] { s.integrator.step(1); });
  s.simulation->context->setPositions(whole);
  s.integrator.step(1);
  CHECK(apart(whole, s.simulation->positions()) < 1e-6);
}

/* Coordinates of a particle that a running Context is given, also such that their squares or products overflow. */
static const struct {
  const char *text;
  bool velocity, doubles; /* doubles: single precision does not hold it */
  int particle, axis;
  double value;
} IN_THE_MIDST[] = {
  { "the position of particle 1 is not finite", false, false, 1, 0, NAN },
  { "the position of particle 1 is not finite", false, false, 1, 1, NAN },
  { "the position of particle 1 is not finite", false, false, 1, 2, NAN },
  { "the velocity of particle 1 is not finite", true, false, 1, 2, NAN },
  { "another shape", false, false, 2, 0, 0.06 },
  { "another shape", false, false, 1, 1, 1e30 },
  { "products leave the range of numbers", false, true, 1, 1, 1e200 },
  { "velocities of body 0 (particle 0 and others) are too large", true, true, 1, 1, 1e308 },
};

/* Positions that came with bad velocities are taken all the same once the velocities are good. */
TEST(positionsAndVelocitiesInTheMidst) {
  for (const auto &row : IN_THE_MIDST) {
    if (row.doubles && !isDouble()) continue;
    Three s;
    s.run();
    OpenMM::Context &context = *s.simulation->context;
    const vector<Vec3> still = s.simulation->velocities();
    vector<Vec3> moved = s.simulation->positions(), fast = still;
    for (Vec3 &r : moved) r += Vec3(0, 0, 0.3);
    vector<Vec3> far = moved;
    (row.velocity ? fast : far)[row.particle][row.axis] = row.value;
    context.setPositions(far);
    context.setVelocities(fast);
    for (int again = 0; again < 2; again++) refuses(row.text, [&] { s.integrator.step(1); });
    context.setVelocities(still);
    if (!row.velocity) context.setPositions(moved);
    s.integrator.step(1);
    CHECK(apart(moved, s.simulation->positions()) < 1e-6);
  }
}

/* Nothing is taken from what memory holds: without positions nothing has a shape, and right ones are taken then. */
TEST(stepsWithoutPositions) {
  Three s;
  s.run();
  for (int again = 0; again < 3; again++) {
    s.simulation->context->setVelocitiesToTemperature(300, again);
    s.integrator.step(3);
    s.simulation->context->reinitialize();
    for (int k = 0; k < 2; k++) {
      refuses("positions have not been set", [&] { s.integrator.step(1); });
      refuses("positions have not been set", [&] { s.integrator.getNumDegreesOfFreedom(); });
      refuses("positions have not been set",
              [&] { s.simulation->context->setVelocitiesToTemperature(300, 1); });
    }
    s.simulation->context->setPositions(s.start);
    s.integrator.step(1);
  }
}

/* Of several the first body is named, and a free particle by its own index. */
TEST(namesOfBodiesThatAreNotFinite) {
  for (bool free : { false, true }) {
    Six s;
    if (free)
      s.integrator.addBody({ 3, 4, 5 });
    else
      s.integrator.addBody({ 0, 1, 2 });
    auto *force = new OpenMM::CustomExternalForce("pull*x");
    force->addPerParticleParameter("pull");
    for (int i = 0; i < 6; i++) force->addParticle(i, { i == 0 || i == 2 ? NAN : 1 });
    s.system.addForce(force);
    s.make();
    s.simulation->context->setPositions(s.start);
    const bool device = platform.find("OpenCL") == 0;
    refuses(free     ? device ? "fast: particle 0;" : "RigidIntegrator: particle 0: f[0]"
            : device ? "fast: body 0 (particle 0 and others);"
                     : "RigidIntegrator: body 0: f[0]",
            [&] { s.integrator.step(1); });
  }
}

/* A body whose masses changed is not moved with the old ones; a Context that begins anew takes other masses and
 * shapes. */
TEST(massesThatChanged) {
  Three s;
  s.run();
  s.system.setParticleMass(1, 2.001);
  refuses("body 0 has other masses", [&] { s.simulation->context->reinitialize(true); });
  s.simulation->context->reinitialize();
  s.start[2] += Vec3(0.06, 0, 0);
  s.simulation->context->setPositions(s.start);
  s.integrator.step(1);
}

/* A Force of another that throws while `left` is 0; above 0 it counts calls down. */
class Thrower : public OpenMM::Force {
public:
  explicit Thrower(int &calls) : left(calls) {}
  bool usesPeriodicBoundaryConditions() const override { return false; }

protected:
  OpenMM::ForceImpl *createImpl() const override { return new Impl(*this); }

private:
  struct Impl : OpenMM::ForceImpl {
    explicit Impl(const Thrower &force) : owner(force) {}
    const OpenMM::Force &getOwner() const override { return owner; }
    void initialize(OpenMM::ContextImpl &) override {}
    using OpenMM::ForceImpl::updateContextState;
    void updateContextState(OpenMM::ContextImpl &, bool &) override {}
    double calcForcesAndEnergy(OpenMM::ContextImpl &, bool, bool, int) override {
      if (owner.left > 0) owner.left--;
      if (owner.left == 0) throw OpenMM::OpenMMException("the force is broken");
      return 0;
    }
    std::map<std::string, double> getDefaultParameters() override { return {}; }
    vector<std::string> getKernelNames() override { return {}; }
    const Thrower &owner;
  };
  int &left;
};

/* After a step that fails the state is that before it, and the run has the bits of one without the cause. */
TEST(forcesThatAreNotFiniteOrThrow) {
  vector<Vec3> undisturbed;
  for (int way = 0; way < 3; way++) {
    const bool throws = way == 2;
    Three s;
    int left = -1;
    auto *force = new OpenMM::CustomExternalForce("-pull*x");
    force->addGlobalParameter("pull", 1);
    for (int i = 0; i < 6; i++) force->addParticle(i);
    s.system.addForce(force);
    s.system.addForce(new Thrower(left));
    s.run();
    OpenMM::Context &context = *s.simulation->context;
    context.setVelocitiesToTemperature(300, 1);
    s.integrator.step(1);
    const vector<Vec3> before = s.simulation->positions(), fast = s.simulation->velocities();
    if (throws) left = 0;
    context.setParameter("pull", way == 1 ? NAN : 1);
    if (way > 0) refuses(throws ? "the force is broken" : "finite", [&] { s.integrator.step(1); });
    CHECK(same(before, s.simulation->positions()) && same(fast, s.simulation->velocities()));
    left = -1;
    context.setParameter("pull", 1);
    s.integrator.step(1);
    if (way == 0) undisturbed = s.simulation->positions();
    CHECK(apart(before, undisturbed) > 1e-5 && same(undisturbed, s.simulation->positions()));
  }
}

/* OpenMM leaves the trial of its barostat where the force threw; the bodies go there with the box. */
TEST(forcesThatThrowAtATrial) {
  Three s;
  int left = -1;
  s.fold();
  for (Vec3 &r : s.start) r += Vec3(1, 1, 1);
  s.system.addForce(new Thrower(left));
  s.system.addForce(new RigidstepPlugin::RigidMoleculeForce(s.integrator));
  auto *barostat = new OpenMM::MonteCarloBarostat(1, 300, 2);
  barostat->setRandomNumberSeed(3);
  s.system.addForce(barostat);
  s.run();
  left = 2; /* the energy before the trial, and after it */
  refuses("the force is broken", [&] { s.integrator.step(1); });
  left = -1;
  const vector<Vec3> trial = s.simulation->positions();
  CHECK(apart(s.start, trial) > 1e-5);
  s.integrator.step(1);
  CHECK(apart(trial, s.simulation->positions()) < 1e-6);
}

/* One body that flies to where forces are no numbers, with or without a barostat that moves it meanwhile. */
struct Flight : Three {
  explicit Flight(bool pressure) {
    fold();
    for (Vec3 &r : start) r += Vec3(1, 1, 1);
    auto *force = new OpenMM::CustomExternalForce("select(step(limit-x),0,sqrt(limit-x))");
    force->addGlobalParameter("limit", start[0][0] + 0.0315);
    force->addParticle(0);
    system.addForce(force);
    system.addForce(new Thrower(left));
    if (pressure) {
      system.addForce(new RigidstepPlugin::RigidMoleculeForce(integrator));
      auto *barostat = new OpenMM::MonteCarloBarostat(1, 300, 5);
      barostat->setRandomNumberSeed(3);
      system.addForce(barostat);
    }
    run();
    simulation->context->setVelocities(vector<Vec3>(6, Vec3(1, 0, 0)));
  }
  OpenMM::State state() {
    return simulation->context->getState(OpenMM::State::Positions | OpenMM::State::Velocities);
  }
  int left = 1000000; /* less the evaluations */
};
static bool sameState(const OpenMM::State &a, const OpenMM::State &b) {
  Vec3 box[2][3];
  a.getPeriodicBoxVectors(box[0][0], box[0][1], box[0][2]);
  b.getPeriodicBoxVectors(box[1][0], box[1][1], box[1][2]);
  return same(a.getPositions(), b.getPositions()) && same(a.getVelocities(), b.getVelocities()) &&
         a.getTime() == b.getTime() && std::equal(box[0], box[0] + 3, box[1]);
}

/* Devices look in the first and in every 64th step, and go back to the one that has the fault. */
TEST(faultsOfManyStepsAreReadTogether) {
  for (bool pressure : { false, true }) {
    Flight single(pressure);
    std::string text;
    int steps = 0;
    for (; text.empty() && steps < 60; steps++) try {
        single.integrator.step(1);
      } catch (const std::exception &error) {
        text = error.what();
      }
    std::printf("  %s\n", text.c_str());
    CHECK(steps > 2 && steps < 60);
    Flight many(
        pressure); /* OpenMM's barostats share their random numbers, and a Context sets the seed */
    const int before = many.left;
    refuses(text, [&] { many.integrator.step(200); });
    const bool device = platform.find("OpenCL") == 0;
    std::printf("  %d steps, %d evaluations\n", steps, before - many.left);
    CHECK(pressure || before - many.left == (device ? 65 : steps));
    CHECK(sameState(single.state(), many.state()));
    CHECK(single.simulation->kinetic() == many.simulation->kinetic());
    if (pressure) continue; /* its random numbers went on */
    for (Flight *s : { &single, &many }) {
      s->simulation->context->setParameter("limit", 1000);
      s->integrator.step(70);
    }
    CHECK(sameState(single.state(), many.state()));
  }
}

TEST_IN(unloaded, programsThatLoadedNoPlugin) {
  Six s;
  refuses("no platform has the kernel IntegrateRigidStep; call Platform::loadPluginsFromDirectory",
          [&] { Simulation(s.system, s.integrator, "Reference"); });
}

TEST(platformsWithoutTheKernel) {
  static struct : OpenMM::Platform {
    const std::string &getName() const override { return name; }
    double getSpeed() const override { return 0; }
    bool supportsDoublePrecision() const override { return true; }
    std::string name = "Bare";
  } bare;
  Six s;
  refuses("does not support all required kernels",
          [&] { OpenMM::Context(s.system, s.integrator, bare); });
  s.make();
}

int main(int argc, char **argv) {
  const int failed = runTests("unloaded");
  if (!findPlatform(argc, argv, platform)) return 77;
  return runTests("others") | failed;
}
