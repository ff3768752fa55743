/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin.c - the library's own methods, as a module like any other.
 */
#include "base/core.h"
#include "integrators/integrators.h"
#include "rotors/rotors.h"
#include "schemes/schemes.h"
#include <string.h>

#define LIST_ROTOR(name) &rgs_rotor_##name,
#define LIST_SCHEME(name) &rgs_scheme_##name,
#define LIST_INTEGRATOR(name) &rgs_integrator_##name,

static const rgs_rotor *const rotors[] = { RGS_BUILTIN_ROTORS(LIST_ROTOR) NULL };
static const rgs_scheme *const schemes[] = { RGS_BUILTIN_SCHEMES(LIST_SCHEME) NULL };
static const rgs_integrator *const integrators[] = { RGS_BUILTIN_INTEGRATORS(LIST_INTEGRATOR)
                                                         NULL };

const rgs_module rgs_builtin_module = { .head = RGS_HEAD(rgs_module),
                                        .name = "rigidstep",
                                        .version = RIGIDSTEP_VERSION,
                                        .license = "BSD-3-Clause",
                                        .rotors = rotors,
                                        .schemes = schemes,
                                        .integrators = integrators };

const rgs_rotor *rgs_builtin_rotor(const char *name) {
  for (const rgs_rotor *const *r = rotors; *r != NULL; r++)
    if (strcmp((*r)->about->name, name) == 0) return *r;
  return NULL;
}
