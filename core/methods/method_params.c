/* SPDX-License-Identifier: BSD-3-Clause */
#include "methods/method_params.h"
#include "base/params.h"
#include <string.h>

#define MOST_PARAMS 1024u

void rgs_method_components(const rgs_method *m, rgs_component components[RGS_COMPONENTS]) {
  components[0] = (rgs_component){ m->rotor, m->rotor_params };
  components[1] = (rgs_component){ m->scheme, m->scheme_params };
  components[2] = (rgs_component){ m->integrator, m->integrator_params };
  components[3] = (rgs_component){ m->thermostat, m->thermostat_params };
  components[4] = (rgs_component){ m->barostat, m->barostat_params };
}

static bool same_but_for_state(const rgs_registry_entry *entry, const void *a, const void *b) {
  for (uint32_t i = 0; entry != NULL && i < entry->about.n_params; i++) {
    const char *key = entry->about.params[i].key;
    if (!rgs_params_ramps(&entry->about, key) &&
        rgs_params_get(&entry->about, a, key, 0) != rgs_params_get(&entry->about, b, key, 0))
      return false;
  }
  return true;
}

bool rgs_method_same_ensemble(const rgs_method *a, const rgs_method *b) {
  return a->integrator == NULL && b->integrator == NULL && a->thermostat == b->thermostat &&
         a->barostat == b->barostat &&
         same_but_for_state(a->thermostat, a->thermostat_params, b->thermostat_params) &&
         same_but_for_state(a->barostat, a->barostat_params, b->barostat_params);
}

static rgs_param param_at(const rgs_method_spec *spec, uint32_t i) {
  rgs_param p = { 0 };
  memcpy(&p, (const char *)spec->params + (size_t)i * spec->param_size,
         spec->param_size < sizeof p ? spec->param_size : sizeof p);
  return p;
}

rgs_status rgs_check_param_size(size_t size, const char *name, rgs_error *error) {
  if (size >= RGS_END_OF(rgs_param, value) && size <= 4096 && size % sizeof(double) == 0)
    return RGS_OK;
  return rgs_set_error(error, RGS_E_ABI, -1, "%s is %zu; allowed %zu to 4096 in multiples of %zu",
                       name, size, sizeof(rgs_param), sizeof(double));
}

static rgs_status check_param_list(const rgs_method_spec *spec, rgs_error *error) {
  if (spec->n_params == 0 && spec->params == NULL) return RGS_OK;
  if (spec->n_params == 0 || spec->n_params > MOST_PARAMS || spec->params == NULL)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.n_params is %u and spec.params is %s; allowed 0 "
                         "and null, or 1 to %u and an array",
                         spec->n_params, spec->params ? "given" : "null", MOST_PARAMS);
  return rgs_check_param_size(spec->param_size, "spec.param_size", error);
}

static bool declared_before(const rgs_registry_entry *const entries[], int k, const char *key) {
  for (int j = 0; j < k; j++)
    if (entries[j] != NULL && rgs_params_declares(&entries[j]->about, key)) return true;
  return false;
}

/* Adds the parameters of entry k, with their ranges or without; false: there is no room for all. */
static bool list_entry(const rgs_registry_entry *const entries[], int k, bool ranges,
                       const char *start, char *text, size_t room) {
  const rgs_registry_entry *e = entries[k];
  for (uint32_t i = 0; e != NULL && i < e->about.n_params; i++) {
    const rgs_param_info *p = &e->about.params[i];
    if (!ranges && declared_before(entries, k, p->key)) continue;
    if (!rgs_append(text, room, "%s%s", *start != '\0' ? ", " : "", p->key)) return false;
    if (ranges && !rgs_append(text, room, " (%s, %g to %g)", e->about.name, p->min, p->max))
      return false;
  }
  return true;
}

/* Adds the parameters of n entries to text: with their ranges where there is room for all, else without, and ".."
 * where there is no room for all of these. */
static void list_params(const rgs_registry_entry *const entries[], int n, char *text, size_t room) {
  char *const start = text + strlen(text);
  for (int ranges = 1; ranges >= 0; ranges--) {
    bool all = true;
    *start = '\0';
    for (int k = 0; k < n && all; k++)
      all = list_entry(entries, k, ranges, start, text, room - sizeof ", ..");
    if (all) {
      if (*start == '\0') rgs_append(text, room, "none");
      return;
    }
  }
  rgs_append(text, room, ", ..");
}

typedef char error_text[sizeof(((rgs_error *)NULL)->text)];

static rgs_status refuse_unknown(const rgs_method *m,
                                 const rgs_component components[RGS_COMPONENTS], const char *key,
                                 rgs_error *error) {
  error_text text = "";
  /* Thermostat and barostat first: they have the parameters that are not on or off. */
  const rgs_registry_entry *entries[RGS_COMPONENTS];
  for (int k = 0; k < RGS_COMPONENTS; k++)
    entries[RGS_COMPONENTS - 1 - k] = components[k >= 2 ? k : 1 - k].entry;
  if (m->integrator != NULL)
    rgs_append(text, sizeof text,
               "integrator '%s' has no parameter '%.60s'; it has: ", m->integrator->about.name,
               key);
  else if (m->thermostat == NULL && m->barostat == NULL)
    rgs_append(text, sizeof text,
               "neither rotor '%s' nor scheme '%s' has a parameter '%.60s'; they have: ",
               m->rotor->about.name, m->scheme->about.name, key);
  else
    rgs_append(text, sizeof text,
               "%s x %s%s%s%s%s has no parameter '%.60s'; it has: ", m->rotor->about.name,
               m->scheme->about.name, m->thermostat ? ", " : "",
               m->thermostat ? m->thermostat->about.name : "", m->barostat ? ", " : "",
               m->barostat ? m->barostat->about.name : "", key);
  list_params(entries, RGS_COMPONENTS, text, sizeof text);
  return rgs_set_error(error, RGS_E_PARAM, -1, "%s", text);
}

