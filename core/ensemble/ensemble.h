/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble.h - bath, piston and noise of a stepper: what concerns them all.
 */
#ifndef RGS_ENSEMBLE_ENSEMBLE_H
#define RGS_ENSEMBLE_ENSEMBLE_H
#include "motion/stepper.h"

/* The stepper has another method. */
void rgs_ensemble_take_method(rgs_stepper *s);
size_t rgs_ensemble_room(const rgs_method *m);

/* A step begins. */
rgs_status rgs_ensemble_begin(rgs_stepper *s, double h, rgs_error *error);
/* Fills in what concerns bath and piston. */
void rgs_ensemble_request(rgs_stepper *s, rgs_eval *request);
/* The host has answered a request for sums or for the virial: are these finite?  RGS_E_HOST if not. */
rgs_status rgs_ensemble_answered(rgs_stepper *s, const rgs_eval *answer, rgs_error *error);

#endif /* RGS_ENSEMBLE_ENSEMBLE_H */
