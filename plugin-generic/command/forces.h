/* SPDX-License-Identifier: BSD-3-Clause
 *
 * forces.h - forces and torques on the bodies of a problem: a field (heavy top or satellite),
 * gravity, springs, and Lennard-Jones and Coulomb forces between sites of different bodies, without
 * cutoff.
 */
#pragma once
#include "problem.h"
#include <rigidstep/draft.h>
#include <rigidstep/rigidstep.h>

/* Points are what forces act on: of each body its sites and the ends of springs at it, body after body; and behind
 * all bodies the ends in space. */
typedef struct forces {
  const problem *problem;
  int64_t n_points;
  int64_t *first,
      *end; /* the first point of each body; the points of springs; owned, as are these: */
  double *place, *force, *sum; /* of each point; and of each body its force and torque     */
  rgs_sites *sites;            /* null without sites and springs                           */
} forces;

/* Needs bodies with mass and inertia.  Returns an exit code, as functions of command.h do.  Destroy it before the
 * context, also after a failure. */
int forces_create(forces *f, const problem *p, rgs_context *context, const rgs_view *bodies);
void forces_destroy(forces *f);

/* RGS_EVAL_* bits that these forces can evaluate. */
uint32_t forces_provide(const problem *p);

/* For rgs_host.eval; self points to a struct forces. */
int forces_eval(void *self, rgs_eval *request, const rgs_view *bodies);
