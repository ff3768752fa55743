/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_barostats.c - the list of the built-in pistons.
 */
#include "barostats/builtin_barostats.h"
#include <stddef.h>

#define PISTON(name) &rgs_##name##_piston,
const rgs_piston_table *const rgs_builtin_pistons[] = { RGS_BUILTIN_PISTONS(PISTON) NULL };
