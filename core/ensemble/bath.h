/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath.h - what a bath does in a step.
 */
#ifndef RGS_ENSEMBLE_BATH_H
#define RGS_ENSEMBLE_BATH_H
#include "motion/stepper.h"

/* Each does one stage.  RGS_NEED_EVAL: it wants sums over ranks first (sums.h); call it again when they
 * are there. */
rgs_status rgs_bathe(rgs_stepper *s, double a, rgs_error *error);
rgs_status rgs_drift_and_bathe(rgs_stepper *s, double a, rgs_error *error);

/* The energy of the variables of the bath: the system's, not a rank's. */
double rgs_bath_energy(const rgs_stepper *s);

#endif /* RGS_ENSEMBLE_BATH_H */
