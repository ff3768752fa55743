/* SPDX-License-Identifier: BSD-3-Clause
 *
 * processor.c - brings the bodies of a scheme with a processor into physical variables for output,
 * and puts the propagated ones back afterwards.  These travel in the aux meanwhile, because
 * bodies may change rank while forces are evaluated.
 */
#include "base/columns.h"
#include "base/layout.h"
#include "backends/backend.h"
#include "stepper/advance.h"
#include "stepper/stages.h"
#include "stepper/stepper_check.h"

static const int propagated[] = { RGS_COLUMN_X, RGS_COLUMN_P, RGS_COLUMN_Q,
                                  RGS_COLUMN_L, RGS_COLUMN_F, RGS_COLUMN_TAU };
enum { PROPAGATED = sizeof propagated / sizeof *propagated };

static rgs_column aux_column(const rgs_stepper *s) {
  rgs_column c = s->motion.bodies->view.aux;
  if (c.data != NULL) c.data += (ptrdiff_t)s->motion.aux.displaced * c.comp;
  return c;
}

static rgs_status keep(const rgs_stepper *s) {
  const rgs_view *v = &s->motion.bodies->view;
  const rgs_column aux = aux_column(s);
  double numbers[RGS_AUX_PROPAGATED];
  for (int64_t i = 0; i < v->n && aux.data != NULL; i++) {
    rgs_get_columns(v, propagated, PROPAGATED, i, numbers);
    rgs_put(&aux, i, RGS_AUX_PROPAGATED, numbers);
  }
  return RGS_OK;
}

/* A body that was bound while the others showed output comes with a aux of zeros, among them q. */
static bool was_kept(const double numbers[RGS_AUX_PROPAGATED]) {
  const double *q = numbers + 6;
  return q[0] != 0 || q[1] != 0 || q[2] != 0 || q[3] != 0;
}

static rgs_status put_back(const rgs_stepper *s) {
  const rgs_view *v = &s->motion.bodies->view;
  const rgs_column aux = aux_column(s);
  double numbers[RGS_AUX_PROPAGATED];
  for (int64_t i = 0; i < v->n && aux.data != NULL; i++) {
    rgs_get(&aux, i, RGS_AUX_PROPAGATED, numbers);
    if (was_kept(numbers)) rgs_put_columns(v, propagated, PROPAGATED, i, numbers);
  }
  return RGS_OK;
}
enum { KEPT = RGS_MIRROR_STATE | RGS_M(AUX) };

static bool has_processor(const rgs_stepper *s) {
  return s->motion.method->scheme != NULL && s->motion.method->scheme->scheme.n_pre > 0;
}

static rgs_status begin(rgs_stepper *s, rgs_error *error) {
  rgs_step_cursor *at = &s->step_cursor;
  rgs_status status = rgs_settle(s, error);
  if (status == RGS_OK)
    status = RGS_WITH_COLUMNS(s->motion.bodies, KEPT, RGS_M(AUX), error, keep(s));
  if (status != RGS_OK) return status;
  at->kept_valid = at->valid & (uint32_t)(RGS_EVAL_FORCE | RGS_EVAL_ENERGY);
  at->inside = RGS_IN_PROCESS;
  s->motion.mark = (rgs_step_mark){ at->time, at->time_rest, s->ensemble.saved.steps };
  rgs_stages_begin(s);
  return RGS_OK;
}

rgs_status rgs_stepper_process(rgs_stepper *s, rgs_eval *request, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  rgs_status status = rgs_set_error_failed(s, error);
  if (status == RGS_OK && request != NULL)
    status = rgs_check_struct(&request->head, &rgs_eval_layout, "request", error);
  if (status != RGS_OK) return status;
  if (s->step_cursor.inside == RGS_IN_STEP)
    return rgs_set_error_inside(s, "rgs_stepper_process", error);
  const bool outside = s->step_cursor.inside == RGS_OUTSIDE;
  if (outside && (!has_processor(s) || s->step_cursor.variables != RGS_PROPAGATED)) return RGS_OK;
  if (request == NULL && s->host.eval == NULL)
    return rgs_set_error(
        error, RGS_E_NEEDS, -1,
        "request and host.eval are null; give an rgs_eval, or set the callback, because "
        "forces have to be evaluated");
  status = rgs_check_bound(s, error);
  if (status != RGS_OK) return status;
  if (outside && (status = begin(s, error)) != RGS_OK) return status;
  status =
      request != NULL ? rgs_go_on_asking(s, request, error) : rgs_go_on_calling(s, false, error);
  if (status != RGS_OK) return status;
  s->step_cursor.inside = RGS_OUTSIDE;
  s->step_cursor.variables = RGS_SHOWN;
  return RGS_OK;
}

rgs_status rgs_stepper_unprocess(rgs_stepper *s, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  rgs_step_cursor *at = &s->step_cursor;
  if (at->inside == RGS_IN_STEP) return rgs_set_error_inside(s, "rgs_stepper_unprocess", error);
  if (at->inside != RGS_IN_PROCESS && at->variables != RGS_SHOWN) return RGS_OK;
  rgs_status status = rgs_check_view(s, error);
  if (status != RGS_OK) return status;
  s->motion.backend->forget(&s->motion);
  status = RGS_WITH_COLUMNS(s->motion.bodies, KEPT, RGS_MIRROR_STATE, error, put_back(s));
  if (status != RGS_OK) return status;
  at->inside = RGS_OUTSIDE;
  at->variables = RGS_PROPAGATED;
  at->valid = at->kept_valid;
  at->asked = 0;
  at->displaced = 0;
  s->failed = false;
  return RGS_OK;
}
