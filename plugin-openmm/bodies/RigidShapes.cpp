/* SPDX-License-Identifier: BSD-3-Clause
 *
 * RigidShapes.cpp - see RigidShapes.h.
 */
#include "bodies/RigidShapes.h"
#include "bodies/words.h"
#include <rigidstep/device/rigidstep_device.h>
#include <rigidstep/device/sites.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

using OpenMM::Vec3;
using std::vector;

namespace RigidstepPlugin {

/* ---- symmetric matrices ----------------------------------------------------------------------- */
/* One rotation of Jacobi's method: it makes a[i][j] zero and turns the columns of v alike. */
template <int N> static void rotateAway(double a[N][N], double v[N][N], int i, int j) {
  if (a[i][j] == 0) return;
  const double theta = (a[j][j] - a[i][i]) / (2 * a[i][j]);
  const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < N; k++) {
    const double ki = a[k][i], kj = a[k][j];
    a[k][i] = c * ki - s * kj;
    a[k][j] = s * ki + c * kj;
  }
  for (int k = 0; k < N; k++) {
    const double ik = a[i][k], jk = a[j][k], vi = v[k][i], vj = v[k][j];
    a[i][k] = c * ik - s * jk;
    a[j][k] = s * ik + c * jk;
    v[k][i] = c * vi - s * vj;
    v[k][j] = s * vi + c * vj;
  }
}

/* The columns of v become eigenvectors of the symmetric matrix a, whose diagonal becomes the
 * eigenvalues (C. G. J. Jacobi, 1846). */
template <int N> static void diagonalise(double a[N][N], double v[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) v[i][j] = i == j;
  for (int sweep = 0; sweep < 30; sweep++) {
    double off = 0, on = 0;
    for (int i = 0; i < N; i++) {
      on += a[i][i] * a[i][i];
      for (int j = i + 1; j < N; j++) off += a[i][j] * a[i][j];
    }
    if (off <= on * 1e-36) return;
    for (int i = 0; i < N; i++)
      for (int j = i + 1; j < N; j++) rotateAway<N>(a, v, i, j);
  }
}

/* ---- places and attitudes ---------------------------------------------------------------------- */
static double length(const Vec3 &a) { return std::sqrt(a.dot(a)); }

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

/* A line may be turned about itself.  So that rounding does not choose the turn, and the noise with it, a
 * second direction is normal to one that is fixed in space. */
static void lookAside(const double line[3], double other[3]) {
  const Vec3 along(line[0], line[1], line[2]);
  const double size = length(along);
  const Vec3 normal = along.cross(std::fabs(line[0]) < 0.6 * size ? Vec3(1, 0, 0) : Vec3(0, 1, 0));
  for (int k = 0; k < 3; k++) other[k] = normal[k] * (size / length(normal));
}

/* The largest eigenvalue of a 4 x 4 matrix belongs to the best attitude (B. K. P. Horn, J. Opt. Soc.
 * Am. A 4, 629 (1987), doi 10.1364/JOSAA.4.000629). */
double fit(const RigidKind &kind, const vector<Vec3> &arm, double q[4]) {
  double S[3][3] = { { 0 } }, v[4][4];
  for (size_t s = 0; s < arm.size(); s++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) S[i][j] += kind.siteMass[s] * kind.site[s][i] * arm[s][j];
  for (int k = 0; k < 3; k++)
    if (kind.extent > 0 && kind.moment[k] == 0) lookAside(S[k], S[(k + 1) % 3]);
  double a[4][4] = {
    { S[0][0] + S[1][1] + S[2][2], S[1][2] - S[2][1], S[2][0] - S[0][2], S[0][1] - S[1][0] },
    { S[1][2] - S[2][1], S[0][0] - S[1][1] - S[2][2], S[0][1] + S[1][0], S[2][0] + S[0][2] },
    { S[2][0] - S[0][2], S[0][1] + S[1][0], S[1][1] - S[0][0] - S[2][2], S[1][2] + S[2][1] },
    { S[0][1] - S[1][0], S[2][0] + S[0][2], S[1][2] + S[2][1], S[2][2] - S[0][0] - S[1][1] }
  };
  diagonalise<4>(a, v);
  int best = 0;
  for (int k = 1; k < 4; k++)
    if (a[k][k] > a[best][best]) best = k;
  const double column[4] = { v[0][best], v[1][best], v[2][best], v[3][best] };
  rgs_unit_attitude(column, q);
  return misfit(kind, q, arm);
}

