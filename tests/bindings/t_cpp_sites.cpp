/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_cpp_sites.cpp - rigidstep_sites.hpp: a molecule that falls and turns, seen from its atoms; refusals as
 * exceptions; a handle outlives what it was made from.
 */
#include "rigidstep.hpp"
#include "rigidstep_sites.hpp"
#include <cmath>
#include <cstdio>
#include <cstdlib>

static void check(bool good, const char *what) {
  if (good) return;
  std::fprintf(stderr, "t_cpp_sites: %s\n", what);
  std::exit(1);
}

int main() {
  std::vector<std::array<double, 3>> x = { { { 0, 0, 0 } }, { { 9, 9, 9 } }, { { 0, 1.2, 0 } } },
                                     v(3), f(3);
  std::vector<double> mass = { 14, 1, 14 };
  std::vector<double> bodies(2 * 23);
  double *at = bodies.data();
  rigidstep::view view(2);
  rgs_column *const columns[] = { &view.x, &view.p,   &view.l, &view.inertia,
                                  &view.f, &view.tau, &view.q, &view.mass };
  const int widths[] = { 3, 3, 3, 3, 3, 3, 4, 1 };
  for (int c = 0; c < 8; at += 2 * widths[c], c++) *columns[c] = rigidstep::column(at, widths[c]);
  const auto all = [](std::vector<std::array<double, 3>> &rows) {
    return rigidstep::column(rows[0].data(), 3);
  };

  std::vector<rigidstep::sites> kept;
  {
    rigidstep::context context;
    kept.emplace_back(context, 3, std::vector<std::vector<std::int64_t>>{ { 0, 2 }, { 1 } },
                      rigidstep::column(mass.data(), 1), all(x));
  }
  /* It takes the place of sites whose context nobody else holds. */
  rigidstep::sites sites(rigidstep::context(), 1, { { 0 } }, rigidstep::column(mass.data(), 1),
                         all(x));
  sites = std::move(kept[0]);
  sites.shape(view);
  const rgs_sites_info info = sites.describe();
  check(info.n_bodies == 2 && info.n_sites == 3 && info.kinds == 2, "two bodies of two kinds");
  check(info.points == 1 && info.linear == 1 && info.planar == 0 && info.freedom == 8,
        "an atom and a line");
  v[0][0] = -1;
  v[2][0] = 1;
  sites.momenta(view, all(v));
  rigidstep::context context;
  rigidstep::bodies moved(context, view);
  rigidstep::stepper stepper(moved, { context, "exact", "strang" }, [&](double, unsigned) {
    sites.place(view, all(x));
    for (std::size_t i = 0; i < 3; i++) f[i] = { { 0, 0, -mass[i] } };
    const auto inner = sites.gather(view, all(f));
    check(std::fabs(inner[8]) < 1e-12, "forces of gravity have no torque");
    return 0.0;
  });
  stepper.step(0.01, 300);
  sites.place(view, all(x), all(v));
  const double turn = 3 / 0.6; /* the atoms move with 1 at 0.6 from the centre */
  check(std::fabs(x[0][2] + 4.5) < 1e-12 && std::fabs(x[1][2] - 4.5) < 1e-12, "both fall");
  check(std::fabs(x[0][0] + 0.6 * std::sin(turn)) < 1e-12, "the molecule turns");
  check(std::fabs(x[0][1] - 0.6 + 0.6 * std::cos(turn)) < 1e-12, "the molecule turns");
  check(std::fabs(v[2][0] - std::cos(turn)) < 1e-12, "velocities of atoms");
  x[2][1] += 1e-3;
  const std::vector<double> misfit = sites.fit(view, all(x));
  check(misfit[0] > 1e-5 && misfit[0] < 1e-3 && misfit[1] < 1e-15, "a bent molecule");
  try {
    rigidstep::sites twice(context, 3, { { 0, 1 }, { 1 } }, rigidstep::column(mass.data(), 1),
                           all(x));
    check(false, "an atom in two bodies is refused");
  } catch (const rigidstep::refused &refused) {
    check(refused.body() == 1 && std::string(refused.what()).find("site 1") != std::string::npos,
          refused.what());
  }
  std::puts("ok");
}
