/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_set.c - what a host sets and reads of thermostat, barostat and noise between steps: parameters and
 * the number of steps.  (cell.c has the cell.)
 */
#include "base/params.h"
#include "methods/method_params.h"
#include "stepper/stepper_check.h"
#include <rigidstep/draft_batch.h>
#include <math.h>
#include <string.h>

/* ---- parameters ------------------------------------------------------------------------------ */

static rgs_status check_kind(const rgs_stepper *s, uint32_t kind, const char *key,
                             rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (key == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "key is null");
  if (kind == 0 || kind == RGS_KIND_THERMOSTAT || kind == RGS_KIND_BAROSTAT) return RGS_OK;
  return rgs_set_error(
      error, RGS_E_ARG, -1,
      "kind is %u; allowed RGS_KIND_THERMOSTAT (%d), RGS_KIND_BAROSTAT (%d), or 0 for both", kind,
      RGS_KIND_THERMOSTAT, RGS_KIND_BAROSTAT);
}

enum { THERMOSTAT_AND_BAROSTAT = 2 };

/* The components of that kind which declare the key, with the values that the system has now. */
static bool find_components(const rgs_ensemble *e, uint32_t kind, const char *key,
                            rgs_component found[THERMOSTAT_AND_BAROSTAT]) {
  const rgs_method *m = e->motion->method;
  found[0] =
      (rgs_component){ kind != RGS_KIND_BAROSTAT ? m->thermostat : NULL, e->thermostat_params };
  found[1] =
      (rgs_component){ kind != RGS_KIND_THERMOSTAT ? m->barostat : NULL, e->barostat_params };
  for (int k = 0; k < THERMOSTAT_AND_BAROSTAT; k++)
    if (found[k].entry != NULL && !rgs_params_declares(&found[k].entry->about, key))
      found[k].entry = NULL;
  return found[0].entry != NULL || found[1].entry != NULL;
}

/* A cell without a seed, which is -1, has no noise, and with one it may have friction too. */
static bool noise_begins_or_ends(const rgs_component *c, const char *key, double value) {
  return strcmp(key, "seed") == 0 &&
         (value < 0) != (rgs_params_get(&c->entry->about, c->params, "seed", 0) < 0);
}

static rgs_status check_param(const rgs_ensemble *e, const rgs_param *param, rgs_error *error) {
  rgs_component components[THERMOSTAT_AND_BAROSTAT];
  if (!find_components(e, param->kind, param->key, components))
    return rgs_method_param_error(e->motion->method, param->kind, param->key, error);
  for (int k = 0; k < THERMOSTAT_AND_BAROSTAT; k++) {
    double value;
    if (components[k].entry == NULL) continue;
    if (!rgs_params_ramps(&components[k].entry->about, param->key))
      return rgs_method_param_error(e->motion->method, param->kind, param->key, error);
    const rgs_status status = rgs_params_read(&components[k].entry->about, param, &value, error);
    if (status != RGS_OK) return status;
    if (noise_begins_or_ends(&components[k], param->key, value))
      return rgs_method_param_error(e->motion->method, param->kind, param->key, error);
  }
  return RGS_OK;
}

static void set_param(const rgs_ensemble *e, const rgs_param *param) {
  rgs_component components[THERMOSTAT_AND_BAROSTAT];
  (void)find_components(e, param->kind, param->key, components);
  for (int k = 0; k < THERMOSTAT_AND_BAROSTAT; k++)
    if (components[k].entry != NULL)
      (void)rgs_params_set(&components[k].entry->about, components[k].params, param, NULL);
}

