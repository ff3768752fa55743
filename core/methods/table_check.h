/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table_check.h - is what a table says of a method consistent, and is it true as far as the table
 * shows it?
 */
#pragma once
#include "base/error.h"

/* The largest number of bytes of parameters, of a cursor and of a state, and of doubles a body. */
#define RGS_LARGEST_BLOCK 4096u

/* built_in: names without a vendor are the library's own. */
rgs_status rgs_check_about(const rgs_about *about, uint32_t kind, bool built_in, rgs_error *error);
rgs_status rgs_check_rotor(const rgs_rotor *rotor, const rgs_about *about, rgs_error *error);
rgs_status rgs_check_integrator(const rgs_integrator *i, const rgs_about *about, bool built_in,
                                rgs_error *error);
rgs_status rgs_check_thermostat(const rgs_thermostat *thermostat, const rgs_about *about,
                                rgs_error *error);
const char *rgs_kind_name(uint32_t kind);
