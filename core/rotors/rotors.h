/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rotors.h - the built-in rotors.
 */
#ifndef RGS_ROTORS_H
#define RGS_ROTORS_H
#include <rigidstep/method.h>

/* clang-format off */
#define RGS_BUILTIN_ROTORS(X)                                                                      \
  X(exact) X(jacobi) X(semiexact)                                                                  \
  X(dmv2) X(dmv4) X(dmv6) X(dmv8) X(dmv10) X(midpoint)                                             \
  X(symrot) X(threerot) X(nosquish) X(richardson)
/* clang-format on */

#define RGS_DECLARE_ROTOR(name) extern const rgs_rotor rgs_rotor_##name;
RGS_BUILTIN_ROTORS(RGS_DECLARE_ROTOR)
#undef RGS_DECLARE_ROTOR

extern const rgs_rotor *const rgs_builtin_rotors[];   /* ends with null */
const rgs_rotor *rgs_builtin_rotor(const char *name); /* null: there is none of that name */

#endif /* RGS_ROTORS_H */
