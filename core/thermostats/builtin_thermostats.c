/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_thermostats.c - the lists of the built-in thermostats and of the kernels.
 */
#include "thermostats/builtin_thermostats.h"
#include <stddef.h>

#define THERMOSTAT(name) &rgs_##name##_thermostat.thermostat,
const rgs_thermostat *const rgs_builtin_thermostats[] = { RGS_BUILTIN_THERMOSTATS(
    THERMOSTAT, THERMOSTAT) NULL };

#define KERNEL(name) extern const rgs_kernel rgs_##name##_kernel;
RGS_KERNELS(KERNEL)

#define ADDRESS(name) &rgs_##name##_kernel,
const rgs_kernel *const rgs_kernels[] = { RGS_KERNELS(ADDRESS) };
