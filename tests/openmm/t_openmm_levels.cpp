/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_openmm_levels.cpp - force groups that are evaluated once in a step, and others often:
 * t_openmm_levels PLATFORM [PRECISION].
 */
#include "checks.h"
#include "platform.h"
#include <openmm/Force.h>
#include <openmm/internal/ForceImpl.h>
#include <cmath>
#include <sstream>

using OpenMM::Vec3;
using RigidstepPlugin::RigidIntegrator;
using std::vector;

std::string platform;
static bool isDevice() { return platform.find("OpenCL") == 0; }
static bool isBitwise() { return platform != "CPU"; }
/* OpenCL rounds forces to 2^-32; the others' are in single precision. */
static double rounding() { return platform == "Reference" ? 1e-12 : isDouble() ? 1e-10 : 1e-4; }
using Groups = vector<std::pair<int, int>>;

/* Water whose reciprocal space is slow. */
struct Water : Liquid {
  explicit Water(int molecules = 27) : Liquid(SPCE, molecules, true, true) {
    charges().setReciprocalSpaceForceGroup(1);
  }
  OpenMM::NonbondedForce &charges() {
    return dynamic_cast<OpenMM::NonbondedForce &>(system.getForce(0));
  }
};

/* A Force without force in a group, which counts its evaluations, and throws at 0. */
class Counter : public OpenMM::Force {
public:
  Counter(int group, int &evaluations) : calls(evaluations) { setForceGroup(group); }
  bool usesPeriodicBoundaryConditions() const override { return false; }

protected:
  OpenMM::ForceImpl *createImpl() const override { return new Impl(*this); }

private:
  struct Impl : OpenMM::ForceImpl {
    explicit Impl(const Counter &force) : owner(force) {}
    const OpenMM::Force &getOwner() const override { return owner; }
    void initialize(OpenMM::ContextImpl &) override {}
    using OpenMM::ForceImpl::updateContextState;
    void updateContextState(OpenMM::ContextImpl &, bool &) override {}
    double calcForcesAndEnergy(OpenMM::ContextImpl &, bool forces, bool, int groups) override {
      if (!forces || (groups >> owner.getForceGroup() & 1) == 0) return 0;
      if (++owner.calls == 0) throw OpenMM::OpenMMException("the force is broken");
      return 0;
    }
    std::map<std::string, double> getDefaultParameters() override { return {}; }
    vector<std::string> getKernelNames() override { return {}; }
    const Counter &owner;
  };
  int &calls;
};

TEST(followTheHost) {
  for (int inner : { 1, 3 }) {
    Water liquid;
    Bodies b(liquid, 0.002);
    b.integrator.setGroups({ { 1, 1 }, { 0, inner } });
    b.start(liquid);
    vector<Vec3> x = b.x(), v = b.v();
    const vector<Vec3> start = x;
    b.integrator.step(25);
    moveByHost(liquid, platform, 0.002, 25, x, v, inner);
    const double off = apart(b.x(), x);
    std::printf("  moved %.3g nm, host apart %.3g nm\n", apart(start, x), off);
    CHECK(apart(start, x) > 0.02 && isRigid(liquid, b.x()));
    CHECK(off < rounding());
  }
}

/* Also the kinetic energies, which belong to the point between the kicks; with a thermostat beside water of points. */
TEST(oneEvaluationOfEachIsStrang) {
  for (double friction : { 0.0, 5.0 }) {
    Water liquid;
    if (friction > 0) liquid.bodies.pop_back();
    Bodies b(liquid, 0.004), other(liquid, 0.004), seldom(liquid, 0.004);
    b.integrator.setGroups({ { 1, 1 }, { 0, 1 } });
    seldom.integrator.setGroups({ { 1, 1 }, { 0, 4 } });
    for (Bodies *one : { &b, &other, &seldom }) {
      one->integrator.setFriction(friction);
      one->integrator.setInertia(4);
      one->start(liquid, 25);
    }
    const double energy[] = { b.simulation->kinetic(), other.simulation->kinetic() };
    std::printf("  apart %.3g nm, kinetic energies by %.3g\n", apart(b.x(), other.x()),
                energy[0] / energy[1] - 1);
    CHECK(apart(b.x(), other.x()) < rounding() && apart(b.v(), other.v()) < 1e3 * rounding());
    CHECK(std::fabs(energy[0] / energy[1] - 1) < (platform == "Reference" ? 1e-10
                                                  : isDouble()            ? 1e-8
                                                                          : 1e-3));
    CHECK(apart(seldom.x(), other.x()) > 1e-4);
  }
}

