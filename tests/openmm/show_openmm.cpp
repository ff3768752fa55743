/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_openmm.cpp - measurements of the OpenMM plugin, and of OpenMM's own integrators beside it.
 *
 *   show_openmm host PLATFORM STEPS        distance from a host of our own after so many steps, and of that host
 *                                          from itself where it began 1e-14 nm aside; hot and cold liquids
 *   show_openmm energy PLATFORM PS         deviation of the energy of water, at 1, 2 and 4 fs
 *   show_openmm drift PLATFORM STEPS       drift of the energy of water, and strain
 *   show_openmm frames PLATFORM STEPS      the same of benzene and CO2, beside what OpenMM's constraints can hold
 *   show_openmm thermostat PLATFORM PS           temperatures and potential energy at 298 K, at 1 to 8 fs
 *   show_openmm density PLATFORM PS        of water at 298 K and 1 bar, with a reaction field and with PME
 *   show_openmm cost PLATFORM STEPS        time of a step, and what is left of it without forces, for each molecule
 *
 * A platform is a name with a precision, such as "OpenCL mixed".
 */
#include "systems.h"
#include <api/RigidIntegrator.h>
#include <api/RigidMoleculeForce.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <stdexcept>

using OpenMM::Vec3;
using RigidstepPlugin::RigidIntegrator;
using std::vector;

static const double KB = 8.31446261815324e-3; /* kJ/(mol K) */
static const char *const NAMES[] = { "SPC/E", "TIP4P",   "benzene", "CO2",
                                     "argon", "benzene", "benzene", "CO2" };

static std::unique_ptr<RigidIntegrator> rigid(const Liquid &liquid, double step) {
  std::unique_ptr<RigidIntegrator> made(new RigidIntegrator(step));
  for (const vector<int> &body : liquid.bodies) made->addBody(body);
  return made;
}

/* Bodies, or Verlet's integrator with constraints to this tolerance. */
static std::unique_ptr<OpenMM::Integrator> mover(const Liquid &liquid, bool ours,
                                                 double tolerance = 1e-8) {
  if (ours) return rigid(liquid, 0.001);
  std::unique_ptr<OpenMM::Integrator> made(new OpenMM::VerletIntegrator(0.001));
  made->setConstraintTolerance(tolerance);
  return made;
}

/* Comes to rest from the lattice, and to 298 K. */
static void settle(Simulation &s, OpenMM::Integrator &integrator, const Liquid &liquid) {
  s.context->setPositions(liquid.positions);
  for (int k = 0; k < 20; k++) {
    s.context->setVelocitiesToTemperature(298, k);
    integrator.step(50);
  }
}

/* ---- the subjects ------------------------------------------------------------------------------ */
/* Velocities of 298 K where the molecules are, or of 1 K in the glass that a thermostat of 1 K makes of
 * them. */
static void prepare(Simulation &s, RigidIntegrator &integrator, const Liquid &liquid, bool cold) {
  s.context->setPositions(liquid.positions);
  s.context->setVelocitiesToTemperature(cold ? 1 : 298, 1);
  if (!cold) return;
  integrator.setTemperature(1);
  integrator.setFriction(50);
  integrator.step(1000);
  integrator.setFriction(0);
  s.context->setVelocitiesToTemperature(1, 1);
}

static void host(const std::string &platform, int steps) {
  const struct {
    Molecule kind;
    int molecules;
    bool pme, cold;
  } all[] = { { SPCE, 216, true, false },
              { SPCE, 216, true, true },
              { BENZENE, 64, false, false },
              { CO2, 125, true, false } };
  std::printf("%-8s %9s %6s %12s %16s %24s %12s\n", "liquid", "molecules", "steps", "moved (nm)",
              "host apart (nm)", "host from itself (nm)", "strain (nm)");
  for (const auto &one : all) {
    Liquid liquid(one.kind, one.molecules, false, one.pme);
    const auto integrator = rigid(liquid, 0.001);
    Simulation s(liquid.system, *integrator, platform);
    prepare(s, *integrator, liquid, one.cold);
    const vector<Vec3> start = s.positions();
    vector<Vec3> x = start, v = s.velocities(), aside = start, w = v;
    integrator->step(steps);
    for (int i : liquid.bodies[0]) aside[i][0] += 1e-14;
    moveByHost(liquid, platform, 0.001, steps, x, v);
    moveByHost(liquid, platform, 0.001, steps, aside, w);
    std::printf("%-8s %9d %6d %12.3g %16.3g %24.3g %12.3g %s\n", NAMES[one.kind], one.molecules,
                steps, apart(x, start), apart(x, s.positions()), apart(x, aside),
                strain(liquid, s.positions()), one.cold ? "cold" : "");
  }
}

