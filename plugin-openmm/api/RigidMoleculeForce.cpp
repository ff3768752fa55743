/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/RigidMoleculeForce.h"
#include "api/RigidIntegrator.h"
#include "bodies/words.h"
#include <openmm/System.h>
#include <openmm/internal/ContextImpl.h>
#include <openmm/internal/ForceImpl.h>

using OpenMM::ContextImpl;
using std::vector;

namespace RigidstepPlugin {

RigidMoleculeForce::RigidMoleculeForce(const RigidIntegrator &integrator) {
  for (int body = 0; body < integrator.getNumBodies(); body++) addBody(integrator.getBody(body));
}

int RigidMoleculeForce::addBody(const vector<int> &particles) {
  if (particles.empty()) refuse("a body of a RigidMoleculeForce needs at least one particle");
  bodies.push_back(particles);
  return getNumBodies() - 1;
}

const vector<int> &RigidMoleculeForce::getBody(int index) const {
  if (index < 0 || index >= getNumBodies())
    refuse("a RigidMoleculeForce has no body ", index, "; it has ", getNumBodies());
  return bodies[index];
}

/* It computes nothing, so that it needs no kernel on any platform. */
class RigidMoleculeForceImpl : public OpenMM::ForceImpl {
public:
  explicit RigidMoleculeForceImpl(const RigidMoleculeForce &force) : owner(force) {}
  const OpenMM::Force &getOwner() const override { return owner; }
  void initialize(ContextImpl &context) override {
    const int n = context.getSystem().getNumParticles();
    for (int body = 0; body < owner.getNumBodies(); body++)
      for (int i : owner.getBody(body))
        if (i < 0 || i >= n)
          refuse("body ", body, " of a RigidMoleculeForce has particle ", i,
                 ", but the System has particles 0 to ", n - 1);
  }
  using OpenMM::ForceImpl::updateContextState;
  void updateContextState(ContextImpl &, bool &) override {}
  double calcForcesAndEnergy(ContextImpl &, bool, bool, int) override { return 0; }
  std::map<std::string, double> getDefaultParameters() override {
    return std::map<std::string, double>();
  }
  vector<std::string> getKernelNames() override { return vector<std::string>(); }
  vector<std::pair<int, int>> getBondedParticles() const override {
    vector<std::pair<int, int>> bonds;
    for (int body = 0; body < owner.getNumBodies(); body++) {
      const vector<int> &particles = owner.getBody(body);
      for (size_t k = 1; k < particles.size(); k++)
        bonds.push_back(std::make_pair(particles[k - 1], particles[k]));
    }
    return bonds;
  }

private:
  const RigidMoleculeForce &owner;
};

OpenMM::ForceImpl *RigidMoleculeForce::createImpl() const {
  return new RigidMoleculeForceImpl(*this);
}

} // namespace RigidstepPlugin
