/* SPDX-License-Identifier: BSD-3-Clause
 *
 * metropolis.c - see metropolis.h.  S. Duane, A. D. Kennedy, B. J. Pendleton and D. Roweth, Phys. Lett. B 195, 216
 * (1987), doi 10.1016/0370-2693(87)91197-X; momenta renewed in part: A. M. Horowitz, Phys. Lett. B 268, 247 (1991),
 * doi 10.1016/0370-2693(91)90812-5.
 */
#include "thermostats/metropolis.h"
#include "simd/unfused.h"
#include "thermostats/draws.h"
#include "thermostats/langevin.h"
#include "thermostats/thermostat_params.h"
#include <math.h>

bool rgs_metropolis_accepts(const rgs_metropolis_params *p, rgs_metropolis_state *s, uint64_t trial,
                            double raised) {
  const double by = raised / p->kt;
  rgs_draws draws = { .seed = (uint32_t)p->seed, .stream = RGS_STREAM_TRIAL, .step = trial };
  const bool accepted = by <= 0 || rgs_log(rgs_draw_uniform(&draws)) < -by;
  s->trials += 1;
  s->accepted += accepted;
  const double off = fmax(-RGS_TRIAL_MOST, fmin(by, RGS_TRIAL_MOST)) - s->mean;
  const double share = 1 / fmin(s->trials, RGS_TRIALS_KEPT);
  s->mean += share * off;
  s->variance = (1 - share) * (s->variance + share * off * off);
  return accepted;
}

/* New momenta, in part. */
static rgs_status act(rgs_thermostat_call *call, int64_t *bad) {
  (void)bad;
  const rgs_metropolis_params *p = call->params;
  rgs_langevin_step step = { .seed = (uint32_t)p->seed,
                             .stream = RGS_STREAM_BODIES,
                             .step = call->step,
                             .spread_translation = p->kt,
                             .spread_rotation = p->kt,
                             .flat = (call->bodies->flags & RGS_VIEW_PLANAR) != 0 };
  if (p->relaxation > 0) rgs_langevin_times(&step, call->h, p->relaxation, p->relaxation, p->kt);
  rgs_act_by(call, RGS_KERNEL_langevin, &step, sizeof step);
  return RGS_OK;
}

static const rgs_param_info rows[] = {
  RGS_THERMOSTAT_KT(rgs_metropolis_params),
  RGS_THERMOSTAT_PARAM(rgs_metropolis_params, relaxation, RGS_F64, "time",
                       "Between trials 1/e of a momentum is left after this time; 0: nothing.", 0,
                       RGS_THERMOSTAT_MOST, 0, 0),
  RGS_THERMOSTAT_PARAM(rgs_metropolis_params, steps, RGS_I64, "",
                       "How many steps of the scheme a trial has, each for 1/steps of its time.", 1,
                       10000, 10, 0),
  RGS_THERMOSTAT_SEED(rgs_metropolis_params),
};
RGS_THERMOSTAT_ABOUT("metropolis", RGS_EXACT, 0, RGS_EVAL_REDUCTION, rgs_metropolis_params,
                     "10.1016/0370-2693(87)91197-X",
                     "Trials at constant energy with new momenta, accepted by their error: exact "
                     "averages for any step.");

const rgs_own_thermostat rgs_metropolis_thermostat = {
  .thermostat = { .head = RGS_HEAD(rgs_own_thermostat),
                  .about = &about,
                  .act = act,
                  .state_size = sizeof(rgs_metropolis_state),
                  .flags = RGS_THERMOSTAT_NOISE },
  .trials = true
};
