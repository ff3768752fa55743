/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RIGIDSTEP_MODULE_H
#define RIGIDSTEP_MODULE_H
#include "method.h"
#ifdef __cplusplus
extern "C" {
#endif
typedef struct rgs_module {
  rgs_head head;
  const char *name, *version, *license;
  const rgs_rotor *const *rotors;
  const rgs_scheme *const *schemes;
  const rgs_integrator *const *integrators;
  rgs_status (*init)(void);
  void (*fini)(void);
} rgs_module;
#define RGS_MODULE_SYMBOL_PREFIX "rgs_module_v"
#define RGS_MODULE_SYMBOL "rgs_module_v1"
#ifdef __cplusplus
#define RGS_MODULE \
    extern "C" { RGS_EXPORT extern const rgs_module rgs_module_v1; } \
    extern "C" const rgs_module rgs_module_v1
#else
#define RGS_MODULE \
    RGS_EXPORT extern const rgs_module rgs_module_v1; \
    const rgs_module rgs_module_v1
#endif
#ifdef __cplusplus
}
#endif
#endif
