/* SPDX-License-Identifier: BSD-3-Clause
 *
 * names.h - what to say where no method has the name that was given.
 */
#ifndef RGS_METHODS_NAMES_H
#define RGS_METHODS_NAMES_H
#include "methods/registry.h"

/* Refuses with RGS_E_NAME: says where the name belongs, what the literature's name for it is here,
 * or which names are nearest. */
rgs_status rgs_refuse_name(const rgs_context *c, uint32_t kind, const char *name, rgs_error *error);

#endif /* RGS_METHODS_NAMES_H */
