/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module_path.h - where a module's file is that was asked for by its name.
 */
#pragma once
#include "base/system.h"

enum { RGS_PATH_ROOM = 4096 };

/* The path of a module by its name, which has no slash: a file in the folders of modules. */
rgs_status rgs_module_path(const rgs_context *c, const char *name, char path[RGS_PATH_ROOM],
                           rgs_error *error);
