/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table_check.c - are the tables of a module consistent?  scheme_check.c does the same for schemes.
 */
#include "methods/table_check.h"
#include "methods/own_outputs.h"
#include <math.h>
#include <string.h>

#define MOST_COMPONENTS 16u
#define LARGEST_BLOCK RGS_LARGEST_BLOCK

const char *rgs_kind_name(uint32_t kind) {
  static const char *const names[] = { "?",          "rotor",      "scheme",
                                       "integrator", "thermostat", "barostat" };
  return names[kind <= RGS_KIND_BAROSTAT ? kind : 0];
}

/* Is s of the form [a-z0-9_]+, or, with a vendor, two of these with a dot between them? */
static bool is_name(const char *s, bool may_have_vendor) {
  if (s == NULL || *s == '\0') return false;
  size_t run = 0;
  for (; *s != '\0'; s++) {
    if (*s == '.' && may_have_vendor && run > 0) {
      may_have_vendor = false;
      run = 0;
    } else if ((*s >= 'a' && *s <= 'z') || (*s >= '0' && *s <= '9') || *s == '_') {
      run++;
    } else {
      return false;
    }
  }
  return run > 0;
}

static bool is_whole(double x) { return floor(x) == x && fabs(x) <= 9007199254740992.0; }

static rgs_status check_param(const rgs_about *about, uint32_t kind, uint32_t i, rgs_error *error) {
  const rgs_param_info *p = &about->params[i];
  if (!is_name(p->key, false))
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s: key of parameter %u must be [a-z0-9_]+",
                         about->name, i);
  if (p->unit == NULL || p->doc == NULL)
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s: unit or doc of parameter '%s' is null",
                         about->name, p->key);
  const bool of_thermostat = kind == RGS_KIND_THERMOSTAT || kind == RGS_KIND_BAROSTAT;
  const bool has_flags = of_thermostat || kind == RGS_KIND_INTEGRATOR;
  const uint32_t flags = (has_flags ? RGS_PARAM_REQUIRED | RGS_PARAM_ABOVE_MIN : 0u) |
                         (of_thermostat ? (uint32_t)RGS_PARAM_RAMPS : 0u);
  if (p->type != RGS_F64 && p->type != RGS_I64 && p->type != RGS_BOOL)
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s: type of parameter '%s' is %u; allowed 1 to 3",
                         about->name, p->key, p->type);
  if ((p->flags & ~flags) != 0 || p->reserved0 != 0)
    return rgs_set_error(
        error, RGS_E_TABLE, -1,
        "%s: flags and reserved0 of parameter '%s' are 0x%x and %u; a parameter of %s "
        "may have the flags 0x%x",
        about->name, p->key, p->flags, p->reserved0, rgs_kind_name(kind), flags);
  if (p->offset % 8 != 0 || about->params_size < 8 || p->offset > about->params_size - 8)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "%s: offset of parameter '%s' is %u; allowed multiples of 8 up to "
                         "params_size - 8, params_size is %u",
                         about->name, p->key, p->offset, about->params_size);
  if (!(p->min <= p->dflt && p->dflt <= p->max) || !isfinite(p->min) || !isfinite(p->max))
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "%s: parameter '%s' has min %g, default %g, max %g; must be finite and "
                         "in ascending order",
                         about->name, p->key, p->min, p->dflt, p->max);
  if (p->type != RGS_F64 && !(is_whole(p->min) && is_whole(p->dflt) && is_whole(p->max)))
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "%s: min, default and max of '%s' must be whole numbers, as its type is",
                         about->name, p->key);
  if (p->type == RGS_BOOL && (p->min < 0 || p->max > 1))
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s: range of '%s' is %g to %g; allowed 0 to 1",
                         about->name, p->key, p->min, p->max);
  if ((p->flags & RGS_PARAM_ABOVE_MIN) && !(p->dflt > p->min))
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "%s: the default of '%s' is %g; must be above min, which is refused",
                         about->name, p->key, p->dflt);
  for (uint32_t k = 0; k < i; k++)
    if (strcmp(about->params[k].key, p->key) == 0 || about->params[k].offset == p->offset)
      return rgs_set_error(error, RGS_E_TABLE, -1,
                           "%s: parameters '%s' and '%s' have the same key or the same offset",
                           about->name, about->params[k].key, p->key);
  return RGS_OK;
}

