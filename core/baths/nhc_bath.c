/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nhc_bath.c - the bath `nhc`: a chain of thermostats for translation and one for rotation (nhc.h).
 */
#include "baths/nhc.h"
#include "baths/bath_params.h"
#include "baths/builtin_baths.h"

typedef struct nhc_params {
  double kt, relaxation;
  int64_t chain, order, steps, ends, conserved;
} nhc_params;

rgs_status rgs_nhc_check(const void *params, rgs_error *error) {
  const nhc_params *p = params;
  if (p->order % 2 == 1) return RGS_OK;
  return rgs_refuse(
      error, RGS_E_PARAM, -1,
      "bath 'nhc': order is %lld; must be 1, 3, 5 or 7, the number of nodes of Suzuki "
      "and Yoshida",
      (long long)p->order);
}

static rgs_nhc chain_of(const rgs_bath_call *call, double freedom) {
  const nhc_params *p = call->params;
  return (rgs_nhc){ .links = (int)p->chain,
                    .order = (int)p->order,
                    .parts = (int)p->steps,
                    .n = (int64_t)freedom,
                    .kt = p->kt,
                    .period = p->relaxation };
}

static double factor(const rgs_bath_call *call, int part, double kinetic, double freedom) {
  const rgs_nhc chain = chain_of(call, freedom);
  rgs_nhc_state *states = call->state;
  return chain.n < 1 ? 1 : rgs_nhc_factor(&chain, &states[part], kinetic, call->h);
}

static rgs_status scale(rgs_bath_call *call) {
  call->scale_translation = factor(call, 0, call->kinetic_translation, call->freedom_translation);
  call->scale_rotation = factor(call, 1, call->kinetic_rotation, call->freedom_rotation);
  return RGS_OK;
}

static double energy(const rgs_bath_call *call) {
  const double freedom[2] = { call->freedom_translation, call->freedom_rotation };
  const rgs_nhc_state *states = call->state;
  double sum = 0;
  for (int part = 0; part < 2; part++) {
    const rgs_nhc chain = chain_of(call, freedom[part]);
    if (chain.n >= 1) sum += rgs_nhc_energy(&chain, &states[part]);
  }
  return sum;
}

#define ROW(...) RGS_BATH_PARAM(nhc_params, __VA_ARGS__)
static const rgs_param_info rows[] = {
  RGS_BATH_KT(nhc_params),
  ROW(relaxation, RGS_F64, "time",
      "The thermostat swings with a period of about 2 pi times this; its mass is kt relaxation^2 "
      "for each degree of freedom.",
      0, RGS_BATH_MOST, 1, RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),
  ROW(chain, RGS_I64, "", "Number of links of a chain.", 1, RGS_NHC_MOST, 3, 0),
  ROW(order, RGS_I64, "", "Nodes of Suzuki and Yoshida: 1, 3, 5 or 7.", 1, 7, 3, 0),
  ROW(steps, RGS_I64, "", "Parts into which the chain divides a step.", 1, 1000, 1, 0),
  RGS_BATH_ENDS(nhc_params),
  RGS_BATH_CONSERVED(nhc_params),
};
RGS_BATH_ABOUT("nhc", 2, RGS_EVAL_SUM, nhc_params, "10.1063/1.463940",
               "Chains of Nose and Hoover, one for translation and one for rotation.");

const rgs_bath rgs_nhc_bath = { .head = RGS_HEAD(rgs_bath),
                                .about = &about,
                                .scale = scale,
                                .energy = energy,
                                .state_size = 2 * sizeof(rgs_nhc_state),
                                .flags = RGS_BATH_KEEPS_DRIFT };
