/* SPDX-License-Identifier: BSD-3-Clause
 *
 * box.h - the box that a piston moves: groups of axes, each with a strain and a momentum.
 */
#ifndef RGS_ENSEMBLE_BOX_H
#define RGS_ENSEMBLE_BOX_H
#include "baths/andersen.h"
#include "baths/bath_bodies.h"
#include "baths/piston.h"
#include "motion/stepper.h"

#define RGS_GROUPS 3

/* What is common to the groups, by the parameters as they are now. */
typedef struct rgs_moved_box {
  const rgs_andersen *params;
  int group[3]; /* of each axis; -1: its length is fixed */
  int axes[RGS_GROUPS], all_axes;
  double target[RGS_GROUPS], mean;
  double reference, volume; /* where strains are 0, and now */
} rgs_moved_box;

rgs_moved_box rgs_box_of(const rgs_stepper *s);
rgs_piston rgs_box_piston(const rgs_stepper *s, const rgs_moved_box *box, int group);

/* Masses that are not set yet; freedom: of all bodies, translation and rotation. */
void rgs_box_set_masses(rgs_stepper *s, const rgs_moved_box *box, double freedom);
/* The kick of the box over the time t, by the virial that is known. */
void rgs_box_kick(rgs_stepper *s, const rgs_moved_box *box, double t);
/* The free flight over the time t, by the kinetic energies that are known.  False: the lengths would
 * leave the range of numbers, and nothing has changed. */
bool rgs_box_fly(rgs_stepper *s, const rgs_moved_box *box, double t, rgs_piston_step *bodies);
/* Friction and noise over the time h. */
void rgs_box_bathe(rgs_stepper *s, const rgs_moved_box *box, double h);

double rgs_box_kinetic(const rgs_stepper *s, const rgs_moved_box *box);
double rgs_box_potential(const rgs_stepper *s, const rgs_moved_box *box);

#endif /* RGS_ENSEMBLE_BOX_H */
