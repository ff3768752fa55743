/* SPDX-License-Identifier: BSD-3-Clause
 *
 * as_1_0.h - today's headers as in 1.0: structs state the sizes and the version of 1.0, and the library must
 * neither read nor write behind these.  (abi/freeze_1_0.c and freeze_types.c pin every size, offset, number and type
 * of 1.0; of what came later a host of 1.0 uses nothing.)
 */
#ifndef AS_1_0_H
#define AS_1_0_H
#include <rigidstep/rigidstep.h>

enum {
  SIZE_OF_rgs_error = 256,
  SIZE_OF_rgs_view = 296,
  SIZE_OF_rgs_allocator = 32,
  SIZE_OF_rgs_eval = 32,
  SIZE_OF_rgs_host = 40,
  SIZE_OF_rgs_about = 64,
  SIZE_OF_rgs_rotor = 48,
  SIZE_OF_rgs_scheme = 48,
  SIZE_OF_rgs_module = 72,
  SIZE_OF_rgs_method_spec = 48,
  SIZE_OF_rgs_method_info = 40
};
#undef RGS_HEAD
#define RGS_HEAD(T)                                                                                \
  { SIZE_OF_##T, 1u << 16 }

#endif
