/* SPDX-License-Identifier: BSD-3-Clause
 *
 * processor.c - shows the bodies as a scheme with a processor means them, and puts back what is
 * propagated.  That travels in the bodies' carry: they may change rank while forces are evaluated.
 */
#include "base/core.h"

typedef struct part {
  const rgs_column *column;
  int components;
} part;
enum { PARTS = 6 };

static void move(const rgs_stepper *s, bool back) {
  const rgs_view *v = &s->bodies->view;
  const part parts[PARTS] = { { &v->x, 3 }, { &v->p, 3 }, { &v->q, 4 },
                              { &v->l, 3 }, { &v->f, 3 }, { &v->tau, 3 } };
  for (int64_t i = 0; i < v->n && v->carry.data != NULL; i++)
    for (int k = 0, place = (int)s->carry.displaced; k < PARTS; k++)
      for (int j = 0; j < parts[k].components; j++, place++) {
        double *there = &RGS_AT(v->carry, i, place), *here = &RGS_AT(*parts[k].column, i, j);
        if (back)
          *here = *there;
        else
          *there = *here;
      }
}

static bool has_processor(const rgs_stepper *s) {
  return s->method->scheme != NULL && s->method->scheme->scheme.n_pre > 0;
}

static void begin(rgs_stepper *s) {
  rgs_place *at = &s->place;
  move(s, false);
  at->kept_fresh = at->fresh & (uint32_t)(RGS_EVAL_FORCE | RGS_EVAL_ENERGY);
  at->inside = RGS_IN_PROCESS;
  rgs_split_begin(s);
}

rgs_status rgs_stepper_process(rgs_stepper *s, rgs_eval *request, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  rgs_status status = rgs_refuse_failed(s, error);
  if (status == RGS_OK && request != NULL)
    status = rgs_check_head(&request->head, RGS_END_OF(rgs_eval, what), "request", error);
  if (status != RGS_OK) return status;
  if (s->place.inside == RGS_IN_STEP) return rgs_refuse_inside(s, "rgs_stepper_process", error);
  const bool outside = s->place.inside == RGS_OUTSIDE;
  if (outside && (!has_processor(s) || s->place.variables != RGS_PROPAGATED)) return RGS_OK;
  if (request == NULL && s->host.eval == NULL)
    return rgs_refuse(error, RGS_E_NEEDS, -1,
                      "request and host.eval are null; forces are needed from one of them");
  status = rgs_check_bound(s, error);
  if (status != RGS_OK) return status;
  if (outside) begin(s);
  status = request != NULL ? rgs_go_on_asking(s, request, error) : rgs_go_on_calling(s, error);
  if (status != RGS_OK) return status;
  s->place.inside = RGS_OUTSIDE;
  s->place.variables = RGS_SHOWN;
  return RGS_OK;
}

rgs_status rgs_stepper_unprocess(rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  rgs_place *at = &s->place;
  if (at->inside == RGS_IN_STEP) return rgs_refuse_inside(s, "rgs_stepper_unprocess", error);
  if (at->inside != RGS_IN_PROCESS && at->variables != RGS_SHOWN) return RGS_OK;
  rgs_status status = rgs_check_view(s, error);
  if (status != RGS_OK) return status;
  move(s, true);
  at->inside = RGS_OUTSIDE;
  at->variables = RGS_PROPAGATED;
  at->fresh = at->kept_fresh;
  at->asked = 0;
  at->displaced = 0;
  s->failed = false;
  return RGS_OK;
}
