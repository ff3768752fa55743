/* SPDX-License-Identifier: BSD-3-Clause
 *
 * registry.h - the methods that a context knows by name.
 */
#ifndef RGS_METHODS_REGISTRY_H
#define RGS_METHODS_REGISTRY_H
#include "base/context.h"
#include "methods/entry.h"

const rgs_entry *rgs_registry_find(const rgs_context *c, uint32_t kind, const char *name);

/* Adds all methods of a module, or none.  built_in: their names have no vendor. */
rgs_status rgs_registry_add_module(rgs_context *c, const rgs_module *m, bool built_in,
                                   rgs_error *error);
void rgs_registry_destroy(rgs_context *c);

#endif /* RGS_METHODS_REGISTRY_H */
