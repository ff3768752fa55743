/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own_host.cpp - a host in C++ (rigidstep.hpp, rigidstep_sites.hpp) with OpenMM's forces (systems.h).
 */
#include "systems.h"
#include <rigidstep/draft.h>
#include <rigidstep.hpp>
#include <rigidstep_sites.hpp>

using OpenMM::Vec3;
using std::vector;

struct Body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3];
};

void moveByHost(const Liquid &liquid, const std::string &platform, double h, int steps,
                vector<Vec3> &positions, vector<Vec3> &velocities, int inner) {
  const int n = liquid.system.getNumParticles();
  OpenMM::System free;
  OpenMM::VerletIntegrator unused(0.001);
  Vec3 box[3];
  liquid.system.getDefaultPeriodicBoxVectors(box[0], box[1], box[2]);
  free.setDefaultPeriodicBoxVectors(box[0], box[1], box[2]);
  for (int i = 0; i < n; i++) {
    free.addParticle(liquid.system.getParticleMass(i));
    if (!liquid.system.isVirtualSite(i)) continue;
    const auto &site =
        dynamic_cast<const OpenMM::ThreeParticleAverageSite &>(liquid.system.getVirtualSite(i));
    free.setVirtualSite(i, new OpenMM::ThreeParticleAverageSite(
                               site.getParticle(0), site.getParticle(1), site.getParticle(2),
                               site.getWeight(0), site.getWeight(1), site.getWeight(2)));
  }
  free.addForce(new OpenMM::NonbondedForce(
      dynamic_cast<const OpenMM::NonbondedForce &>(liquid.system.getForce(0))));
  Simulation forces(free, unused, platform);

  vector<Body> body(liquid.bodies.size());
  rigidstep::view view(body.size());
  view.x = rigidstep::column(body.data(), &Body::x);
  view.p = rigidstep::column(body.data(), &Body::p);
  view.q = rigidstep::column(body.data(), &Body::q);
  view.l = rigidstep::column(body.data(), &Body::l);
  view.mass = rigidstep::column(body.data(), &Body::mass);
  view.inertia = rigidstep::column(body.data(), &Body::inertia);
  view.f = rigidstep::column(body.data(), &Body::f);
  view.tau = rigidstep::column(body.data(), &Body::tau);
  vector<double> mass;
  for (int i = 0; i < n; i++) mass.push_back(liquid.system.getParticleMass(i));
  vector<vector<std::int64_t>> atoms; /* of each body; OpenMM places the virtual sites */
  for (const vector<int> &particles : liquid.bodies) {
    atoms.emplace_back();
    for (int i : particles)
      if (!liquid.system.isVirtualSite(i)) atoms.back().push_back(i);
  }
  const auto of = [](vector<Vec3> &all) { return rigidstep::column(&all[0][0], 3); };
  const rigidstep::context context;
  rigidstep::sites sites(context, mass.size(), atoms, rigidstep::column(mass.data(), 1),
                         of(positions));
  sites.shape(view);
  sites.momenta(view, of(velocities));
  const auto place = [&] {
    sites.place(view, of(positions));
    forces.context->setPositions(positions);
    forces.context->computeVirtualSites();
    const vector<Vec3> placed = forces.positions();
    for (int i = 0; i < n; i++)
      if (liquid.system.isVirtualSite(i)) positions[i] = placed[i];
  };
  const auto byGroups = [&](int groups) {
    return [&, groups](double, unsigned) {
      place();
      vector<Vec3> on = forces.context->getState(OpenMM::State::Forces, false, groups).getForces();
      sites.gather(view, of(on));
      return 0.0;
    };
  };
  const rigidstep::bodies moved(context, view);
  if (inner == 0) {
    rigidstep::stepper(moved, { context, "exact", "strang" }, byGroups(-1)).step(h, steps);
  } else {
    context.allow_drafts();
    const rigidstep::method respa(context, "exact", "respa",
                                  { { "inner", static_cast<double>(inner) } });
    rigidstep::stepper(moved, respa, byGroups(~2), byGroups(2)).step(h, steps);
  }
  place();
}
