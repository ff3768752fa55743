/* SPDX-License-Identifier: GPL-2.0-only */
#include "bodies/displaced_gradient.h"

#include "bodies/body_frame.h"

#include "math_extra.h"

#include <algorithm>

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
    get(v.x, i, 3, bodies[i].x);
    get(v.q, i, 4, bodies[i].q);
    get(v.f, i, 3, bodies[i].f);
    get(v.tau, i, 3, bodies[i].tau);
  }
}

/* The rotation is Cayley's, which differs from the exponential in the third order of the angle. */
void DisplacedGradient::displace(const rgs_view &v, double reach, double ftm2v) {
  const double scaled = reach * ftm2v;
  for (int64_t i = 0; i < v.n; i++) {
    Body &b = bodies[i];
    double inertia[3], axes[3][3], rate[3], turn[4] = { 1.0 }, q[4];
    get(v.f, i, 3, b.part_f);
    get(v.tau, i, 3, b.part_tau);
    get(v.inertia, i, 3, inertia);
    principal_axes(b.q, axes[0], axes[1], axes[2]);
    angular_velocity(b.part_tau, axes[0], axes[1], axes[2], inertia, rate);
    for (int k = 0; k < 3; k++) {
      RGS_AT(v.x, i, k) += scaled / RGS_AT(v.mass, i, 0) * b.part_f[k];
      turn[k + 1] = 0.5 * (rate[k] * scaled);
    }
    MathExtra::quatquat(turn, b.q, q);
    MathExtra::qnormalize(q);
    put(v.q, i, 4, q);
  }
}

/* Torques at the displaced point are taken about the true position, so that the kick keeps the total
   angular momentum. */
void DisplacedGradient::form(const rgs_view &v, double reach) {
  for (int64_t i = 0; i < v.n; i++) {
    const Body &b = bodies[i];
    double f[3], moved[3], swing[3];
    get(v.f, i, 3, f);
    for (int k = 0; k < 3; k++) moved[k] = RGS_AT(v.x, i, k) - b.x[k];
    MathExtra::cross3(moved, f, swing);
    for (int k = 0; k < 3; k++) {
      RGS_AT(v.gf, i, k) = (f[k] - b.part_f[k]) / reach;
      RGS_AT(v.gtau, i, k) = (RGS_AT(v.tau, i, k) + swing[k] - b.part_tau[k]) / reach;
    }
    put(v.x, i, 3, b.x);
    put(v.q, i, 4, b.q);
    put(v.f, i, 3, b.f);
    put(v.tau, i, 3, b.tau);
  }
}

} // namespace rigidstep_lammps