/* What methods of a kind may need evaluated. */
static uint32_t allowed_needs(uint32_t kind) {
  if (kind == RGS_KIND_THERMOSTAT) return RGS_EVAL_REDUCTION;
  if (kind == RGS_KIND_BAROSTAT) return RGS_EVAL_REDUCTION | RGS_EVAL_VIRIAL;
  const uint32_t of_bodies = RGS_EVAL_FORCE | RGS_EVAL_ENERGY | RGS_EVAL_GRADIENT;
  if (kind == RGS_KIND_SCHEME) return of_bodies | RGS_DRAFT_EVAL_SLOW;
  return kind == RGS_KIND_INTEGRATOR ? of_bodies | RGS_EVAL_REDUCTION : of_bodies;
}

rgs_status rgs_check_about(const rgs_about *about, uint32_t its_kind, bool built_in,
                           rgs_error *error) {
  const char *kind = rgs_kind_name(its_kind);
  const uint32_t needs = allowed_needs(its_kind);
  if (!is_name(about->name, true) || (strchr(about->name, '.') != NULL) == built_in)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "%s: name is '%s'; allowed vendor.name, both [a-z0-9_]+", kind,
                         about->name ? about->name : "(null)");
  if (about->doc == NULL || about->cite == NULL)
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s '%s': %s is null", kind, about->name,
                         about->doc == NULL ? "doc" : "cite");
  bool may_be_exact = its_kind != RGS_KIND_SCHEME && its_kind != RGS_KIND_INTEGRATOR;
  if (about->order < 1 || (about->order > 30 && !(may_be_exact && about->order == RGS_EXACT)))
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s '%s': order is %u; allowed 1 to 30%s", kind,
                         about->name, about->order, may_be_exact ? " or RGS_EXACT" : "");
  if (about->needs & ~needs)
    return rgs_set_error(error, RGS_E_NEEDS, -1,
                         "%s '%s': needs 0x%x; this version knows the bits 0x%x", kind, about->name,
                         about->needs, needs);
  if (its_kind == RGS_KIND_THERMOSTAT && about->claims != 0)
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s '%s': claims is 0x%x; must be 0", kind,
                         about->name, about->claims);
  if (about->params_size > LARGEST_BLOCK)
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s '%s': params_size is %u; allowed 0 to %u",
                         kind, about->name, about->params_size, LARGEST_BLOCK);
  for (uint32_t i = 0; i < about->n_params; i++) {
    rgs_status status = check_param(about, its_kind, i, error);
    if (status != RGS_OK) return status;
  }
  return RGS_OK;
}

rgs_status rgs_check_rotor(const rgs_rotor *rotor, const rgs_about *about, rgs_error *error) {
  if (rotor->flow == NULL || rotor->reserved0 != 0)
    return rgs_set_error(error, RGS_E_TABLE, -1, "rotor '%s': %s", about->name,
                         rotor->flow == NULL ? "flow is null" : "reserved0 is not 0");
  if (rotor->prepared > LARGEST_BLOCK || (rotor->prepared > 0) != (rotor->prepare != NULL))
    return rgs_set_error(
        error, RGS_E_TABLE, -1,
        "rotor '%s': prepared is %u and prepare is %s; allowed 0 and null, or 1 to "
        "%u and a function",
        about->name, rotor->prepared, rotor->prepare ? "a function" : "null", LARGEST_BLOCK);
  return RGS_OK;
}

