/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/RigidIntegrator.h"
#include "api/descent.h"
#include "api/levels.h"
#include "api/RigidKernels.h"
#include "api/molecules.h"
#include "api/notices.h"
#include "api/refusals.h"
#include "bodies/words.h"
#include <openmm/Context.h>
#include <openmm/Platform.h>
#include <openmm/System.h>
#include <openmm/internal/ContextImpl.h>
#include <openmm/reference/SimTKOpenMMRealType.h>
#include <algorithm>
#include <cmath>
#include <cstdio>

using OpenMM::ContextImpl;
using OpenMM::State;
using OpenMM::System;
using OpenMM::Vec3;
using std::vector;

namespace RigidstepPlugin {

/* What exists while there is a Context. */
struct RigidIntegrator::Run {
  Run(ContextImpl &context, const RigidTopology &topology)
      : bodies(topology), points(context.getSystem(), topology),
        kernel(context.getPlatform().createKernel(IntegrateRigidStepKernel::Name(), context)),
        periodic(context.getSystem().usesPeriodicBoundaryConditions()),
        removesDrift(hasDriftRemover(context.getSystem())), positionsTouched(true),
        velocitiesTouched(true), unsent(true), groups(0), steps(0) {}
  IntegrateRigidStepKernel &platform() { return kernel.getAs<IntegrateRigidStepKernel>(); }

