/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble.c - bath, piston and noise of a stepper: memory for them, the beginning of a step, and what the
 * host is asked for and answers.
 */
#include "ensemble/ensemble.h"
#include "base/columns.h"
#include "ensemble/box.h"
#include "ensemble/sums.h"
#include <math.h>
#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

size_t rgs_ensemble_room(const rgs_method *m) {
  return rgs_params_room(m->bath) + rgs_params_room(m->piston) +
         rgs_padded(rgs_method_state_size(m));
}

void rgs_ensemble_take_method(rgs_ensemble *e) {
  const rgs_method *m = e->motion->method;
  const uint64_t steps = e->kept.steps;
  if (e->room > 0) { /* otherwise there is no memory to point to */
    e->piston_params = (char *)e->bath_params + rgs_params_room(m->bath);
    e->state = (char *)e->piston_params + rgs_params_room(m->piston);
    memset(e->bath_params, 0, e->room);
    if (m->bath != NULL) memcpy(e->bath_params, m->bath_params, m->bath->about.params_size);
    if (m->piston != NULL) memcpy(e->piston_params, m->piston_params, m->piston->about.params_size);
  }
  memset(&e->kept, 0, sizeof e->kept);
  e->kept.steps = steps; /* so that no noise is repeated */
  e->kept.ranks = e->host_ranks;
  e->writes_virial = false;
}

/* ---- in a step -------------------------------------------------------------------------------- */

rgs_status rgs_ensemble_begin(rgs_ensemble *e, double h, rgs_error *error) {
  const rgs_method *m = e->motion->method;
  if (m->bath != NULL && h < 0)
    return rgs_refuse(
        error, RGS_E_ARG, -1,
        "h is %g; with the bath '%s' it must be >= 0: friction cannot go back in time", h,
        m->bath->about.name);
  if (m->integrator != NULL && (m->info.claims & (RGS_RELAXES | RGS_RANDOM)) && h < 0)
    return rgs_refuse(
        error, RGS_E_ARG, -1,
        "h is %g; with the integrator '%s' it must be >= 0: it cannot go back in time", h,
        m->integrator->about.name);
  if (m->piston != NULL && !e->kept.box.known)
    return rgs_refuse(error, RGS_E_ORDER, -1,
                      "piston '%s' does not know the box; call %s before the first step",
                      m->piston->about.name,
                      rgs_method_shears(m) ? "rgs_draft_stepper_set_cell" : "rgs_stepper_set_box");
  if (m->piston != NULL && rgs_dimensions(&e->motion->bodies->view) == 2 &&
      e->kept.box.lengths[2] != 1)
    return rgs_refuse(
        error, RGS_E_ARG, -1,
        "box.lengths[2] is %g (rgs_stepper_set_box); must be 1 where the bodies move in "
        "a plane (RGS_VIEW_PLANE)",
        e->kept.box.lengths[2]);
  e->kept.visit = e->kept.phase = 0;
  e->kept.known &= ~(uint32_t)(RGS_KNOWS_KINETIC | RGS_KNOWS_MID);
  if (h != 0) e->kept.steps++;
  return RGS_OK;
}

bool rgs_marks_unwritten(const rgs_ensemble *e) {
  const rgs_bodies *b = e->motion->bodies;
  return b->context->drafts && (e->host_ranks == 1 || rgs_own_bodies(&b->view) > 0);
}

void rgs_ensemble_request(rgs_ensemble *e, uint32_t asked, rgs_eval *request) {
  const bool sums = (asked & RGS_EVAL_SUM) != 0;
  if (sums) memcpy(e->sum, e->kept.share, sizeof e->sum);
  request->sum = sums ? e->sum : NULL;
  request->n_sum = sums ? (uint32_t)e->kept.n_share : 0;
  const bool nan = (asked & RGS_EVAL_VIRIAL) && rgs_marks_unwritten(e);
  for (int k = 0; k < 3; k++) request->virial[k] = e->given_shear[k] = nan ? NAN : 0;
  memset(request->lengths, 0, sizeof request->lengths);
  if (e->motion->method->piston != NULL) rgs_box_lengths(e, request->lengths);
}

/* Forces between bodies, which add up to 0, have a virial: where it is 0 the host has not written it.
 * External forces may have none, and axes that do not move need none.  A host that was found to write it,
 * or to have such forces, is not suspected again, because the sums cost as much as a kick. */
static bool is_unwritten(rgs_ensemble *e, const double virial[3]) {
  const rgs_view *v = &e->motion->bodies->view;
  int group[3];
  if (virial[0] != 0 || virial[1] != 0 || virial[2] != 0) e->writes_virial = true;
  /* Forces between so few may be at right angles to distances. */
  if (e->writes_virial || rgs_own_bodies(v) < 4) return false;
  rgs_box_groups(e, group);
  bool pushed = false;
  for (int k = 0; k < 3; k++) {
    double sum = 0, size = 0;
    for (int64_t i = 0; i < rgs_own_bodies(v) && group[k] >= 0; i++) {
      sum += RGS_AT(v->f, i, k);
      size += fabs(RGS_AT(v->f, i, k));
    }
    if (size > 0 && fabs(sum) <= 1e-9 * size) return true;
    pushed |= size > 0;
  }
  e->writes_virial = pushed;
  return false;
}

