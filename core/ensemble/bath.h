/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bath.h - what a bath does in a step.
 */
#ifndef RGS_ENSEMBLE_BATH_H
#define RGS_ENSEMBLE_BATH_H
#include "ensemble/ensemble.h"

/* Each does one stage at the time `time`: the bath over the time h, or free flight over a h with the bath
 * over h in its middle.  RGS_NEED_EVAL: it wants sums over ranks first (sums.h); call it again when they
 * are there. */
rgs_status rgs_bathe(rgs_ensemble *e, double h, double time, rgs_error *error);
rgs_status rgs_drift_and_bathe(rgs_ensemble *e, double a, double h, double time, rgs_error *error);

/* The energy of the bath's own variables, of the whole system. */
double rgs_bath_energy(const rgs_ensemble *e, double time);

#endif /* RGS_ENSEMBLE_BATH_H */