/* Whatever others do to velocities, and with the numbers of both forces from a checkpoint. */
TEST(slowGroupsAreEvaluatedOnceInAStep) {
  Water liquid(8);
  int slow = 0, fast = 0;
  liquid.system.addForce(new Counter(1, slow));
  liquid.system.addForce(new Counter(0, fast));
  liquid.system.addForce(new OpenMM::CMMotionRemover(1));
  Bodies b(liquid);
  b.integrator.setGroups({ { 1, 1 }, { 0, 3 } });
  b.integrator.setFriction(5);
  const auto counts = [&](int steps, int wantSlow, int wantFast) {
    slow = fast = 0;
    b.integrator.step(steps);
    if (slow != wantSlow || fast != wantFast)
      throw std::runtime_error(std::to_string(slow) + " slow, " + std::to_string(fast) + " fast");
  };
  b.start(liquid);
  counts(10, 11, 31);
  counts(5, 5, 15);
  b.context().setVelocitiesToTemperature(300, 2);
  counts(5, 5, 15);
  b.context().setPositions(b.x());
  counts(1, 2, 4);
  b.integrator.setGroups({ { 1, 1 }, { 0, 2 } }); /* in the midst */
  if (isDevice())                                 /* keeps both forces */
    counts(2, 2, 4);
  else
    counts(2, 3, 5);
  b.integrator.setGroups({ { 0, 1 }, { 1, 2 } });
  counts(1, 3, 2);
  b.integrator.setGroups({});
  counts(2, 3, 3);
  CHECK(b.integrator.getScheme() == "strang" && b.integrator.getIntegrationForceGroups() == -1);
}

TEST(checkpointsContinue) {
  Water liquid;
  Bodies b(liquid), other(liquid), plain(liquid);
  for (Bodies *one : { &b, &other }) {
    one->integrator.setGroups({ { 1, 1 }, { 0, 3 } });
    one->integrator.setFriction(1);
  }
  b.start(liquid, 10);
  std::stringstream stream;
  b.context().createCheckpoint(stream);
  const double between = b.simulation->kinetic(); /* the kicks */
  b.integrator.step(10);
  const vector<Vec3> want = b.x();
  other.start(liquid, 0, 17);
  plain.start(liquid, 3);
  for (Bodies *one : { &b, &other, &plain }) {
    stream.clear();
    stream.seekg(0);
    one->context().loadCheckpoint(stream);
    CHECK(one->simulation->kinetic() == between);
    if (one == &plain) { /* its forces are not those of the fast groups */
      one->integrator.setGroups({ { 1, 1 }, { 0, 3 } });
      one->integrator.setFriction(1);
    }
    one->integrator.step(10);
    std::printf("  apart %.3g nm\n", apart(want, one->x()));
    CHECK(isBitwise() ? same(want, one->x()) : apart(want, one->x()) < 1e-4);
  }
}

/* Of either level, at each evaluation of a step: the state stays, and the run goes on with the same bits. */
TEST(forcesThatThrow) {
  for (int at : { 0, 1, 2, 3 }) {
    Water liquid(8);
    int calls[2] = { 0, 0 };
    for (int group : { 0, 1 }) liquid.system.addForce(new Counter(group, calls[group]));
    Bodies b(liquid), other(liquid);
    for (Bodies *one : { &b, &other }) {
      one->integrator.setGroups({ { 1, 1 }, { 0, 3 } });
      one->integrator.setFriction(5);
      one->start(liquid, 3);
    }
    const vector<Vec3> x = b.x(), v = b.v();
    calls[at > 2] = at > 2 ? -1 : -1 - at;
    refuses("the force is broken", [&] { b.integrator.step(1); });
    CHECK(same(x, b.x()) && same(v, b.v()));
    for (Bodies *one : { &b, &other }) one->integrator.step(3);
    CHECK(!isBitwise() || (same(other.x(), b.x()) && same(other.v(), b.v())));
  }
}

TEST(xmlHasTheGroups) {
  RigidIntegrator integrator(0.004);
  integrator.setGroups({ { 1, 1 }, { 0, 4 }, { 31, 4 } });
  std::stringstream text;
  OpenMM::XmlSerializer::serialize<OpenMM::Integrator>(&integrator, "Integrator", text);
  const std::unique_ptr<OpenMM::Integrator> read(
      OpenMM::XmlSerializer::deserialize<OpenMM::Integrator>(text));
  const auto &other = dynamic_cast<const RigidIntegrator &>(*read);
  CHECK(other.getGroups() == integrator.getGroups() && other.getScheme() == "respa");
  CHECK(static_cast<unsigned>(other.getIntegrationForceGroups()) == 0x80000003u);
}

