/* SPDX-License-Identifier: BSD-3-Clause
 *
 * registry.c - names to methods.  Tables are checked, then copied and zero-extended, so that the
 * rest of the core never meets a struct of another version.
 */
#include "base/core.h"
#include <string.h>

static const char *kind_name(uint32_t kind) {
  return kind == RGS_KIND_ROTOR ? "rotor" : kind == RGS_KIND_SCHEME ? "scheme" : "integrator";
}

const rgs_entry *rgs_registry_find(const rgs_context *c, uint32_t kind, const char *name) {
  for (const rgs_entry *e = c->entries; e != NULL; e = e->next)
    if (e->kind == kind && strcmp(e->about.name, name) == 0) return e;
  return NULL;
}

int64_t rgs_about_count(const rgs_context *c, uint32_t kind) {
  int64_t n = 0;
  if (c != NULL)
    for (const rgs_entry *e = c->entries; e != NULL; e = e->next) n += e->kind == kind;
  return n;
}

const rgs_about *rgs_about_at(const rgs_context *c, uint32_t kind, int64_t i) {
  if (c != NULL && i >= 0)
    for (const rgs_entry *e = c->entries; e != NULL; e = e->next)
      if (e->kind == kind && i-- == 0) return &e->about;
  return NULL;
}

const rgs_about *rgs_about_find(const rgs_context *c, uint32_t kind, const char *name) {
  if (c == NULL || name == NULL) return NULL;
  const rgs_entry *e = rgs_registry_find(c, kind, name);
  return e == NULL ? NULL : &e->about;
}

/* ---- one method ------------------------------------------------------------------------------ */

/* Element size of an array from across the boundary: at least what we know, whole doubles. */
static rgs_status check_element(const rgs_about *about, const char *what, uint32_t size,
                                size_t least, rgs_error *error) {
  if (size >= least && size <= 4096u && size % sizeof(double) == 0) return RGS_OK;
  return rgs_refuse(error, RGS_E_TABLE, -1, "%s: %s is %u; allowed %zu to 4096 in multiples of %zu",
                    about->name ? about->name : "?", what, size, least, sizeof(double));
}

/* Into zeroed memory: what an older author did not know stays zero. */
static void copy_elements(void *dst, size_t dst_size, const void *src, size_t src_size, size_t n) {
  for (size_t i = 0; i < n; i++)
    memcpy((char *)dst + i * dst_size, (const char *)src + i * src_size,
           src_size < dst_size ? src_size : dst_size);
}

/* Reads the struct of its kind into a bare entry. */
static rgs_status read_table(rgs_entry *e, const void *table, rgs_error *error) {
  const char *what = kind_name(e->kind);
  if (e->kind == RGS_KIND_ROTOR)
    return rgs_read_struct(&e->rotor, sizeof e->rotor, table, RGS_END_OF(rgs_rotor, flow), what,
                           error);
  if (e->kind == RGS_KIND_SCHEME)
    return rgs_read_struct(&e->scheme, sizeof e->scheme, table, RGS_END_OF(rgs_scheme, stage_size),
                           what, error);
  return rgs_read_struct(&e->integrator, sizeof e->integrator, table,
                         RGS_END_OF(rgs_integrator, advance), what, error);
}

static const rgs_about **about_of(rgs_entry *e) {
  return e->kind == RGS_KIND_ROTOR    ? &e->rotor.about
         : e->kind == RGS_KIND_SCHEME ? &e->scheme.about
                                      : &e->integrator.about;
}

