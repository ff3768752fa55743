/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.h - modules in use: files that were opened, and tables that the host handed in.
 */
#ifndef RGS_METHODS_MODULE_H
#define RGS_METHODS_MODULE_H
#include "base/context.h"

/* The library's own methods, as a module like any other (builtin.c). */
extern const rgs_module rgs_builtin_module;

/* Reads a file without running any of it: is it whole, and made for this ABI? */
rgs_status rgs_module_file_check(const char *path, rgs_error *error);

void rgs_modules_destroy(rgs_context *c);

#endif /* RGS_METHODS_MODULE_H */