struct Deviation {
  double root, drift; /* root mean square about the line of best fit; slope times the length */
};
static Deviation energies(Simulation &s, OpenMM::Integrator &integrator, int steps, int every) {
  double n = 0, t1 = 0, t2 = 0, e1 = 0, te = 0, e2 = 0, first = 0;
  for (int done = 0; done < steps; done += every) {
    integrator.step(every);
    const double t = static_cast<double>(done) / steps, now = s.potential() + s.kinetic();
    if (!std::isfinite(now)) throw std::runtime_error("the energy is not a number");
    if (n == 0) first = now;
    const double e = now - first;
    n++, t1 += t, t2 += t * t, e1 += e, te += t * e, e2 += e * e;
  }
  const double slope = (n * te - t1 * e1) / (n * t2 - t1 * t1), level = (e1 - slope * t1) / n;
  return { std::sqrt(std::fmax(0, (e2 - slope * te - level * e1) / n)), slope };
}

static void energy(const std::string &platform, double length) {
  Liquid liquid(SPCE, 216, true, true);
  const auto start = rigid(liquid, 0.001);
  Simulation first(liquid.system, *start, platform);
  settle(first, *start, liquid);
  const vector<Vec3> x = first.positions(), v = first.velocities();
  std::printf("216 SPC/E, PME, %g ps: root mean square deviation and drift of the energy, kJ/mol\n",
              length);
  for (double fs : { 1., 2., 4. }) {
    const auto ours = rigid(liquid, fs * 1e-3);
    OpenMM::VerletIntegrator verlet(fs * 1e-3);
    OpenMM::LangevinMiddleIntegrator middle(298, 0, fs * 1e-3); /* without friction */
    const struct {
      const char *name;
      OpenMM::Integrator *integrator;
    } all[] = { { "RigidIntegrator", ours.get() },
                { "VerletIntegrator with SETTLE", &verlet },
                { "LangevinMiddleIntegrator", &middle } };
    for (const auto &one : all) {
      one.integrator->setConstraintTolerance(1e-8);
      Simulation s(liquid.system, *one.integrator, platform);
      s.context->setPositions(x);
      s.context->setVelocities(v);
      const Deviation d = energies(s, *one.integrator, static_cast<int>(length / (fs * 1e-3)), 2);
      std::printf("%2g fs  %-28s %10.4f %10.4f\n", fs, one.name, d.root, d.drift);
    }
  }
}

static void tellDrift(const char *what, Liquid &liquid, OpenMM::Integrator &integrator,
                      const std::string &platform, int steps) {
  Simulation s(liquid.system, integrator, platform);
  settle(s, integrator, liquid);
  const Deviation d = energies(s, integrator, steps, std::max(1, steps / 1000));
  std::printf("%-48s %9zu %8d %14.4g %14.4g %12.3g\n", what, liquid.bodies.size(), steps, d.root,
              d.drift, strain(liquid, s.positions()));
}

/* With a cutoff the force of a charge falls to 0 in a medium of so large a dielectric constant.  In OpenMM's own of
 * 78.3 it jumps by 2 % of the force between bare charges. */
static void fill(Liquid &liquid, double dielectric) {
  dynamic_cast<OpenMM::NonbondedForce &>(liquid.system.getForce(0))
      .setReactionFieldDielectric(dielectric);
}

static void driftHead() {
  std::printf("%-48s %9s %8s %14s %14s %12s\n", "liquid, 1 fs", "molecules", "steps",
              "rms (kJ/mol)", "drift (kJ/mol)", "strain (nm)");
}

static void drift(const std::string &platform, int steps) {
  driftHead();
  for (double dielectric : { 78.3, 1e9 })
    for (bool ours : { true, false }) {
      Liquid water(SPCE, 27, !ours, false);
      fill(water, dielectric);
      std::string what = ours ? "SPC/E" : "SPC/E, VerletIntegrator with SETTLE";
      if (dielectric < 100) what += ", jump";
      tellDrift(what.c_str(), water, *mover(water, ours), platform, steps);
    }
}

/* The atoms of molecules as virtual sites of points that OpenMM's constraints hold, and with constraints between the atoms,
 * beside bodies. */
