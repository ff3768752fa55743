/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own_host.cpp - a host in C++ (rigidstep.hpp) with OpenMM's forces (systems.h).
 */
#include "systems.h"
#include <rigidstep.hpp>
#include <cmath>

using OpenMM::Vec3;
using std::vector;

namespace {

struct Body {
  double x[3], p[3], q[4], l[3], mass, inertia[3], f[3], tau[3];
};

struct Host {
  const Liquid &liquid;
  OpenMM::Context &forces;
  vector<vector<Vec3>> sites; /* of each body, in its frame */
  vector<Body> body;
};

/* v turned by q. */
Vec3 turned(const double q[4], const Vec3 &v) {
  const Vec3 e(q[1], q[2], q[3]), t = e.cross(v) * 2.0;
  return v + t * q[0] + e.cross(t);
}

vector<Vec3> atomsOf(const Host &host) {
  vector<Vec3> atoms(host.liquid.positions.size());
  for (size_t b = 0; b < host.body.size(); b++)
    for (size_t s = 0; s < host.sites[b].size(); s++) {
      const double *x = host.body[b].x;
      atoms[host.liquid.bodies[b][s]] =
          Vec3(x[0], x[1], x[2]) + turned(host.body[b].q, host.sites[b][s]);
    }
  return atoms;
}

void evaluate(Host &host) {
  host.forces.setPositions(atomsOf(host));
  host.forces.computeVirtualSites();
  const vector<Vec3> on = host.forces.getState(OpenMM::State::Forces).getForces();
  for (size_t b = 0; b < host.body.size(); b++) {
    Vec3 f, tau;
    for (size_t s = 0; s < host.sites[b].size(); s++) {
      const int i = host.liquid.bodies[b][s];
      if (host.liquid.system.isVirtualSite(i)) continue;
      f += on[i];
      tau += turned(host.body[b].q, host.sites[b][s]).cross(on[i]);
    }
    for (int k = 0; k < 3; k++) host.body[b].f[k] = f[k], host.body[b].tau[k] = tau[k];
  }
}

void setUp(Host &host, const vector<Vec3> &positions, const vector<Vec3> &velocities) {
  for (const vector<int> &particles : host.liquid.bodies) {
    Body b = Body();
    Vec3 centre, momentum;
    for (int i : particles) {
      const double m = host.liquid.system.getParticleMass(i);
      b.mass += m;
      centre += positions[i] * m;
      momentum += velocities[i] * m;
    }
    centre /= b.mass;
    /* Principal axes of these molecules.  e1: from the third to the second atom, which is normal to the
     * symmetry axis of water, in the plane of benzene, and along the line of CO2; e3: normal of the plane. */
    Vec3 e1 = positions[particles[1]] - positions[particles[2]];
    e1 /= std::sqrt(e1.dot(e1));
    Vec3 in;
    for (int i : particles) {
      const Vec3 arm = positions[i] - centre, off = arm - e1 * arm.dot(e1);
      if (off.dot(off) > in.dot(in)) in = off;
    }
    if (in.dot(in) < 1e-20)
      in = std::fabs(e1[0]) < 0.6 ? Vec3(1, 0, 0).cross(e1) : Vec3(0, 1, 0).cross(e1);
    const Vec3 e2 = in / std::sqrt(in.dot(in)), e3 = e1.cross(e2);
    const double trace = e1[0] + e2[1] + e3[2];
    const double R[3][3] = { { e1[0], e2[0], e3[0] },
                             { e1[1], e2[1], e3[1] },
                             { e1[2], e2[2], e3[2] } };
    const double four[4] = { 1 + trace, 1 + 2 * R[0][0] - trace, 1 + 2 * R[1][1] - trace,
                             1 + 2 * R[2][2] - trace };
    int k = 0;
    for (int i = 1; i < 4; i++)
      if (four[i] > four[k]) k = i;
    const double r = std::sqrt(four[k]);
    const double skew[3] = { R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1] };
    for (int i = 0; i < 4; i++)
      b.q[i] = i == k             ? r / 2
               : i == 0 || k == 0 ? skew[i + k - 1] / (2 * r)
                                  : (R[i - 1][k - 1] + R[k - 1][i - 1]) / (2 * r);
    vector<Vec3> sites;
    Vec3 l;
    for (int i : particles) {
      const double m = host.liquid.system.getParticleMass(i);
      const Vec3 arm = positions[i] - centre, s(e1.dot(arm), e2.dot(arm), e3.dot(arm));
      sites.push_back(s);
      for (int a = 0; a < 3; a++) b.inertia[a] += m * (s.dot(s) - s[a] * s[a]);
      l += arm.cross(velocities[i]) * m;
    }
    for (int a = 0; a < 3; a++) {
      b.x[a] = centre[a];
      b.p[a] = momentum[a];
      b.l[a] = l[a];
      if (b.inertia[a] < 1e-9 * b.mass * 0.01) b.inertia[a] = 0;
    }
    host.sites.push_back(sites);
    host.body.push_back(b);
  }
}

} // namespace

void moveByHost(const Liquid &liquid, const std::string &platform, double h, int steps,
                vector<Vec3> &positions, vector<Vec3> &velocities) {
  OpenMM::System free;
  OpenMM::VerletIntegrator unused(0.001);
  Vec3 box[3];
  liquid.system.getDefaultPeriodicBoxVectors(box[0], box[1], box[2]);
  free.setDefaultPeriodicBoxVectors(box[0], box[1], box[2]);
  for (int i = 0; i < liquid.system.getNumParticles(); i++) {
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
  Host host = { liquid, *forces.context, vector<vector<Vec3>>(), vector<Body>() };
  setUp(host, positions, velocities);
  rigidstep::view view(host.body.size());
  view.x = rigidstep::column(host.body.data(), &Body::x);
  view.p = rigidstep::column(host.body.data(), &Body::p);
  view.q = rigidstep::column(host.body.data(), &Body::q);
  view.l = rigidstep::column(host.body.data(), &Body::l);
  view.mass = rigidstep::column(host.body.data(), &Body::mass);
  view.inertia = rigidstep::column(host.body.data(), &Body::inertia);
  view.f = rigidstep::column(host.body.data(), &Body::f);
  view.tau = rigidstep::column(host.body.data(), &Body::tau);
  const rigidstep::context context;
  rigidstep::stepper stepper(rigidstep::bodies(context, view), { context, "exact", "strang" },
                             [&](double, unsigned) {
                               evaluate(host);
                               return 0.0;
                             });
  stepper.step(h, steps);
  positions = atomsOf(host);
}
