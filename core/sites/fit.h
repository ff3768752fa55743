/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fit.h - the orientation for which a known shape comes closest to given places.
 */
#pragma once
#include "sites/sites.h"

/* Sums over sites of mass times place (in the principal frame) times arm (from the centre of mass to where the
 * site shall be, in space). */
typedef struct rgs_fit {
  rgs_exact_sum sum[3][3];
} rgs_fit;
void rgs_fit_add(rgs_fit *fit, const double place[3], double mass, const double arm[3]);
void rgs_fit_orientation(const rgs_fit *fit, bool line, double q[4]);
