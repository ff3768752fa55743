/* SPDX-License-Identifier: BSD-3-Clause
 *
 * runs.h - places and forces of bodies in a row that have as many sites each, several bodies at a time.
 */
#ifndef RGS_SITES_RUNS_H
#define RGS_SITES_RUNS_H
#include "sites/site_call.h"

/* Both have the bits that body after body would have, and return 0.  n: of bodies, from `first` on.
 * within: room for six sums of each of them, written where the call wants them. */
int rgs_place_run(const rgs_site_call *c, int64_t first, int64_t n);
int rgs_gather_run(const rgs_site_call *c, int64_t first, int64_t n, double *within);

#endif /* RGS_SITES_RUNS_H */
