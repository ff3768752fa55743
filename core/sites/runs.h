/* SPDX-License-Identifier: BSD-3-Clause
 *
 * runs.h - places and forces of bodies in a row that have as many sites each, several bodies at a time.
 */
#ifndef RGS_SITES_RUNS_H
#define RGS_SITES_RUNS_H
#include <rigidstep/bodies.h>

typedef struct rgs_site_run {
  int64_t first, n; /* bodies */
  int64_t sites;    /* of each; the sites of all bodies follow each other, from `first_site` on */
  int64_t first_site;
  const double *local; /* of the first of these sites, in its body's frame */
  const rgs_view *view;
  const rgs_column *of_sites; /* positions to be written, or forces */
  double *within;             /* six sums of each body, or null */
} rgs_site_run;

/* Both have the bits that body after body would have, and return 0. */
int rgs_place_run(const rgs_site_run *run);
int rgs_gather_run(const rgs_site_run *run);

#endif /* RGS_SITES_RUNS_H */
