/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dmv_simd.c - the discrete Moser-Veselov method, order 2, and preprocessed, orders 4 to 10.
 *
 * J. Moser and A. P. Veselov, Commun. Math. Phys. 139 (1991) 217, doi 10.1007/BF02352494; as an
 * integrator: R. I. McLachlan and A. Zanna, Found. Comput. Math. 5 (2005) 87, doi
 * 10.1007/s10208-004-0118-6; in quaternions, and preprocessed: E. Hairer and G. Vilmart, J. Phys. A
 * 39 (2006) 13225, doi 10.1088/0305-4470/39/42/006.
 *
 * One step is a rotation that solves the equation of cayley.h; it conserves the kinetic
 * energy.  The momentum in space does not change, so there is nothing else to update.
 *
 * The preprocessed methods take the same step of a body with other moments, from dmv_series.h.
 * These depend on the step squared and on invariants that the step keeps, so it stays symmetric and
 * keeps the kinetic energy (of the given moments too: it is a function of the modified energy and
 * |y|).  It is no longer symplectic, because the moments change from orbit to orbit.
 */
#include "rotors/cayley_flow.h"
#include "rotors/rotors.h"

/* ---- higher orders --------------------------------------------------------------------------- */
/* Where the body rotates further than this in a step, in radians, the right solution is on another
 * branch (for a sphere from pi/2 on), and the one found would be wrong however good the series
 * is. */
#define RGS_DMV_LARGEST_ANGLE 1.5
/* The last term of s may be at most this fraction of the sum; otherwise there are too few terms. */
#define RGS_DMV_LAST_TERM 0.5

RGS_INLINE rgs_mask rgs_dmv_positive(rgs_lanes given, rgs_lanes modified) {
  return rgs_or(rgs_equal(given, rgs_same(0)), rgs_less(rgs_same(0), modified));
}

/* Makes *body, which has modified moments; returns the lanes in which they make sense. */
RGS_INLINE rgs_mask rgs_dmv_modify(const rgs_dmv_top *t, int terms, const rgs_lanes y[3],
                                   rgs_lanes time, rgs_cayley_top *body) {
  const rgs_cayley_top *g = &t->given;
  const rgs_lanes u = 0.25 * time * time; /* tau^2 */
  const rgs_lanes y1 = g->beta * y[0], y22 = y[1] * y[1];
  const rgs_lanes Z = rgs_madd(g->delta * g->beta, y22, y1 * y1);

  /* The fastest spin of this orbit: as the body passes y_2 = 0. */
  const rgs_lanes Z_per_beta = rgs_madd(g->delta, y22, y1 * y[0]);
  const rgs_lanes fastest2 = rgs_madd(g->a3, rgs_madd(rgs_same(2), Z_per_beta, g->a3), Z);
  rgs_mask sense =
      rgs_at_most(4 * u * fastest2, rgs_same(RGS_DMV_LARGEST_ANGLE * RGS_DMV_LARGEST_ANGLE));

  rgs_lanes s = rgs_same(0), a3 = rgs_same(0), last = rgs_same(0);
  const rgs_lanes *c = t->coefficients + RGS_DMV_COEFFICIENTS(terms);
#pragma GCC unroll 4
  for (int k = terms; k >= 1; k--) {
    rgs_lanes a3_k = *--c;
#pragma GCC unroll 4
    for (int j = k; j > 0; j--) a3_k = rgs_madd(a3_k, Z, *--c);
    rgs_lanes s_k = *--c;
#pragma GCC unroll 4
    for (int j = k; j > 0; j--) s_k = rgs_madd(s_k, Z, *--c);
    s = (s + s_k) * u;
    a3 = (a3 + a3_k) * u;
    if (k == terms)
      last = s;
    else
      last *= u;
  }
  s += 1;
  sense = rgs_and(sense, rgs_at_most(rgs_abs(last), RGS_DMV_LAST_TERM * s));

  *body = *g;
  body->a3 += a3;
  body->beta *= s;
  body->delta *= s;
  /* A moment that was positive must stay positive. */
  sense = rgs_and(sense, rgs_dmv_positive(g->a3, body->a3));
  sense = rgs_and(sense, rgs_dmv_positive(g->a3 + g->beta, body->a3 + body->beta));
  return rgs_and(sense, rgs_dmv_positive(g->a3 + g->delta, body->a3 + body->delta));
}

