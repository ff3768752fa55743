/* SPDX-License-Identifier: BSD-3-Clause
 *
 * one_force.h - what integrators have in common that evaluate forces once, at the start of a step.
 */
#pragma once
#include "integrators/orientation.h"
#include <math.h>

/* RGS_OK: the forces and torques are there, and are numbers.  Else the answer that advance() returns. */
static inline rgs_status rgs_forces_of_start(rgs_step_call *call, int64_t *bad) {
  const rgs_view *v = call->bodies;
  if (!(call->valid & RGS_EVAL_FORCE)) {
    call->want = RGS_EVAL_FORCE;
    call->want_time = call->time;
    return RGS_NEED_EVAL;
  }
  for (int64_t i = 0; i < v->n; i++)
    if (!rgs_finite3(&v->f, i) || !rgs_finite3(&v->tau, i)) {
      *bad = i;
      return RGS_E_NONFINITE;
    }
  return RGS_OK;
}

/* Are position and orientation of body i numbers? */
static inline int rgs_is_somewhere(const rgs_view *v, int64_t i) {
  double q = 0;
  for (int k = 0; k < 4; k++) q += RGS_AT(v->q, i, k);
  return rgs_finite3(&v->x, i) && isfinite(q);
}
