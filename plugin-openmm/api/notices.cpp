/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/notices.h"
#include <openmm/reference/SimTKOpenMMRealType.h>
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace RigidstepPlugin {

/* True at the first time. */
static bool once(bool &told) {
  const bool before = told;
  told = true;
  return !before;
}

void Notices::bent(const RigidBodies &bodies) {
  if (bodies.mostBent.body < 0 || !once(toldBent)) return;
  std::fprintf(
      stderr,
      "RigidIntegrator: the new positions do not fit the shapes of bodies; in body %d a particle "
      "is %.3g nm off, the most of all. Bodies keep their shapes, and take the places that fit "
      "best (this is printed once)\n",
      bodies.mostBent.body, bodies.mostBent.off);
}

/* Files round positions by 1 %. */
void Notices::stretched(const Stretch &most) {
  if (!(most.part() > 0.01) || !once(toldStretched)) return;
  std::fprintf(
      stderr,
      "RigidIntegrator: the positions do not keep the constraints; particles %d and %d are "
      "%.4g nm apart, not %.4g nm, the most of all. They are moved to the distances of the "
      "constraints (this is printed once)\n",
      most.particle[0], most.particle[1], most.have, most.want);
}

void Notices::longStep(const RigidBodies &bodies, double step, double turns, double kt) {
  double least = INFINITY;
  for (const RigidKind &kind : bodies.shapes().kind)
    for (double about : kind.moment)
      if (about > 0) least = std::min(least, about);
  const double angle = std::fabs(step) * turns * std::sqrt(kt / least);
  if (!(angle > 1) || !once(toldLong)) return;
  std::fprintf(stderr,
               "RigidIntegrator: in a step of %.3g ps a body turns by %.3g radians at %.3g K; the "
               "unit of the step is ps, so for 2 fs give 0.002 (this is printed once)\n",
               step, angle, kt / BOLTZ);
}

void Notices::resonance(double step, double inertia) {
  const double most = std::min(0.024, 0.008 * (1 + std::sqrt(inertia)));
  if (!(std::fabs(step) > most * (1 + 1e-6)) || !once(toldResonance)) return;
  std::fprintf(
      stderr,
      "RigidIntegrator: in a step of %.3g ps librations of water resonate with the groups that are "
      "evaluated once in it, and the system heats; take at most %.3g ps%s (this is printed once)\n",
      step, most, most < 0.024 ? ", or setInertia(4) with at most 0.024 ps" : "");
}

void Notices::torsions(const FrozenTorsions &found) {
  if (found.bodies == 0 || !once(toldTorsions)) return;
  std::fprintf(
      stderr,
      "RigidIntegrator: torsions inside rigid bodies do not turn; %d of the bodies have some, the "
      "first is body %d with %d torsions (this is printed once)\n",
      found.bodies, found.first, found.torsions);
}

void Notices::temperatures(double thermostat, double barostat) {
  if (!(std::fabs(thermostat - barostat) > 1e-6 * thermostat) || !once(toldTemperatures)) return;
  std::fprintf(stderr,
               "RigidIntegrator: the thermostat is at %.6g K, but the barostat at %.6g K; the "
               "volumes are right at one temperature only (this is printed once)\n",
               thermostat, barostat);
}

} // namespace RigidstepPlugin
