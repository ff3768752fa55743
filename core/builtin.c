/* SPDX-License-Identifier: BSD-3-Clause
 *
 * builtin.c - the library's own methods, as a module like any other.
 */
#include "core.h"
#include "rotors.h"
#include "schemes.h"
#include <string.h>

#define LIST_ROTOR(name) &rgs_rotor_##name,
#define LIST_SCHEME(name) &rgs_scheme_##name,

static const rgs_rotor *const rotors[] = { RGS_BUILTIN_ROTORS(LIST_ROTOR) NULL };
static const rgs_scheme *const schemes[] = { RGS_BUILTIN_SCHEMES(LIST_SCHEME) NULL };

const rgs_module rgs_builtin_module = { RGS_HEAD(rgs_module),
                                        "rigidstep",
                                        RIGIDSTEP_VERSION,
                                        "BSD-3-Clause",
                                        rotors,
                                        schemes,
                                        NULL,
                                        NULL,
                                        NULL };

const rgs_rotor *rgs_builtin_rotor(const char *name) {
  for (const rgs_rotor *const *r = rotors; *r != NULL; r++)
    if (strcmp((*r)->about->name, name) == 0) return *r;
  return NULL;
}
