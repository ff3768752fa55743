/* SPDX-License-Identifier: BSD-3-Clause */
#include "stepper/stepper_check.h"
#include "base/own_aux.h"
#include <math.h>

rgs_status rgs_set_error_inside(const rgs_stepper *s, const char *call, rgs_error *error) {
  if (s->step_cursor.inside == RGS_IN_PROCESS)
    return rgs_set_error(
        error, RGS_E_ORDER, -1,
        "%s was called before rgs_stepper_process ended; finish that, or abandon it with "
        "rgs_stepper_unprocess",
        call);
  return rgs_set_error(
      error, RGS_E_ORDER, -1,
      "%s was called inside a step; finish the step, or abandon it with rgs_stepper_reset", call);
}

/* Without a column the library does not know which bodies changed their indices. */
static rgs_status check_own_aux(const rgs_stepper *s, rgs_error *error) {
  const bool needed = s->step_cursor.inside != RGS_OUTSIDE || s->step_cursor.variables == RGS_SHOWN;
  if (!needed || !rgs_own_aux_is_stale(s->motion.bodies)) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_NEEDS, -1,
      "view.aux is null, and bodies were bound with another revision, or with revision 0, "
      "inside a step; '%s' needs %u doubles a body that go with it: give the column "
      "aux, or keep the revision (a number other than 0)",
      rgs_method_about(s->motion.method)->name, s->info.aux);
}

rgs_status rgs_check_view(const rgs_stepper *s, rgs_error *error) {
  const rgs_view *v = &s->motion.bodies->view;
  const rgs_method_info *info = &s->info;
  if (v->head.size == 0)
    return rgs_set_error(error, RGS_E_ORDER, -1, "no view is bound; call rgs_bodies_bind first");
  rgs_status status = rgs_ensemble_check_view(s, error);
  if (status != RGS_OK || v->n == 0) return status;
  if ((info->needs & RGS_EVAL_GRADIENT) && (v->gf.data == NULL || v->gtau.data == NULL))
    return rgs_set_error(
        error, RGS_E_NEEDS, -1, "view.%s is null; '%s' needs the columns gf and gtau",
        v->gf.data == NULL ? "gf" : "gtau", rgs_method_about(s->motion.method)->name);
  if (info->aux > 0 && v->aux.data == NULL)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "view.aux is null; '%s' needs %u doubles a body in it",
                         rgs_method_about(s->motion.method)->name, info->aux);
  if (info->aux > 0 && (status = check_own_aux(s, error)) != RGS_OK) return status;
  if (info->aux > 1 && v->aux.comp == 0)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "view.aux.comp is 0; must differ from 0 for %u doubles a body", info->aux);
  double body = fabs((double)v->aux.body), comp = fabs((double)v->aux.comp);
  if (info->aux > 1 && v->n > 1 && !(body > (info->aux - 1) * comp) &&
      !(comp > (double)(v->n - 1) * body))
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "view.aux: with body %lld and comp %lld elements overlap; '%s' needs %u "
                         "doubles a body",
                         (long long)v->aux.body, (long long)v->aux.comp,
                         rgs_method_about(s->motion.method)->name, info->aux);
  return RGS_OK;
}

rgs_status rgs_set_error_failed(const rgs_stepper *s, rgs_error *error) {
  if (!s->failed) return RGS_OK;
  if (s->step_cursor.inside == RGS_IN_PROCESS)
    return rgs_set_error(error, RGS_E_ORDER, -1,
                         "rgs_stepper_process failed; call rgs_stepper_unprocess first");
  return rgs_set_error(error, RGS_E_ORDER, -1,
                       "an earlier step failed; call rgs_stepper_rewind, rgs_stepper_reset or "
                       "rgs_stepper_load first");
}
