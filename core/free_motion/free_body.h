/* SPDX-License-Identifier: BSD-3-Clause
 *
 * free_body.h - what every built-in rotor does before and after its own formula: it makes the
 * problem dimensionless, and it rotates a quaternion.
 *
 * A body may weigh 1e-26 kg or 1e30.  So a rotor never sees the caller's units: the momentum
 * becomes a unit vector, the largest moment becomes 1, and time is counted in units of
 * (largest moment) / |l|.  Then "small" means the same for all bodies, and nothing overflows.
 *
 * A moment of zero means that the body does not rotate about this axis: the reciprocal of the
 * moment, which is all that Euler's equations need, is set to zero.  So linear and point-like
 * bodies are no special cases.
 *
 * Inertia is prepared body by body.  The state is loaded in lanes (lanes.h); an ordinary file has
 * one.
 */
#pragma once
#include "simd/columns.h"
#include <rigidstep/device/axes_order.h>
#include <rigidstep/device/moments.h>
#include <rigidstep/device/quaternion.h>
#include <rigidstep/method.h>

/* ---- inertia --------------------------------------------------------------------------------- */
#define RGS_MOMENTS_AT(inertia, body)                                                              \
  { RGS_AT(*(inertia), body, 0), RGS_AT(*(inertia), body, 1), RGS_AT(*(inertia), body, 2) }

RGS_INLINE double rgs_largest_moment(const rgs_column *inertia, int64_t body) {
  const double moment[3] = RGS_MOMENTS_AT(inertia, body);
  return rgs_largest_of(moment);
}

RGS_INLINE rgs_moments rgs_scale_moments(const rgs_column *inertia, int64_t body) {
  const double moment[3] = RGS_MOMENTS_AT(inertia, body);
  return rgs_moments_of(moment);
}

/* a[i] - a[j]. */
RGS_INLINE double rgs_reciprocal_difference(const rgs_column *inertia, int64_t body,
                                            const double a[3], int i, int j) {
  const double moment[3] = RGS_MOMENTS_AT(inertia, body);
  return rgs_difference_of(moment, a, i, j);
}

/* ---- state ----------------------------------------------------------------------------------- */
typedef struct rgs_free_body {
  rgs_lanes q[4]; /* orientation, as the host has it */
  rgs_lanes y[3]; /* direction of the momentum in the body frame, |y| = 1 */
  rgs_lanes time; /* of the flow, in units of (largest moment) / |l| */
} rgs_free_body;

/* Fills *b from body i and those after it.  Returns which of them move: the others have no
 * momentum, or no inertia, and a time of zero. */
