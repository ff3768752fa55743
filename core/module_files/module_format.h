/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_format.h - formats of executable files: each is read by one file, module_elf.c, module_pe.c or
 * module_macho.c, of which the library has the one that the system's loader knows (CMakeLists.txt).
 */
#ifndef RGS_MODULE_FILES_MODULE_FORMAT_H
#define RGS_MODULE_FILES_MODULE_FORMAT_H
#include "base/system.h"

typedef struct rgs_module_file {
  const char *path; /* for error texts */
  const unsigned char *bytes;
  uint64_t size;
} rgs_module_file;

/* The symbol of the module, in the file. */
typedef struct rgs_module_place {
  bool found;
  uint64_t offset, room; /* where its struct begins, and at most how many bytes it has */
  char other[32];        /* else the symbol of another major version, or empty */
} rgs_module_place;

/* Finds the symbol among those that the file exports.  Refuses what is no library for this machine,
 * and what refers to places beyond the file. */
rgs_status rgs_module_find(const rgs_module_file *f, rgs_module_place *out, rgs_error *error);

/* What the readers of the formats share. */
bool rgs_module_read(const rgs_module_file *f, uint64_t offset, void *out, uint64_t size);
/* Is the name that begins at `offset` complete before `end`?  Then *is_module tells whether it is the
 * symbol of a module of this major version; a symbol of another one goes to `out`. */
bool rgs_module_name(const rgs_module_file *f, uint64_t offset, uint64_t end, bool *is_module,
                     rgs_module_place *out);
rgs_status rgs_set_error_damaged(const rgs_module_file *f, rgs_error *error);
rgs_status rgs_set_error_machine(const rgs_module_file *f, rgs_error *error);

#endif /* RGS_MODULE_FILES_MODULE_FORMAT_H */
