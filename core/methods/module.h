/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.h - modules in use: files that were opened, and tables that the host handed in.
 */
#pragma once
#include "base/context.h"
#include <rigidstep/module.h>

/* The library's own methods, as a module like any other (builtin.c). */
extern const rgs_module rgs_builtin_module;
/* Those that are drafts (drafts.c). */
extern const rgs_module rgs_draft_module;

void rgs_modules_destroy(rgs_context *c);
