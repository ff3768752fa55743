/* SPDX-License-Identifier: BSD-3-Clause */
#include "platforms/reference/ReferenceRigidKernel.h"
#include "api/levels.h"
#include "bodies/words.h"
#include <openmm/internal/ContextImpl.h>
#include <openmm/reference/SimTKOpenMMRealType.h>
#include <rigidstep/draft.h>

using OpenMM::ContextImpl;
using std::vector;

namespace RigidstepPlugin {

ReferenceRigidKernel::ReferenceRigidKernel(const std::string &name,
                                           const OpenMM::Platform &platform,
                                           OpenMM::ReferencePlatform::PlatformData &platformData)
    : IntegrateRigidStepKernel(name, platform), data(platformData), bodies(nullptr),
      points(nullptr), method(nullptr), stepper(nullptr), endsValid(false), friction(0), inertia(1),
      kt(0), seed(0), inner(1), slowSince(0) {}

ReferenceRigidKernel::~ReferenceRigidKernel() { dropMethod(); }

void ReferenceRigidKernel::dropMethod() {
  rgs_stepper_destroy(stepper);
  rgs_method_destroy(method);
  stepper = nullptr;
  method = nullptr;
}

void ReferenceRigidKernel::initialize(ContextImpl &, const RigidIntegrator &integrator,
                                      RigidBodies &all, PointConstraints &ofPoints) {
  bodies = &all;
  points = &ofPoints;
  makeMethod(integrator);
}

void ReferenceRigidKernel::makeMethod(const RigidIntegrator &integrator) {
  dropMethod();
  scheme = integrator.getScheme();
  thermostat = integrator.getThermostat();
  friction = integrator.getFriction();
  inertia = integrator.getInertia();
  kt = BOLTZ * integrator.getTemperature();
  seed = integrator.getRandomNumberSeed();
  inner = levelsOf(integrator).inner;
  const bool has_thermostat = friction > 0, isCold = has_thermostat && !(kt > 0);
  if (isCold && thermostat != "langevin")
    refuse(
        "the temperature is 0, but the thermostat csvr needs one above 0; call setTemperature(), "
        "or take langevin");
  vector<rgs_param> params;
  if (isCold)
    for (const char *rate : { "rate", "rate_1", "rate_2", "rate_3" })
      params.push_back({ rate, nullptr, friction, 0, 0 });
  else if (has_thermostat)
    params = { { "kt", nullptr, kt, 0, 0 },
               { "relaxation", nullptr, 1 / friction, 0, 0 },
               { "seed", nullptr, static_cast<double>(static_cast<uint32_t>(seed)), 0, 0 } };
  if (scheme == "respa") params.push_back({ "inner", nullptr, static_cast<double>(inner), 0, 0 });
  rgs_method_spec spec = rgs_method_spec();
  spec.head = rgs_head RGS_HEAD(rgs_method_spec);
  spec.rotor = "exact";
  spec.scheme = scheme.c_str();
  spec.thermostat = isCold ? "drag" : has_thermostat ? thermostat.c_str() : nullptr;
  spec.params = params.data();
  spec.n_params = params.size();
  spec.param_size = sizeof(rgs_param);
  spec.inertia = inertia;
  rgs_error error = RGS_ERROR_INIT;
  if (scheme == "respa") must(rgs_draft_allow(bodies->library(), RGS_DRAFT_ABI, &error), error);
  must(rgs_method_create(bodies->library(), &spec, &method, &error), error);
  rgs_method_info info = RGS_METHOD_INFO_INIT;
  must(rgs_method_describe(method, &info, &error), error);
  endsValid = info.ends_valid != 0;
  if ((info.claims & RGS_PROCESSED) == 0) return;
  dropMethod();
  refuse("the scheme ", scheme,
         " is processed, so that positions between steps are no "
         "positions of the bodies; take srkn6b or another scheme");
}

void ReferenceRigidKernel::makeStepper() {
  const bool seldom = scheme == "respa";
  bodies->showSlow(seldom);
  rgs_host host = rgs_host();
  host.head = rgs_head RGS_HEAD(rgs_host);
  host.provides = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | (seldom ? RGS_DRAFT_EVAL_SLOW : 0);
  host.ranks = 1;
  host.flags = RGS_HOST_REWINDS;
  rgs_error error = RGS_ERROR_INIT;
  must(rgs_stepper_create(bodies->handle(), method, &host, &stepper, &error), error);
  slowSince = 0;
}

/* Follows what the user set since the last step. */
void ReferenceRigidKernel::follow(const RigidIntegrator &integrator, double now) {
  if (method == nullptr || integrator.getScheme() != scheme ||
      integrator.getThermostat() != thermostat || integrator.getFriction() != friction ||
      integrator.getInertia() != inertia || integrator.getRandomNumberSeed() != seed ||
      levelsOf(integrator).inner != inner || (now > 0) != (kt > 0))
    makeMethod(integrator);
  if (stepper == nullptr) makeStepper();
  if (friction > 0 && now != kt) {
    rgs_error error = RGS_ERROR_INIT;
    const rgs_param param = { "kt", nullptr, now, RGS_KIND_THERMOSTAT, 0 };
    must(rgs_stepper_set_param(stepper, &param, sizeof param, &error), error);
  }
  kt = now;
}

/* Does the one step, with OpenMM's forces. */
void ReferenceRigidKernel::advance(ContextImpl &context, const RigidIntegrator &integrator) {
  const double h = integrator.getStepSize();
  const Levels levels = levelsOf(integrator);
  rgs_error error = RGS_ERROR_INIT;
  rgs_eval request = RGS_EVAL_INIT;
  points->begin(*bodies, integrator.getConstraintTolerance());
  for (;;) {
    const rgs_status status = rgs_stepper_advance(stepper, h, &request, &error);
    must(status, error, &bodies->topology());
    if (status == RGS_OK) return;
    const bool slow = (request.what & RGS_DRAFT_EVAL_SLOW) != 0;
    points->moved(*bodies, h / levels.inner);
    bodies->givePositions(*data.positions);
    context.computeVirtualSites();
    if (request.what & RGS_EVAL_ENERGY)
      request.energy =
          context.calcForcesAndEnergy(false, true, integrator.getIntegrationForceGroups());
    context.calcForcesAndEnergy(true, false, slow ? levels.slow : levels.fast);
    bodies->takeForces(*data.forces);
    points->forced(*bodies, slow ? h : h / levels.inner);
  }
}

void ReferenceRigidKernel::step(ContextImpl &context, const RigidIntegrator &integrator, bool) {
  follow(integrator, BOLTZ * integrator.getTemperature());
  rgs_error error = RGS_ERROR_INIT;
  must(rgs_stepper_set_step_count(stepper, static_cast<uint64_t>(data.stepCount), &error), error);
  must(rgs_stepper_set_time(stepper, data.time, &error), error);
  /* The call forgets the slow force. */
  if (!bodies->valid || slowSince != bodies->generation())
    must(rgs_stepper_set_valid(stepper, bodies->valid ? RGS_EVAL_FORCE : 0, &error), error);
  slowSince = 0;
  const double h = integrator.getStepSize();
  try {
    advance(context, integrator);
  } catch (...) {
    rgs_stepper_rewind(stepper, nullptr);
    upload(context);
    throw;
  }
  bodies->valid = endsValid;
  bodies->slowOf = levelsOf(integrator).slow;
  if (bodies->slowOf != 0) slowSince = bodies->generation();
  upload(context);
  data.time += h;
  data.stepCount++;
}

void ReferenceRigidKernel::upload(ContextImpl &context) {
  bodies->givePositions(*data.positions);
  bodies->giveVelocities(*data.velocities);
  context.computeVirtualSites();
}

} // namespace RigidstepPlugin