/* Checks a table and makes an entry of it, not yet in the list. */
static rgs_status make_entry(rgs_context *c, uint32_t kind, const void *table, rgs_entry **out,
                             rgs_error *error) {
  rgs_entry bare = { .kind = kind, .original = table, .size = sizeof bare };
  rgs_status status = read_table(&bare, table, error);
  if (status != RGS_OK) return status;
  if (*about_of(&bare) == NULL)
    return rgs_refuse(error, RGS_E_TABLE, -1, "a %s's about is null", kind_name(kind));
  status = rgs_read_struct(&bare.about, sizeof bare.about, *about_of(&bare),
                           RGS_END_OF(rgs_about, order), "about", error);
  if (status != RGS_OK) return status;

  const rgs_about *about = &bare.about;
  size_t n_params = about->n_params, n_stages = kind == RGS_KIND_SCHEME ? bare.scheme.n_stages : 0;
  size_t n_pre = 0, n_outputs = 0;
  if (n_params > 1024 || (n_params > 0 && about->params == NULL))
    return rgs_refuse(error, RGS_E_TABLE, -1, "%s: n_params is %zu; allowed 0 to 1024%s",
                      about->name ? about->name : "?", n_params,
                      about->params == NULL ? ", and params is null" : "");
  if (n_params > 0)
    status = check_element(about, "param_info_size", about->param_info_size,
                           RGS_END_OF(rgs_param_info, dflt), error);
  if (status == RGS_OK && kind == RGS_KIND_SCHEME) {
    if (n_stages < 1 || n_stages > 4096 || bare.scheme.stages == NULL)
      return rgs_refuse(error, RGS_E_TABLE, -1, "%s: n_stages is %zu; allowed 1 to 4096%s",
                        about->name ? about->name : "?", n_stages,
                        bare.scheme.stages == NULL ? ", and stages is null" : "");
    status =
        check_element(about, "stage_size", bare.scheme.stage_size, RGS_END_OF(rgs_stage, c), error);
    n_pre = bare.scheme.n_pre;
    if (status == RGS_OK && (n_pre > 4096 || (n_pre > 0) != (bare.scheme.pre != NULL)))
      return rgs_refuse(error, RGS_E_TABLE, -1,
                        "%s: n_pre is %zu and pre is %s; allowed 0 and null, or 1 to 4096 and rows",
                        about->name ? about->name : "?", n_pre,
                        bare.scheme.pre == NULL ? "null" : "given");
  }
  if (status == RGS_OK && kind == RGS_KIND_INTEGRATOR) {
    n_outputs = bare.integrator.n_outputs;
    if (n_outputs > 1024 || (n_outputs > 0) != (bare.integrator.outputs != NULL))
      return rgs_refuse(error, RGS_E_TABLE, -1,
                        "%s: n_outputs is %zu and outputs is %s; allowed 0 and null, or 1 to 1024 "
                        "and a list",
                        about->name ? about->name : "?", n_outputs,
                        bare.integrator.outputs == NULL ? "null" : "given");
    if (n_outputs > 0)
      status = check_element(about, "output_info_size", bare.integrator.output_info_size,
                             RGS_END_OF(rgs_output_info, lag), error);
  }
  if (status != RGS_OK) return status;

  bare.size += n_params * sizeof(rgs_param_info) + (n_stages + n_pre) * sizeof(rgs_stage) +
               n_outputs * sizeof(rgs_output_info);
  rgs_entry *e = rgs_take(&c->allocator, bare.size);
  if (e == NULL) return rgs_refuse_memory(error, bare.size);
  *e = bare;
  rgs_param_info *params = (rgs_param_info *)(e + 1);
  rgs_stage *stages = (rgs_stage *)(params + n_params);
  copy_elements(params, sizeof *params, about->params, about->param_info_size, n_params);
  rgs_stage *pre = stages + n_stages;
  rgs_output_info *outputs = (rgs_output_info *)(pre + n_pre);
  copy_elements(stages, sizeof *stages, bare.scheme.stages, bare.scheme.stage_size, n_stages);
  copy_elements(pre, sizeof *pre, bare.scheme.pre, bare.scheme.stage_size, n_pre);
  copy_elements(outputs, sizeof *outputs, bare.integrator.outputs, bare.integrator.output_info_size,
                n_outputs);
  *about_of(e) = &e->about;
  e->about.params = n_params > 0 ? params : NULL;
  e->about.param_info_size = sizeof *params;
  if (kind == RGS_KIND_SCHEME) {
    e->scheme.stages = stages;
    e->scheme.stage_size = sizeof *stages;
    e->scheme.pre = n_pre > 0 ? pre : NULL;
  }
  if (kind == RGS_KIND_INTEGRATOR) {
    e->integrator.outputs = n_outputs > 0 ? outputs : NULL;
    e->integrator.output_info_size = sizeof *outputs;
    for (size_t k = 0; k < n_outputs; k++) outputs[k].size = sizeof *outputs;
  }

  bool built_in = c->modules == NULL; /* they are what a context takes first */
  status = rgs_check_about(&e->about, kind_name(kind), built_in, error);
  if (status == RGS_OK)
    status = kind == RGS_KIND_ROTOR ? rgs_check_rotor(&e->rotor, &e->about, error)
             : kind == RGS_KIND_SCHEME
                 ? rgs_check_scheme(&e->scheme, &e->about, &e->facts, error)
                 : rgs_check_integrator(&e->integrator, &e->about, built_in, error);
  if (status != RGS_OK) {
    rgs_give(&c->allocator, e, e->size);
    return status;
  }
  *out = e;
  return RGS_OK;
}

