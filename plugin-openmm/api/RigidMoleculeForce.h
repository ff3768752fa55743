/* SPDX-License-Identifier: BSD-3-Clause
 *
 * RigidMoleculeForce.h - tells OpenMM that the particles of a body belong together.
 */
#ifndef RIGIDSTEP_RIGID_MOLECULE_FORCE_H
#define RIGIDSTEP_RIGID_MOLECULE_FORCE_H
#include <openmm/Force.h>
#include <vector>

namespace RigidstepPlugin {

class RigidIntegrator;

/**
 * A Force without energy that makes one molecule of each body: an Integrator cannot.  Barostats then
 * move bodies as a whole, and positions that are folded into the periodic box keep them whole.
 */
class RigidMoleculeForce : public OpenMM::Force {
public:
  RigidMoleculeForce() {}
  /** The bodies that the integrator has now. */
  explicit RigidMoleculeForce(const RigidIntegrator &integrator);
  /**
   * @param particles  indices in the System
   * @return the index of the body
   */
  int addBody(const std::vector<int> &particles);
  int getNumBodies() const { return static_cast<int>(bodies.size()); }
  const std::vector<int> &getBody(int index) const;
  bool usesPeriodicBoundaryConditions() const override { return false; }

protected:
  OpenMM::ForceImpl *createImpl() const override;

private:
  std::vector<std::vector<int>> bodies;
};

} // namespace RigidstepPlugin
#endif
