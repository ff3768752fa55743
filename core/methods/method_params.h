/* SPDX-License-Identifier: BSD-3-Clause
 *
 * method_params.h - the parameters of a method, which belong to its components.
 */
#pragma once
#include "methods/method.h"

void rgs_method_components(const rgs_method *m, rgs_component components[RGS_COMPONENTS]);

/* Is the parameter meant for this part of a method, which declares it? */
bool rgs_param_is_for(const rgs_param *p, const rgs_registry_entry *entry);
rgs_status rgs_check_param_size(size_t size, const char *name, rgs_error *error);

/* Sets the defaults and then what the host gives.  A key that several components declare sets all of them. */
rgs_status rgs_method_set_params(rgs_method *m, const rgs_method_spec *spec, rgs_error *error);

/* Have they the same thermostat and barostat, and the same parameters of these but for what may change
 * between steps?  Then the state of one is a state of the other. */
bool rgs_method_same_ensemble(const rgs_method *a, const rgs_method *b);

/* Refuses the key, or its change between steps, in words.  kind: RGS_KIND_THERMOSTAT, RGS_KIND_BAROSTAT or 0,
 * both. */
rgs_status rgs_method_param_error(const rgs_method *m, uint32_t kind, const char *key,
                                  rgs_error *error);
