/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cell.h - what a piston does in a step, and the cell that it moves.
 */
#ifndef RGS_ENSEMBLE_CELL_H
#define RGS_ENSEMBLE_CELL_H
#include "ensemble/ensemble.h"

/* Each does one stage over the time h.  RGS_NEED_EVAL: it wants sums over ranks first (sums.h); call it
 * again when they are there.  Call after the bodies were kicked.  drifts_next: free flight follows. */
rgs_status rgs_piston_kick(rgs_ensemble *e, double h, bool drifts_next, rgs_error *error);
rgs_status rgs_piston_drift(rgs_ensemble *e, double h, rgs_error *error);
/* Friction and noise of the cell itself, when the thermostat acts on the bodies. */
void rgs_piston_apply_thermostat(rgs_ensemble *e, double h);

/* Of a method with a piston: what its parameters say, and the cell now. */
rgs_piston_setting rgs_piston_setting_of(const rgs_ensemble *e);
rgs_upper rgs_piston_cell(const rgs_ensemble *e);
double rgs_piston_volume(const rgs_ensemble *e);
void rgs_piston_strain(const rgs_ensemble *e, double strain[3]); /* by axes */
/* Its kinetic energy, and its whole energy; both of the whole system. */
double rgs_piston_kinetic(const rgs_ensemble *e);
double rgs_piston_energy(const rgs_ensemble *e);

#endif /* RGS_ENSEMBLE_CELL_H */
