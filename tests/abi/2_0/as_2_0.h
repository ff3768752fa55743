/* SPDX-License-Identifier: BSD-3-Clause
 *
 * as_2_0.h - today's headers as in 2.0: structs state the sizes and the version of 2.0, and the library must
 * neither read nor write behind these.  (abi/freeze_2_0.c pins every place, type and number of 2.0; of what comes
 * later a host of 2.0 uses nothing.)
 */
#ifndef AS_2_0_H
#define AS_2_0_H
#include <rigidstep/rigidstep.h>

enum {
  SIZE_OF_rgs_error = 256,
  SIZE_OF_rgs_view = 336,
  SIZE_OF_rgs_eval = 184,
  SIZE_OF_rgs_host = 56,
  SIZE_OF_rgs_about = 64,
  SIZE_OF_rgs_rotor = 48,
  SIZE_OF_rgs_scheme = 48,
  SIZE_OF_rgs_thermostat = 48,
  SIZE_OF_rgs_module = 80,
  SIZE_OF_rgs_cell = 184,
  SIZE_OF_rgs_sites_spec = 136,
  SIZE_OF_rgs_method_spec = 80
};
#undef RGS_HEAD
#define RGS_HEAD(T)                                                                                \
  { SIZE_OF_##T, 2u << 16 }

#endif
