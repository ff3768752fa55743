/* SPDX-License-Identifier: GPL-2.0-only
 *
 * The noise and the thermostat of keyword langevin by themselves: moments of many
 * draws against the exact solution, and what must not change a bit.  Prints one line a check.
 */
#include "ensemble/body_langevin.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace rigidstep_lammps;

static int failures = 0;

static void check(bool good, const char *what, double value) {
  printf("%s %s: %.3g\n", good ? "ok" : "FAILED", what, value);
  failures += !good;
}

struct Ensemble {
  std::vector<double> p, q, l, mass, inertia;
  std::vector<int64_t> id;
  rgs_view view;

  // all alike, `place` between bodies in doubles
  Ensemble(int n, const double moments[3], const double v[3], const double y[3], int place = 1) {
    const double w = 0.8, x = 0.36, yq = -0.48, z = 0; // some attitude
    const double R[3][3] = { { w * w + x * x - yq * yq, 2 * x * yq, 2 * w * yq },
                             { 2 * x * yq, w * w - x * x + yq * yq, -2 * w * x },
                             { -2 * w * yq, 2 * w * x, w * w - x * x - yq * yq } };
    p.resize(3 * n * place), l.resize(3 * n * place), q.resize(4 * n), mass.assign(n, 2.5),
        inertia.resize(3 * n);
    for (int i = 0; i < n; i++) {
      id.push_back(i + 1);
      const double attitude[4] = { w, x, yq, z };
      for (int k = 0; k < 4; k++) q[4 * i + k] = attitude[k];
      for (int k = 0; k < 3; k++) {
        inertia[3 * i + k] = moments[k];
        p[3 * i * place + k] = v[k];
        l[3 * i * place + k] = R[k][0] * y[0] + R[k][1] * y[1] + R[k][2] * y[2];
      }
    }
    view = rgs_view();
    view.n = n;
    view.flags = RGS_VIEW_P_IS_VELOCITY;
    view.p = { p.data(), 3 * place, 1 }, view.l = { l.data(), 3 * place, 1 },
    view.q = { q.data(), 4, 1 };
    view.mass = { mass.data(), 1, 1 }, view.inertia = { inertia.data(), 3, 1 };
  }
  double body_momentum(int i, int k) const {
    // column k of the matrix above, from its images of the axes
    const double w = 0.8, x = 0.36, y = -0.48;
    const double column[3][3] = { { w * w + x * x - y * y, 2 * x * y, -2 * w * y },
                                  { 2 * x * y, w * w - x * x + y * y, 2 * w * x },
                                  { 2 * w * y, -2 * w * x, w * w - x * x - y * y } };
    double sum = 0;
    for (int j = 0; j < 3; j++) sum += column[k][j] * RGS_AT(view.l, i, j);
    return sum;
  }
  double energy() const {
    double sum = 0;
    for (int i = 0; i < view.n; i++)
      for (int k = 0; k < 3; k++) {
        sum += 0.5 * mass[i] * RGS_AT(view.p, i, k) * RGS_AT(view.p, i, k);
        if (inertia[3 * i + k] > 0)
          sum += 0.5 * body_momentum(i, k) * body_momentum(i, k) / inertia[3 * i + k];
      }
    return sum;
  }
};

static BodyLangevin bath(double damp) {
  BodyLangevin b;
  const double values[4] = { 300, 310, damp, 90210 };
  b.choose(values);
  return b;
}

/* Moments of a million normal deviates, in standard errors: what bodies at rest get. */
static void normal_moments() {
  const int n = 500000;
  const double moments[3] = { 1, 1, 1 }, still[3] = { 0, 0, 0 };
  Ensemble e(n, moments, still, still);
  bath(1).apply(e.view, e.id.data(), n,
                { 17, 1000, 2.5, 3 }); // far beyond damp, and kt is the mass
  double m[5] = { 0 }, product = 0, tail = 0;
  for (int i = 0; i < n; i++) {
    const double x[2] = { RGS_AT(e.view.p, i, 0), RGS_AT(e.view.p, i, 1) };
    product += x[0] * x[1];
    for (double v : x) {
      double power = 1;
      for (int k = 1; k <= 4; k++) m[k] += power *= v;
      tail += std::fabs(v) > 3;
    }
  }
  const double all = 2.0 * n,
               deviation[5] = { 0, 1, std::sqrt(2.0), std::sqrt(15.0), std::sqrt(96.0) },
               mean[5] = { 0, 0, 1, 0, 3 };
  for (int k = 1; k <= 4; k++) {
    const double errors = (m[k] / all - mean[k]) / (deviation[k] / std::sqrt(all));
    check(std::fabs(errors) < 4, "moment of normal deviates, standard errors off", errors);
  }
  const double beyond = 2.699796063e-3, errors = (tail / all - beyond) / std::sqrt(beyond / all);
  check(std::fabs(errors) < 4, "share beyond 3, standard errors off", errors);
  check(std::fabs(product) / std::sqrt((double)n) < 4, "correlation of a pair, standard errors",
        product / std::sqrt((double)n));
}

