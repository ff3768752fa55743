/* SPDX-License-Identifier: BSD-3-Clause
 *
 * registry_entry.c - makes an entry of a table: one function for each kind of table.
 */
#include "methods/registry_entry.h"
#include "rotors/rotors.h"
#include "base/layout.h"
#include "base/params.h"
#include <string.h>

#define MOST_ROWS 4096u /* of a scheme; of parameters and of outputs a quarter of that */

/* ---- arrays ---------------------------------------------------------------------------------- */

static const char *name_of(const rgs_about *about) { return about->name ? about->name : "?"; }

/* The element size of an array that a module wrote: at least the fields that are required, and a
 * multiple of 8 bytes. */
static rgs_status check_element(const rgs_about *about, const char *what, uint32_t size,
                                size_t least, rgs_error *error) {
  if (size >= least && size <= 4096u && size % sizeof(double) == 0) return RGS_OK;
  return rgs_set_error(error, RGS_E_TABLE, -1,
                       "%s: %s is %u; allowed %zu to 4096 in multiples of %zu", name_of(about),
                       what, size, least, sizeof(double));
}

/* Copies into zeroed memory: fields that an older author did not know stay zero. */
static void copy_elements(void *dst, size_t dst_size, const void *src, size_t src_size, size_t n) {
  for (size_t i = 0; i < n; i++)
    memcpy((char *)dst + i * dst_size, (const char *)src + i * src_size,
           src_size < dst_size ? src_size : dst_size);
}

/* ---- what the kinds have in common ----------------------------------------------------------- */

/* Reads what the table says about itself into a bare entry. */
static rgs_status read_about(rgs_registry_entry *bare, const rgs_about *about, rgs_error *error) {
  if (about == NULL)
    return rgs_set_error(error, RGS_E_TABLE, -1, "a %s's about is null", rgs_kind_name(bare->kind));
  rgs_status status = rgs_read_struct(&bare->about, &rgs_about_layout, about, error);
  if (status != RGS_OK) return status;
  about = &bare->about;
  if (about->n_params > 1024 || (about->n_params > 0 && about->params == NULL))
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s: n_params is %u; allowed 0 to 1024%s",
                         name_of(about), about->n_params,
                         about->params == NULL ? ", and params is null" : "");
  if (about->n_params == 0) return RGS_OK;
  return check_element(about, "param_info_size", about->param_info_size,
                       RGS_END_OF(rgs_param_info, dflt), error);
}

/* Takes memory for the bare entry, its parameters, and an array of `more` bytes behind them. */
static rgs_status take_entry(const rgs_allocator *a, const rgs_registry_entry *bare, size_t more,
                             rgs_registry_entry **out, void **array, rgs_error *error) {
  const rgs_about *about = &bare->about;
  const size_t size = sizeof *bare + about->n_params * sizeof *about->params + more;
  rgs_registry_entry *e = rgs_alloc(a, size);
  if (e == NULL) return rgs_set_error_memory(error, size);
  *e = *bare;
  e->size = size;
  rgs_param_info *params = (rgs_param_info *)(e + 1);
  copy_elements(params, sizeof *params, about->params, about->param_info_size, about->n_params);
  e->about.params = about->n_params > 0 ? params : NULL;
  e->about.param_info_size = sizeof *params;
  *array = params + about->n_params;
  *out = e;
  return RGS_OK;
}

/* ---- rotor ----------------------------------------------------------------------------------- */

static rgs_status create_rotor(const rgs_allocator *a, const void *table, bool built_in,
                               rgs_registry_entry **out, rgs_error *error) {
  rgs_registry_entry bare = { .kind = RGS_KIND_ROTOR };
  void *nothing;
  rgs_status status = rgs_read_struct(&bare.rotor, &rgs_rotor_layout, table, error);
  if (status == RGS_OK) status = read_about(&bare, bare.rotor.about, error);
  if (status == RGS_OK) status = take_entry(a, &bare, 0, out, &nothing, error);
  if (status != RGS_OK) return status;
  rgs_registry_entry *e = *out;
  e->rotor.about = &e->about;
  e->rotor_on_devices = built_in ? rgs_rotor_on_devices(e->about.name) : RGS_NO_ROTOR;
  status = rgs_check_about(&e->about, RGS_KIND_ROTOR, built_in, error);
  return status == RGS_OK ? rgs_check_rotor(&e->rotor, &e->about, error) : status;
}