static void frames(const std::string &platform, int steps) {
  driftHead();
  const struct {
    Molecule kind;
    int molecules;
    bool constraints;
    const char *what;
  } all[] = { { BENZENE, 8, false, "benzene" },
              { BENZENE_CCMA, 8, true, "benzene, VerletIntegrator, three points, CCMA" },
              { BENZENE_SETTLE, 8, true, "benzene, VerletIntegrator, three points, SETTLE" },
              { BENZENE, 8, true, "benzene, VerletIntegrator, 66 constraints, CCMA" },
              { CO2, 27, false, "CO2" },
              { CO2_CCMA, 27, true, "CO2, VerletIntegrator, two points, CCMA" },
              { CO2, 27, true, "CO2, VerletIntegrator, 3 constraints, CCMA" } };
  for (const auto &one : all) {
    Liquid liquid(one.kind, one.molecules, one.constraints, false);
    fill(liquid, 1e9);
    try {
      tellDrift(one.what, liquid, *mover(liquid, !one.constraints), platform, steps);
    } catch (const std::exception &error) {
      std::printf("%s: %s\n", one.what, error.what());
    }
  }
}

/* Twice the kinetic energy of the centres of mass, and of all particles. */
static void kinetic(const Liquid &liquid, const vector<Vec3> &v, double &centres, double &all) {
  centres = all = 0;
  for (const vector<int> &body : liquid.bodies) {
    Vec3 momentum;
    double mass = 0;
    for (int i : body) {
      const double m = liquid.system.getParticleMass(i);
      momentum += v[i] * m;
      mass += m;
      all += m * v[i].dot(v[i]);
    }
    centres += momentum.dot(momentum) / mass;
  }
}

static void tellThermostat(Liquid &liquid, const vector<Vec3> &start,
                           OpenMM::Integrator &integrator, const std::string &platform, double fs,
                           double length) {
  Simulation s(liquid.system, integrator, platform);
  s.context->setPositions(start);
  s.context->setVelocitiesToTemperature(298, 1);
  integrator.step(static_cast<int>(0.2 * length / (fs * 1e-3)));
  vector<double> samples[3]; /* temperatures of translation and of rotation, and energy */
  for (double t = 0; t < length; t += 0.04) {
    double centres, all;
    integrator.step(static_cast<int>(40 / fs));
    kinetic(liquid, s.velocities(), centres, all);
    samples[0].push_back(centres / (216 * 3 * KB));
    samples[1].push_back((all - centres) / (216 * 3 * KB));
    samples[2].push_back(s.potential() / 216);
  }
  const Mean translation(samples[0], 10), rotation(samples[1], 10), potential(samples[2], 10);
  std::printf("%7.2f(%.2f)  %7.2f(%.2f)  %8.3f(%.3f)\n", translation.value, translation.error,
              rotation.value, rotation.error, potential.value, potential.error);
}

static void thermostat(const std::string &platform, double length) {
  Liquid liquid(SPCE, 216, true, true);
  const auto first = rigid(liquid, 0.004);
  first->setFriction(5);
  first->setTemperature(298);
  Simulation melt(liquid.system, *first, platform);
  settle(melt, *first, liquid);
  first->step(4000);
  const vector<Vec3> start = melt.positions();
  std::printf("216 SPC/E, PME, 298 K, friction 5/ps, %g ps: temperatures of translation and "
              "rotation in K, potential "
              "energy of a molecule in kJ/mol\n",
              length);
  for (double fs : { 1., 2., 4., 8. }) {
    const auto ours = rigid(liquid, fs * 1e-3);
    OpenMM::LangevinMiddleIntegrator theirs(298, 5, fs * 1e-3);
    ours->setFriction(5);
    ours->setTemperature(298);
    for (OpenMM::Integrator *one : { static_cast<OpenMM::Integrator *>(ours.get()),
                                     static_cast<OpenMM::Integrator *>(&theirs) }) {
      std::printf("%2g fs  %-24s  ", fs,
                  one == &theirs ? "LangevinMiddleIntegrator" : "RigidIntegrator");
      try {
        tellThermostat(liquid, start, *one, platform, fs, length);
      } catch (const std::exception &error) {
        std::printf("%s\n", error.what());
      }
    }
  }
}

static void tellDensity(const char *what, Liquid &liquid, OpenMM::Integrator &integrator,
                        const std::string &platform, double length) {
  Simulation s(liquid.system, integrator, platform);
  settle(s, integrator, liquid);
  integrator.step(static_cast<int>(0.2 * length / 0.004));
  vector<double> densities; /* kg/m^3 */
  for (double t = 0; t < length; t += 0.1) {
    integrator.step(25);
    const double volume = s.context->getState(0).getPeriodicBoxVolume();
    densities.push_back(216 * 18.0154 * 1.66053907 / volume);
  }
  const Mean found(densities, 10);
  std::printf("%-26s %.1f(%.1f) kg/m^3\n", what, found.value, found.error);
}

