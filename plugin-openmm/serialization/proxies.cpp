/* SPDX-License-Identifier: BSD-3-Clause
 *
 * proxies.cpp - the XML of RigidIntegrator and RigidMoleculeForce.
 */
#include "api/RigidIntegrator.h"
#include "api/RigidMoleculeForce.h"
#include "bodies/words.h"
#include <openmm/serialization/SerializationNode.h>
#include <openmm/serialization/SerializationProxy.h>
#include <memory>

using OpenMM::SerializationNode;
using OpenMM::SerializationProxy;
using std::vector;

namespace RigidstepPlugin {

template <class Owner> static void writeBodies(const Owner &owner, SerializationNode &node) {
  SerializationNode &list = node.createChildNode("Bodies");
  for (int body = 0; body < owner.getNumBodies(); body++) {
    SerializationNode &particles = list.createChildNode("Body");
    for (int i : owner.getBody(body))
      particles.createChildNode("Particle").setIntProperty("index", i);
  }
}

template <class Owner> static void readBodies(const SerializationNode &node, Owner &owner) {
  for (const SerializationNode &body : node.getChildNode("Bodies").getChildren()) {
    vector<int> particles;
    for (const SerializationNode &one : body.getChildren())
      particles.push_back(one.getIntProperty("index"));
    owner.addBody(particles);
  }
}

static void wantVersion(const SerializationNode &node, const char *what) {
  if (node.getIntProperty("version") != 1)
    refuse("XML of ", what, " has version ", node.getIntProperty("version"),
           ", but this plugin reads version 1; take a later plugin");
}

class RigidIntegratorProxy : public SerializationProxy {
public:
  RigidIntegratorProxy() : SerializationProxy("RigidIntegrator") {}
  void serialize(const void *object, SerializationNode &node) const override {
    const RigidIntegrator &of = *static_cast<const RigidIntegrator *>(object);
    node.setIntProperty("version", 1);
    node.setDoubleProperty("stepSize", of.getStepSize());
    node.setDoubleProperty("constraintTolerance", of.getConstraintTolerance());
    node.setStringProperty("scheme", of.getScheme());
    node.setStringProperty("thermostat", of.getThermostat());
    node.setDoubleProperty("temperature", of.getTemperature());
    node.setDoubleProperty("friction", of.getFriction());
    if (of.getInertia() != 1) node.setDoubleProperty("inertia", of.getInertia());
    node.setIntProperty("randomSeed", of.getRandomNumberSeed());
    node.setIntProperty("forceGroups", of.getIntegrationForceGroups());
    node.setStringProperty("choice", of.getChoice());
    if (!of.getGroups().empty()) {
      SerializationNode &groups = node.createChildNode("Groups");
      for (const auto &one : of.getGroups())
        groups.createChildNode("Group")
            .setIntProperty("group", one.first)
            .setIntProperty("evaluations", one.second);
    }
    writeBodies(of, node);
  }
  void *deserialize(const SerializationNode &node) const override {
    wantVersion(node, "a RigidIntegrator");
    std::unique_ptr<RigidIntegrator> made(new RigidIntegrator(node.getDoubleProperty("stepSize")));
    made->setConstraintTolerance(node.getDoubleProperty("constraintTolerance"));
    made->setScheme(node.getStringProperty("scheme"));
    made->setThermostat(node.getStringProperty("thermostat"));
    made->setTemperature(node.getDoubleProperty("temperature"));
    made->setFriction(node.getDoubleProperty("friction"));
    made->setInertia(node.getDoubleProperty("inertia", 1));
    made->setRandomNumberSeed(node.getIntProperty("randomSeed"));
    made->setChoice(node.getStringProperty("choice", ""));
    for (const SerializationNode &child : node.getChildren()) {
      if (child.getName() != "Groups") continue;
      vector<std::pair<int, int>> groups;
      for (const SerializationNode &one : child.getChildren())
        groups.emplace_back(one.getIntProperty("group"), one.getIntProperty("evaluations"));
      made->setGroups(groups);
    }
    made->setIntegrationForceGroups(node.getIntProperty("forceGroups"));
    readBodies(node, *made);
    return made.release();
  }
};

class RigidMoleculeForceProxy : public SerializationProxy {
public:
  RigidMoleculeForceProxy() : SerializationProxy("RigidMoleculeForce") {}
  void serialize(const void *object, SerializationNode &node) const override {
    const RigidMoleculeForce &of = *static_cast<const RigidMoleculeForce *>(object);
    node.setIntProperty("version", 1);
    node.setIntProperty("forceGroup", of.getForceGroup());
    writeBodies(of, node);
  }
  void *deserialize(const SerializationNode &node) const override {
    wantVersion(node, "a RigidMoleculeForce");
    std::unique_ptr<RigidMoleculeForce> made(new RigidMoleculeForce);
    made->setForceGroup(node.getIntProperty("forceGroup"));
    readBodies(node, *made);
    return made.release();
  }
};

/* When the library is loaded. */
__attribute__((constructor)) static void registerProxies() {
  SerializationProxy::registerProxy(typeid(RigidIntegrator), new RigidIntegratorProxy);
  SerializationProxy::registerProxy(typeid(RigidMoleculeForce), new RigidMoleculeForceProxy);
}

} // namespace RigidstepPlugin
