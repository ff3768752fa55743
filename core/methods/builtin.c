/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin.c - the library's own methods, as a module like any other.
 */
#include "thermostats/builtin_thermostats.h"
#include "integrators/integrators.h"
#include "methods/module.h"
#include "rotors/rotors.h"
#include "schemes/schemes.h"

const rgs_module rgs_builtin_module = { .head = RGS_HEAD(rgs_module),
                                        .name = "rigidstep",
                                        .version = RIGIDSTEP_VERSION,
                                        .license = "BSD-3-Clause",
                                        .rotors = rgs_builtin_rotors,
                                        .schemes = rgs_builtin_schemes,
                                        .integrators = rgs_builtin_integrators,
                                        .thermostats = rgs_builtin_thermostats };
