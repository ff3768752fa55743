/* SPDX-License-Identifier: BSD-3-Clause
 *
 * andersen.h - constant pressure: H. C. Andersen, J. Chem. Phys. 72, 2384 (1980), doi
 * 10.1063/1.439486, for bodies that are scaled as wholes, with the free flight of bodies and box
 * in closed form.
 *
 * A piston belongs to a group of axes that change together.  Strain e = ln(L/L_ref), momentum p,
 * mass W.  Of H' = sum P^2/2M + K_rot + p^2/2W + U + P V - k kT e, with k axes in the group, free
 * flight takes all kinetic terms and the kick takes the rest.
 */
#ifndef RGS_ANDERSEN_H
#define RGS_ANDERSEN_H
#include "base/error.h"
#include <stdint.h>

/* The parameters of the piston `andersen`. */
typedef struct rgs_andersen {
  double kt, pressure, deviation_x, deviation_y, deviation_z;
  int64_t group_x, group_y, group_z; /* the group of each axis; 0: its length is fixed */
  double piston_relaxation, piston_mass, piston_rate;
  int64_t seed; /* -1: none was given */
  int64_t conserved;
} rgs_andersen;

/* A group of axes. */
typedef struct rgs_piston {
  int axes;    /* k: how many axes it moves */
  double mass; /* W */
  double strain, momentum;
} rgs_piston;

/* What a free flight over a time does along the axes of a group. */
typedef struct rgs_piston_flight {
  double growth;  /* L -> L (1 + growth), X - centre likewise .. */
  double slide;   /* .. and X += slide P/M */
  double squeeze; /* P -> squeeze P */
} rgs_piston_flight;

/* The free flight over the time t, any sign.  kinetic: of translation along these axes, before;
 * afterwards it is squeeze^2 of that. */
rgs_piston_flight rgs_piston_fly(rgs_piston *piston, double kinetic, double t);

/* The kick over the time t.
 *   virial   sum of X F along these axes, the molecular virial
 *   work     what pulls against expansion, an energy for each axis: pressure times volume;
 *            rgs_piston_work where the groups' targets differ
 *   kt       k_B T of the ensemble; of NPH any constant >= 0 */
void rgs_piston_kick(rgs_piston *piston, double virial, double work, double kt, double t);

/* mean V + reference (target - mean): what takes the place of pressure times volume where targets
 * differ.  `mean` is the mean of the targets over all axes, weighted by the axes of their groups;
 * `reference` the volume where strains are 0. */
double rgs_piston_work(double mean, double volume, double target, double reference);

/* The energy of a piston's motion, and the potential energy of its target.  The energies of all groups
 * and mean * volume make the part of H' that is not the bodies'. */
double rgs_piston_kinetic(const rgs_piston *piston);
double rgs_piston_potential(const rgs_piston *piston, double mean, double target, double reference,
                            double kt);

/* What the parameters of a piston's friction and noise mean: its rate, where -1 stands for critical
 * damping if there is what friction and noise need; and are they possible together? */
double rgs_piston_rate(double rate, double relaxation, bool bathed, int64_t seed);
rgs_status rgs_piston_check_rate(const char *name, double rate, bool bathed, int64_t seed,
                                 rgs_error *error);

/* Friction and noise on the piston over a time: keep = exp(-rate h), spread = kT (1 - keep^2), a
 * normal deviate.  Returns the energy it gained. */
double rgs_piston_bathe(rgs_piston *piston, double keep, double spread, double normal);

#endif /* RGS_ANDERSEN_H */
