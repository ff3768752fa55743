/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin_barostats.h - the built-in pistons.  A new one is a file of its own and its name in this list.
 */
#ifndef RGS_BUILTIN_BAROSTATS_H
#define RGS_BUILTIN_BAROSTATS_H
#include "barostats/piston.h"

#define RGS_BUILTIN_PISTONS(X) X(andersen) X(flexible) X(crescale)

#define RGS_DECLARE_PISTON(name) extern const rgs_piston_table rgs_##name##_piston;
RGS_BUILTIN_PISTONS(RGS_DECLARE_PISTON)
#undef RGS_DECLARE_PISTON

extern const rgs_piston_table *const rgs_builtin_pistons[]; /* ends with null */

#endif /* RGS_BUILTIN_BAROSTATS_H */
