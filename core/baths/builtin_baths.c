/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_baths.c - the lists of the built-in baths and pistons.
 */
#include "baths/builtin_baths.h"
#include "baths/andersen.h"
#include <stddef.h>

#define LIST(name) &rgs_##name##_bath,
const rgs_bath *const rgs_builtin_baths[] = { RGS_BUILTIN_BATHS(LIST) NULL };
const rgs_about *const rgs_builtin_pistons[] = { &rgs_piston_andersen, NULL };
