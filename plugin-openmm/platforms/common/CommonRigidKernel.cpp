/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CommonRigidKernel.cpp - see CommonRigidKernel.h and rigid.cc.
 */
#include "platforms/common/CommonRigidKernel.h"
#include "api/levels.h"
#include "bodies/words.h"
#include "platforms/common/arguments.h"
#include <openmm/common/ContextSelector.h>
#include <openmm/internal/ContextImpl.h>
#include <openmm/reference/SimTKOpenMMRealType.h>
#include <rigidstep/device/rigidstep_device.h>
#include <algorithm>
#include <cmath>

using OpenMM::ComputeArray;
using OpenMM::ContextImpl;
using OpenMM::mm_double4;
using OpenMM::mm_int4;
using OpenMM::Vec3;
using std::vector;

namespace RigidstepPlugin {

/* Bodies of more sites get a group of threads for the sum of their forces. */
enum { MOST_OF_ONE_THREAD = 64, GROUP = 64 };

/* OpenMM deletes it with the device's context. */
class CommonRigidKernel::Reordered : public OpenMM::ComputeContext::ReorderListener {
public:
  explicit Reordered(std::shared_ptr<bool> flag) : raised(flag) {}
  void execute() override { *raised = true; }

private:
  std::shared_ptr<bool> raised;
};

CommonRigidKernel::CommonRigidKernel(const std::string &name, const OpenMM::Platform &platform,
                                     OpenMM::ComputeContext &of)
    : IntegrateRigidStepKernel(name, platform), device(of), context(nullptr), bodies(nullptr),
      points(nullptr), now(0), generation(0), newer(false), reordered(std::make_shared<bool>(true)),
      numBodies(0), numSites(0), paddedAtoms(0), numBig(0) {}

double CommonRigidKernel::rounding() const {
  /* A barostat shifts positions in single precision where they are mixed. */
  return device.getUseDoublePrecision() ? 1.5e-14 : 2.5e-7;
}

/* ---- arrays and kernels ------------------------------------------------------------------------ */
void CommonRigidKernel::refuseOthers(const RigidIntegrator &integrator) {
  if (integrator.getScheme() != "strang" && integrator.getScheme() != "respa")
    refuse("the scheme is ", integrator.getScheme(), ", but the platform ", getPlatform().getName(),
           " has strang and respa alone; take Reference or CPU for others");
  if (integrator.getThermostat() != "langevin")
    refuse("the thermostat is ", integrator.getThermostat(), ", but the platform ",
           getPlatform().getName(), " has langevin alone; take Reference or CPU for csvr");
}

void CommonRigidKernel::initialize(ContextImpl &its, const RigidIntegrator &integrator,
                                   RigidBodies &all, PointConstraints &ofPoints) {
  context = &its;
  bodies = &all;
  points = &ofPoints;
  refuseOthers(integrator);
  if (device.getNumContexts() > 1)
    refuse("the Context uses ", device.getNumContexts(), " devices; choose one by DeviceIndex");
  if (!device.getSupportsDoublePrecision())
    refuse("the device of the platform ", getPlatform().getName(),
           " has no double precision, in which bodies move; take another device");
  const RigidTopology &topology = bodies->topology();
  if (points->any())
    DeviceConstraints::tellApart(device, topology, points->system().getNumParticles());
  device.initializeContexts();
  OpenMM::ContextSelector selector(device);
  makeArrays();
  if (points->any())
    held.reset(new DeviceConstraints(device, *points, topology, { rows, kinds, sites, bad },
                                     makeAlgorithms(points->system())));
  makeProgram();
  device.addReorderListener(new Reordered(reordered));
}

void CommonRigidKernel::makeArrays() {
  const RigidTopology &topology = bodies->topology();
  numBodies = topology.numBodies();
  numSites = static_cast<int>(topology.particle.size());
  paddedAtoms = device.getPaddedNumAtoms();
  const int n = std::max(1, numBodies), most = std::max(1, numSites);
  for (State &one : state) {
    for (ComputeArray *column :
         { &one.x, &one.p, &one.l, &one.f, &one.tau, &one.slowF, &one.slowTau })
      column->initialize<double>(device, 3 * n, "rigidColumn");
    one.q.initialize<double>(device, 4 * n, "rigidOrientations");
  }
  rows.initialize<mm_int4>(device, n, "rigidBodies");
  sites.initialize<mm_int4>(device, most, "rigidSites");
  bodyOf.initialize<int>(device, most, "rigidBodyOf");
  tags.initialize<int64_t>(device, n, "rigidTags");
  big.initialize<int>(device, n, "rigidBig");
  bad.initialize<int>(device, 3, "rigidBad");
  vector<int> owner(most, 0), bigOnes(n, 0);
  numBig = 0;
  for (int body = 0; body < numBodies; body++) {
    std::fill(&owner[0] + topology.first[body], &owner[0] + topology.first[body + 1], body);
    if (topology.numSites(body) > MOST_OF_ONE_THREAD) bigOnes[numBig++] = body;
  }
  vector<int64_t> names(topology.tag);
  names.resize(n);
  bodyOf.upload(owner);
  big.upload(bigOnes);
  tags.upload(names);
  bad.upload(vector<int>(3, 0));
}

void CommonRigidKernel::makeProgram() {
  std::map<std::string, std::string> defines;
  defines["MOST_OF_ONE_THREAD"] = std::to_string(MOST_OF_ONE_THREAD);
  defines["GROUP"] = std::to_string(GROUP);
  const int mixed = device.getUseMixedPrecision() ? 1 : 0;
  const OpenMM::ComputeProgram program = compile(rigidKernels, defines);
  makeKernel(program, gather, "rigidGather", 17);
  makeKernel(program, gatherBig, "rigidGatherBig", 17);
  makeKernel(program, begin, "rigidAdvance", 34 + mixed);
  makeKernel(program, positions, "rigidPlace", 12 + mixed);
  makeKernel(program, velocities, "rigidPlaceVelocities", 11);
  if (held != nullptr) held->makeKernels(program);
}

/* ---- between host and device ------------------------------------------------------------------- */
/* Component after component on the device, body after body in `bodies`; there those from `first` of `stride`. */
static void send(const vector<double> &column, int components, ComputeArray &to, int stride = 0,
                 int first = 0) {
  vector<double> turned(to.getSize());
  const size_t n = turned.size() / components, step = stride > 0 ? stride : components;
  for (size_t i = 0; i < column.size() / step; i++)
    for (int k = 0; k < components; k++) turned[k * n + i] = column[i * step + first + k];
  to.upload(turned);
}
static void fetch(const ComputeArray &from, int components, vector<double> &column, int stride = 0,
                  int first = 0) {
  vector<double> turned;
  from.download(turned);
  const size_t n = turned.size() / components, step = stride > 0 ? stride : components;
  for (size_t i = 0; i < column.size() / step; i++)
    for (int k = 0; k < components; k++) column[i * step + first + k] = turned[k * n + i];
}

void CommonRigidKernel::setKinds() {
  const RigidShapes &shapes = bodies->shapes();
  vector<rgs_device_kind> kind;
  vector<double> arm;
  vector<int> armOf;
  for (const RigidKind &one : shapes.kind) {
    kind.push_back(rgs_device_kind_of(one.mass, one.moment));
    armOf.push_back(static_cast<int>(arm.size() / 3));
    for (const Vec3 &site : one.site)
      for (int k = 0; k < 3; k++) arm.push_back(site[k]);
  }
  vector<mm_int4> row(rows.getSize());
  for (int body = 0; body < numBodies; body++) {
    const int its = shapes.kindOf[body];
    row[body] =
        mm_int4(its, bodies->topology().first[body], bodies->topology().numSites(body), armOf[its]);
  }
  kind.resize(std::max<size_t>(1, kind.size()));
  arm.resize(std::max<size_t>(3, arm.size()));
  kinds = ComputeArray();
  arms = ComputeArray();
  kinds.initialize<rgs_device_kind>(device, static_cast<int>(kind.size()), "rigidKinds");
  arms.initialize<double>(device, static_cast<int>(arm.size()), "rigidArms");
  kinds.upload(kind);
  arms.upload(arm);
  rows.upload(row);
  generation = bodies->generation();
}

/* Where OpenMM has the atoms now. */
void CommonRigidKernel::setSites() {
  const vector<int> &atomOf = device.getAtomIndex(), &particle = bodies->topology().particle;
  vector<int> slotOf(atomOf.size());
  for (size_t slot = 0; slot < atomOf.size(); slot++) slotOf[atomOf[slot]] = static_cast<int>(slot);
  vector<mm_int4> site(sites.getSize());
  for (size_t s = 0; s < particle.size(); s++) {
    const int slot = slotOf[particle[s]];
    const mm_int4 &fold = device.getPosCellOffsets()[slot];
    site[s] = mm_int4(slot, fold.x, fold.y, fold.z);
  }
  sites.upload(site);
  *reordered = false;
}

void CommonRigidKernel::download() {
  if (!newer) return;
  OpenMM::ContextSelector selector(device);
  readFaults();
  State &of = state[now];
  fetch(of.x, 3, bodies->x);
  fetch(of.p, 3, bodies->p);
  fetch(of.q, 4, bodies->q);
  fetch(of.l, 3, bodies->l);
  fetch(of.f, 3, bodies->f);
  fetch(of.tau, 3, bodies->tau);
  if (bodies->slowOf != 0) {
    fetch(of.slowF, 3, bodies->slow, 6, 0);
    fetch(of.slowTau, 3, bodies->slow, 6, 3);
  }
  newer = false;
}

void CommonRigidKernel::upload(ContextImpl &) {
  OpenMM::ContextSelector selector(device);
  State &of = state[now];
  if (generation != bodies->generation()) setKinds();
  setSites();
  send(bodies->x, 3, of.x);
  send(bodies->p, 3, of.p);
  send(bodies->q, 4, of.q);
  send(bodies->l, 3, of.l);
  send(bodies->f, 3, of.f);
  send(bodies->tau, 3, of.tau);
  if (bodies->slowOf != 0) {
    send(bodies->slow, 3, of.slowF, 6, 0);
    send(bodies->slow, 3, of.slowTau, 6, 3);
  }
  newer = false;
  place(of);
  placeVelocities(of);
}

/* ---- steps ------------------------------------------------------------------------------------- */
void CommonRigidKernel::place(State &of) {
  runPlacing(device, positions, sites.getSize(), numBodies, numSites, bodyOf, rows, arms, sites,
             of.x, of.q);
  context->computeVirtualSites();
}

void CommonRigidKernel::placeVelocities(State &of) {
  run(velocities, sites.getSize(), -1, numBodies, numSites, bodyOf, rows, kinds, arms, sites,
      device.getVelm(), of.q, of.p, of.l);
}

/* Fills f and tau of a level, and kicks with them; notes what is not finite, with orientations that the step before has
 * made. */
void CommonRigidKernel::evaluate(const RigidIntegrator &integrator, State &of, bool slow,
                                 double kick) {
  const Levels levels = levelsOf(integrator);
  double turns = turnsOf(integrator);
  int turn = static_cast<int>(unread.size());
  ComputeArray &f = slow ? of.slowF : of.f, &tau = slow ? of.slowTau : of.tau;
  context->calcForcesAndEnergy(true, false, slow ? levels.slow : levels.fast);
  run(gather, rows.getSize(), -1, numBodies, paddedAtoms, kick, turns, rows, arms, sites,
      device.getLongForceBuffer(), bad, turn, f, tau, of.q, of.p, of.l, kinds, device.getVelm());
  if (numBig > 0)
    run(gatherBig, GROUP * numBig, GROUP, numBodies, paddedAtoms, numBig, kick, turns, big, rows,
        arms, sites, device.getLongForceBuffer(), bad, turn, f, tau, of.q, of.p, of.l);
  if (numBig > 0 && kick != 0) placeVelocities(of);
  if (held != nullptr)
    held->forced(turn, integrator.getStepSize() / (slow ? 1 : levels.inner), kick != 0,
                 integrator.getConstraintTolerance(), f, of.p);
}

/* ---- faults ------------------------------------------------------------------------------------ */
/* Kernels that change the state do nothing after a step that has a fault, so its first state stays. */
CommonRigidKernel::Before CommonRigidKernel::before(State &of, bool slow) {
  Before kept = {
    device.getTime(),         device.getStepCount(),        now, bodies->valid, bodies->slowOf,
    slow ? &of.slowF : &of.f, slow ? &of.slowTau : &of.tau, {}
  };
  device.getPeriodicBoxVectors(kept.box[0], kept.box[1], kept.box[2]);
  return kept;
}

void CommonRigidKernel::goBack(const Before &kept) {
  unread.clear();
  Vec3 box[3];
  device.getPeriodicBoxVectors(box[0], box[1], box[2]);
  if (!std::equal(box, box + 3, kept.box))
    context->setPeriodicBoxVectors(kept.box[0], kept.box[1], kept.box[2]);
  device.setTime(kept.time);
  device.setStepCount(kept.steps);
  bodies->valid = kept.valid;
  bodies->slowOf = kept.slowOf;
  now = kept.now;
  setSites();
  place(state[now]);
  placeVelocities(state[now]);
}

void CommonRigidKernel::readFaults() {
  vector<int> found;
  if (unread.empty()) return;
  bad.download(found);
  const size_t turn = static_cast<size_t>(found[2]);
  if (turn == 0) {
    unread.clear();
    return;
  }
  /* Any thread may have been the last to write; as on all platforms the first body is named. */
  vector<double> force(3 * static_cast<size_t>(numBodies)), torque(force.size());
  fetch(*unread[turn - 1].f, 3, force);
  fetch(*unread[turn - 1].tau, 3, torque);
  size_t at = 0;
  while (at < force.size() && std::isfinite(force[at]) && std::isfinite(torque[at])) at++;
  bad.upload(vector<int>(3, 0));
  const Before kept = unread[turn - 1];
  goBack(kept);
  if (found[1] != 0) points->refuseTooFar(found[1] - 1); /* then forces may be not finite, too */
  const int body = at < force.size() ? static_cast<int>(at / 3) : found[0] - 1;
  refuse("in step ", device.getStepCount() + 1,
         " the force on a body is not finite, or it rotates too fast: ",
         bodies->topology().name(body), "; the state is that before the step");
}

/* The kicks of the forces that are known as a step begins, and one of its drifts. */
void CommonRigidKernel::advance(const RigidIntegrator &integrator, int visit, State &from,
                                State &to) {
  const double kt = BOLTZ * integrator.getTemperature(), friction = integrator.getFriction();
  const Levels levels = levelsOf(integrator);
  double h = 1.0 / levels.inner * integrator.getStepSize(), turns = turnsOf(integrator);
  double kick = visit == 0 ? 0.5 * h : 0;
  double slowKick = visit == 0 && levels.slow != 0 ? 0.5 * integrator.getStepSize() : 0;
  int has_thermostat = friction > 0, seed = integrator.getRandomNumberSeed(), stream = 64 * visit;
  if (has_thermostat && h < 0)
    refuse("the time step is ", integrator.getStepSize(),
           " ps, but a thermostat needs one not below 0");
  int64_t step = device.getStepCount();
  int turn = static_cast<int>(unread.size());
  rgs_device_langevin thermostat = rgs_device_langevin();
  if (has_thermostat)
    thermostat =
        rgs_device_langevin_of(h, 1 / friction, 1 / friction, kt, static_cast<uint32_t>(seed));
  runPlacing(device, begin, rows.getSize(), numBodies, h, turns, kick, slowKick, has_thermostat,
             thermostat.keep_translation, thermostat.spread_translation, seed, stream, step, rows,
             kinds, tags, bad, turn, from.slowF, from.slowTau, from.f, from.tau, from.x, from.p,
             from.q, from.l, to.x, to.p, to.q, to.l, arms, sites);
  if (held != nullptr)
    held->moved(turn, h, integrator.getConstraintTolerance(), from.x, to.x, to.p);
  if (numBig > 0)
    place(to);
  else
    context->computeVirtualSites();
}

/* The library's strang, or respa with kicks in its order. */
void CommonRigidKernel::makeStep(const RigidIntegrator &integrator) {
  const Levels levels = levelsOf(integrator);
  const double h = integrator.getStepSize(), part = 1.0 / levels.inner * h;
  int at = now;
  for (int visit = 0; visit < levels.inner; visit++) {
    const int to = visit % 2 == 0 ? (now + 1) % 3 : (now + 2) % 3;
    unread.push_back(before(state[to], false));
    advance(integrator, visit, state[at], state[to]);
    evaluate(integrator, state[to], false, visit + 1 < levels.inner ? part : 0.5 * part);
    at = to;
  }
  if (levels.slow != 0) {
    unread.push_back(before(state[at], true));
    evaluate(integrator, state[at], true, 0.5 * h);
  }
  now = at;
}

void CommonRigidKernel::step(ContextImpl &, const RigidIntegrator &integrator, bool read) {
  refuseOthers(integrator);
  OpenMM::ContextSelector selector(device);
  const double h = integrator.getStepSize();
  const Before begun = before(state[now], false);
  try {
    /* Where others wrote positions, OpenMM has forgotten its folds and does not say so. */
    if (*reordered || !bodies->valid) setSites();
    const int slow = levelsOf(integrator).slow;
    for (const bool level : { true, false }) {
      if (bodies->valid || (level && slow == 0)) continue;
      unread.push_back(before(state[now], level));
      evaluate(integrator, state[now], level, 0);
      readFaults();
    }
    bodies->valid = true;
    bodies->slowOf = slow;
    makeStep(integrator);
    newer = true;
    device.setTime(device.getTime() + h);
    device.setStepCount(device.getStepCount() + 1);
    device.reorderAtoms();
    if (*reordered) {
      setSites();
      place(state[now]);
    }
    if (read) readFaults();
  } catch (...) {
    const bool begins = !unread.empty(); /* and no fault was read */
    readFaults();                        /* which may be why something else failed */
    if (begins) goBack(begun);
    throw;
  }
}

} // namespace RigidstepPlugin
