/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath_blocks.h - what baths do to at most RGS_SUM_BLOCK bodies.  All paths have the same bits.
 * Those that return an int tell whether the results are finite.
 */
#ifndef RGS_BATH_BLOCKS_H
#define RGS_BATH_BLOCKS_H
#include "baths/bath_bodies.h"

/* sums: in the order of rgs_bath_sums. */
int rgs_kinetic_block(const rgs_bath_bodies *b, double sums[RGS_BATH_SUMS]);
int rgs_translation_block(const rgs_bath_bodies *b, double sums[3]);
int rgs_langevin_block(const rgs_bath_bodies *b, const rgs_langevin_step *step,
                       double sums[RGS_LANGEVIN_SUMS]);
int rgs_scale_block(const rgs_bath_bodies *b, const rgs_scale_step *step);
/* All bodies: positions move over the time `slide`, momenta are scaled, positions move as long again. */
int rgs_slide_and_scale_block(const rgs_bath_bodies *b, const rgs_column *x, double slide,
                              const rgs_scale_step *step);
/* Returns the kinetic energy that the rank's own bodies gained, which is not positive. */
double rgs_drag_block(const rgs_bath_bodies *b, const rgs_drag_step *step);
/* All bodies, whether they are chosen or not. */
int rgs_fly_block(const rgs_bath_bodies *b, const rgs_column *x, const rgs_piston_step *step);

#endif /* RGS_BATH_BLOCKS_H */
