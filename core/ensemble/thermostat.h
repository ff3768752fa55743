/* SPDX-License-Identifier: BSD-3-Clause
 *
 * thermostat.h - what a thermostat does in a step.
 */
#pragma once
#include "ensemble/ensemble.h"

/* Each does one stage at the time `time`: the thermostat over the time h, or free flight over a h with the
 * thermostat over h in its middle.  RGS_NEED_EVAL: it wants sums over ranks first (sums.h); call it again
 * when they are there. */
rgs_status rgs_apply_thermostat(rgs_ensemble *e, double h, double time, rgs_error *error);
rgs_status rgs_drift_and_apply_thermostat(rgs_ensemble *e, double a, double h, double time,
                                          rgs_error *error);

/* The energy of the thermostat's own variables, of the whole system. */
double rgs_thermostat_energy(const rgs_ensemble *e, double time);
