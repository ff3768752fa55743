/* SPDX-License-Identifier: BSD-3-Clause
 *
 * systems.cpp - see systems.h.
 */
#include "systems.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>

using OpenMM::Vec3;
using std::vector;

/* ---- molecules --------------------------------------------------------------------------------- */
/* A site: mass, charge, sigma, epsilon, and its place in the molecule.  Mass 0: TIP4P's virtual site. */
struct Site {
  double mass, charge, sigma, epsilon, x, y, z;
};

/* Points of these shares of the mass, in a plane or on a line, that have the centre and the moments of inertia of the atoms, and
 * these without mass. */
static vector<Site> framed(vector<Site> atoms, const vector<double> &shares) {
  const size_t n = shares.size();
  double mass = 0, moment = 0;
  for (Site &s : atoms) {
    mass += s.mass;
    moment += s.mass * (s.x * s.x + s.y * s.y);
    s.mass = 0;
  }
  /* The roots of the shares are a vector of length 1; these two are orthogonal to it and to each other. */
  const double a = std::sqrt(shares[0]), b = std::sqrt(shares[1]),
               c = n > 2 ? std::sqrt(shares[2]) : 0;
  const double along[3] = { b, -a, 0 }, across[3] = { a * c, b * c, -(a * a + b * b) };
  const double length = std::sqrt(moment / (mass * static_cast<double>(n - 1) * (a * a + b * b)));
  vector<Site> sites;
  for (size_t k = 0; k < n; k++) {
    const double scale = length / std::sqrt(shares[k]);
    sites.push_back(
        { mass * shares[k], 0, 1, 0, scale * along[k], n > 2 ? scale * across[k] : 0, 0 });
  }
  sites.insert(sites.end(), atoms.begin(), atoms.end());
  return sites;
}

/* SPC/E (doi 10.1021/j100308a038), TIP4P (10.1063/1.445869), benzene of OPLS (10.1021/ja00166a002),
 * EPM2 (10.1021/j100031a034), argon. */
static vector<Site> sitesOf(Molecule kind) {
  const double half = 109.47 / 2 * M_PI / 180, tip = 104.52 / 2 * M_PI / 180;
  vector<Site> sites;
  switch (kind) {
  case SPCE:
    return { { 15.9994, -0.8476, 0.316557, 0.650194, 0, 0, 0 },
             { 1.008, 0.4238, 1, 0, 0.1 * std::sin(half), 0.1 * std::cos(half), 0 },
             { 1.008, 0.4238, 1, 0, -0.1 * std::sin(half), 0.1 * std::cos(half), 0 } };
  case TIP4P:
    return { { 15.9994, 0, 0.315365, 0.6485, 0, 0, 0 },
             { 1.008, 0.52, 1, 0, 0.09572 * std::sin(tip), 0.09572 * std::cos(tip), 0 },
             { 1.008, 0.52, 1, 0, -0.09572 * std::sin(tip), 0.09572 * std::cos(tip), 0 },
             { 0, -1.04, 1, 0, 0, 0.015, 0 } };
  case BENZENE:
    for (int k = 0; k < 12; k++) {
      const double angle = k % 6 * M_PI / 3, r = k < 6 ? 0.14 : 0.248;
      sites.push_back({ k < 6 ? 12.011 : 1.008, k < 6 ? -0.115 : 0.115, k < 6 ? 0.355 : 0.242,
                        k < 6 ? 0.29288 : 0.12552, r * std::cos(angle), r * std::sin(angle), 0 });
    }
    return sites;
  case CO2:
    return { { 12.011, 0.6512, 0.2757, 0.233881, 0, 0, 0 },
             { 15.9994, -0.3256, 0.3033, 0.669335, 0.1149, 0, 0 },
             { 15.9994, -0.3256, 0.3033, 0.669335, -0.1149, 0, 0 } };
  case ARGON: return { { 39.948, 0, 0.3405, 0.996, 0, 0, 0 } };
  case BENZENE_SETTLE: return framed(sitesOf(BENZENE), { 1. / 3, 1. / 3, 1. / 3 });
  case BENZENE_CCMA: return framed(sitesOf(BENZENE), { 0.3, 0.34, 0.36 });
  case CO2_CCMA: return framed(sitesOf(CO2), { 0.5, 0.5 });
  }
  return {};
}

