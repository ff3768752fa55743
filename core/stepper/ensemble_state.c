/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_state.c - what bath and piston keep, what the host sets of it, and what outputs are made of.
 */
#include "base/columns.h"
#include "base/params.h"
#include "baths/unfused.h"
#include "stepper/box.h"
#include "methods/method_params.h"
#include "stepper/ensemble.h"
#include "stepper/sums.h"
#include "stepper/stepper_check.h"
#include <math.h>
#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t padded(size_t size) { return (size + 15u) / 16u * 16u; }

static size_t params_size(const rgs_entry *e) { return e == NULL ? 0 : e->about.params_size; }

size_t rgs_ensemble_room(const rgs_method *m) {
  const size_t state = m->bath == NULL ? 0 : m->bath->bath.state_size;
  return padded(params_size(m->bath)) + padded(params_size(m->piston)) + padded(state);
}

void rgs_ensemble_take_method(rgs_stepper *s) {
  const rgs_method *m = s->method;
  const rgs_ensemble old = s->ensemble;
  rgs_ensemble *e = &s->ensemble;
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
  e->steps = old.steps; /* no noise comes twice */
  e->ranks = s->host.ranks;
  e->has_box = old.has_box;
  memcpy(e->lengths, old.lengths, sizeof e->lengths);
  memcpy(e->centre, old.centre, sizeof e->centre);
}

static bool read_part(const rgs_about *about, const char *block, void *params, bool set) {
  _Alignas(16) char saved[RGS_LARGEST_BLOCK];
  memcpy(saved, block, about->params_size);
  for (uint32_t i = 0; i < about->n_params; i++) {
    const rgs_param_info *info = &about->params[i];
    if (!(info->type & RGS_PARAM_RAMPS)) continue;
    const rgs_param param = { .key = info->key,
                              .value = rgs_params_get(about, saved, info->key, info->dflt) };
    if (rgs_params_check(about, &param, NULL) != RGS_OK) return false;
    if (set) (void)rgs_params_set(about, params, &param, NULL);
  }
  return true;
}

bool rgs_ensemble_read_params(rgs_stepper *s, const char *blocks, bool set) {
  const rgs_entry *bath = s->method->bath, *piston = s->method->piston;
  if (bath != NULL && !read_part(&bath->about, blocks, s->bath_params, set)) return false;
  blocks += padded(params_size(bath));
  if (piston != NULL && !read_part(&piston->about, blocks, s->piston_params, set)) return false;
  blocks += padded(params_size(piston));
  if (set && bath != NULL && bath->bath.state_size > 0)
    memcpy(s->bath_state, blocks, bath->bath.state_size);
  return true;
}

/* ---- what the host sets ---------------------------------------------------------------------- */

rgs_status rgs_stepper_set(rgs_stepper *s, const char *key, double value, rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (key == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "key is null");
  if (!isfinite(value))
    return rgs_refuse(error, RGS_E_ARG, -1, "value of '%s' is %g; must be finite", key, value);
  if (s->place.inside) return rgs_refuse_inside(s, "rgs_stepper_set", error);
  rgs_part parts[RGS_PARTS];
  rgs_method_parts(s->method, parts);
  void *const blocks[] = { s->bath_params, s->piston_params };
  const rgs_param param = { .key = key, .value = value };
  bool declared[2] = { false, false };
  for (int k = 0; k < 2; k++) {
    const rgs_entry *entry = parts[3 + k].entry;
    declared[k] = entry != NULL && rgs_params_ramps(&entry->about, key);
    rgs_status status = RGS_OK;
    if (declared[k]) status = rgs_params_check(&entry->about, &param, error);
    if (status != RGS_OK) return status;
  }
  for (int k = 0; k < 2; k++)
    if (declared[k]) (void)rgs_params_set(&parts[3 + k].entry->about, blocks[k], &param, error);
  if (declared[0] || declared[1]) return RGS_OK;
  return rgs_refuse(error, RGS_E_NAME, -1,
                    "neither a bath nor a piston of this method has a parameter '%s' that may "
                    "change between steps (RGS_PARAM_RAMPS)",
                    key);
}

