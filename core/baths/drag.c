/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drag.c - the bath `drag`: damping without noise, about each principal axis with a rate of its own.
 */
#include "baths/bath_params.h"
#include "baths/baths.h"
#include "baths/builtin_baths.h"
#include "baths/unfused.h"

typedef struct drag_params {
  double rate, rate_1, rate_2, rate_3;
  int64_t ends, conserved;
} drag_params;

static rgs_status act(rgs_bath_call *call, int64_t *bad) {
  const drag_params *p = call->params;
  const rgs_bath_bodies bodies = rgs_bath_bodies_in(call);
  const int flat = (call->bodies->flags & RGS_VIEW_PLANE) != 0;
  const rgs_drag_step step = { rgs_exp(-p->rate * call->h),
                               { rgs_exp(-p->rate_1 * call->h), rgs_exp(-p->rate_2 * call->h),
                                 rgs_exp(-p->rate_3 * call->h) },
                               flat };
  *bad = -1;
  call->heat = rgs_bath_drag(&bodies, &step);
  return RGS_OK;
}

#define RATE(name, text)                                                                           \
  RGS_BATH_PARAM(drag_params, name, RGS_F64, "1/time", text, 0, RGS_BATH_MOST, 0, RGS_PARAM_RAMPS)
static const rgs_param_info rows[] = {
  RATE(rate, "Momenta fall as exp(-rate t)."),
  RATE(rate_1, "The same of the angular momentum about the first principal axis."),
  RATE(rate_2, "About the second principal axis."),
  RATE(rate_3, "About the third principal axis."),
  RGS_BATH_ENDS(drag_params),
  RGS_BATH_CONSERVED(drag_params),
};
RGS_BATH_ABOUT("drag", RGS_EXACT, 0, drag_params, "exact solution",
               "Friction without noise, about each principal axis with a rate of its own.");

const rgs_bath rgs_drag_bath = { .head = RGS_HEAD(rgs_bath), .about = &about, .act = act };
