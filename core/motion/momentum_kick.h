/* SPDX-License-Identifier: BSD-3-Clause
 *
 * momentum_kick.h - kicks by forces and torques that depend on the momenta.
 */
#pragma once
#include "jobs/motion.h"

/* A kick of y = (p, l) by F = (f, tau) over two times: y' = y + before F(y'), then y = y' + after F(y'). */
typedef struct rgs_momentum_kick {
  double before, after, h;
  int evaluations; /* of F(y') */
  bool holds;      /* in and out: bodies keep F(y) of the last kick; else f and tau have it */
  bool measured;   /* in and out: bodies keep slopes */
} rgs_momentum_kick;

/* Does what comes before evaluation number *n of this kick, counted from 0, and counts on.  RGS_NEED_EVAL: the host
 * has to evaluate forces with the momenta that the bodies have now; RGS_OK: the kick is done, and *n is 0. */
rgs_status rgs_momentum_kick_go_on(rgs_motion *m, rgs_momentum_kick *kick, bool valid, uint32_t *n,
                                   rgs_error *error);
/* Puts momenta back that were moved to measure slopes, before a drift. */
void rgs_momentum_kick_put_back(rgs_motion *m);
