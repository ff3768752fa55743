/* SPDX-License-Identifier: GPL-2.0-only */
#include "bodies/displaced_gradient.h"

#include "bodies/body_frame.h"

#include "math_extra.h"

#include <algorithm>
#include <cmath>

namespace rigidstep_lammps {

static void get(const rgs_column &c, int64_t i, int n, double *to) {
  for (int k = 0; k < n; k++) to[k] = RGS_AT(c, i, k);
}

static void put(const rgs_column &c, int64_t i, int n, const double *from) {
  for (int k = 0; k < n; k++) RGS_AT(c, i, k) = from[k];
}

void DisplacedGradient::give_columns(rgs_view &v) {
  const size_t wanted = 6 * (size_t)std::max<int64_t>(v.n, 1);
  if (gradients.size() < wanted) gradients.resize(wanted);
  v.gf = { gradients.data(), 6, 1 };
  v.gtau = { gradients.data() + 3, 6, 1 };
}

void DisplacedGradient::keep(const rgs_view &v) {
  bodies.resize((size_t)v.n);
  for (int64_t i = 0; i < v.n; i++) {
    get(v.f, i, 3, bodies[i].whole);
    get(v.tau, i, 3, bodies[i].whole + 3);
  }
}

/* By Cayley's rotation, which differs from the exponential in the third order of the angle only. */
static void rotate(double q[4], const double angle[3]) {
  const double turn[4] = { 1.0, 0.5 * angle[0], 0.5 * angle[1], 0.5 * angle[2] };
  double turned[4];
  MathExtra::quatquat(const_cast<double *>(turn), q, turned);
  MathExtra::qnormalize(turned);
  std::copy(turned, turned + 4, q);
}

void DisplacedGradient::displace(const rgs_view &v, double reach, double ftm2v) {
  const double scaled = reach * ftm2v;
  for (int64_t i = 0; i < v.n; i++) {
    Body &b = bodies[i];
    double x[3], q[4], inertia[3], axes[3][3], rate[3];
    get(v.x, i, 3, b.x);
    get(v.q, i, 4, b.q);
    get(v.f, i, 3, b.push);
    get(v.tau, i, 3, b.push + 3);
    get(v.inertia, i, 3, inertia);
    std::copy(b.x, b.x + 3, x);
    std::copy(b.q, b.q + 4, q);
    for (int k = 0; k < 3; k++) x[k] += scaled / RGS_AT(v.mass, i, 0) * b.push[k];
    principal_axes(q, axes[0], axes[1], axes[2]);
    angular_velocity(b.push + 3, axes[0], axes[1], axes[2], inertia, rate);
    for (double &r : rate) r *= scaled;
    rotate(q, rate);
    put(v.x, i, 3, x);
    put(v.q, i, 4, q);
  }
}

/* Torques at the displaced point are taken about the true position, so that the kick keeps the total
   angular momentum. */
void DisplacedGradient::form(const rgs_view &v, double reach) {
  for (int64_t i = 0; i < v.n; i++) {
    const Body &b = bodies[i];
    double f[3], tau[3], moved[3], swing[3];
    get(v.f, i, 3, f);
    get(v.tau, i, 3, tau);
    for (int k = 0; k < 3; k++) moved[k] = RGS_AT(v.x, i, k) - b.x[k];
    MathExtra::cross3(moved, f, swing);
    for (int k = 0; k < 3; k++) {
      RGS_AT(v.gf, i, k) = (f[k] - b.push[k]) / reach;
      RGS_AT(v.gtau, i, k) = (tau[k] + swing[k] - b.push[3 + k]) / reach;
    }
    put(v.x, i, 3, b.x);
    put(v.q, i, 4, b.q);
    put(v.f, i, 3, b.whole);
    put(v.tau, i, 3, b.whole + 3);
  }
}

} // namespace rigidstep_lammps