rgs_status rgs_stepper_set_box(rgs_stepper *s, const double lengths[3], const double centre[3],
                               rgs_error *error) {
  if (s == NULL) return rgs_refuse(error, RGS_E_ARG, -1, "stepper is null");
  if (lengths == NULL || centre == NULL)
    return rgs_refuse(error, RGS_E_ARG, -1, "%s is null", lengths == NULL ? "lengths" : "centre");
  if (s->method->piston == NULL)
    return rgs_refuse(error, RGS_E_NEEDS, -1,
                      "'%s' has no piston; only methods with one move a box",
                      rgs_method_about(s->method)->name);
  if (s->place.inside) return rgs_refuse_inside(s, "rgs_stepper_set_box", error);
  for (int k = 0; k < 3; k++) {
    if (!(lengths[k] > 0) || !isfinite(lengths[k]))
      return rgs_refuse(error, RGS_E_ARG, -1, "lengths[%d] is %g; must be finite and > 0", k,
                        lengths[k]);
    if (!isfinite(centre[k]))
      return rgs_refuse(error, RGS_E_ARG, -1, "centre[%d] is %g; must be finite", k, centre[k]);
  }
  rgs_ensemble *e = &s->ensemble;
  double now[3];
  rgs_ensemble_lengths(s, now);
  /* In another box the forces that were given hold no longer. */
  for (int k = 0; k < 3; k++)
    if (e->has_box && now[k] != lengths[k]) s->place.fresh = 0;
  memcpy(e->lengths, lengths, sizeof e->lengths);
  memcpy(e->centre, centre, sizeof e->centre);
  memset(e->strain, 0, sizeof e->strain);
  e->has_box = 1;
  return RGS_OK;
}

/* ---- for outputs ----------------------------------------------------------------------------- */

void rgs_ensemble_lengths(const rgs_stepper *s, double lengths[3]) {
  const rgs_ensemble *e = &s->ensemble;
  memcpy(lengths, e->lengths, sizeof e->lengths);
  if (s->method->piston == NULL) return;
  const rgs_box box = rgs_box_of(s);
  for (int k = 0; k < 3; k++)
    if (box.group[k] >= 0) lengths[k] *= rgs_exp(e->strain[box.group[k]]);
}

void rgs_ensemble_strain(const rgs_stepper *s, double strain[3]) {
  const rgs_box box = rgs_box_of(s);
  for (int k = 0; k < 3; k++) strain[k] = box.group[k] >= 0 ? s->ensemble.strain[box.group[k]] : 0;
}

double rgs_ensemble_volume(const rgs_stepper *s) { return rgs_box_of(s).volume; }

double rgs_ensemble_bath_energy(const rgs_stepper *s) {
  const rgs_method *m = s->method;
  if (m->bath == NULL || m->bath->bath.energy == NULL) return 0;
  const rgs_bath_call call = { .head = RGS_HEAD(rgs_bath_call),
                               .time = s->place.time,
                               .step = s->ensemble.steps,
                               .params = s->bath_params,
                               .state = s->bath_state,
                               .bodies = &s->bodies->view,
                               .freedom_translation = s->ensemble.freedom[0],
                               .freedom_rotation = s->ensemble.freedom[1] };
  return m->bath->bath.energy(&call);
}

double rgs_ensemble_piston_kinetic(const rgs_stepper *s) {
  const rgs_box box = rgs_box_of(s);
  return rgs_box_kinetic(s, &box);
}

double rgs_ensemble_piston_energy(const rgs_stepper *s) {
  const rgs_box box = rgs_box_of(s);
  return rgs_box_kinetic(s, &box) + rgs_box_potential(s, &box);
}

double rgs_ensemble_rank_share(const rgs_stepper *s) {
  return s->ensemble.ranks > 1 ? 1 / s->ensemble.ranks : 1;
}