RGS_INLINE rgs_mask rgs_free_body_load(const rgs_flow *call, int64_t i, rgs_lanes per_largest,
                                       rgs_free_body *b) {
  rgs_lanes l[3];
  rgs_load_all(&call->q, call->n, i, 4, b->q);
  rgs_load_all(&call->l, call->n, i, 3, l);

  const rgs_lanes biggest = rgs_max(rgs_abs(l[0]), rgs_max(rgs_abs(l[1]), rgs_abs(l[2])));
  rgs_lanes norm = rgs_sqrt(rgs_madd(l[2], l[2], rgs_madd(l[1], l[1], l[0] * l[0])));
  const rgs_lanes rate = norm * per_largest;
  b->time = call->h * rate;
  const rgs_mask usual =
      rgs_and(rgs_and(rgs_less(rgs_same(1e-140), biggest), rgs_less(biggest, rgs_same(1e140))),
              rgs_and(rgs_and(rgs_less(rgs_same(1e-200), rate), rgs_less(rate, rgs_same(1e200))),
                      rgs_less(rgs_abs(b->time), rgs_same(RGS_LONGEST_TIME))));
  unsigned moving = RGS_ALL_LANES;
  if (!rgs_all(usual)) {
    double each[RGS_WIDTH], l_far[3][RGS_WIDTH], norm_far[RGS_WIDTH], time_far[RGS_WIDTH];
    rgs_to_memory(each, per_largest);
    for (int k = 0; k < 3; k++) rgs_to_memory(l_far[k], l[k]);
    rgs_to_memory(norm_far, norm);
    rgs_to_memory(time_far, b->time);
    for (unsigned lane = 0; lane < RGS_WIDTH; lane++) {
      if (rgs_mask_bits(usual) >> lane & 1) continue;
      const int64_t body = i + lane < call->n ? i + lane : call->n - 1;
      const double moment[3] = RGS_MOMENTS_AT(&call->inertia, body);
      double l_body[3] = { l_far[0][lane], l_far[1][lane], l_far[2][lane] };
      if (!rgs_momentum_far(call->h, moment, each[lane], l_body, &norm_far[lane], &time_far[lane]))
        moving &= ~(1u << lane);
      for (int k = 0; k < 3; k++) l_far[k][lane] = l_body[k];
    }
    for (int k = 0; k < 3; k++) l[k] = rgs_from_memory(l_far[k]);
    norm = rgs_from_memory(norm_far);
    b->time = rgs_from_memory(time_far);
  }

  /* y = Q^T l / |l|.  Q of an unnormalised quaternion is |q|^2 times a rotation. */
  const rgs_lanes q0 = b->q[0], q1 = b->q[1], q2 = b->q[2], q3 = b->q[3];
  const rgs_lanes q00 = q0 * q0, q11 = q1 * q1, q22 = q2 * q2, q33 = q3 * q3;
  const rgs_lanes unit = 1 / ((q00 + q11 + q22 + q33) * norm);
  const rgs_lanes l0 = l[0], l1 = l[1], l2 = l[2], ll0 = 2 * l0, ll1 = 2 * l1, ll2 = 2 * l2;
  b->y[0] = rgs_madd(rgs_msub(q1, q3, q0 * q2), ll2,
                     rgs_madd(q00 + q11 - (q22 + q33), l0, rgs_madd(q1, q2, q0 * q3) * ll1)) *
            unit;
  b->y[1] = rgs_madd(rgs_madd(q2, q3, q0 * q1), ll2,
                     rgs_madd(rgs_msub(q1, q2, q0 * q3), ll0, (q00 + q22 - (q11 + q33)) * l1)) *
            unit;
  b->y[2] = rgs_madd(q00 + q33 - (q11 + q22), l2,
                     rgs_madd(rgs_madd(q1, q3, q0 * q2), ll0, rgs_msub(q2, q3, q0 * q1) * ll1)) *
            unit;
  return rgs_mask_of_bits(moving);
}

/* ---- quaternions ----------------------------------------------------------------------------- */
/* Writes the orientations of body i and those after it, brought to length 1.  A host that changes
 * bodies in place between two steps may leave any number in q.  What is returned tells: it is nan,
 * or larger than RGS_LARGEST_FAULT, where the length was not finite, 0, or near the ends of the
 * range of a double. It is never below 0, so a flow adds it up over all bodies and looks at the sum
 * once. */
RGS_INLINE rgs_lanes rgs_store_orientation(const rgs_flow *call, int64_t i, const rgs_lanes q[4]) {
  rgs_lanes unit[4];
  const rgs_lanes faults = rgs_unit_orientation(q, unit);
  rgs_store_all(&call->q, call->n, i, 4, unit);
  return faults;
}

/* What a flow returns once all orientations are written; faults: the sum of what rgs_store_orientation
 * returned. */
RGS_APART rgs_status rgs_set_error_orientation(const rgs_flow *call, int64_t *bad) {
  for (int64_t i = 0; i < call->n; i++) {
    double length2 = 0;
    for (int k = 0; k < 4; k++) length2 += RGS_AT(call->q, i, k) * RGS_AT(call->q, i, k);
    *bad = i;
    if (!(fabs(length2 - 1) < 1e-6)) break;
  }
  return RGS_E_NONFINITE;
}
RGS_INLINE rgs_status rgs_orientations_stored(const rgs_flow *call, rgs_lanes faults,
                                              int64_t *bad) {
  if (rgs_all(rgs_less(faults, rgs_same(RGS_LARGEST_FAULT)))) return RGS_OK;
  return rgs_set_error_orientation(call, bad);
}
