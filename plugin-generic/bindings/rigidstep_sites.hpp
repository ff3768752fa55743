/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rigidstep_sites.hpp - bodies made of atoms (rigidstep/sites.h) for C++11 and later.
 *
 *   rigidstep::sites sites(context, positions.size(), {{0, 1}, {2, 3}}, rigidstep::column(mass.data(), 1), x);
 *   sites.shape(view);                      // writes mass, inertia, x and q of the bodies
 *   .. in each evaluation:
 *   sites.place(view, x);                   // where the atoms are
 *   .. forces on the atoms ..
 *   sites.gather(view, forces);             // writes f and tau of the bodies
 */
#ifndef RIGIDSTEP_SITES_HPP
#define RIGIDSTEP_SITES_HPP
#include "rigidstep_handles.hpp"

namespace rigidstep {

class sites {
public:
  /* groups: the atoms of each body.  more: the other fields of rgs_sites_spec, such as a cell. */
  sites(const context &of, std::size_t atoms, const std::vector<std::vector<std::int64_t>> &groups,
        const rgs_column &mass, const rgs_column &x, rgs_sites_spec more = rgs_sites_spec()) {
    std::vector<std::int64_t> first(1, 0), site;
    for (const auto &group : groups) {
      site.insert(site.end(), group.begin(), group.end());
      first.push_back(static_cast<std::int64_t>(site.size()));
    }
    more.head.size = static_cast<std::uint32_t>(sizeof more);
    more.head.abi = RGS_ABI;
    more.n_sites = static_cast<std::int64_t>(atoms);
    more.n_bodies = static_cast<std::int64_t>(groups.size());
    more.first = first.data();
    more.site = site.data();
    more.mass = mass;
    more.x = x;
    rgs_sites *made = nullptr;
    inner::report report;
    report.check(rgs_sites_create(of.get(), &more, &made, &report.error));
    handle_ = inner::owned(of, made, rgs_sites_destroy);
  }
  /* Writes mass, inertia, x and q of the bodies where the atoms were. */
  void shape(const rgs_view &bodies) const {
    inner::report report;
    report.check(rgs_sites_shape(get(), &bodies, nullptr, &report.error));
  }
  /* Writes positions of the atoms, and their velocities where v is given. */
  void place(const rgs_view &bodies, const rgs_column &x, const rgs_column &v = rgs_column()) {
    inner::report report;
    report.check(rgs_sites_place(get(), &bodies, &x, v.data ? &v : nullptr, &report.error));
  }
  /* Writes f and tau of the bodies; returns the sums of F_a times arm_b at 3 a + b.  The virial of the atoms less
   * these is the virial that a barostat wants. */
  std::array<double, 9> gather(const rgs_view &bodies, const rgs_column &force) {
    std::array<double, 9> intramolecular;
    inner::report report;
    report.check(rgs_sites_gather(get(), &bodies, &force, intramolecular.data(), &report.error));
    return intramolecular;
  }
  /* Writes p and l of the bodies. */
  void momenta(const rgs_view &bodies, const rgs_column &v) {
    inner::report report;
    report.check(rgs_sites_momenta(get(), &bodies, &v, nullptr, &report.error));
  }
  /* Writes x and q of the bodies that come closest to these positions; returns how far an atom is off. */
  std::vector<double> fit(const rgs_view &bodies, const rgs_column &x) {
    std::vector<double> misfit(static_cast<std::size_t>(bodies.n));
    inner::report report;
    report.check(rgs_sites_fit(get(), &bodies, &x, misfit.data(), &report.error));
    return misfit;
  }
  /* How many bodies, kinds, points, lines and planes there are, and their freedom. */
  rgs_sites_info describe() const {
    rgs_sites_info info = rgs_sites_info();
    info.head.size = static_cast<std::uint32_t>(sizeof info);
    info.head.abi = RGS_ABI;
    inner::report report;
    report.check(rgs_sites_describe(get(), &info, &report.error));
    return info;
  }
  rgs_sites *get() const noexcept { return handle_.get(); }

private:
  std::shared_ptr<rgs_sites> handle_;
};

} // namespace rigidstep
#endif
