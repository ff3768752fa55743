/* SPDX-License-Identifier: BSD-3-Clause
 *
 * langevin.h - friction and noise on momenta.
 */
#ifndef RGS_BATHS_LANGEVIN_H
#define RGS_BATHS_LANGEVIN_H
#include "baths/baths.h"

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

/* Returns the kinetic energy that the rank's own bodies gained.  after: null, or where the kinetic
 * energies go that they have then; momentum and mass are not set. */
double rgs_bath_langevin(const rgs_bath_bodies *b, const rgs_langevin_step *step,
                         rgs_bath_sums *after);

#endif /* RGS_BATHS_LANGEVIN_H */
