/* SPDX-License-Identifier: BSD-3-Clause
 *
 * module.h - what a module (a file that is loaded at run time) exports: one constant, nothing else.
 *
 *   #include <rigidstep/module.h>
 *   RGS_MODULE = { .head = RGS_HEAD(rgs_module), .name = "acme", .version = "1.0",
 *                  .license = "MIT", .schemes = schemes };
 *
 * A module links against nothing of rigidstep.  The library compares its head before it reads
 * anything else of it or calls its functions.  Constructors of the file have run by then.
 */
#ifndef RIGIDSTEP_MODULE_H
#define RIGIDSTEP_MODULE_H
#include "method.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a module's init gets from the library, and returns to it. */
typedef struct rgs_module_call {
  rgs_head head;       /* abi: of the library */
  const char *version; /* of the library: rgs_version */
  /* As rgs_context_spec.log, and never null; it works as long as the context. */
  void (*log)(void *log_self, const char *text);
  void *log_self;
  /* If init fails: room for the reason, which the error repeats. */
  char *why;
  size_t why_size;
  void *self; /* out: the module's own, for fini; null at first */
} rgs_module_call;

typedef struct rgs_module {
  rgs_head head;
  const char *name, *version, *license;

  /* Lists that end with null; a list may be null itself. */
  const rgs_rotor *const *rotors;
  const rgs_scheme *const *schemes;
  const rgs_integrator *const *integrators;
  const rgs_thermostat *const *thermostats;

  /* [setup] Or null.  Called once for each context that loads the module, after its tables passed
   * their checks.  Several contexts may call it at the same time.  If it returns a status below 0,
   * the context refuses the module (RGS_E_MODULE). */
  rgs_status (*init)(rgs_module_call *call);
  /* [setup] Or null.  Called when such a context is destroyed, unless init failed.
   *   self  what init left in rgs_module_call.self */
  void (*fini)(void *self);
} rgs_module;

/* The symbol carries the major version, so that a loader recognises modules of other versions. */
#define RGS_MODULE_SYMBOL_PREFIX "rgs_module_v"
#define RGS_MODULE_SYMBOL "rgs_module_v2"
#ifdef __cplusplus
#define RGS_MODULE                                                                                 \
  extern "C" {                                                                                     \
  RGS_EXPORT extern const rgs_module rgs_module_v2;                                                \
  }                                                                                                \
  extern "C" const rgs_module rgs_module_v2
#else
#define RGS_MODULE                                                                                 \
  RGS_EXPORT extern const rgs_module rgs_module_v2;                                                \
  const rgs_module rgs_module_v2
#endif

#ifdef __cplusplus
}
#endif
#endif /* RIGIDSTEP_MODULE_H */
