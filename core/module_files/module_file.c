/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_file.c - reads a module's file without running any of its code.
 *
 * The system's loader runs a file's constructors before it can be asked for a symbol, and on Linux a
 * file that was cut short ends it with a bus error.  So the file is read first: is it whole, does it
 * export the module's symbol, and does the struct behind that symbol have a head of this ABI?
 */
#include "base/layout.h"
#include "module_files/module_file.h"
#include "module_files/module_format.h"

static rgs_status check_head(const rgs_module_file *f, const rgs_module_place *place,
                             rgs_error *error) {
  rgs_head head;
  if (!rgs_module_read(f, place->offset, &head, sizeof head))
    return rgs_set_error_damaged(f, error);
  rgs_status status = rgs_check_struct(&head, &rgs_module_layout, f->path, error);
  if (status == RGS_OK && place->room < head.size)
    status = rgs_set_error(error, RGS_E_ABI, -1,
                           "%s: head.size is %u, but the file holds %llu bytes of the module",
                           f->path, head.size, (unsigned long long)place->room);
  return status;
}

static rgs_status check_file(const rgs_module_file *f, rgs_error *error) {
  rgs_module_place place = { .found = false };
  rgs_status status = rgs_module_find(f, &place, error);
  if (status != RGS_OK) return status;
  if (place.found) return check_head(f, &place, error);
  if (place.other[0] != '\0')
    return rgs_set_error(
        error, RGS_E_ABI, -1,
        "%s: exports %s, so it was made for ABI %s; this library has ABI %u.%u; compile "
        "the module with its headers",
        f->path, place.other, place.other + sizeof RGS_MODULE_SYMBOL_PREFIX - 1, RGS_ABI_MAJOR,
        RGS_ABI_MINOR);
  return rgs_set_error(error, RGS_E_MODULE, -1, "%s: not a rigidstep module (no symbol %s)",
                       f->path, RGS_MODULE_SYMBOL);
}

rgs_status rgs_module_file_check(const char *path, rgs_file_identity *which, rgs_error *error) {
  rgs_mapped_file file;
  rgs_status status = rgs_file_map(path, &file, error);
  if (status != RGS_OK) return status;
  if (which != NULL) *which = file.identity;
  const rgs_module_file f = { path, file.bytes, file.size };
  status = check_file(&f, error);
  rgs_file_unmap(&file);
  return status;
}
