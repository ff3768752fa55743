/* SPDX-License-Identifier: BSD-3-Clause
 *
 * integrators.c - the list of the built-in integrators.
 */
#include "integrators/integrators.h"
#include <stddef.h>

#define LIST(name) &rgs_integrator_##name,
const rgs_integrator *const rgs_builtin_integrators[] = { RGS_BUILTIN_INTEGRATORS(LIST) NULL };
