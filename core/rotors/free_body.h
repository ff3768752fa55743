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
#ifndef RGS_FREE_BODY_H
#define RGS_FREE_BODY_H
#include "lanes/columns.h"
#include <rigidstep/method.h>

/* Moments this much smaller than the largest count as zero: the momentum about these axes is far
 * below the rounding of the whole, and squares of the reciprocals would overflow. */
#define RGS_DEAD_RATIO 1e-60
/* A rotation by more radians than this leaves no digit of the angle; it only has to be finite. */
#define RGS_LONGEST_TIME 1e80

/* ---- inertia --------------------------------------------------------------------------------- */
typedef struct rgs_moments {
  double reciprocal[3]; /* largest / moment, or 0 for an axis without inertia */
  double per_largest;   /* 1 / largest; may be infinite or lose digits, see scaled_time */
} rgs_moments;

/* One instruction, whereas fmax is a call. */
static inline double rgs_larger(double a, double b) { return a > b ? a : b; }

static inline double rgs_largest_moment(const rgs_column *inertia, int64_t body) {
  return rgs_larger(RGS_AT(*inertia, body, 0),
                    rgs_larger(RGS_AT(*inertia, body, 1), RGS_AT(*inertia, body, 2)));
}

static inline rgs_moments rgs_scale_moments(const rgs_column *inertia, int64_t body) {
  const double largest = rgs_largest_moment(inertia, body);
  rgs_moments m;
  for (int k = 0; k < 3; k++) {
    const double moment = RGS_AT(*inertia, body, k);
    m.reciprocal[k] = moment > 0 && moment >= largest * RGS_DEAD_RATIO ? largest / moment : 0;
  }
  m.per_largest = largest > 0 ? 1 / largest : 0;
  return m;
}

/* a[i] - a[j] from the moments, which are often so close that their reciprocals would cancel. */
static inline double rgs_reciprocal_difference(const rgs_column *inertia, int64_t body,
                                               const double a[3], int i, int j) {
  if (a[i] == 0 || a[j] == 0) return a[i] - a[j];
  if (i > j) /* exactly antisymmetric */
    return -rgs_reciprocal_difference(inertia, body, a, j, i);
  const double moment_i = RGS_AT(*inertia, body, i), moment_j = RGS_AT(*inertia, body, j);
  return a[i] * ((moment_j - moment_i) / moment_j);
}

/* ---- state ----------------------------------------------------------------------------------- */
typedef struct rgs_free_body {
  rgs_lanes q[4]; /* attitude, as the host has it */
  rgs_lanes y[3]; /* direction of the momentum in the body frame, |y| = 1 */
  rgs_lanes time; /* of the flow, in units of (largest moment) / |l| */
} rgs_free_body;

/* h |l| / largest where a product leaves the range of a double: mantissas and exponents are
 * multiplied separately. */
static inline double rgs_scaled_time_far(double h, double norm, int norm_exponent, double largest) {
  int eh, el, ei;
  const double mantissa = frexp(h, &eh) * frexp(norm, &el) / frexp(largest, &ei);
  const int exponent = eh + el + norm_exponent - ei;
  const double time = ldexp(mantissa, exponent < 300 ? exponent : 300);
  return fmax(-RGS_LONGEST_TIME, fmin(RGS_LONGEST_TIME, time));
}

/* The momentum up to a power of two, its length, and the time, for one body in units far from 1.
 * Returns 0 if the body stays as it is; then y and time are 0. */
RGS_APART int rgs_free_body_load_far(const rgs_flow *call, int64_t i, double per_largest,
                                     double l[3], double *norm, double *time) {
  double biggest = 0;
  for (int k = 0; k < 3; k++) {
    l[k] = RGS_AT(call->l, i, k);
    biggest = rgs_larger(biggest, fabs(l[k]));
  }
  const int at_rest = l[0] == 0 && l[1] == 0 && l[2] == 0; /* false for one that is not finite */
  if (per_largest == 0 || at_rest) {
    l[0] = l[1] = l[2] = *time = 0;
    *norm = 1;
    return 0;
  }
  int exponent = 0; /* the square of the length would over- or underflow */
  if (!(biggest > 1e-140 && biggest < 1e140)) {
    frexp(biggest, &exponent);
    for (int k = 0; k < 3; k++) l[k] = ldexp(l[k], -exponent);
  }
  *norm = sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]);
  *time = rgs_scaled_time_far(call->h, *norm, exponent, rgs_largest_moment(&call->inertia, i));
  return 1;
}

