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

static size_t padded(size_t size) { return (size + 15u) / 16u * 16u; }

static size_t params_size(const rgs_entry *e) { return e == NULL ? 0 : e->about.params_size; }

size_t rgs_ensemble_room(const rgs_method *m) {
  return padded(params_size(m->bath)) + padded(params_size(m->piston)) +
         padded(rgs_method_state_size(m));
}

void rgs_ensemble_take_method(rgs_stepper *s) {
  const rgs_method *m = s->method;
  rgs_ensemble *e = &s->ensemble;
  const uint64_t steps = e->steps;
  if (s->ensemble_room > 0) { /* otherwise there is no memory to point to */
    s->piston_params = (char *)s->bath_params + padded(params_size(m->bath));
    s->bath_state = (char *)s->piston_params + padded(params_size(m->piston));
    memset(s->bath_params, 0, s->ensemble_room);
    if (m->bath != NULL) memcpy(s->bath_params, m->bath_params, params_size(m->bath));
    if (m->piston != NULL) memcpy(s->piston_params, m->piston_params, params_size(m->piston));
  }
  /* The host's share of the virial is forgotten with the rest, so it is asked for again. */
  s->place.fresh &= ~(uint32_t)RGS_EVAL_VIRIAL;
  memset(e, 0, sizeof *e);
  e->steps = steps; /* no noise comes twice */
  e->ranks = s->host.ranks;
}

/* ---- in a step -------------------------------------------------------------------------------- */

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
  if (m->piston != NULL && !e->box.known)
    return rgs_refuse(error, RGS_E_ORDER, -1,
                      "piston '%s' does not know the box; call rgs_stepper_set_box before the "
                      "first step",
                      m->piston->about.name);
  if (m->piston != NULL && rgs_dimensions(&s->bodies->view) == 2 && e->box.lengths[2] != 1)
    return rgs_refuse(
        error, RGS_E_ARG, -1,
        "box.lengths[2] is %g (rgs_stepper_set_box); must be 1 where the bodies move in "
        "a plane (RGS_VIEW_PLANE)",
        e->box.lengths[2]);
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
  if (s->method->piston != NULL) rgs_box_lengths(s, request->lengths);
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
