/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sums.h - sums over the bodies of all ranks, which the host adds up.
 */
#ifndef RGS_STEPPER_SUMS_H
#define RGS_STEPPER_SUMS_H
#include "stepper/stepper.h"

/* Asks for the sums of the first n numbers of ensemble.share; a 1 that counts ranks is appended.
 * RGS_OK: they are in s->sum already, because there is one rank. */
rgs_status rgs_sums_ask(rgs_stepper *s, uint32_t n);

/* Fills ensemble.share with what a bath that scales wants: kinetic energies along x, y, z and of
 * rotation, momentum, mass and degrees of freedom of the coupled bodies. */
void rgs_sums_of_bath(rgs_stepper *s);
/* The same with what a piston wants: the virial, kinetic energies along x, y, z (0 unless `kinetic`),
 * degrees of freedom. */
void rgs_sums_of_piston(rgs_stepper *s, bool kinetic);

/* Degrees of freedom of the rank's own coupled bodies, or of all its own. */
void rgs_sums_freedom(rgs_stepper *s, bool coupled_only, double freedom[2]);

/* How many dimensions the bodies move in. */
static inline int rgs_dimensions(const rgs_view *v) { return v->flags & RGS_VIEW_PLANE ? 2 : 3; }

#endif /* RGS_STEPPER_SUMS_H */
