/* SPDX-License-Identifier: BSD-3-Clause
 *
 * schemes.h - the built-in schemes.
 */
#ifndef RGS_SCHEMES_SCHEMES_H
#define RGS_SCHEMES_SCHEMES_H
#include <rigidstep/method.h>

extern const rgs_scheme *const rgs_builtin_schemes[]; /* ends with null */
extern const rgs_scheme *const rgs_draft_schemes[];

#endif /* RGS_SCHEMES_SCHEMES_H */
