/* SPDX-License-Identifier: BSD-3-Clause
 *
 * RigidIntegrator.h - moves rigid bodies, and everything else as points.
 */
#ifndef RIGIDSTEP_RIGID_INTEGRATOR_H
#define RIGIDSTEP_RIGID_INTEGRATOR_H
#include <openmm/Integrator.h>
#include <openmm/Kernel.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace RigidstepPlugin {

class Notices;

/**
 * An Integrator for rigid bodies of any shape: groups of particles that keep their distances to
 * rounding, with free rotation that has no time-step error.  Particles in no body are moved as points.
 *
 * A body gets its shape from the positions when it is first needed: at the first step, or when energies or
 * velocities are asked for.  From then on only motions of the body are accepted.  Constraints inside a body are not
 * applied, since the body keeps all its distances; the System may contain them.  OpenMM's algorithms apply
 * constraints between particles in no body.
 *
 * Velocities belong to the same time as positions.  With strang and a thermostat the kinetic energy belongs
 * to the point between the kicks, as with LangevinMiddleIntegrator: at the end of a step it is too low.  The
 * forces of a step come from the force groups chosen by setIntegrationForceGroups().
 */
class RigidIntegrator : public OpenMM::Integrator {
public:
  /**
   * @param stepSize  in ps
   */
  explicit RigidIntegrator(double stepSize);
  ~RigidIntegrator() override;

  /**
   * Make a rigid body of particles; it takes effect when a Context is created or reinitialized.
   *
   * @param particles  indices in the System, each in one body only; among them may be particles without mass
   *                   and virtual sites
   * @return the index of the body
   */
  int addBody(const std::vector<int> &particles);
  /**
   * Make bodies of rigid molecules, and print one line that says which these are.  Molecules are particles
   * that constraints and bonds of forces of the System hold together, with their virtual sites.  A molecule is
   * rigid if constraints fix all its distances, or if it has no torsion and no bond that can turn.  All other
   * particles move as points, with OpenMM's constraints between them.
   *
   * @param system  not changed
   * @param all     make a body of every molecule with at least two particles
   * @return how many bodies were added
   */
  int addBodiesFromMolecules(const OpenMM::System &system, bool all = false);
  /** The line of addBodiesFromMolecules(); empty if it was not called. */
  const std::string &getChoice() const { return choice; }
  void setChoice(const std::string &line) { choice = line; }
  int getNumBodies() const { return static_cast<int>(bodies.size()); }
  const std::vector<int> &getBody(int index) const;

  /**
   * The scheme in which force evaluations and free flight alternate; "strang" (one evaluation a step, the default)
   * and "respa" on all platforms, the others of the library on Reference and CPU.  It takes effect in the next step.
   */
  const std::string &getScheme() const { return scheme; }
  void setScheme(const std::string &name) { scheme = name; }

  /**
   * Evaluate slow force groups once in a step and fast ones several times, by the scheme respa.  The pairs are those of
   * MTSLangevinIntegrator: a force group, and how often it is evaluated in a step.  There are two levels: 1, and one
   * number from 1 to 64 for all others; where all are 1, the first group is the slow one.  All force groups of the
   * System must be there.  This sets the scheme and the integration force groups, and takes effect in the next step.
   *
   * @param groups  such as {{1, 1}, {0, 4}}; without pairs the scheme is strang, of all groups
   */
  void setGroups(const std::vector<std::pair<int, int>> &groups);
  const std::vector<std::pair<int, int>> &getGroups() const { return groups; }

  /** The temperature of the thermostat in K.  At 0 `langevin` is friction alone; `csvr` needs one above 0. */
  double getTemperature() const { return temperature; }
  void setTemperature(double kelvin);
  /**
   * The thermostat: "langevin" (the default) on all platforms, or "csvr" on the platforms Reference and CPU,
   * which scales all momenta.  It acts in the middle of a step, with schemes above order 2 at its ends.  It
   * takes effect in the next step.
   */
  const std::string &getThermostat() const { return thermostat; }
  void setThermostat(const std::string &name);
  /**
   * The friction of the thermostat in 1/ps; 0, the default, is constant energy.  With `csvr` an excess of
   * kinetic energy falls by this rate.
   */
  double getFriction() const { return friction; }
  void setFriction(double perPicosecond);
  /**
   * The noise is a function of this number, the step count of the Context, and the body's lowest particle alone; 0 is
   * a seed as any other.
   */
  int getRandomNumberSeed() const { return seed; }
  void setRandomNumberSeed(int number) { seed = number; }

  /**
   * The moments of inertia of all bodies are multiplied by this number in the motion, from the next step.  Averages of
   * positions do not depend on it, and with slower librations the step may be longer.  Velocities, energies and
   * temperatures are of the bodies without it, so bodies rotate slower than velocities say, by its square root.
   */
  double getInertia() const { return inertia; }
  void setInertia(double factor);

  /** The temperature in K of the kinetic energy now, with the degrees of freedom of rigid bodies. */
  double computeSystemTemperature();
  /** Of translation and rotation, less constraints between points, less 3 with a CMMotionRemover. */
  int getNumDegreesOfFreedom() const;
  /** Particles in no body that move, and constraints between them; in a Context. */
  int getNumPoints() const;
  int getNumPointConstraints() const;

  void step(int steps) override;

  /**
   * Move the bodies downhill in energy, by the library's integrator fire.  They keep their shapes on the way, which
   * OpenMM's LocalEnergyMinimizer bends.  Velocities stay, as far as they are rigid.
   *
   * @param tolerance      in kJ/mol/nm: the root mean square, per degree of freedom, of the forces on bodies and of the
   *                       torques over the radius of gyration
   * @param maxIterations  how often forces are evaluated at most; 0 is no limit
   */
  void minimize(double tolerance = 10, int maxIterations = 0);

protected:
  void initialize(OpenMM::ContextImpl &context) override;
  void cleanup() override;
  std::vector<std::string> getKernelNames() override;
  void stateChanged(OpenMM::State::DataType changed) override;
  double computeKineticEnergy() override;
  bool kineticEnergyRequiresForce() const override { return false; }
  std::vector<OpenMM::Vec3> getVelocitiesForTemperature(const OpenMM::System &system,
                                                        double temperature,
                                                        int randomSeed) const override;
  void createCheckpoint(std::ostream &stream) const override;
  void loadCheckpoint(std::istream &stream) override;

private:
  struct Run;
  void noticeSteps() const;
  bool takeIn() const;
  Run &running() const;
  Run &placed() const;

  std::vector<std::vector<int>> bodies;
  std::vector<std::pair<int, int>> groups;
  std::string scheme, thermostat, choice;
  double temperature, friction, inertia;
  int seed;
  std::unique_ptr<Notices> notices;
  std::unique_ptr<Run> run; /* while there is a Context */
};

} // namespace RigidstepPlugin
#endif
