/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_format.c - what the readers of the formats share.
 */
#include "module_files/module_format.h"
#include <rigidstep/module.h>
#include <string.h>

bool rgs_module_read(const rgs_module_file *f, uint64_t offset, void *out, uint64_t size) {
  if (offset > f->size || size > f->size - offset) return false;
  memcpy(out, f->bytes + offset, size);
  return true;
}

bool rgs_module_name(const rgs_module_file *f, uint64_t offset, uint64_t end, bool *is_module,
                     rgs_module_place *out) {
  if (end > f->size || offset >= end) return false;
  const char *name = (const char *)f->bytes + offset;
  if (memchr(name, '\0', end - offset) == NULL) return false;
  *is_module = strcmp(name, RGS_MODULE_SYMBOL) == 0;
  if (!*is_module &&
      strncmp(name, RGS_MODULE_SYMBOL_PREFIX, sizeof RGS_MODULE_SYMBOL_PREFIX - 1) == 0)
    memcpy(out->other, name,
           strlen(name) < sizeof out->other ? strlen(name) : sizeof out->other - 1);
  return true;
}

rgs_status rgs_set_error_damaged(const rgs_module_file *f, rgs_error *error) {
  return rgs_set_error(
      error, RGS_E_MODULE, -1,
      "%s: the file is damaged or cut short: it refers to places beyond its %llu bytes", f->path,
      (unsigned long long)f->size);
}

rgs_status rgs_set_error_machine(const rgs_module_file *f, rgs_error *error) {
  return rgs_set_error(error, RGS_E_MODULE, -1, "%s: not a shared object for this machine",
                       f->path);
}