/* Makes the atoms of framed() virtual sites: their places are means of the points' places with these weights. */
static void hangOnPoints(OpenMM::System &system, const vector<Site> &sites,
                         const vector<int> &body) {
  const size_t points = sites[2].mass > 0 ? 3 : 2;
  double mass = 0, square = 0;
  for (size_t k = 0; k < points; k++) {
    mass += sites[k].mass;
    square += sites[k].mass * sites[k].x * sites[k].x;
  }
  for (size_t i = points; i < sites.size(); i++) {
    double w[3];
    for (size_t k = 0; k < points; k++)
      w[k] =
          sites[k].mass * (1 / mass + (sites[i].x * sites[k].x + sites[i].y * sites[k].y) / square);
    if (points == 2)
      system.setVirtualSite(body[i],
                            new OpenMM::TwoParticleAverageSite(body[0], body[1], w[0], w[1]));
    else
      system.setVirtualSite(body[i], new OpenMM::ThreeParticleAverageSite(body[0], body[1], body[2],
                                                                          w[0], w[1], w[2]));
  }
}

/* The volume of a molecule in nm^3. */
static double volumeOf(Molecule kind) {
  switch (kind) {
  case BENZENE:
  case BENZENE_SETTLE:
  case BENZENE_CCMA: return 0.25;
  case CO2:
  case CO2_CCMA: return 0.09;
  case ARGON: return 0.047;
  default: return 0.030;
  }
}

static OpenMM::NonbondedForce *nonbonded(double edge, bool pme, int molecules) {
  auto *force = new OpenMM::NonbondedForce;
  force->setNonbondedMethod(pme ? OpenMM::NonbondedForce::PME
                                : OpenMM::NonbondedForce::CutoffPeriodic);
  force->setCutoffDistance(std::min(0.9, 0.45 * edge));
  force->setUseSwitchingFunction(true);
  force->setSwitchingDistance(0.8 * force->getCutoffDistance());
  force->setUseDispersionCorrection(molecules >= 100);
  if (pme) {
    const int grid = edge < 1.5 ? 20 : 32;
    force->setPMEParameters(3.2 / force->getCutoffDistance(), grid, grid, grid);
  }
  return force;
}

static void constrain(OpenMM::System &system, const vector<Site> &sites, int first) {
  for (size_t i = 0; i < sites.size(); i++)
    for (size_t j = 0; j < i; j++) {
      if (sites[i].mass == 0) continue;
      const Vec3 d(sites[i].x - sites[j].x, sites[i].y - sites[j].y, sites[i].z - sites[j].z);
      system.addConstraint(first + static_cast<int>(j), first + static_cast<int>(i),
                           std::sqrt(d.dot(d)));
    }
}

Liquid::Liquid(Molecule kind, int molecules, bool constraints, bool pme, bool triclinic)
    : edge(std::cbrt(molecules * volumeOf(kind))) {
  const vector<Site> sites = sitesOf(kind);
  const int cells = static_cast<int>(std::ceil(std::cbrt(static_cast<double>(molecules)) - 1e-9));
  OpenMM::NonbondedForce *force = nonbonded(edge, pme, molecules);
  const double lean = triclinic ? 0.25 * edge : 0;
  system.setDefaultPeriodicBoxVectors(Vec3(edge, 0, 0), Vec3(lean, edge, 0),
                                      Vec3(lean, -lean, edge));
  for (int m = 0; m < molecules; m++) {
    const double cell = edge / cells, turn = 0.7 * m, tilt = 1.1 * m;
    /* No atom lies on the face of the box: the platform Reference of OpenMM 7.7 loses neighbours of one that
     * rounding puts just outside. */
    const Vec3 centre((m % cells + 0.3) * cell, (m / cells % cells + 0.3) * cell,
                      (m / (cells * cells) + 0.3) * cell);
    const int first = system.getNumParticles();
    vector<int> body;
    for (const Site &s : sites) {
      const double x = s.x * std::cos(turn) - s.y * std::sin(turn),
                   y = s.x * std::sin(turn) + s.y * std::cos(turn);
      positions.push_back(centre + Vec3(x, y * std::cos(tilt) - s.z * std::sin(tilt),
                                        y * std::sin(tilt) + s.z * std::cos(tilt)));
      body.push_back(system.addParticle(s.mass));
      force->addParticle(s.charge, s.sigma, s.epsilon);
      for (int i = first; i < body.back(); i++) force->addException(i, body.back(), 0, 1, 0);
    }
    if (kind == TIP4P) {
      const double share = 0.015 / (0.09572 * std::cos(104.52 / 2 * M_PI / 180));
      system.setVirtualSite(body[3],
                            new OpenMM::ThreeParticleAverageSite(body[0], body[1], body[2],
                                                                 1 - share, share / 2, share / 2));
    }
    if (kind > ARGON) hangOnPoints(system, sites, body);
    if (constraints) constrain(system, sites, first);
    bodies.push_back(body);
  }
  system.addForce(force);
}

