/* SPDX-License-Identifier: GPL-2.0-only */
#include "minimize/relaxed_box.h"

#include "comm.h"
#include "domain.h"
#include "group.h"
#include "modify.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

static double length_of(const Domain *domain) {
  return domain->dimension == 2 ? std::sqrt(domain->xprd * domain->yprd)
                                : std::cbrt(domain->xprd * domain->yprd * domain->zprd);
}

/* Keyword vmax, which the fix does not show otherwise */
static double largest_strain(Modify *modify, int strains) {
  std::vector<double> ones(strains, 1.0);
  return modify->max_alpha(ones.data());
}

RelaxedBox::RelaxedBox(LAMMPS *lmp, const std::string &who, const ContextPtr &context, int n,
                       int shares, const std::vector<RelaxedFix *> &f)
    : Relaxer(lmp, who, context, largest_strain(lmp->modify, n) * length_of(lmp->domain), shares),
      fixes(f), length(length_of(lmp->domain)), its_energy(0.0), strains(n),
      points((n + 1) / PER_POINT, Particle()), its_tags(points.size()) {
  std::iota(its_tags.begin(), its_tags.end(), 1);
  for (Particle &p : points) p.q[0] = p.mass = 1.0;
}

/* If each of N bodies at distances a is bound by a spring k, a strain e costs about N k (a e / 2)^2 / 2.  The point
   at e N^(1/3) a has the frequency of a body if its mass is N^(1/3) / 4 of the body's. */
void RelaxedBox::weigh(double bodies) {
  for (Particle &p : points) p.mass = 0.25 * group->mass(0) / std::cbrt(bodies * bodies);
}

void RelaxedBox::measure() {
  bool torques = true;
  for (RelaxedFix *fix : fixes) torques = !fix->tally_molecular_virial(torques) && torques;
  its_energy = modify->min_energy(strains.data());
  for (Particle &p : points) std::fill(p.torque, p.torque + 3, 0.0), p.force[1] = p.force[2] = 0.0;
  for (size_t k = 0; k < strains.size(); k++)
    points[k / PER_POINT].force[k % PER_POINT] = strains[k] / length;
}

/* Strains count from the last box, in lengths of the first one, as the fix has them.  It strains bodies, too. */
void RelaxedBox::place() {
  bool any = false;
  for (size_t k = 0; k < strains.size(); k++) {
    double &x = points[k / PER_POINT].x[k % PER_POINT];
    strains[k] = x / length;
    any = any || x != 0.0;
    x = 0.0;
  }
  if (!any) return;
  modify->min_clearstore();
  modify->min_store();
  modify->min_step(1.0, strains.data());
  for (RelaxedFix *fix : fixes) fix->relaxed_bodies().place_atoms();
}

rgs_view RelaxedBox::now() {
  rgs_column columns[8];
  Particle::columns(points, columns);
  rgs_view v = view((int64_t)points.size(), columns);
  v.n_ghosts = counted_here() ? 0 : v.n;
  if (domain->dimension == 2) v.flags |= RGS_VIEW_PLANAR;
  return v;
}

bool RelaxedBox::counted_here() const { return comm->me == 0; }

} // namespace rigidstep_lammps
