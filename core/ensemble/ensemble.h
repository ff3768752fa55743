/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble.h - what a bath and a piston do in a step.
 */
#ifndef RGS_ENSEMBLE_ENSEMBLE_H
#define RGS_ENSEMBLE_ENSEMBLE_H
#include "motion/stepper.h"

/* Each of these does one stage.  RGS_NEED_EVAL: it wants sums over ranks first, which it has put into
 * place.asked; call it again when they are there. */
rgs_status rgs_ensemble_bathe(rgs_stepper *s, double a, rgs_error *error);
rgs_status rgs_ensemble_drift(rgs_stepper *s, double h, rgs_error *error);
rgs_status rgs_ensemble_drift_and_bathe(rgs_stepper *s, double a, rgs_error *error);
/* After the bodies were kicked: kicks the box. */
rgs_status rgs_ensemble_kick(rgs_stepper *s, double h, rgs_error *error);

/* A step begins. */
rgs_status rgs_ensemble_begin(rgs_stepper *s, double h, rgs_error *error);
/* The host has answered a request for sums or for the virial: are these finite?  RGS_E_HOST if not. */
rgs_status rgs_ensemble_answered(rgs_stepper *s, const rgs_eval *answer, rgs_error *error);
/* Fills in what concerns bath and piston. */
void rgs_ensemble_request(rgs_stepper *s, rgs_eval *request);

/* The stepper has another method. */
void rgs_ensemble_take_method(rgs_stepper *s);
size_t rgs_ensemble_room(const rgs_method *m);

/* ---- for outputs ----------------------------------------------------------------------------- */
/* The lengths of the box now. */
void rgs_ensemble_lengths(const rgs_stepper *s, double lengths[3]);
/* By axes. */
void rgs_ensemble_strain(const rgs_stepper *s, double strain[3]);
double rgs_ensemble_volume(const rgs_stepper *s);
/* The energies of the variables of the bath, of the motion of the box, and of the box altogether: the
 * system's, not a rank's. */
double rgs_ensemble_bath_energy(const rgs_stepper *s);
double rgs_ensemble_piston_kinetic(const rgs_stepper *s);
double rgs_ensemble_piston_energy(const rgs_stepper *s);
/* A rank's share of an energy of the system: the factor that the energy is multiplied by. */
double rgs_ensemble_rank_share(const rgs_stepper *s);

#endif /* RGS_ENSEMBLE_ENSEMBLE_H */
