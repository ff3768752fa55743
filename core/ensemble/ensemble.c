/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble.c - what a bath and a piston do in a step.
 *
 * A stage that wants sums over ranks puts this rank's numbers into ensemble.share, asks for them, and
 * is called again with ensemble.phase = 1.  So a save between the two holds all that is needed.  How
 * many requests there are depends on the method alone, never on bodies or sums: other ranks follow.
 */
#include "ensemble/ensemble.h"
#include "base/columns.h"
#include "baths/baths.h"
#include "baths/builtin_baths.h"
#include "baths/unfused.h"
#include "ensemble/box.h"
#include "motion/flight.h"
#include "motion/jobs.h"
#include "ensemble/sums.h"
#include <math.h>
#include <string.h>

/* ---- the bath -------------------------------------------------------------------------------- */

static rgs_bath_call call_of(const rgs_stepper *s, double h) {
  const rgs_place *at = &s->place;
  const rgs_ensemble *e = &s->ensemble;
  return (rgs_bath_call){ .head = RGS_HEAD(rgs_bath_call),
                          .h = h,
                          .time = rgs_time_after(at->time, at->drifted * at->h),
                          .step = e->steps - 1,
                          .visit = e->visit,
                          .params = s->bath_params,
                          .state = s->bath_state,
                          .bodies = &s->bodies->view,
                          .freedom_translation = e->freedom[0],
                          .freedom_rotation = e->freedom[1],
                          .scale_translation = 1,
                          .scale_rotation = 1 };
}

static rgs_status refuse_bath(const rgs_stepper *s, rgs_status status, int64_t bad,
                              rgs_error *error) {
  const char *name = s->method->bath->about.name;
  if (status != RGS_E_NONFINITE)
    return rgs_refuse(error, RGS_E_MODULE, bad,
                      "bath '%s' answered %d, which is no failure it may report", name, status);
  return rgs_refuse(error, status, bad, "bath '%s' failed: %s", name, rgs_status_text(status));
}

/* The kinetic energy that this rank's bodies gain: v -> a v + (1 - a) V, V the velocity that stays. */
static double gain_of_translation(const double *share, double a, const double stays[3]) {
  double kinetic = 0, along = 0, square = 0;
  for (int k = 0; k < 3; k++) {
    kinetic += share[k];
    along += share[4 + k] * stays[k];
    square += stays[k] * stays[k];
  }
  return (a * a - 1) * kinetic + a * (1 - a) * along + 0.5 * (1 - a) * (1 - a) * share[7] * square;
}

static void note_mid(rgs_ensemble *e, double translation, double rotation, const double kt[2]) {
  e->mid[0] = translation;
  e->mid[1] = rotation;
  memcpy(e->mid_kt, kt, sizeof e->mid_kt);
  e->known |= RGS_KNOWS_MID;
}

static double over(double energy, double freedom) { return freedom > 0 ? 2 * energy / freedom : 0; }

/* Finds the factors from the sums, and what they do to this rank's energies. */
static rgs_status find_factors(rgs_stepper *s, double h, rgs_scale_step *step, rgs_error *error) {
  rgs_ensemble *e = &s->ensemble;
  const rgs_bath *bath = &s->method->bath->bath;
  const double *sum = s->sum, *share = e->share;
  const rgs_bath_sums sums = {
    { sum[0], sum[1], sum[2] }, sum[3], { sum[4], sum[5], sum[6] }, sum[7]
  };
  const bool keeps_drift = (bath->flags & RGS_BATH_KEEPS_DRIFT) && sums.mass > 0;
  memcpy(e->freedom, sum + 8, sizeof e->freedom);
  *step = (rgs_scale_step){ .translation = 1, .rotation = 1 };
  double kinetic = sum[0] + sum[1] + sum[2];
  if (keeps_drift) {
    kinetic = rgs_bath_internal(&sums);
    e->freedom[0] = fmax(0, e->freedom[0] - rgs_dimensions(&s->bodies->view));
    for (int k = 0; k < 3; k++) step->drift[k] = sums.momentum[k] / sums.mass;
  }
  rgs_bath_call call = call_of(s, h);
  call.kinetic_translation = kinetic;
  call.kinetic_rotation = sums.rotation;
  const rgs_status status = bath->scale(&call);
  if (status != RGS_OK) return refuse_bath(s, status, -1, error);
  const double a = call.scale_translation, b = call.scale_rotation;
  if (!isfinite(a) || !isfinite(b)) return refuse_bath(s, RGS_E_NONFINITE, -1, error);
  step->translation = a;
  step->rotation = b;
  const double gained[2] = { gain_of_translation(share, a, step->drift), (b * b - 1) * share[3] };
  const double kt[2] = { over(a * a * kinetic, e->freedom[0]),
                         over(b * b * sums.rotation, e->freedom[1]) };
  e->heat += gained[0] + gained[1];
  memcpy(e->mid_freedom, share + 8, sizeof e->mid_freedom);
  note_mid(e, share[0] + share[1] + share[2] + gained[0], share[3] + gained[1], kt);
  return RGS_OK;
}

