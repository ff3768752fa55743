/* SPDX-License-Identifier: BSD-3-Clause
 *
 * drag.c - the bath `drag`: damping without noise, about each principal axis with a rate of its own.
 */
#include "baths/bath_params.h"
#include "baths/baths.h"
#include "baths/builtin_baths.h"
#include "baths/unfused.h"

typedef struct drag_params {
  double rate, rate_x, rate_y, rate_z;
  int64_t ends, conserved;
} drag_params;

static rgs_status act(rgs_bath_call *call, int64_t *bad) {
  const drag_params *p = call->params;
  const rgs_bath_bodies bodies = rgs_bath_bodies_of(call->bodies);
  const rgs_drag_step step = { rgs_exp(-p->rate * call->h),
                               { rgs_exp(-p->rate_x * call->h), rgs_exp(-p->rate_y * call->h),
                                 rgs_exp(-p->rate_z * call->h) } };
  *bad = -1;
  call->heat = rgs_bath_drag(&bodies, &step);
  return RGS_OK;
}

#define RATE(name, text)                                                                           \
  RGS_BATH_PARAM(drag_params, name, RGS_F64, "1/time", text, 0, RGS_BATH_MOST, 0, RGS_PARAM_RAMPS)
static const rgs_param_info rows[] = {
  RATE(rate, "Momenta fall as exp(-rate t)."),
  RATE(rate_x, "The same of the angular momentum about the first principal axis."),
  RATE(rate_y, "About the second principal axis."),
  RATE(rate_z, "About the third principal axis."),
  RGS_BATH_ENDS(drag_params),
  RGS_BATH_CONSERVED(drag_params),
};
RGS_BATH_ABOUT("drag", RGS_EXACT, 0, drag_params, "exact solution",
               "Friction without noise, about each principal axis with a rate of its own.");

const rgs_bath rgs_drag_bath = { .head = RGS_HEAD(rgs_bath), .about = &about, .act = act };
