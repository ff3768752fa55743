/* SPDX-License-Identifier: BSD-3-Clause
 *
 * runs_lanes.c - see runs.h.  No operation is fused, so that the bits are the same on all paths.
 */
#include "sites/runs.h"
#include "lanes/columns.h"
#include "lanes/path.h"
#include <rigidstep/device/sites.h>

/* Site s of each body, as a column of bodies. */
static inline rgs_column rgs_site_column(const rgs_site_run *run, int64_t s) {
  const rgs_column *all = run->of_sites;
  return (rgs_column){ all->data + (run->first_site + s) * all->body, run->sites * all->body,
                       all->comp };
}

/* From the centre of mass to site s of bodies i, i + 1, .. of the run. */
static inline void rgs_arm_of(const rgs_site_run *run, int64_t s, int64_t i, rgs_lanes row[3][3],
                              rgs_lanes arm[3]) {
  const rgs_column local = { (double *)run->local + 3 * s, 3 * run->sites, 1 };
  rgs_lanes site[3];
  rgs_load_all(&local, run->n, i, 3, site);
  rgs_site_arm(row, site, arm);
}

static inline void rgs_rows_of(const rgs_site_run *run, int64_t i, rgs_lanes row[3][3]) {
  rgs_lanes q[4];
  rgs_load_all(&run->view->q, run->first + run->n, run->first + i, 4, q);
  rgs_rotation_of(q, row);
}

RGS_LANE_FUNCTION(int, rgs_place_run, (const rgs_site_run *run), (run)) {
  for (int64_t i = 0; i < run->n; i += RGS_WIDTH) {
    rgs_lanes row[3][3], x[3];
    rgs_rows_of(run, i, row);
    rgs_load_all(&run->view->x, run->first + run->n, run->first + i, 3, x);
    for (int64_t s = 0; s < run->sites; s++) {
      const rgs_column to = rgs_site_column(run, s);
      rgs_lanes place[3];
      rgs_arm_of(run, s, i, row, place);
      for (int k = 0; k < 3; k++) place[k] = x[k] + place[k];
      rgs_store_all(&to, run->n, i, 3, place);
    }
  }
  return 0;
}

RGS_LANE_FUNCTION(int, rgs_gather_run, (const rgs_site_run *run), (run)) {
  const rgs_lanes zero = rgs_same(0);
  const int64_t end = run->first + run->n;
  for (int64_t i = 0; i < run->n; i += RGS_WIDTH) {
    rgs_lanes row[3][3], f[3] = { zero, zero, zero }, tau[3] = { zero, zero, zero };
    rgs_lanes within[6] = { zero, zero, zero, zero, zero, zero };
    rgs_rows_of(run, i, row);
    for (int64_t s = 0; s < run->sites; s++) {
      const rgs_column of_site = rgs_site_column(run, s);
      rgs_lanes arm[3], force[3];
      rgs_arm_of(run, s, i, row, arm);
      rgs_load_all(&of_site, run->n, i, 3, force);
      for (int k = 0; k < 3; k++) {
        f[k] += force[k];
        within[k] += arm[k] * force[k];
      }
      rgs_site_moment(arm, force, tau);
      within[3] += arm[0] * force[1];
      within[4] += arm[0] * force[2];
      within[5] += arm[1] * force[2];
    }
    rgs_store_all(&run->view->f, end, run->first + i, 3, f);
    rgs_store_all(&run->view->tau, end, run->first + i, 3, tau);
    if (run->within == NULL) continue;
    const rgs_column to = { run->within, 6, 1 };
    for (int k = 0; k < 6; k++) rgs_store(&to, run->n, i, k, within[k]);
  }
  return 0;
}
