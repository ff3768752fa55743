/* SPDX-License-Identifier: BSD-3-Clause
 *
 * momentum.h - symmetric compositions of Strang steps for forces that depend on momenta.  Each half kick in front of
 * a drift is explicit, and each half kick behind one implicit (motion/momentum_kick.c).
 */
#pragma once
#include "schemes/tables.h"
#include <rigidstep/draft.h>

#define PARAMS(id, usual)                                                                          \
  static const rgs_param_info id##_params[] = {                                                    \
    { "evaluations", "", "Of each kick.  The order is at most one more.", RGS_I64, 0, 1, 8, usual, \
      0, 0 },                                                                                      \
    { "slopes", "",                                                                                \
      "Steps from one measurement of how forces depend on momenta to the next, which takes seven " \
      "evaluations; 0: the first step alone.",                                                     \
      RGS_I64, 8, 0, 1e9, 0, 0, 0 },                                                               \
  }
#define MOMENTUM_SCHEME(id, its_order, usual, more_claims, reference, text)                        \
  PARAMS(id, usual);                                                                               \
  static const rgs_about id##_about = { .head = RGS_HEAD(rgs_about),                               \
                                        .name = #id,                                               \
                                        .doc = text,                                               \
                                        .cite = reference,                                         \
                                        .order = its_order,                                        \
                                        .claims = RGS_COMPOSED | (more_claims),                    \
                                        .needs = RGS_EVAL_FORCE,                                   \
                                        .n_params = 2,                                             \
                                        .params = id##_params,                                     \
                                        .param_info_size = sizeof(rgs_param_info),                 \
                                        .params_size = 16 };                                       \
  static const rgs_scheme rgs_scheme_##id = { SCHEME_ROWS(id), NULL, 0, 0 }

/* One row of a table a line. */
/* clang-format off */
#define M(before, after) { RGS_DRAFT_KICK_MOMENTUM, 0, (before) / 2, (after) / 2 }
#define MD(w) { RGS_DRIFT, 0, w, 0 }

static const rgs_stage strang_momentum[] = {
  M(0., 1.), MD(1), M(1., 0.)
};
MOMENTUM_SCHEME(strang_momentum, 2, 2, 0, "10.1137/0705041",
                "Strang step for forces that depend on momenta: the half kick behind the drift is implicit.");

#define W 0.414490771794375737142354062860761495 /* 1 / (4 - 4^(1/3)) */
#define V (-0.657963087177502948569416251443045980) /* 1 - 4 W */
static const rgs_stage suzuki4_momentum[] = {
  M(0., W), MD(W), M(W, W), MD(W), M(W, V), MD(V), M(V, W), MD(W), M(W, W), MD(W), M(W, 0.)
};
MOMENTUM_SCHEME(suzuki4_momentum, 4, 3, RGS_BACKWARD, "10.1016/0375-9601(90)90962-N",
                "Composition of 5 steps strang_momentum; the friction's rate times the step must be below 1.");
#undef W
#undef V
#undef M
#undef MD

/* In the order in which they are listed. */
#define RGS_MOMENTUM_SCHEMES(X) X(strang_momentum) X(suzuki4_momentum)
/* clang-format on */
