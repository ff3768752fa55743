/* SPDX-License-Identifier: BSD-3-Clause
 *
 * integrators.h - the built-in integrators: what is no pair of a rotor and a scheme.
 */
#ifndef RGS_INTEGRATORS_H
#define RGS_INTEGRATORS_H
#include <rigidstep/method.h>

/* clang-format off */
#define RGS_BUILTIN_INTEGRATORS(X)                                                                 \
  X(rattle)
/* clang-format on */

#define RGS_DECLARE_INTEGRATOR(name) extern const rgs_integrator rgs_integrator_##name;
RGS_BUILTIN_INTEGRATORS(RGS_DECLARE_INTEGRATOR)
#undef RGS_DECLARE_INTEGRATOR

#endif /* RGS_INTEGRATORS_H */
