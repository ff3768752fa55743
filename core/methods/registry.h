/* SPDX-License-Identifier: BSD-3-Clause
 *
 * registry.h - the methods that a context knows by name.
 */
#pragma once
#include "base/context.h"
#include "methods/registry_entry.h"

/* Returns null if there is no such method, or if it is a draft and the host has not asked for drafts. */
const rgs_registry_entry *rgs_registry_find(const rgs_context *c, uint32_t kind, const char *name);
/* Is it a draft, and hidden? */
bool rgs_registry_hides(const rgs_context *c, uint32_t kind, const char *name);

/* Refuses with RGS_E_NAME: says where the name belongs, what the literature's name for it is here,
 * or which names are nearest. */
rgs_status rgs_set_error_name(const rgs_context *c, uint32_t kind, const char *name,
                              rgs_error *error);

/* Methods of the first two have names without a vendor. */
typedef enum rgs_origin { RGS_OF_LIBRARY, RGS_OF_DRAFTS, RGS_OF_MODULE } rgs_origin;
/* Adds all methods of a module, or none. */
rgs_status rgs_registry_add_module(rgs_context *c, const rgs_module *m, rgs_origin origin,
                                   void **self, rgs_error *error);
void rgs_registry_destroy(rgs_context *c);
