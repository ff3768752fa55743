/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cell.h - what a barostat does in a step, and the cell that it moves.
 */
#pragma once
#include "ensemble/ensemble.h"

/* Each does one stage over the time h.  RGS_NEED_EVAL: it wants sums over ranks first (sums.h); call it
 * again when they are there.  Call after the bodies were kicked.  drifts_next: free flight follows. */
rgs_status rgs_barostat_kick(rgs_ensemble *e, double h, bool drifts_next, rgs_error *error);
rgs_status rgs_barostat_drift(rgs_ensemble *e, double h, rgs_error *error);
/* Of a barostat that tries volumes: changes the cell and scales the bodies. */
rgs_status rgs_barostat_jump(rgs_ensemble *e, rgs_error *error);
/* What its cell has raised the energy by since the strains were these; and the logarithm of the volume of the groups. */
double rgs_barostat_raised(const rgs_ensemble *e, const double strain[RGS_GROUPS]);
double rgs_barostat_grown(const rgs_ensemble *e, const double strain[RGS_GROUPS]);
/* Friction and noise of the cell itself, when the thermostat acts on the bodies. */
void rgs_barostat_apply_thermostat(rgs_ensemble *e, double h);

/* Of a method with a barostat: what its parameters say, and the cell now. */
rgs_barostat_setting rgs_barostat_setting_of(const rgs_ensemble *e);
rgs_upper rgs_barostat_cell(const rgs_ensemble *e);
double rgs_barostat_volume(const rgs_ensemble *e);
void rgs_barostat_strain(const rgs_ensemble *e, double strain[3]); /* by axes */
/* Its kinetic energy, and its whole energy; both of the whole system. */
double rgs_barostat_kinetic(const rgs_ensemble *e);
double rgs_barostat_energy(const rgs_ensemble *e);
