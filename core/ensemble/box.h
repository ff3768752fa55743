/* SPDX-License-Identifier: BSD-3-Clause
 *
 * box.h - what a piston does in a step, and the box that it moves.
 */
#ifndef RGS_ENSEMBLE_BOX_H
#define RGS_ENSEMBLE_BOX_H
#include "ensemble/ensemble.h"

/* Each does one stage over the time h.  RGS_NEED_EVAL: it wants sums over ranks first (sums.h); call it
 * again when they are there.  Call after the bodies were kicked.  drifts_next: free flight follows. */
rgs_status rgs_box_kick(rgs_ensemble *e, double h, bool drifts_next, rgs_error *error);
rgs_status rgs_box_drift(rgs_ensemble *e, double h, rgs_error *error);
/* Friction and noise of the box itself, when the bath acts on the bodies. */
void rgs_box_bathe(rgs_ensemble *e, double h);

/* The groups of the axes, as rgs_piston_call.group has them. */
void rgs_box_groups(const rgs_ensemble *e, int group[3]);
/* The box now; without a piston the lengths are 0. */
void rgs_box_lengths(const rgs_ensemble *e, double lengths[3]);
double rgs_box_volume(const rgs_ensemble *e);
void rgs_box_strain(const rgs_ensemble *e, double strain[3]); /* by axes */
/* Its kinetic energy, and its whole energy; both of the whole system. */
double rgs_box_kinetic(const rgs_ensemble *e);
double rgs_box_energy(const rgs_ensemble *e);

#endif /* RGS_ENSEMBLE_BOX_H */
