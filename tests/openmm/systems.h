/* SPDX-License-Identifier: BSD-3-Clause
 *
 * systems.h - liquids of rigid molecules for the tests of the OpenMM plugin, and a host of our own that
 * moves them through the C ABI.
 */
#pragma once
#include <OpenMM.h>
#include <memory>
#include <string>
#include <vector>

/* The last three are benzene and CO2 as OpenMM's own constraints can hold them: the atoms are virtual sites of three or two
 * points that have the molecule's mass and moments of inertia, by SETTLE or, where the triangle is irregular, by CCMA. */
enum Molecule { SPCE, TIP4P, BENZENE, CO2, ARGON, BENZENE_SETTLE, BENZENE_CCMA, CO2_CCMA };

/* molecules on a lattice in a periodic box at the density of the liquid (of benzene 0.6 of it).  Its System belongs to it, so it
 * must outlive what is made from it. */
struct Liquid {
  Liquid(Molecule kind, int molecules, bool constraints, bool pme, bool triclinic = false);
  OpenMM::System system;
  std::vector<OpenMM::Vec3> positions;
  std::vector<std::vector<int>> bodies; /* particles of each molecule */
  double edge;
};

/* Loads OpenMM's plugins and ours.  platform becomes the arguments, such as "OpenCL double", or Reference.  Says so
 * and returns false where there is no such platform. */
bool findPlatform(int argc, char **argv, std::string &platform);

/* A Context on the platform named, such as "OpenCL double".  Throws where there is no such platform. */
struct Simulation {
  Simulation(OpenMM::System &system, OpenMM::Integrator &integrator, const std::string &platform);
  std::unique_ptr<OpenMM::Context> context;
  std::vector<OpenMM::Vec3> positions() const;
  std::vector<OpenMM::Vec3> velocities() const;
  double potential() const, kinetic() const;
};

/* Moves the molecules by rgs_stepper_run, with forces of OpenMM's platform Reference at the atoms' positions: strang
 * and exact, from these positions and velocities.  Nothing of it is the plugin's code.  inner above 0: by respa, whose
 * slow forces are of group 1. */
void moveByHost(const Liquid &liquid, const std::string &platform, double h, int steps,
                std::vector<OpenMM::Vec3> &positions, std::vector<OpenMM::Vec3> &velocities,
                int inner = 0);

/* The mean of samples, and its standard error by so many blocks. */
struct Mean {
  Mean(const std::vector<double> &samples, int blocks);
  double value, error;
};

/* The largest distance between the two. */
double apart(const std::vector<OpenMM::Vec3> &a, const std::vector<OpenMM::Vec3> &b);

/* The largest change of a distance within a body, in nm. */
double strain(const Liquid &liquid, const std::vector<OpenMM::Vec3> &positions);
