/* SPDX-License-Identifier: BSD-3-Clause
 *
 * schemes.h - the built-in schemes.
 */
#pragma once
#include <rigidstep/method.h>

extern const rgs_scheme *const rgs_builtin_schemes[]; /* ends with null */
extern const rgs_scheme *const rgs_draft_schemes[];   /* the same */
