/* SPDX-License-Identifier: BSD-3-Clause
 *
 * schemes.h - the built-in schemes.
 */
#ifndef RGS_SCHEMES_H
#define RGS_SCHEMES_H
#include <rigidstep/method.h>

#define RGS_BUILTIN_SCHEMES(X) X(strang) X(strang_dkd)

#define RGS_DECLARE_SCHEME(name) extern const rgs_scheme rgs_scheme_##name;
RGS_BUILTIN_SCHEMES(RGS_DECLARE_SCHEME)
#undef RGS_DECLARE_SCHEME

#endif /* RGS_SCHEMES_H */
