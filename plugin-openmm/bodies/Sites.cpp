/* SPDX-License-Identifier: BSD-3-Clause */
#include "bodies/Sites.h"
#include "bodies/words.h"

using OpenMM::Vec3;
using std::vector;

namespace RigidstepPlugin {

void must(rgs_status status, const rgs_error &error, const RigidTopology *topology) {
  if (status >= 0) return;
  std::string text = error.text;
  if (topology != nullptr && error.body >= topology->numOfUser) {
    const std::string body = "body " + std::to_string(error.body);
    const size_t at = text.find(body);
    if (at != std::string::npos)
      text.replace(at, body.size(), topology->name(static_cast<int>(error.body)));
  }
  for (size_t at = 0; topology != nullptr && (at = text.find("site", at)) != std::string::npos;
       at++)
    text.replace(at, 4, "particle");
  refuse(text);
}

/* The library takes columns that it only reads by the same struct. */
static rgs_column columnOf(const vector<Vec3> &rows) {
  return rgs_column{ rows.empty() ? nullptr : &const_cast<Vec3 &>(rows[0])[0], 3, 1 };
}
static rgs_column columnOf(vector<double> &numbers, int each) {
  return rgs_column{ numbers.data(), each, 1 };
}

rgs_view SiteColumns::view() {
  rgs_view all = rgs_view();
  all.head = rgs_head{ sizeof all, RGS_ABI };
  all.n = static_cast<int64_t>(mass.size());
  all.x = columnOf(x, 3);
  all.q = columnOf(q, 4);
  all.mass = columnOf(mass, 1);
  all.inertia = columnOf(moment, 3);
  return all;
}

Sites::Sites(rgs_context *context, const RigidTopology &of, const vector<Vec3> &positions,
             const Vec3 *box, double rounding, bool oneShape)
    : topology(of), handle(nullptr) {
  const vector<int64_t> first(topology.first.begin(), topology.first.end());
  const vector<int64_t> site(topology.particle.begin(), topology.particle.end());
  vector<double> mass(positions.size());
  for (size_t s = 0; s < site.size(); s++) mass[site[s]] = topology.mass[s];
  rgs_sites_spec spec = rgs_sites_spec();
  spec.head = rgs_head{ sizeof spec, RGS_ABI };
  spec.n_sites = static_cast<int64_t>(positions.size());
  spec.n_bodies = topology.numBodies();
  spec.first = first.data();
  spec.site = site.data();
  spec.mass = columnOf(mass, 1);
  spec.x = columnOf(positions);
  spec.cell = box == nullptr ? nullptr : &const_cast<Vec3 &>(box[0])[0];
  spec.periodic = box == nullptr ? 0 : 7;
  spec.flags = oneShape ? RGS_SITES_ONE_SHAPE : 0;
  spec.rounding = rounding;
  rgs_error error = RGS_ERROR_INIT;
  must(rgs_sites_create(context, &spec, &handle, &error), error, &topology);
}

vector<int64_t> Sites::kinds() const {
  vector<int64_t> kind(static_cast<size_t>(topology.numBodies()));
  rgs_error error = RGS_ERROR_INIT;
  must(rgs_sites_kinds(handle, kind.data(), &error), error, &topology);
  return kind;
}

/* call: with these columns of the bodies, and rows of the sites. */
template <class Call, class... More>
void Sites::with(Call call, SiteColumns &columns, const vector<Vec3> &ofSites, More... more) const {
  const rgs_view view = columns.view();
  const rgs_column rows = columnOf(ofSites);
  rgs_error error = RGS_ERROR_INIT;
  must(call(handle, &view, &rows, more..., &error), error, &topology);
}

void Sites::shape(SiteColumns &to, vector<Vec3> &local) const { with(rgs_sites_shape, to, local); }

void Sites::place(SiteColumns &from, vector<Vec3> &positions) {
  with(rgs_sites_place, from, positions, nullptr);
}

void Sites::setShape(SiteColumns &from, vector<Vec3> &local) {
  with(rgs_sites_set_shape, from, local);
}

vector<double> Sites::fit(SiteColumns &to, const vector<Vec3> &positions) {
  vector<double> misfit(static_cast<size_t>(topology.numBodies()));
  with(rgs_sites_fit, to, positions, misfit.data());
  return misfit;
}

} // namespace RigidstepPlugin
