/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rotors.h - the built-in rotors.
 */
#pragma once
#include <rigidstep/method.h>

/* KERNEL: those that devices have, too. */
/* clang-format off */
#define RGS_BUILTIN_ROTORS(KERNEL, OTHER)                                                          \
  KERNEL(exact) OTHER(jacobi) OTHER(semiexact)                                                     \
  KERNEL(dmv2) KERNEL(dmv4) KERNEL(dmv6) KERNEL(dmv8) KERNEL(dmv10) KERNEL(midpoint)               \
  KERNEL(symrot) KERNEL(threerot) KERNEL(nosquish) OTHER(richardson)
/* clang-format on */
enum {
#define RGS_AS_ENUM(name) RGS_ROTOR_##name,
  RGS_BUILTIN_ROTORS(RGS_AS_ENUM, RGS_AS_ENUM) RGS_NO_ROTOR
#undef RGS_AS_ENUM
};

#define RGS_DECLARE_ROTOR(name) extern const rgs_rotor rgs_rotor_##name;
RGS_BUILTIN_ROTORS(RGS_DECLARE_ROTOR, RGS_DECLARE_ROTOR)
#undef RGS_DECLARE_ROTOR

extern const rgs_rotor *const rgs_builtin_rotors[];   /* ends with null */
const rgs_rotor *rgs_builtin_rotor(const char *name); /* null: there is none of that name */
/* Its number on devices, RGS_ROTOR_*; RGS_NO_ROTOR: it has no kernel there. */
int rgs_rotor_on_devices(const char *name);

/* Their kernels on a device. */
#ifdef RGS_ON_DEVICE
#include "rotors/dmv_simd.c"
#include "rotors/exact_simd.c"
#include "rotors/midpoint_simd.c"
#include "rotors/symrot_simd.c"
#include "rotors/threerot_simd.c"
#endif
