/* SPDX-License-Identifier: BSD-3-Clause
 *
 * csvr.c - the thermostat `csvr`: canonical sampling through velocity rescaling (csvr.h).
 *
 * A gas of one degree of freedom that langevin acts on for the time h goes from x to
 * root(c) x + root(1 - c) xi.  Turn all momenta into a space where the first axis points along
 * them: then K becomes (root(c K) + w R_1)^2 + w^2 (R_2^2 + .. + R_n^2) with w^2 = (1 - c) kT/2.
 */
#include "thermostats/csvr.h"
#include "thermostats/thermostat_params.h"
#include "thermostats/builtin_thermostats.h"
#include "simd/unfused.h"
#include <math.h>

double rgs_csvr_factor(rgs_draws *draws, double keep, double kinetic, double kt, int64_t n) {
  if (kinetic == 0) return 1;
  const double w = sqrt(0.5 * (1 - keep) * kt);
  const double along = sqrt(keep * kinetic) + w * rgs_draw_normal(draws);
  const double across = w * w * rgs_draw_squares(draws, n - 1);
  /* Roots first: kinetic may be so small that the quotient of the energies is not finite. */
  const double factor = sqrt(along * along + across) / sqrt(kinetic);
  return along < 0 ? -factor : factor;
}

/* ---- its table ------------------------------------------------------------------------------- */

typedef struct csvr_params {
  double kt, relaxation;
  int64_t seed, together, momentum;
} csvr_params;

static double factor(const rgs_thermostat_call *call, uint32_t stream, double kinetic,
                     double freedom) {
  const csvr_params *p = call->params;
  rgs_draws draws = { (uint32_t)p->seed, RGS_STREAMS * call->visit + stream, call->step, 0 };
  if (freedom < 1) return 1;
  return rgs_csvr_factor(&draws, rgs_exp(-call->h / p->relaxation), kinetic, p->kt,
                         (int64_t)freedom);
}

static rgs_status scale(rgs_thermostat_call *call) {
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

#define ROW(...) RGS_THERMOSTAT_PARAM(csvr_params, __VA_ARGS__)
static const rgs_param_info rows[] = {
  RGS_THERMOSTAT_KT(csvr_params),
  ROW(relaxation, RGS_F64, "time", "After this time 1/e of an excess of kinetic energy is left.", 0,
      RGS_THERMOSTAT_MOST, 1, RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),
  RGS_THERMOSTAT_SEED(csvr_params),
  ROW(together, RGS_BOOL, "", "1: one factor for translation and rotation; 0: one for each.", 0, 1,
      0, 0),
  RGS_THERMOSTAT_MOMENTUM(csvr_params),
};
RGS_THERMOSTAT_ABOUT("csvr", RGS_EXACT, 0, RGS_EVAL_REDUCTION, csvr_params, "10.1063/1.2408420",
                     "Scales all momenta by a random factor, so that kinetic energy is canonical.");

RGS_THERMOSTAT(csvr, .scale = scale, .flags = RGS_THERMOSTAT_KEEPS_DRIFT)
