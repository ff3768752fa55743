/* SPDX-License-Identifier: BSD-3-Clause
 *
 * python_calls.cpp - what rigidstep.openmm calls by ctypes, so that no wrapper has to be compiled for each Python.
 *
 * integrator and system are the addresses that OpenMM's Python objects hold.  No exception leaves a call: its
 * text goes to `text`, which is empty where all went well.
 */
#include "api/RigidIntegrator.h"
#include "bodies/words.h"
#include <openmm/System.h>
#include <algorithm>

using RigidstepPlugin::RigidIntegrator;

static RigidIntegrator &rigid(OpenMM::Integrator *integrator) {
  return dynamic_cast<RigidIntegrator &>(*integrator);
}

template <class Work> static double guarded(char *text, size_t size, Work work) {
  std::string told;
  double result = 0;
  try {
    result = work();
  } catch (const std::exception &error) {
    told = error.what();
  }
  told.resize(std::min(told.size(), size - 1));
  std::copy(told.c_str(), told.c_str() + told.size() + 1, text);
  return result;
}

#define PYTHON_CALL extern "C" __attribute__((visibility("default"))) double

PYTHON_CALL rigidstep_openmm_get(OpenMM::Integrator *integrator, const char *name, char *text,
                                 size_t size) {
  return guarded(text, size, [&]() -> double {
    RigidIntegrator &of = rigid(integrator);
    const std::string what(name);
    if (what == "temperature") return of.getTemperature();
    if (what == "friction") return of.getFriction();
    if (what == "inertia") return of.getInertia();
    if (what == "seed") return of.getRandomNumberSeed();
    if (what == "bodies") return of.getNumBodies();
    if (what == "freedom") return of.getNumDegreesOfFreedom();
    if (what == "points") return of.getNumPoints();
    if (what == "constraints") return of.getNumPointConstraints();
    if (what == "now") return of.computeSystemTemperature();
    RigidstepPlugin::refuse("there is nothing named ", what, " to get");
  });
}

PYTHON_CALL rigidstep_openmm_set(OpenMM::Integrator *integrator, const char *name, double value,
                                 char *text, size_t size) {
  return guarded(text, size, [&]() -> double {
    RigidIntegrator &of = rigid(integrator);
    const std::string what(name);
    if (what == "temperature")
      of.setTemperature(value);
    else if (what == "friction")
      of.setFriction(value);
    else if (what == "inertia")
      of.setInertia(value);
    else if (what == "seed")
      of.setRandomNumberSeed(static_cast<int>(value));
    else
      RigidstepPlugin::refuse("there is nothing named ", what, " to set");
    return 0;
  });
}

PYTHON_CALL rigidstep_openmm_set_scheme(OpenMM::Integrator *integrator, const char *name,
                                        char *text, size_t size) {
  return guarded(text, size, [&]() -> double {
    rigid(integrator).setScheme(name);
    return 0;
  });
}

/* pairs: group and evaluations, one after the other. */
PYTHON_CALL rigidstep_openmm_set_groups(OpenMM::Integrator *integrator, const int *pairs, int n,
                                        char *text, size_t size) {
  return guarded(text, size, [&]() -> double {
    std::vector<std::pair<int, int>> groups;
    for (int k = 0; k < n; k++) groups.emplace_back(pairs[2 * k], pairs[2 * k + 1]);
    rigid(integrator).setGroups(groups);
    return 0;
  });
}

PYTHON_CALL rigidstep_openmm_minimize(OpenMM::Integrator *integrator, double tolerance,
                                      int iterations, char *text, size_t size) {
  return guarded(text, size, [&]() -> double {
    rigid(integrator).minimize(tolerance, iterations);
    return 0;
  });
}

/* Returns how many bodies were added. */
PYTHON_CALL rigidstep_openmm_add_molecules(OpenMM::Integrator *integrator,
                                           const OpenMM::System *system, int all, char *text,
                                           size_t size) {
  return guarded(text, size, [&]() -> double {
    return rigid(integrator).addBodiesFromMolecules(*system, all != 0);
  });
}
