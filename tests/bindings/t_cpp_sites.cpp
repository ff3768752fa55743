/* SPDX-License-Identifier: BSD-3-Clause
 *
 * t_cpp_sites.cpp - rigidstep_sites.hpp: a molecule that falls and turns, seen from its atoms; refusals as
 * exceptions; a handle outlives what it was made from.
 */
#include "rigidstep.hpp"
#include "rigidstep_forces.hpp"
#include "rigidstep_sites.hpp"
#include "cpp_bodies.hpp"
#include <cmath>
#include <string>

int main() {
  std::vector<std::array<double, 3>> x = { { { 0, 0, 0 } }, { { 9, 9, 9 } }, { { 0, 1.2, 0 } } },
                                     v(3), f(3);
  std::vector<double> mass = { 14, 1, 14 };
  std::vector<Body> list(2);
  const view both = view_of(list);
  const auto all = [](std::vector<std::array<double, 3>> &rows) {
    return column(rows[0].data(), 3);
  };

  std::vector<sites> kept;
  {
    context of;
    kept.emplace_back(of, 3, std::vector<std::vector<std::int64_t>>{ { 0, 2 }, { 1 } },
                      column(mass.data(), 1), all(x));
  }
  /* It takes the place of sites whose context nobody else holds. */
  sites atoms(context(), 1, { { 0 } }, column(mass.data(), 1), all(x));
  atoms = std::move(kept[0]);
  atoms.shape(both);
  const rgs_sites_info info = atoms.describe();
  CHECK(info.n_bodies == 2 && info.n_sites == 3 && info.kinds == 2);
  CHECK(info.points == 1 && info.linear == 1 && info.planar == 0 && info.freedom == 8);
  v[0][0] = -1;
  v[2][0] = 1;
  atoms.momenta(both, all(v));
  const context c;
  stepper moves(bodies(c, both), { c, "exact", "strang" }, [&](double, unsigned) {
    atoms.place(both, all(x));
    for (std::size_t i = 0; i < 3; i++) f[i] = { { 0, 0, -mass[i] } };
    CHECK(std::fabs(atoms.gather(both, all(f))[8]) < 1e-12); /* gravity has no torque */
    return 0.0;
  });
  moves.step(0.01, 300);
  atoms.place(both, all(x), all(v));
  const double turn = 3 / 0.6; /* the atoms move with 1 at 0.6 from the centre */
  CHECK(std::fabs(x[0][2] + 4.5) < 1e-12 && std::fabs(x[1][2] - 4.5) < 1e-12); /* both fall */
  CHECK(std::fabs(x[0][0] + 0.6 * std::sin(turn)) < 1e-12);
  CHECK(std::fabs(x[0][1] - 0.6 + 0.6 * std::cos(turn)) < 1e-12);
  CHECK(std::fabs(v[2][0] - std::cos(turn)) < 1e-12);
  x[2][1] += 1e-3; /* a bent molecule */
  const std::vector<double> misfit = atoms.fit(both, all(x));
  CHECK(misfit[0] > 1e-5 && misfit[0] < 1e-3 && misfit[1] < 1e-15);
  /* Springs to the origin hold the atoms; a check finds the wrong sign of their forces. */
  double sign = -1;
  const bodies checked(c, both);
  const auto springs = [&](rgs_eval &request) {
    atoms.place(both, all(x));
    request.energy = 0;
    for (std::size_t i = 0; i < 3; i++)
      for (std::size_t k = 0; k < 3; k++) {
        request.energy += x[i][k] * x[i][k] / 2;
        f[i][k] = sign * x[i][k];
      }
    atoms.gather(both, all(f));
    if (sign == 0) throw std::string("mine");
  };
  const std::array<double, 4> q = list[0].q;
  const force_report right = check_forces(checked, springs);
  CHECK(right.right() && right.found == RGS_DRAFT_FORCE_FIELD && right.rows.size() == 2);
  sign = 1;
  rgs_draft_force_check one = force_check();
  one.sample = 1;
  const force_report wrong = check_forces(checked, springs, one);
  CHECK(!wrong.right() && (wrong.found & RGS_DRAFT_FORCE_SIGN) && wrong.rows.size() == 1);
  CHECK(wrong.text.find("the sign is wrong") != std::string::npos && q == list[0].q);
  sign = 0;
  try {
    check_forces(checked, springs);
    CHECK(false);
  } catch (const std::string &thrown) {
    CHECK(thrown == "mine");
  }
  const refused why = refusal([&] {
    sites(c, 3, { { 0, 1 }, { 1 } }, column(mass.data(), 1), all(x));
  });
  CHECK(why.body() == 1 && std::string(why.what()).find("site 1") != std::string::npos);
  return failed != 0;
}