RGS_INLINE rgs_status rgs_dmv_flow(int terms, const rgs_flow *call, int64_t *bad) {
  const rgs_flow flow = *call;
  for (int64_t i = 0; i < flow.n; i += RGS_WIDTH) {
    rgs_dmv_top t;
    rgs_cayley_top body;
    rgs_free_body b;
    rgs_load_prepared(flow.prepared, flow.n, i, RGS_DMV_TOP(terms), &t.given.order);
    const rgs_mask moving = rgs_cayley_load(&flow, i, &t.given, &b);
    const rgs_mask sense = rgs_dmv_modify(&t, terms, b.y, b.time, &body);
    const rgs_status status = rgs_cayley_rotate(&flow, i, &body, 1, moving, sense, &b, bad);
    if (status != RGS_OK) return status;
  }
  return RGS_OK;
}

RGS_LANE_FLOW(rgs_dmv2_flow) { return rgs_cayley_flow(call, 1, bad); }
RGS_LANE_FLOW(rgs_dmv4_flow) { return rgs_dmv_flow(1, call, bad); }
RGS_LANE_FLOW(rgs_dmv6_flow) { return rgs_dmv_flow(2, call, bad); }
RGS_LANE_FLOW(rgs_dmv8_flow) { return rgs_dmv_flow(3, call, bad); }
RGS_LANE_FLOW(rgs_dmv10_flow) { return rgs_dmv_flow(4, call, bad); }
RGS_ROTOR_KERNEL(dmv2, rgs_dmv2_flow)
RGS_ROTOR_KERNEL(dmv4, rgs_dmv4_flow)
RGS_ROTOR_KERNEL(dmv6, rgs_dmv6_flow)
RGS_ROTOR_KERNEL(dmv8, rgs_dmv8_flow)
RGS_ROTOR_KERNEL(dmv10, rgs_dmv10_flow)

#if RGS_ONCE

RGS_INLINE void prepare_high(int terms, int64_t n, const rgs_column *inertia, double *prepared) {
  for (int64_t i = 0; i < n; i++, prepared += RGS_DMV_TOP(terms)) {
    rgs_dmv_top *t = (rgs_dmv_top *)prepared; /* only as much of it as the terms need */
    const rgs_cayley_top *g = &t->given;
    rgs_cayley_prepare(NULL, 1, &(rgs_column){ &RGS_AT(*inertia, i, 0), 0, inertia->comp },
                       prepared);
    rgs_dmv_series(g->a3, g->beta, g->delta, terms, t->coefficients);
  }
}

/* ---- tables ---------------------------------------------------------------------------------- */
static const rgs_param_info params[] = RGS_CAYLEY_ROWS(1);

#define ABOUT(its_order, its_claims, its_doc)                                                      \
  static const rgs_about about_##its_order = {                                                     \
    .head = RGS_HEAD(rgs_about),                                                                   \
    .name = "dmv" #its_order,                                                                      \
    .doc = its_doc,                                                                                \
    .cite = "10.1088/0305-4470/39/42/006",                                                         \
    .order = its_order,                                                                            \
    .claims = (its_claims) | RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM,                \
    RGS_PARAMS(rgs_cayley_params, params),                                                         \
  };

ABOUT(2, RGS_SYMPLECTIC,
      "Discrete Moser-Veselov, order 2; implicit, refuses steps of more than about one radian.")
const rgs_rotor rgs_rotor_dmv2 = {
  .head = RGS_HEAD(rgs_rotor),
  .about = &about_2,
  .flow = rgs_dmv2_flow,
  .prepare = rgs_cayley_prepare,
  .prepared = RGS_CAYLEY_TOP,
};

#define HIGH_ORDER(its_order, terms)                                                               \
  ABOUT(its_order, 0,                                                                              \
        "Preprocessed discrete Moser-Veselov, order " #its_order                                   \
        "; implicit, refuses steps of more than about one radian.")                                \
  static void prepare_##its_order(const void *params, int64_t n, const rgs_column *inertia,        \
                                  double *prepared) {                                              \
    (void)params;                                                                                  \
    prepare_high(terms, n, inertia, prepared);                                                     \
  }                                                                                                \
  const rgs_rotor rgs_rotor_dmv##its_order = {                                                     \
    .head = RGS_HEAD(rgs_rotor),                                                                   \
    .about = &about_##its_order,                                                                   \
    .flow = rgs_dmv##its_order##_flow,                                                             \
    .prepare = prepare_##its_order,                                                                \
    .prepared = RGS_DMV_TOP(terms),                                                                \
  };

HIGH_ORDER(4, 1)
HIGH_ORDER(6, 2)
HIGH_ORDER(8, 3)
HIGH_ORDER(10, 4)
#endif /* RGS_ONCE */
