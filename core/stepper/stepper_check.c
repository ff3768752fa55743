/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stepper_check.c - is a call allowed in this state, and have the bound bodies what the method needs?
 */
#include "stepper/stepper_check.h"
#include "backends/backend.h"
#include "base/columns.h"
#include "base/own_aux.h"
#include "jobs/scratch.h"
#include <math.h>
#include <string.h>

/* ---- thermostat and barostat ------------------------------------------------------------------ */

/* Has the batch that was set as many bodies? */
static rgs_status check_batch(const rgs_stepper *s, rgs_error *error) {
  const rgs_view *v = &s->motion.bodies->view;
  if (s->motion.systems == NULL || (v->n == s->motion.systems->n_bodies && v->n_ghosts == 0))
    return RGS_OK;
  return rgs_set_error(
      error, RGS_E_ORDER, -1,
      "view.n is %lld, and the batch has %lld bodies; call rgs_draft_batch_set after "
      "rgs_bodies_bind, without ghosts",
      (long long)v->n, (long long)s->motion.systems->n_bodies);
}

/* Parameters of each system may have changed. */
static rgs_status check_barostats(const rgs_stepper *s, rgs_error *error) {
  const rgs_method *m = s->motion.method;
  const rgs_ensemble *e = &s->ensemble;
  for (int64_t k = 0; k < e->n_systems; k++) {
    const rgs_status status =
        rgs_barostat_check(m->barostat->barostat, e->systems[k].barostat_params,
                           m->thermostat != NULL, rgs_dimensions(&s->motion.bodies->view), error);
    if (status != RGS_OK) return rgs_ensemble_name(e, k, status, error);
  }
  return RGS_OK;
}

static rgs_status check_ensemble(const rgs_stepper *s, rgs_error *error) {
  const rgs_view *v = &s->motion.bodies->view;
  const rgs_method *m = s->motion.method;
  const rgs_status status = check_batch(s, error);
  if (status != RGS_OK) return status;
  if (v->n_ghosts > 0 && s->host.ranks == 1)
    return rgs_set_error(
        error, RGS_E_NEEDS, -1,
        "view.n_ghosts is %lld and rgs_host.ranks is 1, so that no body belongs to "
        "another rank; set n_ghosts to 0, or ranks to how many there are",
        (long long)v->n_ghosts);
  if (rgs_method_draws(m) && s->host.ranks != 1 && v->tag == NULL && v->n > 0)
    return rgs_set_error(
        error, RGS_E_NEEDS, -1,
        "the noise of %s '%s' depends on the tags of bodies, but view.tag is null; "
        "give tags, or set rgs_host.ranks to 1 if this stepper has all bodies",
        m->thermostat != NULL ? "thermostat" : "integrator",
        (m->thermostat != NULL ? m->thermostat : m->integrator)->about.name);
  return m->barostat == NULL ? RGS_OK : check_barostats(s, error);
}

static void sift_down(int64_t *heap, int64_t root, int64_t n) {
  const int64_t value = heap[root];
  for (int64_t child = 2 * root + 1; child < n; child = 2 * root + 1) {
    if (child + 1 < n && heap[child + 1] > heap[child]) child++;
    if (heap[child] <= value) break;
    heap[root] = heap[child];
    root = child;
  }
  heap[root] = value;
}

/* Sorts without allocation, in at most n log n steps. */
static void sort(int64_t *tags, int64_t n) {
  for (int64_t i = n / 2 - 1; i >= 0; i--) sift_down(tags, i, n);
  for (int64_t last = n - 1; last > 0; last--) {
    const int64_t largest = tags[0];
    tags[0] = tags[last];
    tags[last] = largest;
    sift_down(tags, 0, last);
  }
}

static rgs_status check_tags(const rgs_stepper *s, int64_t begin, int64_t own, rgs_error *error) {
  const rgs_view *v = &s->motion.bodies->view;
  const int64_t *given = v->tag + begin;
  if (own < 2) return RGS_OK;
  int64_t *tags = rgs_scratch_of_host(&s->motion, error);
  if (tags == NULL) return RGS_E_NOMEM;
  memcpy(tags, given, (size_t)own * sizeof *tags);
  sort(tags, own);
  int64_t twice = 0;
  while (twice < own - 1 && tags[twice] != tags[twice + 1]) twice++;
  if (twice == own - 1) return RGS_OK;
  int64_t first = 0, second;
  while (given[first] != tags[twice]) first++;
  for (second = first + 1; given[second] != tags[twice];) second++;
  return rgs_set_error(
      error, RGS_E_BODY, begin + second,
      "bodies %lld and %lld have the same tag, %lld; tags must differ, or both would "
      "get the same noise",
      (long long)(begin + first), (long long)(begin + second), (long long)tags[twice]);
}

static rgs_status check_all_tags(const rgs_stepper *s, rgs_error *error) {
  const rgs_ensemble *e = &s->ensemble;
  rgs_status status = RGS_OK;
  for (int64_t k = 0; k < e->n_systems && status == RGS_OK; k++) {
    int64_t first, end;
    rgs_ensemble_range(&e->systems[k], &first, &end);
    status = check_tags(s, first, end - first, error);
  }
  return status;
}

rgs_status rgs_ensemble_check_tags(const rgs_stepper *s, rgs_error *error) {
  const rgs_bodies *b = s->motion.bodies;
  if (!rgs_method_draws(s->motion.method) || b->view.tag == NULL || rgs_own_bodies(&b->view) < 2)
    return RGS_OK;
  return RGS_WITH_COLUMNS(b, RGS_MIRROR(TAG), 0, error, check_all_tags(s, error));
}

/* ---- the state, and the view ------------------------------------------------------------------ */

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
  rgs_status status = check_ensemble(s, error);
  if (status == RGS_OK) status = rgs_check_wheels(s, error);
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
