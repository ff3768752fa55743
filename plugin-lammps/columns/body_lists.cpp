/* SPDX-License-Identifier: GPL-2.0-only
 *
 * Which atoms belong to which bodies: the lists of BodyBlocks, made anew with LAMMPS' neighbor lists.
 */
#include "columns/body_blocks.h"

using namespace LAMMPS_NS;

namespace rigidstep_lammps {

void BodyBlocks::list(int own, int atoms, const int *body_of, double *const *places_of,
                      const imageint *images) {
  first.assign((size_t)n + 1, 0);
  for (int i = 0; i < atoms; i++)
    if (body_of[i] >= 0) first[body_of[i] + 1]++;
  for (int b = 0; b < n; b++) first[b + 1] += first[b];
  site.resize(first[n]);
  std::vector<double> places(3 * site.size());
  elsewhere.clear();
  for (int i = 0; i < atoms; i++) {
    if (body_of[i] < 0) continue;
    // first[b] is the next free place of body b until the loop below puts it back
    const int64_t m = first[body_of[i]]++;
    site[m] = i;
    for (int k = 0; k < 3; k++) places[3 * m + k] = places_of[i][k];
    if (images[i] != SAME_BOX) elsewhere.push_back({ i, images[i] });
  }
  for (int b = n; b > 0; b--) first[b] = first[b - 1];
  first[0] = 0;
  make_part(own_part, 0, own, atoms, places.data());
  make_part(other_part, own, n, atoms, places.data());
}

/* A list of the library begins with 0. */
void BodyBlocks::make_part(Part &part, int begin, int end, int atoms, double *places) {
  rgs_error e = RGS_ERROR_INIT;
  if (!context) {
    rgs_context *c = nullptr;
    must(rgs_context_create(nullptr, &c, &e), e);
    context.reset(c);
  }
  std::vector<int64_t> later;
  if (begin > 0)
    for (int b = begin; b <= end; b++) later.push_back(first[b] - first[begin]);
  rgs_sites_spec spec = {};
  spec.head = RGS_HEAD(rgs_sites_spec);
  spec.n_sites = atoms;
  spec.n_bodies = end - begin;
  spec.first = begin > 0 ? later.data() : first.data();
  spec.site = site.data() + first[begin];
  spec.flags = RGS_SITES_KNOWN;
  const rgs_executor executor = threads.executor();
  spec.executor = &executor;
  rgs_sites *made = nullptr;
  part.sites.reset();
  must(rgs_sites_create(context.get(), &spec, &made, &e), e);
  part.sites.reset(made);
  part.begin = begin;
  // A body whose atoms were deleted has no mass.  Columns of velocities need none.
  std::vector<double> mass((size_t)spec.n_bodies + 1, 1.0);
  rgs_view view = view_of(part, end);
  view.mass = { mass.data(), 1, 1 };
  const rgs_column local = { places + 3 * first[begin], 3, 1 };
  must(rgs_sites_set_shape(made, &view, &local, &e), e);
}

} // namespace rigidstep_lammps
