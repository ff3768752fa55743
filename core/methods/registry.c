/* SPDX-License-Identifier: BSD-3-Clause
 *
 * registry.c - finds methods by name, and adds all methods of a module or none.
 */
#include "methods/registry.h"
#include "baths/builtin_baths.h"
#include "methods/module.h"
#include <string.h>

static bool is_hidden(const rgs_context *c, const rgs_entry *e) { return e->draft && !c->drafts; }

static const rgs_entry *find_any(const rgs_entry *e, uint32_t kind, const char *name) {
  while (e != NULL && (e->kind != kind || strcmp(e->about.name, name) != 0)) e = e->next;
  return e;
}

const rgs_entry *rgs_registry_find(const rgs_context *c, uint32_t kind, const char *name) {
  const rgs_entry *e = find_any(c->entries, kind, name);
  return e == NULL || is_hidden(c, e) ? NULL : e;
}

bool rgs_registry_hides(const rgs_context *c, uint32_t kind, const char *name) {
  const rgs_entry *e = find_any(c->entries, kind, name);
  return e != NULL && is_hidden(c, e);
}

int64_t rgs_about_count(const rgs_context *c, uint32_t kind) {
  int64_t n = 0;
  if (c != NULL)
    for (const rgs_entry *e = c->entries; e != NULL; e = e->next)
      n += e->kind == kind && !is_hidden(c, e);
  return n;
}

const rgs_about *rgs_about_at(const rgs_context *c, uint32_t kind, int64_t i) {
  if (c != NULL && i >= 0)
    for (const rgs_entry *e = c->entries; e != NULL; e = e->next)
      if (e->kind == kind && !is_hidden(c, e) && i-- == 0) return &e->told;
  return NULL;
}

const rgs_about *rgs_about_find(const rgs_context *c, uint32_t kind, const char *name) {
  if (c == NULL || name == NULL) return NULL;
  const rgs_entry *e = rgs_registry_find(c, kind, name);
  return e == NULL ? NULL : &e->told;
}

/* ---- adds all methods of a module, or none --------------------------------------------------- */

static void give_entries(rgs_context *c, rgs_entry *list) {
  while (list != NULL) {
    rgs_entry *next = list->next;
    rgs_entry_destroy(&c->allocator, list);
    list = next;
  }
}

static bool is_taken(const rgs_context *c, const rgs_entry *pending, const rgs_entry *e) {
  return find_any(c->entries, e->kind, e->about.name) != NULL ||
         find_any(pending, e->kind, e->about.name) != NULL;
}

static rgs_status collect(rgs_context *c, uint32_t kind, const void *const *tables,
                          rgs_origin origin, rgs_entry **pending, rgs_error *error) {
  rgs_entry **tail = pending;
  while (*tail != NULL) tail = &(*tail)->next;
  if (tables == NULL) return RGS_OK;
  for (; *tables != NULL; tables++) {
    rgs_entry *e = NULL;
    const bool built_in = origin != RGS_OF_MODULE;
    rgs_status status = rgs_entry_create(&c->allocator, kind, *tables, built_in, &e, error);
    if (status != RGS_OK) return status;
    e->draft = origin == RGS_OF_DRAFTS;
    if (is_taken(c, *pending, e)) {
      status = rgs_refuse(error, RGS_E_NAME, -1, "%s '%s': another one of this name is registered",
                          rgs_kind_name(kind), e->about.name);
      rgs_entry_destroy(&c->allocator, e);
      return status;
    }
    *tail = e;
    tail = &e->next;
  }
  return RGS_OK;
}

rgs_status rgs_registry_add_module(rgs_context *c, const rgs_module *m, rgs_origin origin,
                                   rgs_error *error) {
  static const rgs_piston_table *const *const pistons[] = { [RGS_OF_LIBRARY] = rgs_builtin_pistons,
                                                            [RGS_OF_DRAFTS] = rgs_draft_pistons,
                                                            [RGS_OF_MODULE] = NULL };
  const struct {
    uint32_t kind;
    const void *const *tables;
  } lists[] = {
    { RGS_KIND_ROTOR, (const void *const *)m->rotors },
    { RGS_KIND_SCHEME, (const void *const *)m->schemes },
    { RGS_KIND_INTEGRATOR, (const void *const *)m->integrators },
    { RGS_KIND_BATH, (const void *const *)m->baths },
    { RGS_KIND_PISTON, (const void *const *)pistons[origin] },
  };
  rgs_entry *pending = NULL;
  rgs_status status = RGS_OK;
  for (size_t k = 0; k < sizeof lists / sizeof *lists && status == RGS_OK; k++)
    status = collect(c, lists[k].kind, lists[k].tables, origin, &pending, error);
  /* The module's own code runs only after all its tables have passed the checks. */
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
