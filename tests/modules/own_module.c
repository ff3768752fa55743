/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own_module.c - three integrators of the library as somebody else's module: built from the same files with
 * RGS_VENDOR, through the ABI alone.
 */
#include "with_head.h"

#include <rigidstep/module.h>

extern const rgs_integrator FIRST, SECOND, THIRD;
static const rgs_integrator *const integrators[] = { &FIRST, &SECOND, &THIRD, NULL };

RGS_MODULE = WITH_HEAD(rgs_module, .name = "acme", .version = "1.0", .license = "BSD-3-Clause",
                       .integrators = integrators);