  RigidBodies bodies;
  PointConstraints points;
  OpenMM::Kernel kernel; /* goes first: it uses the bodies */
  bool periodic, removesDrift;
  bool positionsTouched, velocitiesTouched; /* by others, since the bodies were taken in */
  bool hasPositions = false;                /* set by the user */
  Kick kicked = Kick();                     /* that ended the last step, if it had a thermostat */
  double judged[2] = { 0, 0 };              /* the step and the temperature that were judged last */
  bool unsent;                              /* what the bodies took in is not yet on the platform */
  Vec3 box[3];                              /* with which the forces were evaluated */
  int groups;                               /* of which f and tau are */
  long long steps;                          /* the Context's count after the last step made here */
};

RigidIntegrator::RigidIntegrator(double stepSize)
    : scheme("strang"), thermostat("langevin"), temperature(300), friction(0), inertia(1), seed(0),
      notices(new Notices) {
  setStepSize(stepSize);
  setConstraintTolerance(1e-5);
}
RigidIntegrator::~RigidIntegrator() = default;

/* ---- settings ---------------------------------------------------------------------------------- */
int RigidIntegrator::addBody(const vector<int> &particles) {
  if (particles.empty()) refuse("a body needs at least one particle");
  bodies.push_back(particles);
  return getNumBodies() - 1;
}

int RigidIntegrator::addBodiesFromMolecules(const System &system, bool all) {
  const Choice made(system, all);
  for (const vector<int> &molecule : made.rigid) addBody(molecule);
  setChoice(made.text);
  std::fprintf(stderr, "RigidIntegrator: %s\n", choice.c_str());
  return static_cast<int>(made.rigid.size());
}

const vector<int> &RigidIntegrator::getBody(int index) const {
  if (index < 0 || index >= getNumBodies())
    refuse("there is no body ", index, "; there are ", getNumBodies());
  return bodies[index];
}

void RigidIntegrator::setThermostat(const std::string &name) {
  if (name != "langevin" && name != "csvr")
    refuse("the thermostat is ", name, ", but must be langevin or csvr");
  thermostat = name;
}

void RigidIntegrator::setTemperature(double kelvin) {
  if (!(kelvin >= 0) || !std::isfinite(kelvin))
    refuse("the temperature is ", kelvin, " K, but must be finite and not below 0");
  temperature = kelvin;
}

void RigidIntegrator::setFriction(double perPicosecond) {
  if (!(perPicosecond >= 0) || !std::isfinite(perPicosecond))
    refuse("the friction is ", perPicosecond, " per ps, but must be finite and not below 0");
  friction = perPicosecond;
}

static void refusePoints(const vector<vector<int>> &bodies, double factor) {
  if (factor != 1 && std::none_of(bodies.begin(), bodies.end(),
                                  [](const vector<int> &body) { return body.size() > 1; }))
    refuse("the factor of moments of inertia is ", factor,
           ", but no body has two particles, so that none rotates; leave it at 1, or add bodies");
}

void RigidIntegrator::setInertia(double factor) {
  if (!(factor > 0) || !std::isfinite(factor))
    refuse("the factor of moments of inertia is ", factor, ", but must be finite and above 0");
  if (run != nullptr) refusePoints(bodies, factor);
  inertia = factor;
}

static double toleranceOf(const RigidIntegrator &integrator) {
  const double tolerance = integrator.getConstraintTolerance();
  if (!std::isfinite(tolerance))
    refuse("the constraint tolerance is ", tolerance, ", but must be finite");
  return tolerance;
}

/* ---- life -------------------------------------------------------------------------------------- */
void RigidIntegrator::initialize(ContextImpl &contextRef) {
  if (owner != nullptr && &contextRef.getOwner() != owner)
    refuse("this integrator is already in use by another Context; create one for each");
  const System &system = contextRef.getSystem();
  RigidTopology topology(system, bodies);
  refusePoints(bodies, inertia);
  refuseForces(contextRef, topology);
  refuseGroups(*this, system);
  std::unique_ptr<Run> fresh(new Run(contextRef, topology));
  toleranceOf(*this);
  refuseSettings(*this, fresh->points);
  fresh->platform().initialize(contextRef, *this, fresh->bodies, fresh->points);
  notices->torsions(FrozenTorsions(system, bodies));
  context = &contextRef;
  owner = &contextRef.getOwner();
  run.swap(fresh);
}

void RigidIntegrator::cleanup() { run.reset(); }

vector<std::string> RigidIntegrator::getKernelNames() {
  const vector<std::string> names(1, IntegrateRigidStepKernel::Name());
  bool any = false;
  for (int i = 0; i < OpenMM::Platform::getNumPlatforms(); i++)
    any |= OpenMM::Platform::getPlatform(i).supportsKernels(names);
  if (!any)
    refuse("no platform has the kernel ", names[0],
           "; call Platform::loadPluginsFromDirectory() with the folder that has "
           "libOpenMMRigidstepReference.so");
  return names;
}

RigidIntegrator::Run &RigidIntegrator::running() const {
  if (run == nullptr) refuse("this integrator is not bound to a Context; create one first");
  return *run;
}

/* OpenMM itself looks in evaluations, when bodies would have taken their shapes from what memory holds. */
RigidIntegrator::Run &RigidIntegrator::placed() const {
  if (!running().hasPositions)
    refuse("positions have not been set; call Context::setPositions() first");
  return *run;
}

/* ---- state ------------------------------------------------------------------------------------- */
void RigidIntegrator::stateChanged(State::DataType changed) {
  if (run == nullptr) return;
  run->hasPositions |= changed == State::Positions;
  if (changed == State::Velocities)
    run->velocitiesTouched = true;
  else
    run->positionsTouched = true, run->bodies.valid = false;
}

/* Another integrator of a CompoundIntegrator tells nobody of its steps. */
void RigidIntegrator::noticeSteps() const {
  Run &r = running();
  if (context->getStepCount() == r.steps) return;
  r.steps = context->getStepCount();
  r.positionsTouched = r.velocitiesTouched = true;
  r.bodies.valid = false;
}

/* Takes in what others wrote to positions and velocities.  Where it is refused, it stays to be taken
 * in, so that the next step is refused as well.  Returns whether the bodies have another state now. */
bool RigidIntegrator::takeIn() const {
  Run &r = placed();
  noticeSteps();
  if (!r.positionsTouched && !r.velocitiesTouched) return false;
  const double rounding = r.platform().rounding(), tolerance = toleranceOf(*this);
  vector<Vec3> read;
  r.platform().download();
  if (r.positionsTouched) {
    Vec3 box[3];
    context->getPositions(read);
    context->getPeriodicBoxVectors(box[0], box[1], box[2]);
    r.unsent |= r.bodies.takePositions(read, rounding, r.periodic ? box : nullptr, tolerance);
    Stretch far;
    r.unsent |= r.points.takePositions(r.bodies, tolerance, far);
    notices->stretched(far.part() > r.bodies.stretched.part() ? far : r.bodies.stretched);
  }
  notices->bent(r.bodies);
  context->getVelocities(read);
  r.unsent |= r.bodies.takeVelocities(read, rounding);
  const bool changed = r.unsent;
  if (changed) { /* SETTLE changes the last bits of momenta that are right */
    r.points.takeMomenta(r.bodies, tolerance);
    r.platform().upload(*context);
    r.kicked = Kick();
  }
  r.unsent = false;
  r.positionsTouched = r.velocitiesTouched = false;
  return changed;
}

/* Steps whose faults are read together, as in the library. */
enum { TOGETHER = 64 };

void RigidIntegrator::step(int steps) {
  Run &r = placed();
  if (!std::isfinite(getStepSize()))
    refuse("the step size is ", getStepSize(), " ps, but must be finite");
  toleranceOf(*this);
  refuseSettings(*this, r.points);
  const Levels levels = levelsOf(*this);
  for (int i = 0; i < steps; i++) {
    try {
      if (context->updateContextState()) stateChanged(State::Positions);
    } catch (...) { /* such as of a force at a trial of a barostat, which stays where it is */
      stateChanged(State::Positions);
      r.platform().download(); /* refuses a fault of the steps before, which may be why */
      throw;
    }
    if (r.removesDrift) r.velocitiesTouched = true;
    const bool taken = takeIn();
    if (getStepSize() != r.judged[0] || temperature != r.judged[1]) {
      r.judged[0] = getStepSize();
      r.judged[1] = temperature;
      notices->longStep(r.bodies, r.judged[0], turnsOf(*this),
                        BOLTZ * (friction > 0 ? temperature : computeSystemTemperature()));
      if (friction > 0) notices->temperatures(temperature, barostatTemperature(*context));
      if (levels.slow != 0) notices->resonance(r.judged[0], inertia);
    }
    Vec3 box[3];
    context->getPeriodicBoxVectors(box[0], box[1], box[2]);
    for (int k = 0; k < 3; k++) {
      if (!(box[k] == r.box[k])) r.bodies.valid = false;
      r.box[k] = box[k];
    }
    if (r.groups != levels.fast || r.bodies.slowOf != levels.slow) r.bodies.valid = false;
    r.groups = levels.fast;
    r.platform().step(*context, *this, taken || i % TOGETHER == 0 || i + 1 == steps);
    r.steps = context->getStepCount();
    const bool between =
        friction > 0 && (scheme == "strang" || (levels.slow != 0 && thermostat == "langevin"));
    const double half = between ? 0.5 * getStepSize() : 0;
    r.kicked = { half / levels.inner, levels.slow != 0 ? half : 0, turnsOf(*this) };
  }
}

void RigidIntegrator::minimize(double tolerance, int maxIterations) {
  Run &r = running();
  if (!(tolerance > 0) || maxIterations < 0)
    refuse("the tolerance of minimize() is ", tolerance, " and its maxIterations ", maxIterations,
           ", but the tolerance must be above 0 and maxIterations not below 0");
  takeIn();
  r.platform().download();
  vector<Vec3> velocities;
  context->getVelocities(velocities);
  const auto settle = [&] {
    r.bodies.valid = false;
    r.platform().upload(*context);
    r.positionsTouched = false;
    context->setVelocities(velocities);
  };
  try {
    descend(*context, r.bodies, r.points, *this, tolerance, maxIterations);
  } catch (...) {
    settle();
    throw;
  }
  settle();
}

static double kineticEnergyOfParticles(ContextImpl &context) {
  vector<Vec3> velocities;
  double sum = 0;
  context.getVelocities(velocities);
  for (size_t i = 0; i < velocities.size(); i++)
    sum += 0.5 * context.getSystem().getParticleMass(static_cast<int>(i)) *
           velocities[i].dot(velocities[i]);
  return sum;
}

/* Minimisers ask for energies at positions that bend bodies.  Only a step refuses these. */
double RigidIntegrator::computeKineticEnergy() {
  Run &r = running();
  try {
    takeIn();
  } catch (const OpenMM::OpenMMException &) {
    return kineticEnergyOfParticles(*context);
  }
  r.platform().download();
  return r.bodies.kineticEnergy(r.kicked);
}

int RigidIntegrator::getNumDegreesOfFreedom() const {
  Run &r = running();
  takeIn();
  return r.bodies.degreesOfFreedom() - (r.removesDrift ? 3 : 0);
}

int RigidIntegrator::getNumPoints() const {
  const RigidTopology &topology = running().bodies.topology();
  return topology.numBodies() - topology.numOfUser;
}
int RigidIntegrator::getNumPointConstraints() const {
  return static_cast<int>(running().points.all().size());
}

double RigidIntegrator::computeSystemTemperature() {
  const int freedom = getNumDegreesOfFreedom();
  return freedom > 0 ? 2 * computeKineticEnergy() / (freedom * BOLTZ) : 0;
}

vector<Vec3> RigidIntegrator::getVelocitiesForTemperature(const System &system, double kelvin,
                                                          int randomSeed) const {
  Run &r = placed();
  vector<Vec3> read, velocities(system.getNumParticles());
  context->getPositions(read);
  RigidBodies drawn(r.bodies.topology());
  Vec3 box[3];
  context->getPeriodicBoxVectors(box[0], box[1], box[2]);
  drawn.takePositions(read, r.platform().rounding(), r.periodic ? box : nullptr,
                      toleranceOf(*this));
  drawn.drawMomenta(BOLTZ * kelvin, static_cast<uint32_t>(randomSeed));
  drawn.giveVelocities(velocities);
  return velocities;
}

/* ---- checkpoints ------------------------------------------------------------------------------- */
static const char UNSET = 2; /* of positions, in place of touched */

void RigidIntegrator::createCheckpoint(std::ostream &stream) const {
  Run &r = running();
  noticeSteps();
  const char touched[] = { r.hasPositions ? char{ r.positionsTouched } : UNSET,
                           r.velocitiesTouched };
  stream.write(touched, sizeof touched);
  stream.write(reinterpret_cast<const char *>(&r.groups), sizeof r.groups);
  stream.write(reinterpret_cast<const char *>(&r.kicked), sizeof r.kicked);
  r.platform().download();
  r.bodies.save(stream);
}

void RigidIntegrator::loadCheckpoint(std::istream &stream) {
  Run &r = running();
  char touched[2] = { 1, 1 };
  int groups = 0;
  Kick kicked = Kick();
  stream.read(touched, sizeof touched);
  stream.read(reinterpret_cast<char *>(&groups), sizeof groups);
  stream.read(reinterpret_cast<char *>(&kicked), sizeof kicked);
  try {
    if (!std::isfinite(kicked.fast + kicked.slow + kicked.turns)) refuseDamaged();
    r.bodies.load(stream);
  } catch (...) { /* OpenMM has loaded positions and velocities already */
    r.positionsTouched = r.velocitiesTouched = true;
    throw;
  }
  if (r.bodies.hasShapes()) {
    /* What others wrote before the checkpoint was made is yet to be taken in. */
    vector<Vec3> positions, velocities;
    context->getPositions(positions);
    context->getVelocities(velocities);
    r.platform().upload(*context);
    if (touched[0] != 0) context->setPositions(positions);
    if (touched[0] != 0 || touched[1] != 0) context->setVelocities(velocities);
  }
  r.kicked = kicked;
  r.positionsTouched = touched[0] != 0 || !r.bodies.hasShapes();
  r.velocitiesTouched = touched[1] != 0;
  r.hasPositions = touched[0] != UNSET;
  r.unsent = false;
  r.groups = groups;
  r.steps = context->getStepCount();
  context->getPeriodicBoxVectors(r.box[0], r.box[1], r.box[2]);
}

} // namespace RigidstepPlugin
