/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rotor_dmv.c - the discrete Moser-Veselov method, order 2, and preprocessed, orders 4 to 10.
 *
 * J. Moser and A. P. Veselov, Commun. Math. Phys. 139 (1991) 217, doi 10.1007/BF02352494; as an
 * integrator: R. I. McLachlan and A. Zanna, Found. Comput. Math. 5 (2005) 87, doi
 * 10.1007/s10208-004-0118-6; in quaternions, and preprocessed: E. Hairer and G. Vilmart, J. Phys. A
 * 39 (2006) 13225, doi 10.1088/0305-4470/39/42/006.
 *
 * One step is a turn that solves the equation of cayley_turn.h; it keeps the kinetic energy.  The
 * momentum in space is given and does not change, so there is nothing else to update.
 *
 * The preprocessed methods take the same step of a body with other moments, those of dmv_series.h.
 * These depend on the step squared and on invariants that the step keeps, so it stays symmetric and
 * keeps the kinetic energy (of the given moments too: it is a function of the modified energy and
 * |y|).  It is no longer symplectic, because the moments change from orbit to orbit.
 */
#include "cayley_turn.h"
#include "dmv_series.h"
#include "rotors.h"

typedef struct dmv_params {
  int64_t max_iterations;
} dmv_params;

/* ---- order 2 --------------------------------------------------------------------------------- */
typedef struct top {
  double per_largest;
  rgs_cayley body;
} top;

static void prepare(const void *params, int64_t n, const rgs_column *inertia, double *prepared) {
  (void)params;
  top *t = (top *)prepared;
  for (int64_t i = 0; i < n; i++, t++) {
    const rgs_moments m = rgs_scale_moments(inertia, i);
    t->per_largest = m.per_largest;
    t->body = rgs_cayley_of(inertia, i, m.reciprocal);
  }
}

static rgs_status flow(const rgs_flow *call, int64_t *bad) {
  const dmv_params *params = (const dmv_params *)call->params;
  const top *t = (const top *)call->prepared;
  for (int64_t i = 0; i < call->n; i++, t++) {
    rgs_free_body b;
    if (rgs_free_body_load(call, i, t->per_largest, &b)) {
      double e[3];
      if (!rgs_cayley_solve(&t->body, 1, b.y, b.time, params->max_iterations, e)) {
        *bad = i;
        return RGS_E_NOCONV;
      }
      rgs_turn_in_body(b.q, 1, e[0], e[1], e[2]);
    }
    rgs_store_attitude(call, i, b.q);
  }
  return RGS_OK;
}

/* ---- higher orders --------------------------------------------------------------------------- */
typedef struct high_top {
  top given;
  double axis[3];         /* which axis plays axes 1, 2, 3 of dmv_series.h */
  double a3, beta, delta; /* a_3, a_1 - a_3, a_2 - a_3 of these */
  double coefficients[];
} high_top;

enum { BEFORE_COEFFICIENTS = sizeof(high_top) / sizeof(double) };
#define HIGH_TOP(terms) (BEFORE_COEFFICIENTS + RGS_DMV_COEFFICIENTS(terms))

/* The axis with the middle reciprocal moment is number 2, the one closer to it number 3. */
static void label_axes(const rgs_column *inertia, int64_t i, high_top *t) {
  const double *a = t->given.body.a;
  int low = 0, high = 0;
  for (int k = 1; k < 3; k++) {
    if (a[k] < a[low]) low = k;
    if (a[k] >= a[high]) high = k;
  }
  const int middle = 3 - low - high;
  const double below = rgs_reciprocal_difference(inertia, i, a, middle, low);
  const double above = rgs_reciprocal_difference(inertia, i, a, high, middle);
  const int third = below <= above ? low : high, first = below <= above ? high : low;
  t->axis[0] = first;
  t->axis[1] = middle;
  t->axis[2] = third;
  t->a3 = a[third];
  t->beta = rgs_reciprocal_difference(inertia, i, a, first, third);
  t->delta = rgs_reciprocal_difference(inertia, i, a, middle, third);
}

static inline void prepare_high(int terms, int64_t n, const rgs_column *inertia, double *prepared) {
  for (int64_t i = 0; i < n; i++, prepared += HIGH_TOP(terms)) {
    high_top *t = (high_top *)prepared;
    prepare(NULL, 1, &(rgs_column){ &RGS_AT(*inertia, i, 0), 0, inertia->comp },
            (double *)&t->given);
    label_axes(inertia, i, t);
    rgs_dmv_series(t->a3, t->beta, t->delta, terms, t->coefficients);
  }
}

/* Where the body turns further than this in a step, the equation has the solution on another branch
 * (for a sphere from pi/2 on), and the one found would be wrong however good the series. */
static const double LONGEST_TURN = 1.5;
/* The last term of s may be this part of the whole, or there are too few. */
static const double LAST_TERM = 0.5;

