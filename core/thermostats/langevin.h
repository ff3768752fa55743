/* SPDX-License-Identifier: BSD-3-Clause
 *
 * langevin.h - friction and noise on momenta: one application of the thermostat `langevin`.
 */
#pragma once
#include "thermostats/thermostats.h"

/* What one application does.  keep is exp(-h/relaxation), spread kT (1 - exp(-2h/relaxation)). */
typedef struct rgs_langevin_step {
  uint32_t seed, stream;
  uint64_t step;
  double keep_translation, keep_rotation;
  double spread_translation, spread_rotation;
  int flat; /* two dimensions: motion along x and y, rotation about z; l_x and l_y stay 0 */
} rgs_langevin_step;

/* Sets keep and spread for two relaxation times, infinity where there is no friction. */
void rgs_langevin_times(rgs_langevin_step *step, double h, double relaxation_translation,
                        double relaxation_rotation, double kt);

/* By an rgs_langevin_step; sums: RGS_ACTED_SUMS (builtin_thermostats.h). */
rgs_on_batch rgs_langevin_batch;
