/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_baths.c - the lists of the built-in baths and pistons.
 */
#include "baths/builtin_baths.h"
#include <stddef.h>

#define BATH(name) &rgs_##name##_bath.bath,
#define PISTON(name) &rgs_##name##_piston,
const rgs_bath *const rgs_builtin_baths[] = { RGS_BUILTIN_BATHS(BATH) NULL };
const rgs_piston_table *const rgs_builtin_pistons[] = { RGS_BUILTIN_PISTONS(PISTON) NULL };