/* ---- shapes ----------------------------------------------------------------------------------- */
/* A moment this much smaller than the largest belongs to a linear body, where its particles with mass are
 * this near its line, in parts of the extent.  CO2 with the 0.001 A of a PDB file has up to 4e-7. */
static const double LINEAR = 1e-5, OFF_LINE = 3e-3;
/* Bodies share a kind where their sites differ by less than this part of the extent, which is what
 * positions in single precision are apart. */
static const double ALIKE = 1e-5;

/* Of the axes that belong to equal moments, and of the two directions of each, rounding would choose, and
 * the noise with them.  So the axes come in the order of their moments, and each points to the first site
 * that has a part along it. */
static void chooseAxes(const RigidKind &kind, const Vec3 principal[3], const double moment[3],
                       double equal, Vec3 axis[3]) {
  vector<Vec3> towards(kind.site);
  for (int k = 0; k < 3; k++) towards.push_back(principal[k] * kind.extent);
  for (int k = 0; k < 2; k++)
    for (const Vec3 &r : towards) {
      Vec3 part;
      for (int j = 0; j < 3; j++)
        if (std::fabs(moment[j] - moment[k]) <= equal * moment[2])
          part += principal[j] * principal[j].dot(r);
      for (int j = 0; j < k; j++) part -= axis[j] * axis[j].dot(part);
      if (length(part) < 0.01 * kind.extent) continue;
      axis[k] = part / length(part);
      break;
    }
  axis[2] = axis[0].cross(axis[1]);
}

/* Expresses the sites in principal axes, right-handed.  equal: of moments, relative. */
static void toPrincipalAxes(RigidKind &kind, double equal) {
  double a[3][3] = { { 0 } }, v[3][3], moment[3];
  int order[3] = { 0, 1, 2 };
  Vec3 principal[3], axis[3];
  for (size_t s = 0; s < kind.site.size(); s++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        const Vec3 &r = kind.site[s];
        a[i][j] += kind.siteMass[s] * ((i == j ? r.dot(r) : 0) - r[i] * r[j]);
      }
  diagonalise<3>(a, v);
  std::sort(order, order + 3, [&](int i, int j) { return a[i][i] < a[j][j]; });
  for (int k = 0; k < 3; k++) {
    const int its = order[k];
    moment[k] = a[its][its];
    principal[k] = Vec3(v[0][its], v[1][its], v[2][its]);
  }
  chooseAxes(kind, principal, moment, equal, axis);
  for (Vec3 &r : kind.site) r = Vec3(axis[0].dot(r), axis[1].dot(r), axis[2].dot(r));
}

/* The largest distance from axis k of a site with mass, or of one without. */
static double offLine(const RigidKind &kind, int k, bool withMass) {
  double most = 0;
  for (size_t s = 0; s < kind.site.size(); s++)
    if ((kind.siteMass[s] > 0) == withMass)
      most = std::max(most, std::hypot(kind.site[s][(k + 1) % 3], kind.site[s][(k + 2) % 3]));
  return most;
}

/* Sets the moments; sites of a linear body are put onto its axis. */
static void setMoments(RigidKind &kind, int body) {
  double square[3] = { 0, 0, 0 };
  for (size_t s = 0; s < kind.site.size(); s++)
    for (int k = 0; k < 3; k++) square[k] += kind.siteMass[s] * kind.site[s][k] * kind.site[s][k];
  for (int k = 0; k < 3; k++) kind.moment[k] = square[(k + 1) % 3] + square[(k + 2) % 3];
  const double largest = *std::max_element(kind.moment, kind.moment + 3);
  for (int k = 0; k < 3; k++) {
    if (kind.moment[k] > LINEAR * largest) continue;
    if (offLine(kind, k, true) > OFF_LINE * kind.extent) continue;
    if (offLine(kind, k, false) > OFF_LINE * kind.extent)
      refuse("body ", body, " has a particle without mass ", offLine(kind, k, false),
             " nm off the line of those with mass, so a force on it meets no inertia; give it a "
             "mass, or make it a virtual site");
    kind.moment[k] = 0;
    for (Vec3 &r : kind.site) r[(k + 1) % 3] = r[(k + 2) % 3] = 0;
    kind.moment[(k + 1) % 3] = kind.moment[(k + 2) % 3] = square[k];
  }
}