rgs_status rgs_stepper_set_param(rgs_stepper *s, const rgs_param *given, size_t param_size,
                                 rgs_error *error) {
  if (given == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "param is null");
  rgs_param param = RGS_PARAM_INIT;
  rgs_status status = rgs_check_param_size(param_size, "param_size", error);
  if (status != RGS_OK) return status;
  memcpy(&param, given, param_size < sizeof param ? param_size : sizeof param);
  status = check_kind(s, param.kind, param.key, error);
  if (status != RGS_OK) return status;
  if (!isfinite(param.value) || param.reserved0 != 0)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "value of '%s' is %g, and reserved0 %u; they must be finite, and 0",
                         param.key, param.value, param.reserved0);
  if (s->step_cursor.inside) return rgs_set_error_inside(s, "rgs_stepper_set_param", error);
  const rgs_ensemble *e = &s->ensemble;
  for (int64_t k = 0; k < e->n_systems && status == RGS_OK; k++)
    status = check_param(&e->systems[k], &param, error);
  for (int64_t k = 0; k < e->n_systems && status == RGS_OK; k++) set_param(&e->systems[k], &param);
  return status;
}

rgs_status rgs_draft_batch_set_param(rgs_stepper *s, const char *key, const double *values,
                                     int64_t n, rgs_error *error) {
  rgs_status status = check_kind(s, 0, key, error);
  if (status != RGS_OK) return status;
  if (values == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "values is null");
  if (s->step_cursor.inside) return rgs_set_error_inside(s, "rgs_draft_batch_set_param", error);
  const rgs_ensemble *e = &s->ensemble;
  if (n != e->n_systems)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "n is %lld; must be the number of systems, which is %lld", (long long)n,
                         (long long)e->n_systems);
  rgs_param param = { .key = key };
  for (int64_t k = 0; k < n && status == RGS_OK; k++) {
    param.value = values[k];
    status = check_param(&e->systems[k], &param, error);
    if (status != RGS_OK) status = rgs_ensemble_name(e, k, status, error);
  }
  for (int64_t k = 0; k < n && status == RGS_OK; k++) {
    param.value = values[k];
    set_param(&e->systems[k], &param);
  }
  return status;
}

static double value_of(const rgs_ensemble *e, uint32_t kind, const char *key) {
  rgs_component components[THERMOSTAT_AND_BAROSTAT];
  (void)find_components(e, kind, key, components);
  const rgs_component *component = &components[components[0].entry == NULL];
  return rgs_params_get(&component->entry->about, component->params, key, 0);
}

rgs_status rgs_stepper_param(const rgs_stepper *s, uint32_t kind, const char *key, double *value,
                             rgs_error *error) {
  const rgs_status status = check_kind(s, kind, key, error);
  if (status != RGS_OK) return status;
  if (value == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "value is null");
  rgs_component components[THERMOSTAT_AND_BAROSTAT];
  const rgs_ensemble *e = &s->ensemble;
  if (!find_components(e, kind, key, components))
    return rgs_method_param_error(s->motion.method, kind, key, error);
  *value = value_of(e->n_systems > 0 ? &e->systems[0] : e, kind, key);
  for (int64_t k = 1; k < e->n_systems; k++)
    if (value_of(&e->systems[k], kind, key) != *value)
      return rgs_set_error(error, RGS_E_NEEDS, -1,
                           "'%s' is %g in system %lld and %g in system %lld of the batch: it has "
                           "no one value",
                           key, *value, (long long)s->motion.systems->name[0],
                           value_of(&e->systems[k], kind, key),
                           (long long)s->motion.systems->name[k]);
  return RGS_OK;
}

/* ---- number of steps ------------------------------------------------------------------------- */

rgs_status rgs_stepper_set_step_count(rgs_stepper *s, uint64_t step, rgs_error *error) {
  if (s == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "stepper is null");
  if (s->step_cursor.inside) return rgs_set_error_inside(s, "rgs_stepper_set_step_count", error);
  s->ensemble.saved.steps = step;
  for (int64_t k = 0; k < s->ensemble.n_systems; k++) s->ensemble.systems[k].saved.steps = step;
  return RGS_OK;
}

uint64_t rgs_stepper_step_count(const rgs_stepper *s) {
  return s == NULL ? 0 : s->ensemble.saved.steps;
}
