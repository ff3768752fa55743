/* SPDX-License-Identifier: BSD-3-Clause
 *
 * record.h - samples of past steps, and the energies that are computed from them.
 */
#ifndef RGS_MOTION_RECORD_H
#define RGS_MOTION_RECORD_H
#include "motion/stepper.h"

void rgs_record_begin(rgs_stepper *s);
/* The bodies stand where they were kicked; the sample has p and l after another `share` of the
 * step's kick. */
void rgs_record_sample(rgs_stepper *s, double share);

double rgs_record_energy(const rgs_record *r);
double rgs_record_refined_energy(const rgs_record *r); /* of the sample before the last */
double rgs_record_shadow_energy(const rgs_record *r);  /* of RGS_PAST_STATES samples before */

#endif /* RGS_MOTION_RECORD_H */
