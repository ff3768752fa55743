/* SPDX-License-Identifier: BSD-3-Clause
 *
 * integrators.h - the built-in integrators, which are methods other than a rotor with a scheme.
 */
#pragma once
#include "rotors/params.h"

/* clang-format off */
#define RGS_BUILTIN_INTEGRATORS(X)                                                                 \
  X(rattle)                                                                                        \
  X(nontwist)                                                                                      \
  X(director_em)                                                                                   \
  X(director_em_nontwist)                                                                          \
  X(fire)                                                                                          \
  X(brownian)
/* clang-format on */

#define RGS_DECLARE_INTEGRATOR(name) extern const rgs_integrator rgs_integrator_##name;
RGS_BUILTIN_INTEGRATORS(RGS_DECLARE_INTEGRATOR)
#undef RGS_DECLARE_INTEGRATOR

extern const rgs_integrator *const rgs_builtin_integrators[]; /* ends with null */

/* Drafts (methods/drafts.c). */
extern const rgs_integrator rgs_integrator_brownian_anisotropic;

/* The files of an integrator see the ABI, lanes/ and rotors/, but no handles.  So they can be built
 * into a module as well, which sets this to its "vendor.". */
#ifndef RGS_VENDOR
#define RGS_VENDOR ""
#endif
