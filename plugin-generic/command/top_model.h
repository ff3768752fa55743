/* SPDX-License-Identifier: BSD-3-Clause
 *
 * top_model.h - two bodies that turn about a fixed point: the heavy top, and a satellite under the
 * gravity gradient of the planet it circles.  Both can be asked for the derivative of their torque
 * along the torque, as force-gradient schemes want it.
 *
 * Any number of bodies feel the same field, each by itself.  Nothing moves them: forces are zero,
 * and mass and place mean nothing.
 */
#pragma once
#include <rigidstep/rigidstep.h>

/* The third axis e of a body has the potential energy weight.e, so that the torque is
 * weight x e.  In the body frame, with u = Q^T weight: y' = y x w + (u2, -u1, 0). */
typedef struct heavy_top {
  double weight[3]; /* space frame                                                         */
} heavy_top;

/* On a circle of the radius r about a point of the gravity mu, at the time t in the direction
 * n = (cos rate t, sin rate t, 0), rate = sqrt(mu/r^3): the torque is 3 mu/r^3 n x J n. */
typedef struct satellite {
  double mu, r;
} satellite;

/* rgs_host.eval, with the struct above as rgs_host.self: torques, energy, and their derivative if
 * the view has the columns for it. */
int heavy_top_eval(void *self, rgs_eval *request, const rgs_view *bodies);
int satellite_eval(void *self, rgs_eval *request, const rgs_view *bodies);