/* ---- scheme ---------------------------------------------------------------------------------- */

static rgs_status check_rows(const rgs_scheme *s, const rgs_about *about, rgs_error *error) {
  if (s->n_stages < 1 || s->n_stages > MOST_ROWS || s->stages == NULL)
    return rgs_set_error(error, RGS_E_TABLE, -1, "%s: n_stages is %u; allowed 1 to %u%s",
                         name_of(about), s->n_stages, MOST_ROWS,
                         s->stages == NULL ? ", and stages is null" : "");
  rgs_status status =
      check_element(about, "stage_size", s->stage_size, RGS_END_OF(rgs_stage, c), error);
  if (status == RGS_OK && (s->n_pre > MOST_ROWS || (s->n_pre > 0) != (s->pre != NULL)))
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "%s: n_pre is %u and pre is %s; allowed 0 and null, or 1 to %u and rows",
                         name_of(about), s->n_pre, s->pre == NULL ? "null" : "given", MOST_ROWS);
  return status;
}

static rgs_status create_scheme(const rgs_allocator *a, const void *table, bool built_in,
                                rgs_registry_entry **out, rgs_error *error) {
  rgs_registry_entry bare = { .kind = RGS_KIND_SCHEME };
  const rgs_scheme *s = &bare.scheme;
  void *array;
  rgs_status status = rgs_read_struct(&bare.scheme, &rgs_scheme_layout, table, error);
  if (status == RGS_OK) status = read_about(&bare, s->about, error);
  if (status == RGS_OK) status = check_rows(s, &bare.about, error);
  if (status == RGS_OK)
    status = take_entry(a, &bare, ((size_t)s->n_stages + s->n_pre) * sizeof(rgs_stage), out, &array,
                        error);
  if (status != RGS_OK) return status;
  rgs_registry_entry *e = *out;
  rgs_stage *stages = array, *pre = stages + s->n_stages;
  copy_elements(stages, sizeof *stages, s->stages, s->stage_size, s->n_stages);
  copy_elements(pre, sizeof *pre, s->pre, s->stage_size, s->n_pre);
  e->scheme.about = &e->about;
  e->scheme.stages = stages;
  e->scheme.pre = s->n_pre > 0 ? pre : NULL;
  e->scheme.stage_size = sizeof *stages;
  status = rgs_check_about(&e->about, RGS_KIND_SCHEME, built_in, error);
  if (status == RGS_OK) status = rgs_check_scheme(&e->scheme, &e->about, &e->facts, error);
  if (status == RGS_OK) e->about.claims = rgs_true_claims(&e->scheme, &e->facts);
  return status;
}

/* ---- integrator ------------------------------------------------------------------------------ */

static rgs_status check_outputs(const rgs_integrator *i, const rgs_about *about, rgs_error *error) {
  if (i->n_outputs > 1024 || (i->n_outputs > 0) != (i->outputs != NULL))
    return rgs_set_error(error, RGS_E_TABLE, -1,
                         "%s: n_outputs is %u and outputs is %s; allowed 0 and null, or 1 to 1024 "
                         "and a list",
                         name_of(about), i->n_outputs, i->outputs == NULL ? "null" : "given");
  if (i->n_outputs == 0) return RGS_OK;
  return check_element(about, "output_info_size", i->output_info_size,
                       RGS_END_OF(rgs_output_info, lag), error);
}

static rgs_status create_integrator(const rgs_allocator *a, const void *table, bool built_in,
                                    rgs_registry_entry **out, rgs_error *error) {
  rgs_registry_entry bare = { .kind = RGS_KIND_INTEGRATOR };
  const rgs_integrator *i = &bare.integrator;
  void *array;
  rgs_status status = rgs_read_struct(&bare.integrator, &rgs_integrator_layout, table, error);
  if (status == RGS_OK) status = read_about(&bare, i->about, error);
  if (status == RGS_OK) status = check_outputs(i, &bare.about, error);
  if (status == RGS_OK)
    status = take_entry(a, &bare, i->n_outputs * sizeof(rgs_output_info), out, &array, error);
  if (status != RGS_OK) return status;
  rgs_registry_entry *e = *out;
  rgs_output_info *outputs = array;
  copy_elements(outputs, sizeof *outputs, i->outputs, i->output_info_size, i->n_outputs);
  for (uint32_t k = 0; k < i->n_outputs; k++) outputs[k].head = (rgs_head)RGS_HEAD(rgs_output_info);
  e->integrator.about = &e->about;
  e->integrator.outputs = i->n_outputs > 0 ? outputs : NULL;
  e->integrator.output_info_size = sizeof *outputs;
  status = rgs_check_about(&e->about, RGS_KIND_INTEGRATOR, built_in, error);
  return status == RGS_OK ? rgs_check_integrator(&e->integrator, &e->about, built_in, error)
                          : status;
}