/* ---- contexts ---------------------------------------------------------------------------------- */
bool findPlatform(int argc, char **argv, std::string &platform) {
  const std::string name = argc > 1 ? argv[1] : "Reference";
  OpenMM::Platform::loadPluginsFromDirectory(OpenMM::Platform::getDefaultPluginsDirectory());
  OpenMM::Platform::loadPluginsFromDirectory(RIGIDSTEP_OPENMM_PLUGINS);
  platform = argc > 2 ? name + " " + argv[2] : name;
  for (int i = 0; i < OpenMM::Platform::getNumPlatforms(); i++)
    if (OpenMM::Platform::getPlatform(i).getName() == name) return true;
  std::printf(
      "skipped: OpenMM has no platform %s here (Debian: libopenmm-plugins, pocl-opencl-icd)\n",
      name.c_str());
  return false;
}

Simulation::Simulation(OpenMM::System &system, OpenMM::Integrator &integrator,
                       const std::string &platform) {
  std::istringstream words(platform);
  std::string name, precision;
  std::map<std::string, std::string> properties;
  words >> name >> precision;
  if (!precision.empty()) properties["Precision"] = precision;
  context.reset(new OpenMM::Context(system, integrator, OpenMM::Platform::getPlatformByName(name),
                                    properties));
}
vector<Vec3> Simulation::positions() const {
  return context->getState(OpenMM::State::Positions).getPositions();
}
vector<Vec3> Simulation::velocities() const {
  return context->getState(OpenMM::State::Velocities).getVelocities();
}
double Simulation::potential() const {
  return context->getState(OpenMM::State::Energy).getPotentialEnergy();
}
double Simulation::kinetic() const {
  return context->getState(OpenMM::State::Energy).getKineticEnergy();
}

/* ---- comparisons ------------------------------------------------------------------------------- */
Mean::Mean(const vector<double> &samples, int blocks) : value(0), error(0) {
  const size_t size = samples.size() / static_cast<size_t>(blocks);
  vector<double> means(static_cast<size_t>(blocks), 0);
  for (size_t k = 0; k < size * means.size(); k++)
    means[k / size] += samples[k] / static_cast<double>(size);
  for (double mean : means) value += mean / blocks;
  for (double mean : means) error += (mean - value) * (mean - value) / (blocks * (blocks - 1));
  error = std::sqrt(error);
}

static double distance(const Vec3 &a, const Vec3 &b) { return std::sqrt((a - b).dot(a - b)); }

double apart(const vector<Vec3> &a, const vector<Vec3> &b) {
  double most = a.size() == b.size() ? 0 : INFINITY;
  for (size_t i = 0; i < a.size() && i < b.size(); i++) {
    const double d = distance(a[i], b[i]);
    most = d <= most ? most : d; /* and nan is the most */
  }
  return most;
}

double strain(const Liquid &liquid, const vector<Vec3> &positions) {
  double most = 0;
  for (const vector<int> &body : liquid.bodies)
    for (int i : body)
      for (int j : body) {
        const double now = distance(positions[i], positions[j]);
        const double change = std::fabs(now - distance(liquid.positions[i], liquid.positions[j]));
        most = change <= most ? most : change;
      }
  return most;
}
