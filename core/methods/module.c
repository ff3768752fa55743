/* SPDX-License-Identifier: BSD-3-Clause */
#include "methods/module.h"
#include "base/layout.h"
#include "base/system.h"
#include "methods/module_path.h"
#include "methods/registry.h"
#include <rigidstep/draft.h>
#include <string.h>

typedef struct rgs_loaded {
  struct rgs_loaded *next;
  const rgs_module *original;
  rgs_module module;
  void *self; /* of its init */
  void *file; /* of rgs_code_open, or null for a module that was handed in */
} rgs_loaded;

static const rgs_loaded *find(const rgs_context *c, const rgs_module *m) {
  for (const rgs_loaded *l = c->modules; l != NULL; l = l->next)
    if (l->original == m) return l;
  return NULL;
}

static rgs_status use(rgs_context *c, const rgs_module *m, void *file, rgs_error *error) {
  rgs_module read;
  rgs_status status = rgs_read_struct(&read, &rgs_module_layout, m, error);
  if (status != RGS_OK) return status;
  if (read.name == NULL || read.version == NULL || read.license == NULL)
    return rgs_set_error(error, RGS_E_MODULE, -1, "module '%s': %s is null",
                         read.name ? read.name : "?",
                         read.name == NULL      ? "name"
                         : read.version == NULL ? "version"
                                                : "license");
  rgs_loaded *l = rgs_alloc(&c->allocator, sizeof *l);
  if (l == NULL) return rgs_set_error_memory(error, sizeof *l);
  /* A context takes the library's own modules first. */
  const rgs_origin origin = m == &rgs_draft_module ? RGS_OF_DRAFTS
                            : c->modules == NULL   ? RGS_OF_LIBRARY
                                                   : RGS_OF_MODULE;
  void *self = NULL;
  status = rgs_registry_add_module(c, &read, origin, &self, error);
  if (status != RGS_OK) {
    rgs_free(&c->allocator, l, sizeof *l);
    return status;
  }
  *l = (rgs_loaded){ c->modules, m, read, self, file };
  c->modules = l;
  return RGS_OK;
}

rgs_status rgs_module_add(rgs_context *c, const rgs_module *module, rgs_error *error) {
  if (c == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "context is null");
  if (module == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "module is null");
  if (find(c, module) != NULL) return RGS_OK;
  return use(c, module, NULL, error);
}

rgs_status rgs_draft_allow(rgs_context *c, uint32_t draft, rgs_error *error) {
  if (c == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "context is null");
  if (draft != RGS_DRAFT_ABI)
    return rgs_set_error(
        error, RGS_E_ABI, -1,
        "draft is 0x%x, and the drafts of this library are 0x%x; compile with its header "
        "rigidstep/draft.h and give RGS_DRAFT_ABI",
        draft, RGS_DRAFT_ABI);
  c->drafts = true;
  return RGS_OK;
}

/* The constant behind the module's symbol. */
static rgs_status find_module(void *file, const char *path, const rgs_module **m,
                              rgs_error *error) {
  *m = rgs_code_symbol(file, RGS_MODULE_SYMBOL);
  if (*m != NULL) return rgs_check_struct(&(*m)->head, &rgs_module_layout, path, error);
  for (char other[] = RGS_MODULE_SYMBOL_PREFIX "0", *digit = other + sizeof other - 2;
       *digit <= '9'; ++*digit)
    if (rgs_code_symbol(file, other) != NULL)
      return rgs_set_error(error, RGS_E_ABI, -1,
                           "%s: exports %s, so it was made for ABI %s; this library has ABI %u.%u; "
                           "compile the module with its headers",
                           path, other, digit, RGS_ABI_MAJOR, RGS_ABI_MINOR);
  return rgs_set_error(error, RGS_E_MODULE, -1,
                       "%s: not a rigidstep module (no symbol " RGS_MODULE_SYMBOL ")", path);
}

static rgs_status load(rgs_context *c, const char *path, rgs_error *error) {
  rgs_file_identity which;
  void *file;
  const rgs_module *m;
  const rgs_path_kind kind = rgs_path_look(path, &which);
  if (kind == RGS_PATH_FOLDER || kind == RGS_PATH_OTHER)
    return rgs_set_error(error, RGS_E_MODULE, -1,
                         "%s: a module is a regular file, and this is none", path);
  rgs_status status = rgs_code_open(path, &file, error);
  if (status != RGS_OK) return status;
  status = find_module(file, path, &m, error);
  const bool known = status == RGS_OK && find(c, m) != NULL;
  if (status == RGS_OK && !known) status = use(c, m, file, error);
  if (known || status != RGS_OK) rgs_code_close(file);
  return status;
}

rgs_status rgs_module_load(rgs_context *c, const char *path, rgs_error *error) {
  char found[RGS_PATH_ROOM];
  if (c == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "context is null");
  if (path == NULL || *path == '\0')
    return rgs_set_error(error, RGS_E_ARG, -1, "path is %s", path == NULL ? "null" : "empty");
  if (strpbrk(path, rgs_slashes) != NULL) return load(c, path, error);
  const rgs_status status = rgs_module_path(c, path, found, error);
  return status == RGS_OK ? load(c, found, error) : status;
}

void rgs_modules_destroy(rgs_context *c) {
  while (c->modules != NULL) {
    rgs_loaded *l = c->modules;
    c->modules = l->next;
    if (l->module.fini != NULL) l->module.fini(l->self);
    if (l->file != NULL) rgs_code_close(l->file);
    rgs_free(&c->allocator, l, sizeof *l);
  }
}