static void density(const std::string &platform, double length) {
  for (bool pme : { false, true }) {
    std::printf("216 SPC/E, %s, 298 K, 1 bar, 4 fs, %g ps\n", pme ? "PME" : "reaction field",
                length);
    Liquid held(SPCE, 216, true, pme), liquid(SPCE, 216, false, pme);
    for (Liquid *one : { &held, &liquid }) {
      if (!pme) fill(*one, 1e9);
      one->system.addForce(new OpenMM::MonteCarloBarostat(1, 298, 10));
    }
    OpenMM::LangevinMiddleIntegrator theirs(298, 2, 0.004);
    tellDensity("LangevinMiddleIntegrator", held, theirs, platform, length);
    const auto integrator = rigid(liquid, 0.004);
    integrator->setFriction(2);
    integrator->setTemperature(298);
    liquid.system.addForce(new RigidstepPlugin::RigidMoleculeForce(*integrator));
    tellDensity("RigidIntegrator", liquid, *integrator, platform, length);
  }
}

static double timed(Liquid &liquid, OpenMM::Integrator &integrator, const std::string &platform,
                    int steps) {
  Simulation s(liquid.system, integrator, platform);
  s.context->setPositions(liquid.positions);
  s.context->setVelocitiesToTemperature(298, 1);
  double best = INFINITY;
  for (int run = 0; run < 5; run++) {
    integrator.step(1);
    (void)s.kinetic();
    const auto begin = std::chrono::steady_clock::now();
    integrator.step(steps);
    (void)s.context->getState(OpenMM::State::Velocities);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    best = std::fmin(best, took.count() / steps);
  }
  return best * 1e9 / static_cast<double>(liquid.bodies.size());
}

/* The step without forces is what the integrator takes: bodies, or constraints to this tolerance, and virtual sites. */
static void tellCost(Molecule kind, const char *what, double tolerance, const std::string &platform,
                     int steps) {
  double time[2];
  for (bool forces : { false, true }) {
    Liquid liquid(kind, 1000, tolerance > 0, kind == SPCE);
    if (!forces) liquid.system.removeForce(0);
    time[forces] = timed(liquid, *mover(liquid, tolerance == 0, tolerance), platform,
                         forces ? steps : 50 * steps);
  }
  std::printf("%-8s %-44s %10.0f %12.0f %9.2g %%\n", NAMES[kind], what, time[0], time[1],
              100 * time[0] / time[1]);
}

static void cost(const std::string &platform, int steps) {
  std::printf("1000 molecules on %s, best of 5: ns a molecule and step\n%-53s %10s %12s %11s\n",
              platform.c_str(), "", "no forces", "with forces", "share");
  const struct {
    Molecule kind;
    const char *what;
    double tolerance; /* of constraints; 0: bodies */
  } all[] = { { SPCE, "RigidIntegrator", 0 },
              { SPCE, "VerletIntegrator, SETTLE", 1e-5 },
              { BENZENE, "RigidIntegrator", 0 },
              { BENZENE_SETTLE, "VerletIntegrator, three points, SETTLE", 1e-5 },
              { BENZENE_CCMA, "VerletIntegrator, three points, CCMA to 1e-5", 1e-5 },
              { BENZENE_CCMA, "VerletIntegrator, three points, CCMA to 1e-8", 1e-8 },
              { CO2, "RigidIntegrator", 0 },
              { CO2_CCMA, "VerletIntegrator, two points, CCMA to 1e-5", 1e-5 },
              { ARGON, "RigidIntegrator", 0 },
              { ARGON, "VerletIntegrator", 1e-5 } };
  for (const auto &one : all) tellCost(one.kind, one.what, one.tolerance, platform, steps);
}

int main(int argc, char **argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  static const struct {
    const char *name;
    std::function<void(const std::string &, double)> show;
  } all[] = { { "host", host },     { "energy", energy },         { "drift", drift },
              { "frames", frames }, { "thermostat", thermostat }, { "density", density },
              { "cost", cost } };
  for (const auto &one : all) {
    if (argc != 4 || one.name != std::string(argv[1])) continue;
    std::istringstream words(argv[2]);
    std::string platform, name, precision;
    words >> name >> precision;
    char *found[] = { argv[0], &name[0], &precision[0] };
    if (!findPlatform(precision.empty() ? 2 : 3, found, platform)) return 77;
    try {
      one.show(platform, std::atof(argv[3]));
      return 0;
    } catch (const std::exception &error) {
      std::fprintf(stderr, "show_openmm: %s\n", error.what());
      return 1;
    }
  }
  std::fputs(
      "usage: show_openmm WHAT PLATFORM STEPS-OR-PICOSECONDS; what, in the comment at the top\n",
      stderr);
  return 2;
}
