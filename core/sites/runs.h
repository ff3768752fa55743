/* SPDX-License-Identifier: BSD-3-Clause
 *
 * runs.h - places and forces of bodies in a row, several of them at a time where they lie side by side (blocks.h).
 */
#pragma once
#include "sites/site_call.h"

/* Both return 0.  n: of bodies, from `first` on, which all lie side by side in their blocks or all do not.
 * Both ways give the same bits.  intramolecular: nine times RGS_BLOCK numbers, to which the sums of the call
 * are added where it wants them: those of body i to number i % RGS_BLOCK of each. */
int rgs_place_run(const rgs_site_call *c, int64_t first, int64_t n, bool side_by_side);
int rgs_gather_run(const rgs_site_call *c, int64_t first, int64_t n, bool side_by_side,
                   double *intramolecular);