static RigidKind kindOfPlace(const RigidTopology &topology, int body, const RigidPlace &place,
                             double rounding) {
  RigidKind kind = { 0, { 0, 0, 0 }, 0, place.arm, vector<double>() };
  for (int s = topology.first[body]; s < topology.first[body + 1]; s++) {
    kind.siteMass.push_back(topology.mass[s]);
    kind.mass += topology.mass[s];
  }
  for (const Vec3 &r : kind.site) kind.extent = std::max(kind.extent, std::sqrt(r.dot(r)));
  if (kind.site.size() == 1) {
    kind.site[0] = Vec3();
    kind.extent = 0;
    return kind;
  }
  const double far = std::sqrt(place.centre.dot(place.centre));
  if (kind.extent <= 64 * std::numeric_limits<double>::epsilon() * far || kind.extent == 0)
    refuse("the particles of body ", body, " are all at one point, ", place.centre[0], " ",
           place.centre[1], " ", place.centre[2],
           " nm; set the positions before the first step, or leave one particle in the body");
  toPrincipalAxes(kind, 4 * rounding * (1 + far / kind.extent));
  setMoments(kind, body);
  return kind;
}

void RigidShapes::takeOne(const RigidTopology &topology, int body, const RigidPlace &place,
                          double rounding, double q[4]) {
  kind.push_back(kindOfPlace(topology, body, place, rounding));
  kindOf[body] = static_cast<int>(kind.size()) - 1;
  q[0] = 1;
  q[1] = q[2] = q[3] = 0;
  if (kind.back().extent > 0) fit(kind.back(), place.arm, q);
}

void RigidShapes::take(const RigidTopology &topology, const vector<Vec3> &positions,
                       double rounding, double tolerance, vector<double> &q) {
  /* Of bodies with the same masses, the latest few whose shapes were new. */
  std::map<vector<double>, vector<int>> known;
  const size_t few = 4;
  kind.clear();
  kindOf.assign(topology.numBodies(), -1);
  q.resize(4 * static_cast<size_t>(topology.numBodies()));
  for (int body = 0; body < topology.numBodies(); body++) {
    const RigidPlace place(topology, body, positions);
    double *attitude = &q[4 * static_cast<size_t>(body)];
    const auto mass = topology.mass.begin();
    vector<int> &tried =
        known[vector<double>(mass + topology.first[body], mass + topology.first[body + 1])];
    for (size_t k = 0; k < tried.size() && kindOf[body] < 0; k++)
      if (fit(kind[tried[k]], place.arm, attitude) <= ALIKE * kind[tried[k]].extent)
        kindOf[body] = tried[k];
    if (kindOf[body] >= 0) continue;
    takeOne(topology, body, place, rounding, attitude);
    if (tried.size() == few) tried.erase(tried.begin());
    tried.push_back(kindOf[body]);
  }
  for (const RigidTopology::Constraint &c : topology.held) {
    const RigidKind &its = kind[kindOf[c.body]];
    const Vec3 apart = its.site[c.site1] - its.site[c.site2];
    const double distance = std::sqrt(apart.dot(apart));
    if (std::fabs(distance - c.distance) > tolerance * c.distance)
      refuse("the constraint between particles ",
             topology.particle[topology.first[c.body] + c.site1], " and ",
             topology.particle[topology.first[c.body] + c.site2], " of body ", c.body, " wants ",
             c.distance, " nm, but they are ", distance,
             " nm apart; call Context::applyConstraints() before the first step, or remove the "
             "constraint");
  }
}

} // namespace RigidstepPlugin