rgs_status rgs_method_param_error(const rgs_method *m, uint32_t kind, const char *key,
                                  rgs_error *error) {
  const rgs_registry_entry *const components[] = { kind == RGS_KIND_BAROSTAT ? NULL : m->thermostat,
                                                   kind == RGS_KIND_THERMOSTAT ? NULL
                                                                               : m->barostat };
  const char *what = kind == RGS_KIND_THERMOSTAT ? "thermostat"
                     : kind == RGS_KIND_BAROSTAT ? "barostat"
                                                 : "thermostat or barostat";
  for (int k = 0; k < 2; k++)
    if (components[k] != NULL && rgs_params_declares(&components[k]->about, key))
      return rgs_set_error(
          error, RGS_E_PARAM, -1,
          "%s: the parameter '%s' cannot change between steps; make another method "
          "and swap to it (rgs_stepper_swap)",
          components[k]->about.name, key);
  if (components[0] == NULL && components[1] == NULL)
    return rgs_set_error(error, RGS_E_PARAM, -1, "the method has no %s, so no parameter '%s' of it",
                         what, key);
  error_text text = "";
  rgs_append(text, sizeof text, "the %s has no parameter '%.60s'; known: ",
             kind == 0 && components[0] == NULL   ? "barostat"
             : kind == 0 && components[1] == NULL ? "thermostat"
                                                  : what,
             key);
  list_params(components, 2, text, sizeof text);
  return rgs_set_error(error, RGS_E_PARAM, -1, "%s", text);
}

bool rgs_param_is_for(const rgs_param *p, const rgs_registry_entry *entry) {
  return (p->kind == 0 || p->kind == entry->kind) && rgs_params_declares(&entry->about, p->key);
}

static rgs_status set_param(const rgs_method *m, const rgs_component components[RGS_COMPONENTS],
                            const rgs_param *p, rgs_error *error) {
  bool declared = false;
  for (int k = 0; k < RGS_COMPONENTS; k++) {
    if (components[k].entry == NULL || !rgs_param_is_for(p, components[k].entry)) continue;
    declared = true;
    rgs_status status = rgs_params_set(&components[k].entry->about, components[k].params, p, error);
    if (status != RGS_OK) return status;
  }
  return declared ? RGS_OK : refuse_unknown(m, components, p->key, error);
}

/* key: one that the entry declares */
static bool gives(const rgs_method_spec *spec, const rgs_registry_entry *entry, const char *key) {
  for (uint32_t k = 0; k < spec->n_params; k++) {
    const rgs_param p = param_at(spec, k);
    if (strcmp(p.key, key) == 0 && rgs_param_is_for(&p, entry)) return true;
  }
  return false;
}

static rgs_status check_required(const rgs_registry_entry *entry, const rgs_method_spec *spec,
                                 rgs_error *error) {
  const rgs_about *about = &entry->about;
  for (uint32_t i = 0; i < about->n_params; i++) {
    const rgs_param_info *info = &about->params[i];
    if ((info->flags & RGS_PARAM_REQUIRED) && !gives(spec, entry, info->key))
      return rgs_set_error(
          error, RGS_E_PARAM, -1,
          "%s: the parameter '%s' is missing; it has no default, and is %s %g up to "
          "%g: %s",
          about->name, info->key, info->flags & RGS_PARAM_ABOVE_MIN ? "above" : "from", info->min,
          info->max, info->doc);
  }
  return RGS_OK;
}

rgs_status rgs_method_set_params(rgs_method *m, const rgs_method_spec *spec, rgs_error *error) {
  rgs_component components[RGS_COMPONENTS];
  rgs_method_components(m, components);
  for (int k = 0; k < RGS_COMPONENTS; k++)
    if (components[k].entry != NULL)
      rgs_params_default(&components[k].entry->about, components[k].params);
  rgs_status status = check_param_list(spec, error);
  for (uint32_t i = 0; i < spec->n_params && status == RGS_OK; i++) {
    const rgs_param p = param_at(spec, i);
    if (p.key == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "spec.params[%u].key is null", i);
    if (p.kind > RGS_KIND_BAROSTAT || p.reserved0 != 0)
      return rgs_set_error(
          error, RGS_E_ARG, -1,
          "spec.params[%u]: kind is %u and reserved0 %u; allowed RGS_KIND_*, or 0, "
          "and 0",
          i, p.kind, p.reserved0);
    status = set_param(m, components, &p, error);
  }
  for (int k = 0; k < RGS_COMPONENTS && status == RGS_OK; k++)
    if (components[k].entry != NULL) status = check_required(components[k].entry, spec, error);
  return status;
}
