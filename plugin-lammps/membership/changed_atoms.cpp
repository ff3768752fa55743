/* SPDX-License-Identifier: GPL-2.0-only */
#include "membership/changed_atoms.h"
#include "lammps_compat.h"

#include "atom.h"
#include "atom_vec_ellipsoid.h"
#include "atom_vec_line.h"
#include "atom_vec_tri.h"
#include "domain.h"
#include "lammps.h"

#include <algorithm>
#include <cmath>
#include <mpi.h>
#include <vector>

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

/* Rounding makes differences of 1e-15, and of a few times that where an atom is folded into the
   box. */
static const double TOLERANCE = 1e-11;

static void mix(uint64_t &sum, const void *data, size_t size) {
  const unsigned char *bytes = static_cast<const unsigned char *>(data);
  for (size_t k = 0; k < size; k++) sum = (sum ^ bytes[k]) * 1099511628211u;
}

uint64_t composition_of(LAMMPS *lmp, bool extended, const std::function<int64_t(int)> &body_id) {
  const Atom *atom = lmp->atom;
  auto ellipsoids = dynamic_cast<AtomVecEllipsoid *>(lmp->atom->style_match("ellipsoid"));
  uint64_t mine = 0, all;
  for (int i = 0; i < atom->nlocal; i++) {
    const int64_t id = body_id(i);
    if (!id) continue;
    const double mass = atom->rmass ? atom->rmass[i] : atom->mass[atom->type[i]];
    uint64_t sum = 14695981039346656037u;
    mix(sum, &atom->tag[i], sizeof atom->tag[i]);
    mix(sum, &id, sizeof id);
    mix(sum, &mass, sizeof mass);
    if (extended && atom->radius) mix(sum, &atom->radius[i], sizeof atom->radius[i]);
    if (extended && ellipsoids && atom->ellipsoid[i] >= 0)
      mix(sum, ellipsoids->bonus[atom->ellipsoid[i]].shape, 3 * sizeof(double));
    mine += sum;
  }
  MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, lmp->world);
  return all;
}

/* Visits all that atoms get from their bodies, in groups of up to four numbers. */
template <class Visit>
static void each_state(LAMMPS *lmp, bool extended, const int *body_of, Visit visit) {
  Atom *atom = lmp->atom;
  auto ellipsoids = dynamic_cast<AtomVecEllipsoid *>(atom->style_match("ellipsoid"));
  auto lines = dynamic_cast<AtomVecLine *>(atom->style_match("line"));
  auto triangles = dynamic_cast<AtomVecTri *>(atom->style_match("tri"));
  for (int i = 0; i < atom->nlocal; i++) {
    if (body_of[i] < 0) continue;
    visit(i, atom->x[i], 3);
    visit(i, atom->v[i], 3);
    if (!extended) continue;
    if (atom->omega) visit(i, atom->omega[i], 3);
    if (atom->angmom) visit(i, atom->angmom[i], 3);
    if (atom->mu) visit(i, atom->mu[i], 4);
    if (ellipsoids && atom->ellipsoid[i] >= 0)
      visit(i, ellipsoids->bonus[atom->ellipsoid[i]].quat, 4);
    if (triangles && atom->tri[i] >= 0) visit(i, triangles->bonus[atom->tri[i]].quat, 4);
    if (lines && atom->line[i] >= 0) visit(i, &lines->bonus[atom->line[i]].theta, 1);
  }
}

bool atoms_differ(LAMMPS *lmp, bool extended, const int *body_of,
                  const std::function<void()> &place, const std::function<Motion(int)> &motion) {
  const Atom *atom = lmp->atom;
  std::vector<double> there;
  each_state(lmp, extended, body_of,
             [&there](int, double *value, int n) { there.insert(there.end(), value, value + n); });
  place();
  const double *was = there.data();
  bool differ = false;
  each_state(lmp, extended, body_of, [&](int i, double *value, int n) {
    const Motion its = motion(i);
    double scale = 0.0, apart = 0.0;
    if (value == atom->x[i])
      for (int k = 0; k < 3; k++)
        scale = std::max(scale, std::fabs(was[k]) + lmp->domain->prd[k] + its.arm);
    else if (value == atom->v[i])
      scale = its.speed;
    else
      for (int k = 0; k < n; k++) scale += std::fabs(value[k]);
    for (int k = 0; k < n; k++) {
      apart = std::max(apart, std::fabs(value[k] - was[k]));
      value[k] = was[k];
    }
    if (!(apart <= TOLERANCE * scale)) differ = true;
    was += n;
  });
  return differ;
}

} // namespace rigidstep_lammps