/* Mean and variance after one step of any length are those of the exact solution. */
static void exact_solution(double h) {
  const int n = 100000;
  const double moments[3] = { 0.7, 1.1, 1.9 }, v[3] = { 1, -2, 0.5 }, y[3] = { 0.3, -1, 2 },
               kt = 1.7, damp = 20;
  Ensemble e(n, moments, v, y);
  const double before = e.energy();
  const double gained = bath(20).apply(e.view, e.id.data(), n, { 12345678901LL, h, kt, 3 });
  check(std::fabs(e.energy() - before - gained) < 1e-9 * (e.energy() + before),
        "energy gained, as told", gained);
  const double keep = std::exp(-h / damp), free = 1 - keep * keep;
  double worst_mean = 0, worst_variance = 0;
  for (int k = 0; k < 6; k++) {
    double m = 0, s = 0;
    const double mean = keep * (k < 3 ? v[k] : y[k - 3]),
                 variance = free * kt * (k < 3 ? 1 / 2.5 : moments[k - 3]);
    for (int i = 0; i < n; i++) {
      const double d = (k < 3 ? RGS_AT(e.view.p, i, k) : e.body_momentum(i, k - 3)) - mean;
      m += d / n;
      s += d * d / n;
    }
    worst_mean = std::fmax(worst_mean, std::fabs(m) / std::sqrt(variance / n));
    worst_variance = std::fmax(worst_variance, std::fabs(s / variance - 1) / std::sqrt(2.0 / n));
  }
  check(worst_mean < 4, "means after one step, standard errors off", worst_mean);
  check(worst_variance < 4, "variances after one step, standard errors off", worst_variance);
}

/* One body among others, elsewhere in memory, in another order: the same bits. */
static void body_alone() {
  const double moments[3] = { 0.7, 1.1, 1.9 }, v[3] = { 1, -2, 0.5 }, y[3] = { 0.3, -1, 2 };
  Ensemble many(50, moments, v, y), one(3, moments, v, y, 7);
  one.id = { 17, 3, 50 };
  const BodyLangevin b = bath(20);
  b.apply(many.view, many.id.data(), 50, { 99, 2.0, 1.7, 3 });
  b.apply(one.view, one.id.data(), 3, { 99, 2.0, 1.7, 3 });
  int differ = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      differ += RGS_AT(one.view.p, i, k) != RGS_AT(many.view.p, one.id[i] - 1, k);
      differ += RGS_AT(one.view.l, i, k) != RGS_AT(many.view.l, one.id[i] - 1, k);
    }
  check(differ == 0, "a body's noise does not depend on the others, values that differ", differ);
  int equal = 0;
  for (int i = 1; i < 50; i++) equal += RGS_AT(many.view.p, i, 0) == RGS_AT(many.view.p, 0, 0);
  check(equal == 0, "two bodies have noise of their own, equal values", equal);
}

static void fewer_freedoms() {
  const double linear[3] = { 1.1, 1.1, 0 }, still[3] = { 0, 0, 0 };
  Ensemble rods(1000, linear, still, still);
  bath(20).apply(rods.view, rods.id.data(), 1000, { 5, 2.0, 1.7, 3 });
  double along = 0, across = 0;
  for (int i = 0; i < 1000; i++) {
    along = std::fmax(along, std::fabs(rods.body_momentum(i, 2)));
    across = std::fmax(across, std::fabs(rods.body_momentum(i, 0)));
  }
  check(along <= 1e-15 && across > 0.1, "linear bodies: largest momentum about the axis", along);

  const double flat[3] = { 0.8, 1.1, 1.9 };
  Ensemble plane(20000, flat, still, still);
  for (int i = 0; i < 20000; i++)
    for (int k = 0; k < 4; k++)
      plane.q[4 * i + k] = k == 0 || k == 3 ? (k ? 0.6 : 0.8) : 0; // turned about z
  bath(20).apply(plane.view, plane.id.data(), 20000, { 5, 2.0, 1.7, 2 });
  double out_of_plane = 0, about_z = 0;
  for (int i = 0; i < 20000; i++) {
    out_of_plane = std::fmax(out_of_plane, std::fabs(RGS_AT(plane.view.p, i, 2)) +
                                               std::fabs(RGS_AT(plane.view.l, i, 0)));
    about_z += RGS_AT(plane.view.l, i, 2) * RGS_AT(plane.view.l, i, 2) / 20000;
  }
  check(out_of_plane == 0, "two dimensions: momentum out of the plane", out_of_plane);
  const double off = (about_z / (1.9 * 1.7 * (1 - std::exp(-0.2))) - 1) / std::sqrt(2.0 / 20000);
  check(std::fabs(off) < 4, "two dimensions: variance about z, standard errors off", off);
}

/* Steps go on from the first one's time step, whatever the time step says later. */
static void steps_counted() {
  BodyLangevin b = bath(20);
  int wrong = b.last_step() != BodyLangevin::NONE;
  wrong += b.next_step(7) != 7;
  for (int64_t step : { 8, 9, 10 }) wrong += b.next_step(0) != step;
  b.go_on_after(41);
  wrong += b.next_step(0) != 42 || b.last_step() != 42;
  check(wrong == 0, "steps that are counted wrong", wrong);
}

int main() {
  normal_moments();
  for (double h : { 1e-3, 2.0, 100.0 }) exact_solution(h);
  body_alone();
  fewer_freedoms();
  steps_counted();
  return failures != 0;
}
