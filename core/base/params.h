/* SPDX-License-Identifier: BSD-3-Clause
 *
 * params.h - values of parameters, which a table declares by name, in the memory that its
 * functions read.
 */
#pragma once
#include "base/error.h"

void rgs_params_default(const rgs_about *about, void *values);
bool rgs_params_declares(const rgs_about *about, const char *key);
/* `absent` where there is no parameter of that name. */
double rgs_params_get(const rgs_about *about, const void *values, const char *key, double absent);
/* May it change between steps?  It ramps, or is the seed. */
bool rgs_params_ramps(const rgs_about *about, const char *key);
/* The parameter must be declared.  The first only reads its value, if that is allowed. */
rgs_status rgs_params_read(const rgs_about *about, const rgs_param *p, double *value,
                           rgs_error *error);
rgs_status rgs_params_set(const rgs_about *about, void *values, const rgs_param *p,
                          rgs_error *error);
