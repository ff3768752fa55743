/* SPDX-License-Identifier: BSD-3-Clause
 *
 * csvr_bath.c - the bath `csvr`: canonical sampling through velocity rescaling (csvr.h).
 */
#include "baths/bath_params.h"
#include "baths/builtin_baths.h"
#include "baths/csvr.h"
#include "baths/unfused.h"

typedef struct csvr_params {
  double kt, relaxation;
  int64_t seed, together, ends, conserved;
} csvr_params;

static double factor(const rgs_bath_call *call, uint32_t stream, double kinetic, double freedom) {
  const csvr_params *p = call->params;
  rgs_draws draws = { (uint32_t)p->seed, RGS_STREAMS * call->visit + stream, call->step, 0 };
  if (freedom < 1) return 1;
  return rgs_csvr_factor(&draws, rgs_exp(-call->h / p->relaxation), kinetic, p->kt,
                         (int64_t)freedom);
}

static rgs_status scale(rgs_bath_call *call) {
  const csvr_params *p = call->params;
  if (p->together) {
    call->scale_translation = call->scale_rotation =
        factor(call, RGS_STREAM_TRANSLATION, call->kinetic_translation + call->kinetic_rotation,
               call->freedom_translation + call->freedom_rotation);
  } else {
    call->scale_translation =
        factor(call, RGS_STREAM_TRANSLATION, call->kinetic_translation, call->freedom_translation);
    call->scale_rotation =
        factor(call, RGS_STREAM_ROTATION, call->kinetic_rotation, call->freedom_rotation);
  }
  return RGS_OK;
}

#define ROW(...) RGS_BATH_PARAM(csvr_params, __VA_ARGS__)
static const rgs_param_info rows[] = {
  RGS_BATH_KT(csvr_params),
  ROW(relaxation, RGS_F64, "time", "After this time 1/e of an excess of kinetic energy is left.", 0,
      RGS_BATH_MOST, 1, RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),
  RGS_BATH_SEED(csvr_params),
  ROW(together, RGS_BOOL, "", "1: one factor for translation and rotation; 0: one for each.", 0, 1,
      0, 0),
  RGS_BATH_ENDS(csvr_params),
  RGS_BATH_CONSERVED(csvr_params),
};
RGS_BATH_ABOUT("csvr", RGS_EXACT, RGS_EVAL_SUM, csvr_params, "10.1063/1.2408420",
               "Scales all momenta by a random factor, so that kinetic energy is canonical.");

const rgs_bath rgs_csvr_bath = {
  .head = RGS_HEAD(rgs_bath), .about = &about, .scale = scale, .flags = RGS_BATH_KEEPS_DRIFT
};