static rgs_status check_output(const rgs_integrator *i, const rgs_about *about, uint32_t k,
                               bool built_in, rgs_error *error) {
  const rgs_output_info *o = &i->outputs[k];
  if (!is_name(o->key, true) || (strchr(o->key, '.') != NULL) == built_in)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "%s: key of output %u is '%s'; allowed vendor.key, both [a-z0-9_]+",
                         about->name, k, o->key ? o->key : "(null)");
  if (o->unit == NULL || o->doc == NULL)
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s: unit or doc of output '%s' is null",
                         about->name, o->key);
  if (o->components < 1 || o->components > MOST_COMPONENTS)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "%s: output '%s' has %u components; allowed 1 to %u", about->name, o->key,
                         o->components, MOST_COMPONENTS);
  if (o->flags & ~(uint32_t)(RGS_OUTPUT_PER_BODY | RGS_OUTPUT_SUM))
    return rgs_set_error(
        error, RGS_E_TABLE, -1, "%s: output '%s' has flags 0x%x; this version knows the bits 0x%x",
        about->name, o->key, o->flags, (uint32_t)(RGS_OUTPUT_PER_BODY | RGS_OUTPUT_SUM));
  bool taken = rgs_output_is_reserved(o->key);
  for (uint32_t j = 0; j < k && !taken; j++) taken = strcmp(i->outputs[j].key, o->key) == 0;
  if (taken)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "%s: the library has, or the table repeats, the output '%s'", about->name,
                         o->key);
  return RGS_OK;
}

rgs_status rgs_check_integrator(const rgs_integrator *i, const rgs_about *about, bool built_in,
                                rgs_error *error) {
  if (i->advance == NULL)
    return rgs_set_error(error, RGS_E_TABLE, -1, "integrator '%s': advance is null", about->name);
  if (i->aux > LARGEST_BLOCK || i->cursor_size > LARGEST_BLOCK || i->state_size > LARGEST_BLOCK)
    return rgs_set_error(
        error, RGS_E_TABLE, -1,
        "integrator '%s': aux is %u, cursor_size is %u, state_size is %u; allowed 0 to %u",
        about->name, i->aux, i->cursor_size, i->state_size, LARGEST_BLOCK);
  if (i->flags != 0)
    return rgs_set_error(error, RGS_E_TABLE, -1, "integrator '%s': flags is 0x%x; must be 0",
                         about->name, i->flags);
  if (i->n_outputs > 0 && i->output == NULL)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "integrator '%s': n_outputs is %u and output is null; must be a function",
                         about->name, i->n_outputs);
  for (uint32_t k = 0; k < i->n_outputs; k++) {
    rgs_status status = check_output(i, about, k, built_in, error);
    if (status != RGS_OK) return status;
  }
  return RGS_OK;
}

rgs_status rgs_check_thermostat(const rgs_thermostat *thermostat, const rgs_about *about,
                                rgs_error *error) {
  const uint32_t known = RGS_THERMOSTAT_NOISE | RGS_THERMOSTAT_KEEPS_DRIFT;
  if ((thermostat->scale != NULL) == (thermostat->act != NULL))
    return rgs_set_error(
        error, RGS_E_TABLE, -1,
        "thermostat '%s': %s; exactly one of scale and act must be a function", about->name,
        thermostat->scale != NULL ? "scale and act are given" : "scale and act are null");
  if (thermostat->flags & ~known)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "thermostat '%s': flags is 0x%x; this version knows the bits 0x%x",
                         about->name, thermostat->flags, known);
  if (thermostat->energy != NULL && thermostat->act != NULL)
    return rgs_set_error(
        error, RGS_E_TABLE, -1,
        "thermostat '%s': energy and act are given; leave energy null: the library counts the "
        "heat of a thermostat that acts",
        about->name);
  if ((thermostat->flags & RGS_THERMOSTAT_NOISE) && thermostat->scale != NULL)
    return rgs_set_error(
        error, RGS_E_TABLE, -1,
        "thermostat '%s': RGS_THERMOSTAT_NOISE is for act, which draws numbers for each body; "
        "scale has none",
        about->name);
  if ((thermostat->flags & RGS_THERMOSTAT_KEEPS_DRIFT) && thermostat->act != NULL)
    return rgs_set_error(
        error, RGS_E_TABLE, -1,
        "thermostat '%s': RGS_THERMOSTAT_KEEPS_DRIFT is for scale; act sees to that itself",
        about->name);
  if (thermostat->state_size > LARGEST_BLOCK)
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "thermostat '%s': state_size is %u; allowed 0 to %u", about->name,
                         thermostat->state_size, LARGEST_BLOCK);
  return RGS_OK;
}
