/* SPDX-License-Identifier: BSD-3-Clause
 *
 * heavy_top.cpp - a host in C++: heavy tops that are an array of its own struct, whose motion is known
 * to 30 digits.
 */
#include "rigidstep.hpp"
#include <cmath>
#include <cstdio>

struct Top {
  double x[3], p[3];       /* its fixed point: nothing moves it */
  std::array<double, 4> q; /* body to space */
  std::array<double, 3> l; /* in space */
  double inertia[3], mass;
  double f[3], tau[3];
};

/* The third axis of the body in space. */
static std::array<double, 3> axis(const Top &top) {
  const double w = top.q[0], x = top.q[1], y = top.q[2], z = top.q[3];
  return { { 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y) } };
}

int main() {
  const double weight[3] = { 0, 0, 1 }; /* the potential energy is weight . axis */
  Top top = { {}, {}, { { 0.5, 0.5, 0.5, 0.5 } }, { { 4, 1, 0.5 } }, { 0.8, 1, 1.3 }, 1, {}, {} };
  /* after a time of 10; q and -q are the same orientation */
  const std::array<double, 4> known = {
    { 0.487202714878872025064933582788, 0.0689555014583375012718645130053,
      -0.779012018692861532930739814403, -0.388611538898883572167249270123 }
  };
  std::vector<Top> tops(3, top);

  rigidstep::view view(tops.size());
  view.x = rigidstep::column(tops.data(), &Top::x);
  view.p = rigidstep::column(tops.data(), &Top::p);
  view.q = rigidstep::column(tops.data(), &Top::q);
  view.l = rigidstep::column(tops.data(), &Top::l);
  view.mass = rigidstep::column(tops.data(), &Top::mass);
  view.inertia = rigidstep::column(tops.data(), &Top::inertia);
  view.f = rigidstep::column(tops.data(), &Top::f);
  view.tau = rigidstep::column(tops.data(), &Top::tau);

  try {
    rigidstep::context context;
    rigidstep::bodies bodies(context, view);
    /* If the energy drifts, rigidstep_forces.hpp has a check that names the mistake. */
    const auto torques = [&](double, unsigned) {
      double energy = 0;
      for (Top &each : tops) {
        const std::array<double, 3> e = axis(each);
        for (int k = 0; k < 3; ++k) {
          const int i = (k + 1) % 3, j = (k + 2) % 3;
          each.tau[k] =
              weight[i] * e[j] - weight[j] * e[i]; /* weight x e: it turns against the force */
          energy += weight[k] * e[k];
        }
      }
      return energy;
    };
    rigidstep::stepper stepper(bodies, { context, "exact", "srkn14a" }, torques);
    const double before = torques(0, 0) + bodies.energy().second;
    stepper.step(0.05, 100);
    stepper.swap({ context, "dmv10", "kahan_li8" }); /* and the second half by another method */
    stepper.step(0.01, 500);
    const double change = torques(0, 0) + bodies.energy().second - before;

    double off = 0;
    for (const Top &each : tops) {
      double same = 0;
      for (int k = 0; k < 4; ++k) same += each.q[k] * known[k];
      for (int k = 0; k < 4; ++k)
        off = std::fmax(off, std::fabs(each.q[k] - std::copysign(1, same) * known[k]));
    }
    std::printf("t = %g: orientation off by %.0e, energy by %.0e\n", stepper.time(), off,
                change / before);
    return !(off < 1e-10 && std::fabs(change / before) < 1e-11);
  } catch (const rigidstep::refused &error) {
    std::fprintf(stderr, "heavy_top: %s\n", error.what());
    return 2;
  }
}
