/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/refusals.h"
#include "api/RigidMoleculeForce.h"
#include "api/levels.h"
#include "bodies/PointConstraints.h"
#include "bodies/words.h"
#include <openmm/AndersenThermostat.h>
#include <openmm/CMMotionRemover.h>
#include <openmm/MonteCarloAnisotropicBarostat.h>
#include <openmm/MonteCarloBarostat.h>
#include <openmm/MonteCarloFlexibleBarostat.h>
#include <openmm/MonteCarloMembraneBarostat.h>
#include <openmm/System.h>
#include <openmm/internal/ContextImpl.h>
#include <openmm/internal/ForceImpl.h>
#include <cmath>

using OpenMM::ContextImpl;
using OpenMM::System;
using std::vector;

namespace RigidstepPlugin {

template <class T> static bool is(const OpenMM::Force &force) {
  return dynamic_cast<const T *>(&force) != nullptr;
}

static void refuseTornBodies(const ContextImpl &context, const RigidTopology &topology) {
  vector<int> moleculeOf(context.getSystem().getNumParticles(), -1);
  const vector<vector<int>> &molecules = context.getMolecules();
  for (size_t m = 0; m < molecules.size(); m++)
    for (int i : molecules[m]) moleculeOf[i] = static_cast<int>(m);
  for (int body = 0; body < topology.numOfUser; body++)
    for (int s = topology.first[body]; s < topology.first[body + 1]; s++)
      if (moleculeOf[topology.particle[s]] != moleculeOf[topology.particle[topology.first[body]]])
        refuse("a barostat would tear body ", body,
               ", because OpenMM does not know that particles ",
               topology.particle[topology.first[body]], " and ", topology.particle[s],
               " belong to one molecule; add a RigidMoleculeForce with the bodies to the System");
}

/* Barostats of OpenMM 7 move whole molecules, but for the flexible one, which has a setting as all of newer
 * releases have. */
template <class T>
static auto tears(const T &barostat, int) -> decltype(barostat.getScaleMoleculesAsRigid()) {
  return !barostat.getScaleMoleculesAsRigid();
}
template <class T> static bool tears(const T &, long) { return false; }

template <class T>
static void refuseBarostat(const OpenMM::Force &force, const ContextImpl &context,
                           const RigidTopology &topology) {
  const auto *barostat = dynamic_cast<const T *>(&force);
  if (barostat == nullptr) return;
  if (tears(*barostat, 0))
    refuse("the System has a barostat that scales single particles, which deforms bodies; call "
           "setScaleMoleculesAsRigid(true) of the barostat");
  refuseTornBodies(context, topology);
}

void refuseForces(const ContextImpl &context, const RigidTopology &topology) {
  const System &system = context.getSystem();
  for (int i = 0; i < system.getNumForces(); i++) {
    const OpenMM::Force &force = system.getForce(i);
    if (is<OpenMM::AndersenThermostat>(force))
      refuse("the System has an AndersenThermostat, which gives single particles of a body new "
             "velocities; remove it, and use setTemperature() and setFriction()");
    refuseBarostat<OpenMM::MonteCarloBarostat>(force, context, topology);
    refuseBarostat<OpenMM::MonteCarloAnisotropicBarostat>(force, context, topology);
    refuseBarostat<OpenMM::MonteCarloMembraneBarostat>(force, context, topology);
    refuseBarostat<OpenMM::MonteCarloFlexibleBarostat>(force, context, topology);
  }
}

/* Of a barostat of this kind. */
template <class T> static void takeTemperature(const ContextImpl &context, double &kelvin) {
  for (const OpenMM::ForceImpl *impl : context.getForceImpls())
    if (is<T>(impl->getOwner())) kelvin = context.getParameters().at(T::Temperature());
}

double barostatTemperature(const ContextImpl &context) {
  double kelvin = NAN;
  takeTemperature<OpenMM::MonteCarloBarostat>(context, kelvin);
  takeTemperature<OpenMM::MonteCarloAnisotropicBarostat>(context, kelvin);
  takeTemperature<OpenMM::MonteCarloMembraneBarostat>(context, kelvin);
  takeTemperature<OpenMM::MonteCarloFlexibleBarostat>(context, kelvin);
  return kelvin;
}

void refuseSettings(const RigidIntegrator &integrator, const PointConstraints &points) {
  const auto &groups = integrator.getGroups();
  const bool seldom = integrator.getScheme() == "respa";
  if (seldom && groups.empty())
    refuse("the scheme is respa, which has force groups that are evaluated once in a step; call "
           "setGroups(), or take strang");
  if (!seldom && !groups.empty())
    refuse("the scheme is ", integrator.getScheme(),
           ", but groups need respa; call setGroups() without groups before");
  const Levels levels = levelsOf(integrator);
  if (seldom && integrator.getIntegrationForceGroups() != (levels.fast | levels.slow))
    refuse("the integration force groups are ", integrator.getIntegrationForceGroups(),
           ", but groups has ", levels.fast | levels.slow,
           " (bits); leave out setIntegrationForceGroups()");
  const std::string why =
      integrator.getScheme() != "strang" && !seldom
          ? "the scheme '" + integrator.getScheme() + "' does not apply them"
      : integrator.getFriction() > 0 && integrator.getThermostat() != "langevin"
          ? "the thermostat csvr would count three degrees of freedom for each particle"
          : "";
  if (points.any() && !why.empty())
    refuse("the System has ", points.all().size(),
           " constraints between particles in no body, but ", why,
           "; take strang or respa with langevin, or remove the constraints (in createSystem by "
           "constraints=None)");
}

bool hasNoEnergy(const OpenMM::Force &force) {
  return is<OpenMM::CMMotionRemover>(force) || is<RigidMoleculeForce>(force) ||
         is<OpenMM::MonteCarloBarostat>(force) ||
         is<OpenMM::MonteCarloAnisotropicBarostat>(force) ||
         is<OpenMM::MonteCarloMembraneBarostat>(force) ||
         is<OpenMM::MonteCarloFlexibleBarostat>(force);
}

bool hasDriftRemover(const System &system) {
  for (int i = 0; i < system.getNumForces(); i++)
    if (is<OpenMM::CMMotionRemover>(system.getForce(i))) return true;
  return false;
}

} // namespace RigidstepPlugin
