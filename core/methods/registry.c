/* SPDX-License-Identifier: BSD-3-Clause
 *
 * registry.c - finds methods by name, and adds all methods of a module or none.
 */
#include "methods/registry.h"
#include "baths/builtin_baths.h"
#include <string.h>

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
      if (e->kind == kind && i-- == 0) return &e->told;
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
  if (rgs_registry_find(c, e->kind, e->about.name) != NULL) return true;
  for (; pending != NULL; pending = pending->next)
    if (pending->kind == e->kind && strcmp(pending->about.name, e->about.name) == 0) return true;
  return false;
}

static rgs_status collect(rgs_context *c, uint32_t kind, const void *const *tables, bool built_in,
                          rgs_entry **pending, rgs_error *error) {
  rgs_entry **tail = pending;
  while (*tail != NULL) tail = &(*tail)->next;
  if (tables == NULL) return RGS_OK;
  for (; *tables != NULL; tables++) {
    rgs_entry *e = NULL;
    rgs_status status = rgs_entry_create(&c->allocator, kind, *tables, built_in, &e, error);
    if (status != RGS_OK) return status;
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

rgs_status rgs_registry_add_module(rgs_context *c, const rgs_module *m, bool built_in,
                                   rgs_error *error) {
  const struct {
    uint32_t kind;
    const void *const *tables;
  } lists[] = {
    { RGS_KIND_ROTOR, (const void *const *)m->rotors },
    { RGS_KIND_SCHEME, (const void *const *)m->schemes },
    { RGS_KIND_INTEGRATOR, (const void *const *)m->integrators },
    { RGS_KIND_BATH, (const void *const *)m->baths },
    { RGS_KIND_PISTON, built_in ? (const void *const *)rgs_builtin_pistons : NULL },
  };
  rgs_entry *pending = NULL;
  rgs_status status = RGS_OK;
  for (size_t k = 0; k < sizeof lists / sizeof *lists && status == RGS_OK; k++)
    status = collect(c, lists[k].kind, lists[k].tables, built_in, &pending, error);
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
