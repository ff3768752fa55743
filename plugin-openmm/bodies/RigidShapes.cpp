/* SPDX-License-Identifier: BSD-3-Clause */
#include "bodies/RigidShapes.h"
#include "bodies/Sites.h"
#include "bodies/words.h"
#include <rigidstep/device/rigidstep_device.h>
#include <rigidstep/device/sites.h>
#include <cmath>

using OpenMM::Vec3;
using std::vector;

namespace RigidstepPlugin {

RigidPlace::RigidPlace(const RigidTopology &topology, int body, const vector<Vec3> &positions) {
  const int begin = topology.first[body], end = topology.first[body + 1];
  double mass = 0;
  for (int s = begin; s < end; s++) {
    arm.push_back(positions[topology.particle[s]]);
    const Vec3 &place = arm.back();
    if (!std::isfinite(place[0]) || !std::isfinite(place[1]) || !std::isfinite(place[2]))
      refuse("the position of particle ", topology.particle[s], " is not finite");
    mass += topology.mass[s];
    centre += place * topology.mass[s];
  }
  centre /= mass;
  for (Vec3 &place : arm) place -= centre;
}

double misfit(const RigidKind &kind, const double q[4], const vector<Vec3> &arm) {
  double row[3][3], most = 0;
  rgs_rotation_of(q, row);
  for (size_t s = 0; s < arm.size(); s++) {
    double want[3];
    rgs_site_arm(row, Triple(kind.site[s]).of, want);
    const Vec3 apart = arm[s] - Vec3(want[0], want[1], want[2]);
    most = apart.dot(apart) <= most ? most : apart.dot(apart); /* and nan is the most */
  }
  return std::sqrt(most);
}

/* ---- constraints ------------------------------------------------------------------------------- */
static Vec3 apartIn(const RigidTopology &topology, const RigidTopology::Constraint &c,
                    const vector<Vec3> &positions, int particle[2]) {
  particle[0] = topology.particle[topology.first[c.body] + c.site1];
  particle[1] = topology.particle[topology.first[c.body] + c.site2];
  return positions[particle[1]] - positions[particle[0]];
}

/* Positions with the digits of a file, or of a builder of molecules, are moved until the particles have the
 * distances that constraints between them state. */
static void keepDistances(const RigidTopology &topology, vector<Vec3> &positions) {
  const double close = 1e-12;
  const int sweeps = 500;
  vector<double> mass(positions.size());
  for (size_t s = 0; s < topology.particle.size(); s++)
    mass[topology.particle[s]] = topology.mass[s];
  bool moved = true;
  for (int sweep = 0; sweep < sweeps && moved; sweep++) {
    moved = false;
    for (const RigidTopology::Constraint &c : topology.held) {
      int i[2];
      const Vec3 r = apartIn(topology, c, positions, i);
      const double off = c.distance * c.distance / r.dot(r) - 1, both = mass[i[0]] + mass[i[1]];
      if (!(std::fabs(off) > close) || !(both > 0)) continue;
      moved = true;
      positions[i[0]] -= r * (0.5 * off * mass[i[1]] / both);
      positions[i[1]] += r * (0.5 * off * mass[i[0]] / both);
    }
  }
}

double Stretch::part() const { return std::fabs(have / want - 1); }

static void refuseStretch(const Stretch &its, const std::string &where, const char *remedy) {
  refuse("the constraint between particles ", its.particle[0], " and ", its.particle[1], where,
         " wants ", its.want, " nm, but they are ", its.have, " nm apart; ", remedy);
}

void Stretch::refuseUnlike(const std::string &where) const {
  if (!(part() <= 0.15))
    refuseStretch(
        *this, where,
        "call Context::applyConstraints() before the first step, or remove the constraint");
}

/* The constraint that is farthest off, and its body. */
static Stretch worstDistance(const RigidTopology &topology, const vector<Vec3> &positions,
                             int *body) {
  Stretch most = { { -1, -1 }, 1, 1 };
  for (const RigidTopology::Constraint &c : topology.held) {
    int i[2];
    const Vec3 r = apartIn(topology, c, positions, i);
    const Stretch its = { { i[0], i[1] }, c.distance, std::sqrt(r.dot(r)) };
    if (its.part() <= most.part()) continue; /* and NaN is the most */
    most = its;
    *body = c.body;
    if (std::isnan(its.part())) break;
  }
  return most;
}

/* ---- shapes ----------------------------------------------------------------------------------- */
Stretch RigidShapes::take(rgs_context *context, const RigidTopology &topology,
                          const vector<Vec3> &positions, double rounding, double tolerance,
                          const Vec3 *box, vector<double> &x, vector<double> &q) {
  const size_t n = static_cast<size_t>(topology.numBodies());
  SiteColumns columns = { vector<double>(3 * n), vector<double>(4 * n), vector<double>(n),
                          vector<double>(3 * n) };
  vector<Vec3> local(topology.particle.size()), whole = positions;
  { /* each body whole, so that constraints may be looked at */
    Sites given(context, topology, positions, box, rounding, false);
    given.shape(columns, local);
    given.place(columns, whole);
  }
  int body = -1;
  const Stretch first = worstDistance(topology, whole, &body);
  first.refuseUnlike(" of body " + std::to_string(body));
  keepDistances(topology, whole);
  const Stretch left = worstDistance(topology, whole, &body);
  if (!(left.part() <= tolerance))
    refuseStretch(left, " of body " + std::to_string(body),
                  "constraints and positions of this body contradict each other: remove one of its "
                  "constraints");
  const Sites made(context, topology, whole, nullptr, rounding, true);
  made.shape(columns, local);
  kind.clear();
  kindOf.clear();
  const vector<int64_t> kinds = made.kinds();
  for (size_t b = 0; b < n; b++) {
    kindOf.push_back(static_cast<int>(kinds[b]));
    if (kindOf.back() < static_cast<int>(kind.size())) continue;
    RigidKind fresh = { columns.mass[b], { 0, 0, 0 }, 0, vector<Vec3>(), vector<double>() };
    for (int k = 0; k < 3; k++) fresh.moment[k] = columns.moment[3 * b + k];
    for (int s = topology.first[b]; s < topology.first[b + 1]; s++) {
      fresh.site.push_back(local[s]);
      fresh.siteMass.push_back(topology.mass[s]);
      fresh.extent = std::fmax(fresh.extent, std::sqrt(local[s].dot(local[s])));
    }
    kind.push_back(fresh);
  }
  x = columns.x;
  q = columns.q;
  return first;
}

} // namespace RigidstepPlugin
