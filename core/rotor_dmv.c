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

/* ---- order 2 --------------------------------------------------------------------------------- */
static rgs_status flow(const rgs_flow *call, int64_t *bad) {
  return rgs_cayley_flow(call, 1, bad);
}

/* ---- higher orders --------------------------------------------------------------------------- */
typedef struct high_top {
  rgs_cayley_top given;
  double coefficients[]; /* of dmv_series.h */
} high_top;

enum { TOP = sizeof(rgs_cayley_top) / sizeof(double) };
#define HIGH_TOP(terms) (TOP + RGS_DMV_COEFFICIENTS(terms))

static inline void prepare_high(int terms, int64_t n, const rgs_column *inertia, double *prepared) {
  for (int64_t i = 0; i < n; i++, prepared += HIGH_TOP(terms)) {
    high_top *t = (high_top *)prepared;
    rgs_cayley_prepare(NULL, 1, &(rgs_column){ &RGS_AT(*inertia, i, 0), 0, inertia->comp },
                       (double *)&t->given);
    const rgs_cayley *g = &t->given.body;
    rgs_dmv_series(g->a3, g->beta, g->delta, terms, t->coefficients);
  }
}

/* Where the body turns further than this in a step, the equation has the solution on another branch
 * (for a sphere from pi/2 on), and the one found would be wrong however good the series. */
static const double LONGEST_TURN = 1.5;
/* The last term of s may be this part of the whole, or there are too few. */
static const double LAST_TERM = 0.5;

/* Fills *body, the one with modified moments, or returns 0 where they make no sense. */
static inline int modify(const high_top *t, int terms, const double y[3], double time,
                         rgs_cayley *body) {
  const rgs_cayley *g = &t->given.body;
  const double u = 0.25 * time * time; /* tau^2 */
  const double y1 = g->beta * y[(int)g->axis[0]], y2 = y[(int)g->axis[1]];
  const double Z = y1 * y1 + g->delta * g->beta * (y2 * y2);

  /* The fastest spin of this orbit: as the body passes y_2 = 0. */
  const double per_beta = g->beta != 0 ? 1 / g->beta : 0;
  const double fastest2 = g->a3 * g->a3 + (1 + 2 * g->a3 * per_beta) * Z;
  if (!(4 * u * fastest2 <= LONGEST_TURN * LONGEST_TURN)) return 0;

  double s = 0, a3 = 0, last = 0;
  const double *c = t->coefficients + RGS_DMV_COEFFICIENTS(terms);
  for (int k = terms; k >= 1; k--) {
    double a3_k = *--c;
    for (int j = k; j > 0; j--) a3_k = a3_k * Z + *--c;
    double s_k = *--c;
    for (int j = k; j > 0; j--) s_k = s_k * Z + *--c;
    s = (s + s_k) * u;
    a3 = (a3 + a3_k) * u;
    last = k == terms ? s : last * u;
  }
  s += 1;
  if (!(fabs(last) <= LAST_TERM * s)) return 0;

  *body = *g;
  body->a3 += a3;
  body->beta *= s;
  body->delta *= s;
  /* A moment that was positive has to stay so. */
  return (g->a3 == 0 || body->a3 > 0) && (g->a3 + g->beta == 0 || body->a3 + body->beta > 0) &&
         (g->a3 + g->delta == 0 || body->a3 + body->delta > 0);
}

static inline rgs_status flow_high(int terms, const rgs_flow *call, int64_t *bad) {
  const rgs_cayley_params *params = (const rgs_cayley_params *)call->params;
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
    offsetof(rgs_cayley_params, max_iterations), 1, 1000, 50 },
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
    sizeof(rgs_cayley_params),                                                                            \
  };

ABOUT(2, RGS_SYMPLECTIC,
      "Discrete Moser-Veselov, order 2; implicit, refuses steps of more than about one radian.")
const rgs_rotor rgs_rotor_dmv2 = {
  RGS_HEAD(rgs_rotor), &about_2, flow, rgs_cayley_prepare, TOP, 0, NULL,
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
    RGS_HEAD(rgs_rotor), &about_##order, flow_##order, prepare_##order, HIGH_TOP(terms), 0, NULL,  \
  };

HIGH_ORDER(4, 1)
HIGH_ORDER(6, 2)
HIGH_ORDER(8, 3)
HIGH_ORDER(10, 4)
