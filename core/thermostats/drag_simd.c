/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drag_simd.c - the thermostat `drag`: damping without noise, about each principal axis with a rate of its
 * own.  No operation is fused, so that all instruction sets give the same bits.
 */
#include "thermostats/thermostats.h"
#include "thermostats/thermostat_simd.h"
#include "thermostats/thermostat_params.h"
#include "thermostats/builtin_thermostats.h"
#include "thermostats/drag.h"
#include "simd/unfused.h"
#include "simd/instruction_set.h"

/* The energy that the bodies in these lanes lose. */
RGS_WITHIN RGS_INLINE rgs_lanes rgs_drag_lanes(const rgs_thermostat_bodies *b, int64_t i,
                                               const rgs_drag_step *step, rgs_kinds *kinds) {
  const double translation = step->translation * step->translation - 1;
  const rgs_mask act = rgs_chosen(b, i), counts = rgs_and(act, rgs_lanes_below(i, b->own));
  rgs_lanes p[3], l[3], q[4], row[3][3], y[3], lost = rgs_same(0);
  (void)rgs_new_kinds(b, i, kinds);
  const rgs_lanes share = b->p_is_velocity ? kinds->mass : kinds->inverse;
  rgs_load_all(&b->p, b->n, i, 3, p);
  rgs_load_all(&b->l, b->n, i, 3, l);
  rgs_load_all(&b->q, b->n, i, 4, q);
  rgs_rotation_of(q, row);
  for (int k = 0; k < 3; k++) {
    const double keep = step->rotation[k];
    y[k] = rgs_along_body_axis(row, l, k);
    lost += (keep * keep - 1) * (y[k] * y[k]) * kinds->mobility[k];
    lost += translation * (p[k] * p[k]) * share;
    y[k] *= keep;
    p[k] = rgs_select(act, step->translation * p[k], p[k]);
  }
  for (int j = step->flat ? 2 : 0; j < 3; j++)
    l[j] = rgs_select(act, row[j][0] * y[0] + row[j][1] * y[1] + row[j][2] * y[2], l[j]);
  rgs_store_all(&b->p, b->n, i, 3, p);
  rgs_store_all(&b->l, b->n, i, 3, l);
  return rgs_unless(rgs_not(counts), 0.5 * lost);
}

RGS_THERMOSTAT_KERNEL(rgs_drag_batch, rgs_drag_step) {
  const rgs_drag_step step = *given; /* a copy, which stores cannot change */
  rgs_kinds kinds = rgs_no_kinds();
  rgs_lane_sum sum;
  memset(&sum, 0, sizeof sum);
  for (int64_t i = 0; i < b.n; i += RGS_WIDTH)
    sum.part[i / RGS_WIDTH % RGS_SUM_PARTS] += rgs_drag_lanes(&b, i, &step, &kinds);
  *sums = rgs_sum_up(&sum);
  return 1;
}

#ifdef RGS_ON_DEVICE
RGS_INLINE double rgs_drag_lost(const rgs_thermostat_bodies *one, const rgs_drag_step *step) {
  rgs_kinds kinds = rgs_no_kinds();
  return rgs_drag_lanes(one, 0, step, &kinds);
}
#endif
RGS_KERNEL(drag, rgs_drag_step, RGS_MOMENTA | RGS_USES_Q | RGS_CONSTANTS, RGS_MOMENTA, 1,
           (term[0] = rgs_drag_lost(one, step), 1))

#if RGS_ONCE

typedef struct drag_params {
  double rate, rate_1, rate_2, rate_3;
} drag_params;

static rgs_status act(rgs_thermostat_call *call, int64_t *bad) {
  const drag_params *p = call->params;
  const int flat = (call->bodies->flags & RGS_VIEW_PLANAR) != 0;
  const rgs_drag_step step = { rgs_exp(-p->rate * call->h),
                               { rgs_exp(-p->rate_1 * call->h), rgs_exp(-p->rate_2 * call->h),
                                 rgs_exp(-p->rate_3 * call->h) },
                               flat };
  (void)bad;
  rgs_act_by(call, RGS_KERNEL_drag, &step, sizeof step);
  return RGS_OK;
}

#define RATE(name, text)                                                                           \
  RGS_THERMOSTAT_PARAM(drag_params, name, RGS_F64, "1/time", text, 0, RGS_THERMOSTAT_MOST, 0,      \
                       RGS_PARAM_RAMPS)
static const rgs_param_info rows[] = {
  RATE(rate, "Momenta fall as exp(-rate t)."),
  RATE(rate_1, "The same of the angular momentum about the first principal axis."),
  RATE(rate_2, "About the second principal axis."),
  RATE(rate_3, "About the third principal axis."),
};
RGS_THERMOSTAT_ABOUT("drag", RGS_EXACT, 0, 0, drag_params, "exact solution",
                     "Friction without noise, about each principal axis with a rate of its own.");

RGS_THERMOSTAT(drag, .act = act)
#endif /* RGS_ONCE */