/* Fills *b from body i and those after it.  Returns which of them move: the others have no
 * momentum, or no inertia, and a time of zero. */
static inline rgs_mask rgs_free_body_load(const rgs_flow *call, int64_t i, rgs_lanes per_largest,
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
      double l_body[3];
      if (!rgs_free_body_load_far(call, body, each[lane], l_body, &norm_far[lane], &time_far[lane]))
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

static inline void rgs_cross(const rgs_lanes u[3], const rgs_lanes v[3], rgs_lanes product[3]) {
  product[0] = rgs_msub(u[1], v[2], u[2] * v[1]);
  product[1] = rgs_msub(u[2], v[0], u[0] * v[2]);
  product[2] = rgs_msub(u[0], v[1], u[1] * v[0]);
}

/* ---- quaternions ----------------------------------------------------------------------------- */
/* q <- q r: the body rotates by r, which is given in the body frame. */
static inline void rgs_rotate_in_body(rgs_lanes q[4], rgs_lanes r0, rgs_lanes r1, rgs_lanes r2,
                                      rgs_lanes r3) {
  const rgs_lanes q0 = q[0], q1 = q[1], q2 = q[2], q3 = q[3];
  q[0] = rgs_nmadd(q3, r3, rgs_nmadd(q2, r2, rgs_msub(q0, r0, q1 * r1)));
  q[1] = rgs_nmadd(q3, r2, rgs_madd(q2, r3, rgs_madd(q0, r1, q1 * r0)));
  q[2] = rgs_nmadd(q1, r3, rgs_madd(q3, r1, rgs_madd(q0, r2, q2 * r0)));
  q[3] = rgs_nmadd(q2, r1, rgs_madd(q1, r2, rgs_madd(q0, r3, q3 * r0)));
}

/* Writes the attitudes of body i and those after it, brought to length 1.  A host that changes
 * bodies in place between two steps may leave any number in q.  What is returned tells: it is nan,
 * or larger than RGS_LARGEST_FAULT, where the length was not finite, 0, or near the ends of the
 * range of a double. It is never below 0, so a flow adds it up over all bodies and looks at the sum
 * once. */
static inline rgs_lanes rgs_store_attitude(const rgs_flow *call, int64_t i, const rgs_lanes q[4]) {
  const rgs_lanes length2 =
      rgs_madd(q[3], q[3], rgs_madd(q[2], q[2], rgs_madd(q[1], q[1], q[0] * q[0])));
  const rgs_lanes per_length = 1 / rgs_sqrt(length2);
  rgs_lanes unit[4];
  for (int k = 0; k < 4; k++) unit[k] = q[k] * per_length;
  rgs_store_all(&call->q, call->n, i, 4, unit);
  return length2 + per_length;
}
#define RGS_LARGEST_FAULT 1e150

/* What a flow returns once all attitudes are written; faults: the sum of what rgs_store_attitude
 * returned. */
RGS_APART rgs_status rgs_refuse_attitude(const rgs_flow *call, int64_t *bad) {
  for (int64_t i = 0; i < call->n; i++) {
    double length2 = 0;
    for (int k = 0; k < 4; k++) length2 += RGS_AT(call->q, i, k) * RGS_AT(call->q, i, k);
    *bad = i;
    if (!(fabs(length2 - 1) < 1e-6)) break;
  }
  return RGS_E_NONFINITE;
}
static inline rgs_status rgs_attitudes_stored(const rgs_flow *call, rgs_lanes faults,
                                              int64_t *bad) {
  if (rgs_all(rgs_less(faults, rgs_same(RGS_LARGEST_FAULT)))) return RGS_OK;
  return rgs_refuse_attitude(call, bad);
}

#endif /* RGS_FREE_BODY_H */
