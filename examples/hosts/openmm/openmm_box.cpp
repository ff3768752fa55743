/* SPDX-License-Identifier: BSD-3-Clause */
#include "openmm_box.h"
#include <OpenMM.h>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

using OpenMM::Vec3;

struct openmm_box {
  OpenMM::System system;
  std::unique_ptr<OpenMM::VerletIntegrator> integrator;
  std::unique_ptr<OpenMM::Context> context; /* goes first: it uses both */
  std::vector<Vec3> atoms, velocities;
  char *text;
  size_t size;
};

/* No exception may pass into C. */
template <typename Work> static int guarded(char *text, size_t size, Work work) {
  try {
    work();
    return 0;
  } catch (const std::exception &error) {
    std::snprintf(text, size, "OpenMM: %s", error.what());
    return -1;
  }
}

static void take(std::vector<Vec3> &to, const double *from) {
  for (size_t i = 0; i < to.size(); ++i)
    to[i] = Vec3(from[3 * i], from[3 * i + 1], from[3 * i + 2]);
}

static void give(const std::vector<Vec3> &from, double *to) {
  for (size_t i = 0; i < from.size(); ++i)
    for (int k = 0; k < 3; ++k) to[3 * i + k] = from[i][k];
}

/* The angle's cosine is -1/3. */
void openmm_box_distances(double *oh, double *hh) {
  *oh = 0.1f;
  *hh = static_cast<float>(0.2 * std::sqrt(2.0 / 3.0));
}

static void fill(openmm_box &box, int molecules, double edge, double cutoff, bool rigid) {
  double oh, hh;
  openmm_box_distances(&oh, &hh);
  auto *forces = new OpenMM::NonbondedForce; /* the system owns it */
  forces->setNonbondedMethod(OpenMM::NonbondedForce::PME);
  forces->setCutoffDistance(cutoff);
  forces->setPMEParameters(3.3 / cutoff, 32, 32,
                           32); /* what is cut off is erfc(3.3) = 3e-6 of it */
  forces->setUseSwitchingFunction(true);
  forces->setSwitchingDistance(0.8 * cutoff);
  forces->setUseDispersionCorrection(false);
  box.system.setDefaultPeriodicBoxVectors(Vec3(edge, 0, 0), Vec3(0, edge, 0), Vec3(0, 0, edge));
  for (int i = 0; i < molecules; ++i) {
    const int o = 3 * i;
    for (int site = 0; site < 3; ++site) {
      box.system.addParticle(site ? 1.008 : 15.9994);
      forces->addParticle(site ? 0.4238 : -0.8476, 0.3166, site ? 0 : 0.65);
      forces->addException(o + site, o + (site + 1) % 3, 0, 1, 0);
    }
    if (rigid) {
      box.system.addConstraint(o, o + 1, oh);
      box.system.addConstraint(o, o + 2, oh);
      box.system.addConstraint(o + 1, o + 2, hh);
    }
  }
  box.system.addForce(forces);
  box.atoms.resize(3 * molecules);
  box.velocities.resize(3 * molecules);
}

openmm_box *openmm_box_create(const char *platform, int molecules, double edge, double cutoff,
                              double step, char *text, size_t size) {
  std::unique_ptr<openmm_box> box;
  const int bad = guarded(text, size, [&] {
    if (OpenMM::Platform::getNumPlatforms() < 2)
      OpenMM::Platform::loadPluginsFromDirectory(OpenMM::Platform::getDefaultPluginsDirectory());
    box.reset(new openmm_box);
    box->text = text;
    box->size = size;
    fill(*box, molecules, edge, cutoff, step > 0);
    box->integrator.reset(new OpenMM::VerletIntegrator(step > 0 ? step : 0.001));
    box->integrator->setConstraintTolerance(1e-12);
    box->context.reset(new OpenMM::Context(box->system, *box->integrator,
                                           OpenMM::Platform::getPlatformByName(platform)));
  });
  return bad ? nullptr : box.release();
}

void openmm_box_destroy(openmm_box *box) { delete box; }

int openmm_box_forces(openmm_box *box, const double *atom, double *force, double *energy) {
  return guarded(box->text, box->size, [&] {
    take(box->atoms, atom);
    box->context->setPositions(box->atoms);
    const OpenMM::State state =
        box->context->getState(OpenMM::State::Forces | OpenMM::State::Energy);
    give(state.getForces(), force);
    *energy = state.getPotentialEnergy();
  });
}

int openmm_box_begin(openmm_box *box, const double *atom, const double *velocity) {
  return guarded(box->text, box->size, [&] {
    take(box->atoms, atom);
    take(box->velocities, velocity);
    box->context->setPositions(box->atoms);
    box->context->setVelocities(box->velocities);
  });
}

int openmm_box_step(openmm_box *box, int steps) {
  return guarded(box->text, box->size, [&] { box->integrator->step(steps); });
}

int openmm_box_look(openmm_box *box, double *atom, double *energy) {
  return guarded(box->text, box->size, [&] {
    const int what =
        OpenMM::State::Energy | (atom ? static_cast<int>(OpenMM::State::Positions) : 0);
    const OpenMM::State state = box->context->getState(what);
    if (atom) give(state.getPositions(), atom);
    *energy = state.getPotentialEnergy() + state.getKineticEnergy();
  });
}
