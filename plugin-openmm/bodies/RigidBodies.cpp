/* SPDX-License-Identifier: BSD-3-Clause */
#include "bodies/RigidBodies.h"
#include "bodies/words.h"
#include <rigidstep/device/rigidstep_device.h>
#include <rigidstep/device/sites.h>
#include <algorithm>
#include <cmath>
#include <iostream>

using OpenMM::Vec3;
using std::vector;

namespace RigidstepPlugin {

RigidBodies::RigidBodies(const RigidTopology &topology)
    : slowOf(0), valid(false), sites(topology), showsSlow(false), revision(0), context(nullptr),
      bound(nullptr) {
  mostBent = { -1, 0 };
  stretched = { { -1, -1 }, 1, 1 };
  const size_t n = static_cast<size_t>(sites.numBodies());
  for (vector<double> *column : { &x, &p, &l, &f, &tau, &moment }) column->assign(3 * n, 0);
  q.assign(4 * n, 0);
  slow.assign(6 * n, 0);
  mass.assign(n, 0);
  turned.assign(n, false);
  rgs_error error = RGS_ERROR_INIT;
  rgs_context_spec spec = rgs_context_spec();
  spec.head = rgs_head RGS_HEAD(rgs_context_spec);
  spec.log = [](void *, const char *text) { std::cerr << "rigidstep: " << text << std::endl; };
  must(rgs_context_create(&spec, &context, &error), error);
  const rgs_status status = rgs_bodies_create(context, sites.numBodies(), &bound, &error);
  if (status < 0) rgs_context_destroy(context);
  must(status, error);
  if (n == 0) bind(); /* nothing moves, and no positions bring shapes */
}

RigidBodies::~RigidBodies() {
  nearest.reset();
  rgs_bodies_destroy(bound);
  rgs_context_destroy(context);
}

/* Shows the columns to the library, after new shapes. */
void RigidBodies::bind() {
  rgs_view view = rgs_view();
  view.head.size = sizeof view;
  view.head.abi = RGS_ABI;
  view.n = sites.numBodies();
  for (int body = 0; body < sites.numBodies(); body++) {
    const RigidKind &its = known.kind[known.kindOf[body]];
    mass[body] = its.mass;
    std::copy(its.moment, its.moment + 3, &moment[3 * static_cast<size_t>(body)]);
  }
  view.revision = ++revision;
  const struct {
    rgs_column *column;
    vector<double> *data;
    int components;
  } all[] = { { &view.x, &x, 3 }, { &view.p, &p, 3 },       { &view.q, &q, 4 },
              { &view.l, &l, 3 }, { &view.mass, &mass, 1 }, { &view.inertia, &moment, 3 },
              { &view.f, &f, 3 }, { &view.tau, &tau, 3 } };
  for (const auto &one : all) *one.column = rgs_column{ one.data->data(), one.components, 1 };
  if (showsSlow) view.aux = rgs_column{ slow.data(), 6, 1 };
  view.tag = sites.tag.data();
  rgs_error error = RGS_ERROR_INIT;
  must(rgs_bodies_bind(bound, &view, &error), error);
  nearest.reset();
}

void RigidBodies::showSlow(bool on) {
  std::fill(slow.begin(), slow.end(), 0);
  if (showsSlow == on) return;
  showsSlow = on;
  if (hasShapes()) bind();
}

/* ---- positions --------------------------------------------------------------------------------- */
static Vec3 vec(const double *a) { return Vec3(a[0], a[1], a[2]); }

static double length(const Vec3 &a) { return std::sqrt(a.dot(a)); }

/* The vector of the lattice that is nearest to a. */
static Vec3 nearestLattice(Vec3 a, const Vec3 *box) {
  Vec3 sum;
  for (int k = 2; box != nullptr && k >= 0; k--) {
    const Vec3 part = box[k] * std::floor(a[k] / box[k][k] + 0.5);
    a -= part;
    sum += part;
  }
  return sum;
}

/* Where the bodies are that come closest to the positions. */
void RigidBodies::fit(const vector<Vec3> &positions, Fit &found) {
  const size_t n = static_cast<size_t>(sites.numBodies());
  found.to = SiteColumns{ x, q, mass, moment };
  if (nearest == nullptr) {
    vector<Vec3> local, placed = positions;
    for (int body = 0; body < sites.numBodies(); body++) {
      const RigidKind &kind = known.kind[known.kindOf[body]];
      local.insert(local.end(), kind.site.begin(), kind.site.end());
    }
    givePositions(placed);
    nearest.reset(new Sites(context, sites, placed, nullptr, 0, false));
    nearest->setShape(found.to, local);
  }
  found.off = n == 0 ? vector<double>() : nearest->fit(found.to, positions);
}

/* In parts of the extent: what is below is rounding, such as of a file; a minimiser of OpenMM bends molecules by a
 * few per cent; what is above is another molecule. */
static const double FITTED_AWAY = 0.01, MOST_BENT = 0.1;

bool RigidBodies::takePlace(int body, const vector<Vec3> &positions, double rounding,
                            const Vec3 *box, Fit &found, double newX[3], double newQ[4]) {
  const RigidKind &kind = known.kind[known.kindOf[body]];
  const RigidPlace place(sites, body, positions);
  const Vec3 shift = place.centre - vec(newX);
  double far = kind.extent;
  for (const Vec3 &arm : place.arm) far = std::max(far, length(arm + place.centre));
  far = std::max(far, length(vec(newX)));
  const double small = std::isfinite(far) ? rounding * far : 0;
  if (misfit(kind, newQ, place.arm) <= small) {
    if (length(shift) <= small) return false;
    const Vec3 lattice = nearestLattice(shift, box);
    const Vec3 to = length(shift - lattice) <= small ? vec(newX) + lattice : place.centre;
    for (int k = 0; k < 3; k++) newX[k] = to[k];
    return true;
  }
  if (found.off.empty()) fit(positions, found);
  const double off = found.off[body];
  std::copy(&found.to.q[4 * static_cast<size_t>(body)],
            &found.to.q[4 * static_cast<size_t>(body)] + 4, newQ);
  if (!(off <= MOST_BENT * kind.extent))
    refuse("the positions give ", sites.name(body), " another shape: a particle is ", off,
           " nm from its place; restore the shape, or call Context::reinitialize() and then set "
           "positions for a new one");
  if (off > FITTED_AWAY * kind.extent && off > mostBent.off) mostBent = { body, off };
  for (int k = 0; k < 3; k++) newX[k] = place.centre[k];
  return true;
}

bool RigidBodies::takePositions(const vector<Vec3> &positions, double rounding, const Vec3 *box,
                                double tolerance) {
  const bool first = !hasShapes();
  bool moved = first;
  vector<double> newX = x, newQ = q;
  vector<bool> newTurned = turned;
  if (first) {
    RigidShapes found;
    stretched = found.take(context, sites, positions, rounding, 10 * tolerance, box, newX, newQ);
    std::swap(known, found);
  } else {
    Fit fitted;
    for (int body = 0; body < sites.numBodies(); body++) {
      const size_t b = static_cast<size_t>(body);
      moved |= takePlace(body, positions, rounding, box, fitted, &newX[3 * b], &newQ[4 * b]);
      newTurned[b] = turned[b] || !std::equal(&q[4 * b], &q[4 * b] + 4, &newQ[4 * b]);
    }
  }
  x = newX;
  q = newQ;
  turned = newTurned;
  if (first) bind();
  if (moved) valid = false;
  return moved;
}

void RigidBodies::givePositions(vector<Vec3> &positions) const {
  for (int body = 0; body < sites.numBodies(); body++) {
    const RigidKind &kind = known.kind[known.kindOf[body]];
    const double *centre = &x[3 * static_cast<size_t>(body)];
    double row[3][3], arm[3];
    rgs_rotation_of(&q[4 * static_cast<size_t>(body)], row);
    for (int s = 0; s < sites.numSites(body); s++) {
      rgs_site_arm(row, Triple(kind.site[s]).of, arm);
      Vec3 &place = positions[sites.particle[sites.first[body] + s]];
      for (int k = 0; k < 3; k++) place[k] = centre[k] + arm[k];
    }
  }
}

/* ---- velocities -------------------------------------------------------------------------------- */
/* Work(particle, site, arm, velocity) for every site, with the velocity that the body gives it. */
template <class Begin, class Work, class End>
static void overSites(const RigidBodies &all, Begin begin, Work work, End end) {
  const RigidTopology &sites = all.topology();
  for (int body = 0; body < sites.numBodies(); body++) {
    const size_t b = static_cast<size_t>(body);
    const RigidKind &kind = all.shapes().kind[all.shapes().kindOf[body]];
    double row[3][3], w[3], arm[3];
    rgs_rotation_of(&all.q[4 * b], row);
    rgs_angular_velocity(row, kind.moment, &all.l[3 * b], w);
    begin(b);
    for (int s = 0; s < sites.numSites(body); s++) {
      double velocity[3];
      for (int k = 0; k < 3; k++) velocity[k] = all.p[3 * b + k] / kind.mass;
      rgs_site_arm(row, Triple(kind.site[s]).of, arm);
      rgs_site_velocity(w, arm, velocity);
      work(sites.first[body] + s, arm, velocity);
    }
    end(b, row, kind);
  }
}

bool RigidBodies::takeVelocities(const vector<Vec3> &velocities, double rounding) {
  double sumP[3], sumL[3];
  bool changed = false, any = false;
  vector<double> newP = p, newL = l;
  overSites(
      *this,
      [&](size_t b) {
        std::fill(sumP, sumP + 3, 0);
        std::fill(sumL, sumL + 3, 0);
        changed = turned[b];
      },
      [&](int site, const double arm[3], const double velocity[3]) {
        const Vec3 &now = velocities[sites.particle[site]];
        double momentum[3];
        for (int k = 0; k < 3; k++) {
          if (!std::isfinite(now[k]))
            refuse("the velocity of particle ", sites.particle[site], " is not finite");
          if (std::fabs(now[k] - velocity[k]) >
              rounding * std::max(std::fabs(now[k]), length(vec(velocity))))
            changed = true;
          momentum[k] = sites.mass[site] * now[k];
          sumP[k] += momentum[k];
        }
        rgs_site_moment(arm, momentum, sumL);
      },
      [&](size_t b, double row[3][3], const RigidKind &kind) {
        if (!changed) return;
        any = true;
        double along[3], turn[3];
        for (int k = 0; k < 3; k++)
          along[k] = kind.moment[k] > 0 ? rgs_along_body_axis(row, sumL, k) : 0;
        rgs_site_arm(row, along, turn);
        for (int k = 0; k < 3; k++) {
          newP[3 * b + k] = sumP[k];
          newL[3 * b + k] = turn[k];
          if (!std::isfinite(newP[3 * b + k]) || !std::isfinite(newL[3 * b + k]))
            refuse("the velocities of ", sites.name(static_cast<int>(b)),
                   " are too large: its momentum is not finite");
        }
      });
  p = newP;
  l = newL;
  std::fill(turned.begin(), turned.end(), false);
  return any;
}

void RigidBodies::giveVelocities(vector<Vec3> &velocities) const {
  overSites(
      *this, [](size_t) {},
      [&](int site, const double *, const double velocity[3]) {
        velocities[sites.particle[site]] = vec(velocity);
      },
      [](size_t, double(*)[3], const RigidKind &) {});
}

/* ---- forces ------------------------------------------------------------------------------------ */
void RigidBodies::takeForces(const vector<Vec3> &forces) {
  for (int body = 0; body < sites.numBodies(); body++) {
    const size_t b = static_cast<size_t>(body);
    const RigidKind &kind = known.kind[known.kindOf[body]];
    double row[3][3], arm[3];
    double *force = &f[3 * b], *torque = &tau[3 * b];
    std::fill(force, force + 3, 0);
    std::fill(torque, torque + 3, 0);
    rgs_rotation_of(&q[4 * b], row);
    for (int s = 0; s < sites.numSites(body); s++) {
      const Vec3 &on = forces[sites.particle[sites.first[body] + s]];
      rgs_site_arm(row, Triple(kind.site[s]).of, arm);
      for (int k = 0; k < 3; k++) force[k] += on[k];
      if (kind.extent > 0) rgs_site_moment(arm, Triple(on).of, torque);
    }
  }
}

/* ---- energies and temperatures ----------------------------------------------------------------- */
double RigidBodies::kineticEnergy(const Kick &before) {
  double translation = 0, rotation = 0;
  rgs_error error = RGS_ERROR_INIT;
  const vector<double> nowP = p, nowL = l;
  for (size_t k = 0; before.fast != 0 && k < p.size(); k++) {
    const double *its = &slow[k / 3 * 6 + k % 3];
    p[k] -= before.fast * f[k] + before.slow * its[0];
    l[k] -= before.turns * (before.fast * tau[k] + before.slow * its[3]);
  }
  const rgs_status status = rgs_bodies_energy(bound, &translation, &rotation, &error);
  std::copy(nowP.begin(), nowP.end(), p.begin());
  std::copy(nowL.begin(), nowL.end(), l.begin());
  must(status, error);
  return translation + rotation;
}

int RigidBodies::degreesOfFreedom() const {
  int sum = 3 * sites.numBodies() - static_cast<int>(sites.between.size());
  for (double about : moment) sum += about > 0;
  return sum;
}

/* The thermostat langevin that leaves nothing of the momenta draws them anew.  No step's noise has this
 * stream. */
void RigidBodies::drawMomenta(double kt, uint32_t seed) {
  rgs_device_langevin thermostat = { 0, 0, kt, kt, seed, 0x7fffffffu, 0 };
  for (int body = 0; body < sites.numBodies(); body++) {
    const size_t b = static_cast<size_t>(body);
    rgs_device_body one = rgs_device_body();
    rgs_device_kind kind = rgs_device_kind();
    kind.mass = mass[b];
    std::copy(&moment[3 * b], &moment[3 * b] + 3, kind.moment);
    std::copy(&q[4 * b], &q[4 * b] + 4, one.q);
    rgs_device_apply_thermostat(&thermostat, &kind, static_cast<uint64_t>(sites.tag[b]), &one);
    std::copy(one.p, one.p + 3, &p[3 * b]);
    std::copy(one.l, one.l + 3, &l[3 * b]);
  }
  std::fill(turned.begin(), turned.end(), false);
}

} // namespace RigidstepPlugin
