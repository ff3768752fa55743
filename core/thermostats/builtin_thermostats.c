/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_thermostats.c - the list of the built-in thermostats.
 */
#include "thermostats/builtin_thermostats.h"
#include <stddef.h>

#define THERMOSTAT(name) &rgs_##name##_thermostat.thermostat,
const rgs_thermostat *const rgs_builtin_thermostats[] = { RGS_BUILTIN_THERMOSTATS(THERMOSTAT)
                                                              NULL };
