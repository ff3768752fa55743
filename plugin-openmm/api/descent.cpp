/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/descent.h"
#include "bodies/words.h"
#include <openmm/internal/ContextImpl.h>
#include <cmath>

using OpenMM::Vec3;
using std::vector;

namespace RigidstepPlugin {

static const double STEP = 0.002; /* ps, with which fire begins; it finds its own */

/* Of forces, and of torques over the radius of gyration, per degree of freedom. */
static double meanForce(const RigidBodies &bodies) {
  double sum = 0;
  for (size_t body = 0; 3 * body < bodies.f.size(); body++) {
    const RigidKind &kind = bodies.shapes().kind[bodies.shapes().kindOf[body]];
    const double square = (kind.moment[0] + kind.moment[1] + kind.moment[2]) / (2 * kind.mass);
    for (size_t k = 3 * body; k < 3 * body + 3; k++) {
      sum += bodies.f[k] * bodies.f[k];
      if (square > 0) sum += bodies.tau[k] * bodies.tau[k] / square;
    }
  }
  return std::sqrt(sum / std::max(1, bodies.degreesOfFreedom()));
}

namespace {
struct Fire {
  explicit Fire(const RigidBodies &bodies) : method(nullptr), stepper(nullptr) {
    rgs_method_spec spec = rgs_method_spec();
    spec.head = rgs_head RGS_HEAD(rgs_method_spec);
    spec.integrator = "fire";
    rgs_error error = RGS_ERROR_INIT;
    must(rgs_method_create(bodies.library(), &spec, &method, &error), error);
    rgs_host host = rgs_host();
    host.head = rgs_head RGS_HEAD(rgs_host);
    host.provides = RGS_EVAL_FORCE;
    host.ranks = 1;
    const rgs_status status = rgs_stepper_create(bodies.handle(), method, &host, &stepper, &error);
    if (status < 0) rgs_method_destroy(method);
    must(status, error);
  }
  ~Fire() {
    rgs_stepper_destroy(stepper);
    rgs_method_destroy(method);
  }
  Fire(const Fire &) = delete;
  Fire &operator=(const Fire &) = delete;
  rgs_method *method;
  rgs_stepper *stepper;
};
} // namespace

static void descendFrom(OpenMM::ContextImpl &context, RigidBodies &bodies, PointConstraints &points,
                        const RigidIntegrator &integrator, double tolerance, int maxEvaluations) {
  Fire fire(bodies);
  vector<Vec3> positions, forces;
  context.getPositions(positions);
  for (int n = 1;; n++) {
    rgs_error error = RGS_ERROR_INIT;
    rgs_eval request = RGS_EVAL_INIT;
    rgs_status status;
    points.begin(bodies, integrator.getConstraintTolerance());
    while ((status = rgs_stepper_advance(fire.stepper, STEP, &request, &error)) == RGS_OK) continue;
    must(status, error, &bodies.topology());
    points.moved(bodies, 0);
    bodies.givePositions(positions);
    context.setPositions(positions);
    context.computeVirtualSites();
    context.calcForcesAndEnergy(true, false, integrator.getIntegrationForceGroups());
    context.getForces(forces);
    bodies.takeForces(forces);
    points.forced(bodies, 0);
    const double mean = meanForce(bodies);
    if (!std::isfinite(mean))
      refuse("forces are not finite after ", n,
             " evaluations of minimize(); begin with positions in which no particles overlap");
    if (mean <= tolerance || n == maxEvaluations) return;
  }
}

void descend(OpenMM::ContextImpl &context, RigidBodies &bodies, PointConstraints &points,
             const RigidIntegrator &integrator, double tolerance, int maxEvaluations) {
  const vector<double> x = bodies.x, q = bodies.q;
  try {
    descendFrom(context, bodies, points, integrator, tolerance, maxEvaluations);
  } catch (...) {
    bodies.x = x;
    bodies.q = q;
    throw;
  }
}

} // namespace RigidstepPlugin
