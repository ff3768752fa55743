/* SPDX-License-Identifier: BSD-3-Clause
 *
 * langevin.c - the bath `langevin`: its parameters.  langevin_lanes.c has friction and noise.
 */
#include "baths/bath_params.h"
#include "baths/baths.h"
#include "baths/builtin_baths.h"

typedef struct langevin_params {
  double kt, relaxation, relaxation_rotation;
  int64_t seed, ends, conserved;
} langevin_params;

static rgs_status act(rgs_bath_call *call, int64_t *bad) {
  const langevin_params *p = call->params;
  const rgs_bath_bodies bodies = rgs_bath_bodies_in(call);
  rgs_langevin_step step = { .seed = (uint32_t)p->seed,
                             .stream = RGS_STREAMS * call->visit + RGS_STREAM_BODIES,
                             .step = call->step,
                             .flat = (call->bodies->flags & RGS_VIEW_PLANE) != 0 };
  const double rotation = p->relaxation_rotation > 0 ? p->relaxation_rotation : p->relaxation;
  rgs_langevin_times(&step, call->h, p->relaxation, rotation, p->kt);
  *bad = -1;
  rgs_bath_sums after;
  call->heat = rgs_bath_langevin(&bodies, &step, &after);
  const double *axes = after.translation;
  call->kinetic_translation = axes[0] + axes[1] + (step.flat ? 0 : axes[2]);
  call->kinetic_rotation = after.rotation;
  return RGS_OK;
}

#define ROW(...) RGS_BATH_PARAM(langevin_params, __VA_ARGS__)
static const rgs_param_info rows[] = {
  RGS_BATH_KT(langevin_params),
  ROW(relaxation, RGS_F64, "time", "After this time 1/e of a momentum is left.", 0, RGS_BATH_MOST,
      1, RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN),
  ROW(relaxation_rotation, RGS_F64, "time", "The same of an angular momentum; 0: as relaxation.", 0,
      RGS_BATH_MOST, 0, 0),
  RGS_BATH_SEED(langevin_params),
  RGS_BATH_ENDS(langevin_params),
  RGS_BATH_CONSERVED(langevin_params),
};
RGS_BATH_ABOUT("langevin", RGS_EXACT, 0, langevin_params, "10.48550/arXiv.1412.5813",
               "Friction and noise on momentum and angular momentum of every body.");

const rgs_bath rgs_langevin_bath = {
  .head = RGS_HEAD(rgs_bath), .about = &about, .act = act, .flags = RGS_BATH_NOISE
};
