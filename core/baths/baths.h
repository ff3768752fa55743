/* SPDX-License-Identifier: BSD-3-Clause
 *
 * baths.h - sums over bodies, and what all baths that scale and all pistons do to bodies.
 */
#ifndef RGS_BATHS_H
#define RGS_BATHS_H
#include "baths/bath_bodies.h"

rgs_bath_sums rgs_bath_kinetic(const rgs_bath_bodies *b);
/* Kinetic energy along x, y and z of all own bodies, chosen or not. */
void rgs_bath_translation(const rgs_bath_bodies *b, double kinetic[3]);
/* Kinetic energy of translation without that of the centre of mass. */
double rgs_bath_internal(const rgs_bath_sums *sums);

/* Are the results finite?  Sums tell that by themselves. */
int rgs_bath_scale(const rgs_bath_bodies *b, const rgs_scale_step *step);
int rgs_bath_slide_and_scale(const rgs_bath_bodies *b, const rgs_scale_step *step);
int rgs_bath_fly(const rgs_bath_bodies *b, const rgs_piston_step *step);

#endif /* RGS_BATHS_H */