static void scale_bodies(rgs_stepper *s, const rgs_scale_step *step) {
  const rgs_bath_bodies bodies = rgs_bodies_for_sums(s);
  rgs_bath_scale(&bodies, step);
}

static rgs_status act(rgs_stepper *s, double h, rgs_error *error) {
  rgs_ensemble *e = &s->ensemble;
  rgs_own_bath_call own = { call_of(s, h), rgs_bodies_for_sums(s).executor };
  rgs_bath_call *call = &own.call;
  int64_t bad = -1;
  call->kinetic_translation = call->kinetic_rotation = NAN;
  if (s->method->bath->built_in) call->head.size = sizeof own;
  const rgs_status status = s->method->bath->bath.act(call, &bad);
  if (status != RGS_OK) return refuse_bath(s, status, bad, error);
  e->heat += call->heat;
  double translation = call->kinetic_translation, rotation = call->kinetic_rotation;
  if (isfinite(translation) && isfinite(rotation)) {
    rgs_sums_freedom(s, true, e->mid_freedom);
  } else {
    rgs_sums_of_bath(s);
    translation = e->share[0] + e->share[1] + e->share[2];
    rotation = e->share[3];
    memcpy(e->mid_freedom, e->share + 8, sizeof e->mid_freedom);
  }
  const double kt[2] = { over(translation, e->mid_freedom[0]), over(rotation, e->mid_freedom[1]) };
  note_mid(e, translation, rotation, kt);
  return RGS_OK;
}

/* The box has a bath of its own, and what it does ends a visit of the bath. */
static void end_visit(rgs_stepper *s, double h) {
  if (s->method->piston != NULL) {
    const rgs_moved_box box = rgs_box_of(s);
    rgs_box_bathe(s, &box, h);
  }
  s->ensemble.visit++;
  s->ensemble.known &= ~(uint32_t)RGS_KNOWS_KINETIC;
}

static rgs_status ask_for_bath(rgs_stepper *s, rgs_error *error) {
  if (s->ensemble.phase == 1) return RGS_OK;
  rgs_sums_of_bath(s);
  return rgs_sums_ask(s, RGS_SUMS_OF_BATH, error);
}

rgs_status rgs_ensemble_bathe(rgs_stepper *s, double a, rgs_error *error) {
  const double h = a * s->place.h;
  rgs_scale_step step;
  if (h == 0) return RGS_OK;
  rgs_status status;
  if (s->method->bath->bath.act != NULL) {
    status = act(s, h, error);
  } else {
    status = ask_for_bath(s, error);
    if (status == RGS_OK) status = find_factors(s, h, &step, error);
    if (status == RGS_OK) scale_bodies(s, &step);
  }
  if (status == RGS_OK) end_visit(s, h);
  return status;
}

/* Momenta are constant in free flight, so the sums may be those of its start. */
rgs_status rgs_ensemble_drift_and_bathe(rgs_stepper *s, double a, rgs_error *error) {
  const double half = 0.5 * a * s->place.h;
  rgs_scale_step step;
  if (s->place.h == 0) return RGS_OK;
  rgs_status status = ask_for_bath(s, error);
  if (status == RGS_OK) status = find_factors(s, s->place.h, &step, error);
  if (status != RGS_OK) return status;
  if (s->bodies->view.coupled.data == NULL) {
    status = rgs_fly(s, (1 + step.rotation) * half, 0, error);
    if (status == RGS_OK) status = rgs_slide_and_scale(s, half, &step, error);
  } else { /* some bodies are not scaled, and rotate over another time */
    status = rgs_fly(s, half, half, error);
    if (status == RGS_OK) status = rgs_jobs_do(s, error);
    if (status != RGS_OK) return status;
    scale_bodies(s, &step);
    status = rgs_fly(s, half, half, error);
  }
  if (status == RGS_OK) end_visit(s, s->place.h);
  return status;
}

/* ---- the piston ------------------------------------------------------------------------------ */

static rgs_status ask_for_piston(rgs_stepper *s, bool kinetic, rgs_error *error) {
  if (s->ensemble.phase == 1) return RGS_OK;
  rgs_sums_of_piston(s, kinetic);
  return rgs_sums_ask(s, RGS_SUMS_OF_PISTON, error);
}

static void take_sums(rgs_stepper *s, const rgs_moved_box *box, bool virial, bool kinetic) {
  rgs_ensemble *e = &s->ensemble;
  if (virial) memcpy(e->virial, s->sum, sizeof e->virial);
  if (kinetic) memcpy(e->kinetic, s->sum + 3, sizeof e->kinetic);
  e->known &= ~(uint32_t)RGS_KNOWS_KINETIC;
  e->known |= (virial ? RGS_KNOWS_VIRIAL : 0) | (kinetic ? RGS_KNOWS_KINETIC : 0);
  rgs_box_set_masses(s, box, s->sum[6]);
}

