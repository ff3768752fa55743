/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.h - what a file loaded at run time exports: one constant, and nothing else.
 *
 *   #include <rigidstep/module.h>
 *   RGS_MODULE = { .head = RGS_HEAD(rgs_module), .name = "acme", .version = "1.0",
 *                  .license = "MIT", .schemes = schemes };
 *
 * A module links against nothing of rigidstep.  Its head is read from the file and compared before
 * any code in it runs.
 */
#ifndef RIGIDSTEP_MODULE_H
#define RIGIDSTEP_MODULE_H
#include "method.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rgs_module {
  rgs_head    head;
  const char *name, *version, *license;
  const rgs_rotor      *const *rotors;      /* lists that end with null, or null                 */
  const rgs_scheme     *const *schemes;
  const rgs_integrator *const *integrators;
  rgs_status (*init)(void);       /* or null; once for each context that takes the      [setup]  */
                                  /* module, after its tables were found good; contexts may do   */
                                  /* so at the same time                                         */
  void       (*fini)(void);       /* or null; when such a context is destroyed; not if  [setup]  */
                                  /* init failed                                                 */
} rgs_module;

/* The symbol carries the major version: a loader sees at once what it has before it. */
#define RGS_MODULE_SYMBOL_PREFIX "rgs_module_v"
#define RGS_MODULE_SYMBOL "rgs_module_v1"
#ifdef __cplusplus
#  define RGS_MODULE                                                     \
    extern "C" { RGS_EXPORT extern const rgs_module rgs_module_v1; }     \
    extern "C" const rgs_module rgs_module_v1
#else
#  define RGS_MODULE                                      \
    RGS_EXPORT extern const rgs_module rgs_module_v1;     \
    const rgs_module rgs_module_v1
#endif

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_MODULE_H */