/* ---- a module's methods: all of them or none ------------------------------------------------- */

static void give_entries(rgs_context *c, rgs_entry *list) {
  while (list != NULL) {
    rgs_entry *next = list->next;
    rgs_give(&c->allocator, list, list->size);
    list = next;
  }
}

static bool is_taken(const rgs_context *c, const rgs_entry *pending, const rgs_entry *e) {
  if (rgs_registry_find(c, e->kind, e->about.name) != NULL) return true;
  for (; pending != NULL; pending = pending->next)
    if (pending->kind == e->kind && strcmp(pending->about.name, e->about.name) == 0) return true;
  return false;
}

static rgs_status collect(rgs_context *c, uint32_t kind, const void *const *tables,
                          rgs_entry **pending, rgs_entry ***tail, rgs_error *error) {
  if (tables == NULL) return RGS_OK;
  for (; *tables != NULL; tables++) {
    rgs_entry *e = NULL;
    rgs_status status = make_entry(c, kind, *tables, &e, error);
    if (status != RGS_OK) return status;
    if (is_taken(c, *pending, e)) {
      status = rgs_refuse(error, RGS_E_NAME, -1, "%s '%s': the name is taken", kind_name(kind),
                          e->about.name);
      rgs_give(&c->allocator, e, e->size);
      return status;
    }
    **tail = e;
    *tail = &e->next;
  }
  return RGS_OK;
}

rgs_status rgs_registry_add_module(rgs_context *c, const rgs_module *m, rgs_error *error) {
  rgs_entry *pending = NULL, **tail = &pending;
  rgs_status status =
      collect(c, RGS_KIND_ROTOR, (const void *const *)m->rotors, &pending, &tail, error);
  if (status == RGS_OK)
    status = collect(c, RGS_KIND_SCHEME, (const void *const *)m->schemes, &pending, &tail, error);
  if (status == RGS_OK)
    status = collect(c, RGS_KIND_INTEGRATOR, (const void *const *)m->integrators, &pending, &tail,
                     error);
  /* The module's own code runs only after all its tables were found good. */
  if (status == RGS_OK && m->init != NULL) {
    rgs_status answer = m->init();
    if (answer != RGS_OK)
      status = rgs_refuse(error, RGS_E_MODULE, -1, "module '%s': init returned %d (%s)", m->name,
                          answer, rgs_status_text(answer));
  }
  if (status != RGS_OK) {
    give_entries(c, pending);
    return status;
  }
  rgs_entry **end = &c->entries;
  while (*end != NULL) end = &(*end)->next;
  *end = pending;
  return RGS_OK;
}

void rgs_registry_destroy(rgs_context *c) {
  give_entries(c, c->entries);
  c->entries = NULL;
}