/* Temperature, and the mean energy of a short step; csvr scales at the ends of a step, so its energy is another one. */
TEST(averagesAreThoseOfShortSteps) {
  vector<Mean> kelvins, energies;
  for (const char *way : { "strang", "langevin", "csvr" }) {
    if (isDevice() && way == std::string("csvr")) continue;
    const bool levels = way != std::string("strang");
    Water liquid;
    Bodies b(liquid, levels ? 0.004 : 0.002);
    if (levels) {
      b.integrator.setGroups({ { 1, 1 }, { 0, 2 } });
      b.integrator.setThermostat(way);
    }
    b.integrator.setFriction(20);
    b.start(liquid);
    b.integrator.minimize();
    vector<double> kelvin, energy;
    for (int sample = 0; sample < 500; sample++) {
      b.integrator.step(levels ? 5 : 10);
      if (sample < 100) continue;
      kelvin.push_back(b.integrator.computeSystemTemperature());
      energy.push_back(b.simulation->potential() / 27);
    }
    kelvins.emplace_back(kelvin, 10);
    energies.emplace_back(energy, 10);
    std::printf("  %s: %.1f +- %.1f K, %.2f +- %.2f kJ/mol\n", way, kelvins.back().value,
                kelvins.back().error, energies.back().value, energies.back().error);
    /* 162 degrees of freedom; every other sample is independent. */
    CHECK(std::fabs(kelvins.back().value - 300) < 5 * 300 * std::sqrt(2.0 / (162 * 200)));
  }
  CHECK(std::fabs(energies[0].value - energies[1].value) <
        5 * std::hypot(energies[0].error, energies[1].error));
}

static const struct {
  const char *text;
  Groups groups;
} WRONG[] = {
  { "groups has force group 1 twice", { { 1, 1 }, { 0, 4 }, { 1, 4 } } },
  { "groups has no force group that is evaluated once", { { 1, 2 }, { 0, 4 } } },
  { "groups has no force group that is evaluated once", { { 0, 2 } } },
  { "groups has force groups that are evaluated 2 and 3 times", { { 1, 1 }, { 0, 2 }, { 2, 3 } } },
  { "groups has force groups that are evaluated 2 and 4 times", { { 1, 1 }, { 0, 2 }, { 2, 4 } } },
  { "groups has only slow force groups", { { 0, 1 } } },
  { "groups evaluates force group 0 0 times", { { 1, 1 }, { 0, 0 } } },
  { "groups evaluates force group 0 65 times", { { 1, 1 }, { 0, 65 } } },
  { "groups has force group 32, but must have groups from 0 to 31", { { 1, 1 }, { 32, 4 } } },
  { "groups has force group -1", { { 1, 1 }, { -1, 4 } } },
};

/* What was set before stays. */
TEST(groupsThatAreNoLevels) {
  RigidIntegrator integrator(0.001);
  const Groups good = { { 3, 1 }, { 0, 4 } };
  integrator.setGroups(good);
  for (const auto &row : WRONG) {
    refuses(row.text, [&] { integrator.setGroups(row.groups); });
    CHECK(integrator.getGroups() == good && integrator.getIntegrationForceGroups() == 9);
  }
  RigidIntegrator fourth(0.001);
  fourth.setScheme("blanes_moan4");
  refuses("the scheme is blanes_moan4, but groups need respa", [&] { fourth.setGroups(good); });
}

TEST(systemsAndSettingsWithoutLevels) {
  Water liquid(8);
  const auto starts = [&](const std::string &text, Groups groups,
                          void (*change)(RigidIntegrator &)) {
    refuses(text, [&] {
      Bodies b(liquid);
      b.integrator.setGroups(groups);
      if (change != nullptr) change(b.integrator);
      b.start(liquid);
    });
  };
  starts("the reciprocal space of force 0 of the System is in force group 1",
         { { 2, 1 }, { 0, 4 } }, nullptr);
  starts("the energy of force 0 of the System is in force group 0, which groups does not have",
         { { 1, 1 }, { 2, 4 } }, nullptr);
  const Groups good = { { 1, 1 }, { 0, 4 } };
  starts("the scheme is pefrl, but groups need respa", good,
         [](RigidIntegrator &of) { of.setScheme("pefrl"); });
  starts("the integration force groups are 1, but groups has 3", good,
         [](RigidIntegrator &of) { of.setIntegrationForceGroups(1); });
  starts("the scheme is respa", {}, [](RigidIntegrator &of) { of.setScheme("respa"); });
}

int main(int argc, char **argv) {
  if (!findPlatform(argc, argv, platform)) return 77;
  return runTests("others");
}