/* The body with modified moments, or 0 where they make no sense. */
static inline int modify(const high_top *t, int terms, const double y[3], double time,
                         rgs_cayley *body) {
  const int i1 = (int)t->axis[0], i2 = (int)t->axis[1], i3 = (int)t->axis[2];
  const double u = 0.25 * time * time; /* tau^2 */
  const double w1 = t->beta * y[i1], Z = w1 * w1 + t->delta * t->beta * (y[i2] * y[i2]);

  /* The fastest spin of this orbit: as the body passes y_2 = 0. */
  const double per_beta = t->beta != 0 ? 1 / t->beta : 0;
  const double fastest2 = t->a3 * t->a3 + (1 + 2 * t->a3 * per_beta) * Z;
  if (!(4 * u * fastest2 <= LONGEST_TURN * LONGEST_TURN)) return 0;

  double s = 0, third = 0, last = 0;
  const double *c = t->coefficients + RGS_DMV_COEFFICIENTS(terms);
  for (int k = terms; k >= 1; k--) {
    double third_k = *--c, s_k;
    for (int j = k; j > 0; j--) third_k = third_k * Z + *--c;
    s_k = *--c;
    for (int j = k; j > 0; j--) s_k = s_k * Z + *--c;
    s = (s + s_k) * u;
    third = (third + third_k) * u;
    last = k == terms ? s : last * u;
  }
  s += 1;
  if (!(fabs(last) <= LAST_TERM * s)) return 0;

  third += t->a3;
  body->a[i3] = third;
  body->a[i2] = third + s * t->delta;
  body->a[i1] = third + s * t->beta;
  for (int k = 0; k < 3; k++) {
    if (!(body->a[k] > 0) && t->given.body.a[k] > 0) return 0;
    body->k[k] = s * t->given.body.k[k];
  }
  body->coupling = t->given.body.coupling;
  return 1;
}

static inline rgs_status flow_high(int terms, const rgs_flow *call, int64_t *bad) {
  const dmv_params *params = (const dmv_params *)call->params;
  const double *prepared = call->prepared;
  for (int64_t i = 0; i < call->n; i++, prepared += HIGH_TOP(terms)) {
    const high_top *t = (const high_top *)prepared;
    rgs_free_body b;
    if (rgs_free_body_load(call, i, t->given.per_largest, &b)) {
      rgs_cayley body;
      double e[3];
      if (!modify(t, terms, b.y, b.time, &body) ||
          !rgs_cayley_solve(&body, 1, b.y, b.time, params->max_iterations, e)) {
        *bad = i;
        return RGS_E_NOCONV;
      }
      rgs_turn_in_body(b.q, 1, e[0], e[1], e[2]);
    }
    rgs_store_attitude(call, i, b.q);
  }
  return RGS_OK;
}

/* ---- tables ---------------------------------------------------------------------------------- */
static const rgs_param_info params[] = {
  { "max_iterations", "", "Newton steps a body may take before the step is refused", RGS_I64,
    offsetof(dmv_params, max_iterations), 1, 1000, 50 },
};

#define ABOUT(order, claims, doc)                                                                  \
  static const rgs_about about_##order = {                                                         \
    RGS_HEAD(rgs_about),                                                                           \
    "dmv" #order,                                                                                  \
    doc,                                                                                           \
    "10.1088/0305-4470/39/42/006",                                                                 \
    order,                                                                                         \
    (claims) | RGS_SYMMETRIC | RGS_KEEPS_ENERGY | RGS_KEEPS_MOMENTUM,                              \
    0,                                                                                             \
    1,                                                                                             \
    params,                                                                                        \
    sizeof(rgs_param_info),                                                                        \
    sizeof(dmv_params),                                                                            \
  };

ABOUT(2, RGS_SYMPLECTIC,
      "Discrete Moser-Veselov, order 2; implicit, refuses steps of more than about one radian.")
const rgs_rotor rgs_rotor_dmv2 = {
  RGS_HEAD(rgs_rotor), &about_2, flow, prepare, sizeof(top) / sizeof(double), 0, NULL,
};

#define HIGH_ORDER(order, terms)                                                                   \
  ABOUT(order, 0,                                                                                  \
        "Preprocessed discrete Moser-Veselov, order " #order                                       \
        "; implicit, refuses steps of more than about one radian.")                                \
  static void prepare_##order(const void *block, int64_t n, const rgs_column *inertia,             \
                              double *prepared) {                                                  \
    (void)block;                                                                                   \
    prepare_high(terms, n, inertia, prepared);                                                     \
  }                                                                                                \
  static rgs_status flow_##order(const rgs_flow *call, int64_t *bad) {                             \
    return flow_high(terms, call, bad);                                                            \
  }                                                                                                \
  const rgs_rotor rgs_rotor_dmv##order = {                                                         \
    RGS_HEAD(rgs_rotor), &about_##order, flow_##order, prepare_##order, HIGH_TOP(terms), 0, NULL,        \
  };

HIGH_ORDER(4, 1)
HIGH_ORDER(6, 2)
HIGH_ORDER(8, 3)
HIGH_ORDER(10, 4)
