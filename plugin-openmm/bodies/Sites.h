/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sites.h - the library's bodies made of sites (rigidstep/sites.h), of OpenMM's particles.
 */
#pragma once
#include "bodies/RigidTopology.h"
#include <openmm/Vec3.h>
#include <rigidstep/rigidstep.h>

namespace RigidstepPlugin {

/* Columns of bodies: 3, 4, 1 and 3 numbers each. */
struct SiteColumns {
  std::vector<double> x, q, mass, moment;
  rgs_view view();
};

class Sites {
public:
  /* box: three vectors, or null.  rounding: of positions, relative.  oneShape: of all bodies of a kind. */
  Sites(rgs_context *context, const RigidTopology &topology,
        const std::vector<OpenMM::Vec3> &positions, const OpenMM::Vec3 *box, double rounding,
        bool oneShape);
  ~Sites() { rgs_sites_destroy(handle); }
  Sites(const Sites &) = delete;
  Sites &operator=(const Sites &) = delete;

  std::vector<int64_t> kinds() const;
  /* local: of each site, in the frame of the principal axes. */
  void shape(SiteColumns &to, std::vector<OpenMM::Vec3> &local) const;
  void place(SiteColumns &from, std::vector<OpenMM::Vec3> &positions);
  void setShape(SiteColumns &from, std::vector<OpenMM::Vec3> &local);
  /* Places and orientations that are nearest to the positions; returns how far a site is off in each body. */
  std::vector<double> fit(SiteColumns &to, const std::vector<OpenMM::Vec3> &positions);

private:
  template <class Call, class... More>
  void with(Call call, SiteColumns &columns, const std::vector<OpenMM::Vec3> &ofSites,
            More... more) const;

  const RigidTopology &topology;
  rgs_sites *handle;
};

/* Throws what the library says, with OpenMM's word for a site, and names a free particle as the user knows it. */
void must(rgs_status status, const rgs_error &error, const RigidTopology *topology = nullptr);

} // namespace RigidstepPlugin
