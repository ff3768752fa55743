/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dmv_lanes.c - the discrete Moser-Veselov method, order 2, and preprocessed, orders 4 to 10.
 *
 * J. Moser and A. P. Veselov, Commun. Math. Phys. 139 (1991) 217, doi 10.1007/BF02352494; as an
 * integrator: R. I. McLachlan and A. Zanna, Found. Comput. Math. 5 (2005) 87, doi
 * 10.1007/s10208-004-0118-6; in quaternions, and preprocessed: E. Hairer and G. Vilmart, J. Phys. A
 * 39 (2006) 13225, doi 10.1088/0305-4470/39/42/006.
 *
 * One step is a turn that solves the equation of cayley.h; it keeps the kinetic energy.  The
 * momentum in space is given and does not change, so there is nothing else to update.
 *
 * The preprocessed methods take the same step of a body with other moments, those of dmv_series.h.
 * These depend on the step squared and on invariants that the step keeps, so it stays symmetric and
 * keeps the kinetic energy (of the given moments too: it is a function of the modified energy and
 * |y|).  It is no longer symplectic, because the moments change from orbit to orbit.
 */
#include "rotors/cayley.h"
#include "lanes/kernels.h"
#include "rotors/rotors.h"

static inline void prepare_high(int terms, int64_t n, const rgs_column *inertia, double *prepared) {
  for (int64_t i = 0; i < n; i++, prepared += RGS_DMV_TOP(terms)) {
    rgs_dmv_top *t = (rgs_dmv_top *)prepared; /* and no more of it than the terms need */
    const rgs_cayley_top *g = &t->given;
    rgs_cayley_prepare(NULL, 1, &(rgs_column){ &RGS_AT(*inertia, i, 0), 0, inertia->comp },
                       prepared);
    rgs_dmv_series(g->a3, g->beta, g->delta, terms, t->coefficients);
  }
}

static rgs_status flow_2(const rgs_flow *call, int64_t *bad) {
  return rgs_kernels_in_use()->dmv2(call, bad);
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
  RGS_HEAD(rgs_rotor), &about_2, flow_2, rgs_cayley_prepare, RGS_CAYLEY_TOP, 0, NULL,
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
    return rgs_kernels_in_use()->dmv##order(call, bad);                                            \
  }                                                                                                \
  const rgs_rotor rgs_rotor_dmv##order = {                                                         \
    RGS_HEAD(rgs_rotor), &about_##order, flow_##order, prepare_##order, RGS_DMV_TOP(terms), 0,     \
    NULL,                                                                                          \
  };

HIGH_ORDER(4, 1)
HIGH_ORDER(6, 2)
HIGH_ORDER(8, 3)
HIGH_ORDER(10, 4)