/* ---- thermostat ------------------------------------------------------------------------------------ */

static rgs_status create_thermostat(const rgs_allocator *a, const void *table, bool built_in,
                                    rgs_registry_entry **out, rgs_error *error) {
  rgs_registry_entry bare = { .kind = RGS_KIND_THERMOSTAT };
  void *nothing;
  rgs_status status = rgs_read_struct(&bare.thermostat, &rgs_thermostat_layout, table, error);
  if (status == RGS_OK) status = read_about(&bare, bare.thermostat.about, error);
  if (status == RGS_OK) status = take_entry(a, &bare, 0, out, &nothing, error);
  if (status != RGS_OK) return status;
  rgs_registry_entry *e = *out;
  e->thermostat.about = &e->about;
  if (built_in && ((const rgs_thermostat *)table)->head.size == sizeof(rgs_own_thermostat)) {
    e->check = ((const rgs_own_thermostat *)table)->check;
    e->trials = ((const rgs_own_thermostat *)table)->trials;
  }
  status = rgs_check_about(&e->about, RGS_KIND_THERMOSTAT, built_in, error);
  return status == RGS_OK ? rgs_check_thermostat(&e->thermostat, &e->about, error) : status;
}

/* ---- barostat ---------------------------------------------------------------------------------- */

/* Only the library has barostats. */
static rgs_status create_barostat(const rgs_allocator *a, const void *table, bool built_in,
                                  rgs_registry_entry **out, rgs_error *error) {
  const rgs_barostat_table *barostat = table;
  rgs_registry_entry bare = { .kind = RGS_KIND_BAROSTAT, .barostat = barostat };
  void *nothing;
  rgs_status status = read_about(&bare, barostat->about, error);
  if (status == RGS_OK) status = take_entry(a, &bare, 0, out, &nothing, error);
  if (status != RGS_OK) return status;
  return rgs_check_about(&(*out)->about, RGS_KIND_BAROSTAT, built_in, error);
}

/* ---- any kind -------------------------------------------------------------------------------- */

rgs_status rgs_registry_entry_create(const rgs_allocator *a, uint32_t kind, const void *table,
                                     bool built_in, rgs_registry_entry **out, rgs_error *error) {
  rgs_registry_entry *e = NULL;
  static rgs_status (*const create[])(const rgs_allocator *, const void *, bool,
                                      rgs_registry_entry **,
                                      rgs_error *) = { [RGS_KIND_ROTOR] = create_rotor,
                                                       [RGS_KIND_SCHEME] = create_scheme,
                                                       [RGS_KIND_INTEGRATOR] = create_integrator,
                                                       [RGS_KIND_THERMOSTAT] = create_thermostat,
                                                       [RGS_KIND_BAROSTAT] = create_barostat };
  rgs_status status = create[kind](a, table, built_in, &e, error);
  if (status != RGS_OK) {
    rgs_registry_entry_destroy(a, e);
    return status;
  }
  e->built_in = built_in;
  *out = e;
  return RGS_OK;
}

void rgs_registry_entry_destroy(const rgs_allocator *a, rgs_registry_entry *e) {
  if (e != NULL) rgs_free(a, e, e->size);
}

/* ---- answers --------------------------------------------------------------------------------- */

bool rgs_is_methods_failure(rgs_status status) {
  return status == RGS_E_BODY || status == RGS_E_NONFINITE || status == RGS_E_NOCONV;
}

rgs_status rgs_set_error_answer(const char *method, rgs_status answer, rgs_error *error) {
  return rgs_set_error(error, RGS_E_MODULE, -1,
                       "'%s' returned %d; a method may report the failures RGS_E_BODY (%d), "
                       "RGS_E_NONFINITE (%d) and RGS_E_NOCONV (%d) only",
                       method, answer, RGS_E_BODY, RGS_E_NONFINITE, RGS_E_NOCONV);
}
