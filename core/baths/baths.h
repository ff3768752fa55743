/* SPDX-License-Identifier: BSD-3-Clause
 *
 * baths.h - baths and pistons on any number of bodies, block by block, and what follows from their
 * sums.
 */
#ifndef RGS_BATHS_H
#define RGS_BATHS_H
#include "baths/bath_bodies.h"

/* Sums of blocks, added in the order of the blocks. */
rgs_bath_sums rgs_bath_kinetic(const rgs_bath_bodies *b);
/* Kinetic energy along x, y and z of all own bodies, chosen or not. */
void rgs_bath_translation(const rgs_bath_bodies *b, double kinetic[3]);

/* These return the kinetic energy that the rank's own bodies gained.  after: null, or where the
 * kinetic energies go that they have then; momentum and mass are not set. */
double rgs_bath_langevin(const rgs_bath_bodies *b, const rgs_langevin_step *step,
                         rgs_bath_sums *after);
double rgs_bath_drag(const rgs_bath_bodies *b, const rgs_drag_step *step);

/* Are the results finite?  Sums tell that by themselves. */
int rgs_bath_scale(const rgs_bath_bodies *b, const rgs_scale_step *step);
int rgs_bath_slide_and_scale(const rgs_bath_bodies *b, const rgs_column *x, double slide,
                             const rgs_scale_step *step);
int rgs_bath_fly(const rgs_bath_bodies *b, const rgs_column *x, const rgs_piston_step *step);

/* Kinetic energy of translation without that of the centre of mass. */
double rgs_bath_internal(const rgs_bath_sums *sums);

/* langevin's step for two relaxation times, infinity where there is no friction. */
void rgs_langevin_times(rgs_langevin_step *step, double h, double relaxation_translation,
                        double relaxation_rotation, double kt);

#endif /* RGS_BATHS_H */
