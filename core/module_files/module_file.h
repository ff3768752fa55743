/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_file.h - a module's file, before any of it runs.
 */
#ifndef RGS_MODULE_FILES_MODULE_FILE_H
#define RGS_MODULE_FILES_MODULE_FILE_H
#include "base/system.h"

/* Reads a file without running any of it: is it whole, and made for this ABI?  Tells which file
 * that was, unless `which` is null. */
rgs_status rgs_module_file_check(const char *path, rgs_file_identity *which, rgs_error *error);

#endif /* RGS_MODULE_FILES_MODULE_FILE_H */