static rgs_status take_virial(rgs_ensemble *e, const rgs_eval *answer, rgs_error *error) {
  /* One of several ranks must not stop alone: the sum shows the fault to all. */
  for (int k = 0; k < 3 && e->host_ranks == 1; k++)
    if (!isfinite(answer->virial[k]))
      return rgs_refuse(error, RGS_E_HOST, -1, "the host's virial[%d] is %g; must be finite", k,
                        answer->virial[k]);
  if (e->host_ranks == 1 && is_unwritten(e, answer->virial))
    return rgs_refuse(error, RGS_E_HOST, -1,
                      "the host's virial is 0 along all axes, while forces on the bodies are not; "
                      "write rgs_eval.virial where RGS_EVAL_VIRIAL is asked");
  static const char *const shear[] = { "xy", "xz", "yz" };
  const bool shears = rgs_method_shears(e->motion->method);
  for (int k = 0; k < 3 && shears && e->host_ranks == 1; k++)
    if (!isfinite(e->given_shear[k]))
      return rgs_refuse(
          error, RGS_E_HOST, -1,
          "the host's virial of the shear %s is %g; call rgs_draft_stepper_shear_virial "
          "with finite numbers where RGS_EVAL_VIRIAL is asked",
          shear[k], e->given_shear[k]);
  for (int k = 0; k < 3; k++) e->kept.virial_share[k] = e->motion->force_scale * answer->virial[k];
  for (int k = 0; k < 3 && shears; k++)
    e->kept.shear_share[k] = e->motion->force_scale * e->given_shear[k];
  e->kept.known &= ~(uint32_t)RGS_KNOWS_VIRIAL;
  return RGS_OK;
}

rgs_status rgs_ensemble_answered(rgs_ensemble *e, uint32_t *asked, const rgs_eval *answer,
                                 rgs_error *error) {
  rgs_status status = RGS_OK;
  if (*asked & RGS_EVAL_SUM) {
    status = rgs_sums_check(e, error);
    if (status == RGS_E_HOST && !rgs_sums_have_virial(e))
      *asked = RGS_EVAL_FORCE | RGS_EVAL_VIRIAL; /* all ranks request it */
  } else if ((*asked & RGS_EVAL_VIRIAL) && e->motion->method->piston != NULL) {
    status = take_virial(e, answer, error);
    /* The second answer is summed again, over ranks. */
    if (status == RGS_OK && e->kept.phase == 1 && e->host_ranks != 1) {
      rgs_sums_put_virial(e);
      *asked = RGS_EVAL_SUM;
      return RGS_NEED_EVAL;
    }
  }
  return status;
}

rgs_status rgs_ensemble_check_finite(const rgs_ensemble *e, bool alone, rgs_error *error) {
  const rgs_method *m = e->motion->method;
  const rgs_kept *kept = &e->kept;
  if (alone && !isfinite(kept->heat))
    return rgs_refuse(error, RGS_E_NONFINITE, -1,
                      "the heat of bath '%s' is %g; the momenta that it acted on are too large",
                      m->bath->about.name, kept->heat);
  if (m->piston == NULL) return RGS_OK;
  double sum = kept->piston_heat - kept->piston_heat;
  for (int k = 0; k < 3; k++) {
    const double numbers[] = { kept->box.momentum[k],    kept->virial[k],       kept->kinetic[k],
                               kept->shears.momentum[k], kept->shear_virial[k], kept->cross[k] };
    for (int j = 0; j < 6; j++) sum += numbers[j] - numbers[j];
  }
  if (sum == 0) return RGS_OK;
  return rgs_refuse(
      error, RGS_E_NONFINITE, -1,
      "piston '%s': its momentum, its heat or the pressure is not finite; the virial is "
      "%g, %g, %g",
      m->piston->about.name, kept->virial[0], kept->virial[1], kept->virial[2]);
}

static void drop_not_finite(double *numbers, int n) {
  for (int k = 0; k < n; k++)
    if (!isfinite(numbers[k])) numbers[k] = 0;
}

void rgs_ensemble_reset(rgs_ensemble *e) {
  rgs_kept *kept = &e->kept;
  kept->phase = kept->known = 0;
  e->broken = false;
  drop_not_finite(&kept->heat, 1);
  drop_not_finite(&kept->piston_heat, 1);
  drop_not_finite(kept->virial, 3);
  drop_not_finite(kept->kinetic, 3);
  drop_not_finite(kept->box.momentum, RGS_GROUPS);
  drop_not_finite(kept->shears.momentum, 3);
  drop_not_finite(kept->shear_virial, 3);
  drop_not_finite(kept->cross, 3);
}