rgs_status rgs_ensemble_kick(rgs_stepper *s, double h, rgs_error *error) {
  rgs_ensemble *e = &s->ensemble;
  const rgs_moved_box box = rgs_box_of(s);
  if (e->known & RGS_KNOWS_VIRIAL) {
    e->known &= ~(uint32_t)RGS_KNOWS_KINETIC;
  } else {
    const bool kinetic = rgs_method_drifts_next(s->method, s->place.stage);
    const rgs_status status = ask_for_piston(s, kinetic, error);
    if (status != RGS_OK) return status;
    take_sums(s, &box, true, kinetic);
  }
  rgs_box_kick(s, &box, h);
  return RGS_OK;
}

rgs_status rgs_ensemble_drift(rgs_stepper *s, double h, rgs_error *error) {
  rgs_ensemble *e = &s->ensemble;
  const rgs_moved_box box = rgs_box_of(s);
  rgs_piston_step bodies;
  if (h == 0) return RGS_OK;
  if (!(e->known & RGS_KNOWS_KINETIC)) {
    const rgs_status status = ask_for_piston(s, true, error);
    if (status != RGS_OK) return status;
    take_sums(s, &box, false, true);
  }
  const rgs_ensemble before = *e;
  if (!rgs_box_fly(s, &box, h, &bodies))
    return rgs_refuse(error, RGS_E_NONFINITE, -1,
                      "piston '%s': the lengths of the box would leave the range of numbers, their "
                      "volume being %g; take a smaller h or a larger piston_relaxation",
                      s->method->piston->about.name, box.volume);
  const rgs_status status = rgs_fly_with_box(s, h, &bodies, error);
  if (status != RGS_OK)
    *e = before;
  else
    e->known &= ~(uint32_t)RGS_KNOWS_VIRIAL;
  return status;
}

/* ---- requests -------------------------------------------------------------------------------- */

rgs_status rgs_ensemble_begin(rgs_stepper *s, double h, rgs_error *error) {
  rgs_ensemble *e = &s->ensemble;
  const rgs_method *m = s->method;
  if (m->bath != NULL && h < 0)
    return rgs_refuse(error, RGS_E_ARG, -1,
                      "h is %g; with the bath '%s' it must be >= 0: friction has no way back", h,
                      m->bath->about.name);
  if (m->integrator != NULL && (m->info.claims & (RGS_RELAXES | RGS_RANDOM)) && h < 0)
    return rgs_refuse(error, RGS_E_ARG, -1,
                      "h is %g; with the integrator '%s' it must be >= 0: it has no way back", h,
                      m->integrator->about.name);
  if (m->piston != NULL && !e->has_box)
    return rgs_refuse(error, RGS_E_ORDER, -1,
                      "piston '%s' does not know the box; call rgs_stepper_set_box before the "
                      "first step",
                      m->piston->about.name);
  if (m->piston != NULL && rgs_dimensions(&s->bodies->view) == 2 && e->lengths[2] != 1)
    return rgs_refuse(
        error, RGS_E_ARG, -1,
        "box.lengths[2] is %g (rgs_stepper_set_box); must be 1 where the bodies move in "
        "a plane (RGS_VIEW_PLANE)",
        e->lengths[2]);
  e->visit = e->phase = 0;
  e->known &= ~(uint32_t)(RGS_KNOWS_KINETIC | RGS_KNOWS_MID);
  if (h != 0) e->steps++;
  return RGS_OK;
}

void rgs_ensemble_request(rgs_stepper *s, rgs_eval *request) {
  const bool sums = (s->place.asked & RGS_EVAL_SUM) != 0;
  if (sums) memcpy(s->sum, s->ensemble.share, sizeof s->sum);
  request->sum = sums ? s->sum : NULL;
  request->n_sum = sums ? (uint32_t)s->ensemble.n_share : 0;
  memset(request->virial, 0, sizeof request->virial);
  memset(request->lengths, 0, sizeof request->lengths);
  if (s->method->piston != NULL) rgs_ensemble_lengths(s, request->lengths);
}

rgs_status rgs_ensemble_answered(rgs_stepper *s, const rgs_eval *answer, rgs_error *error) {
  rgs_ensemble *e = &s->ensemble;
  if (s->place.asked & RGS_EVAL_SUM) return rgs_sums_check(s, error);
  if (!(s->place.asked & RGS_EVAL_VIRIAL)) return RGS_OK;
  /* One of several ranks must not stop alone: there the sum shows it to all. */
  for (int k = 0; k < 3 && s->host.ranks == 1; k++)
    if (!isfinite(answer->virial[k]))
      return rgs_refuse(error, RGS_E_HOST, -1, "the host's virial[%d] is %g; must be finite", k,
                        answer->virial[k]);
  for (int k = 0; k < 3; k++) e->virial_share[k] = s->host.force_scale * answer->virial[k];
  e->known &= ~(uint32_t)RGS_KNOWS_VIRIAL;
  return RGS_OK;
}
