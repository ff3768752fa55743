/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rotors.c - finds a built-in rotor by its name.
 */
#include "rotors/rotors.h"
#include <stddef.h>
#include <string.h>

#define LIST(name) &rgs_rotor_##name,
const rgs_rotor *const rgs_builtin_rotors[] = { RGS_BUILTIN_ROTORS(LIST, LIST) NULL };

const rgs_rotor *rgs_builtin_rotor(const char *name) {
  for (const rgs_rotor *const *r = rgs_builtin_rotors; *r != NULL; r++)
    if (strcmp((*r)->about->name, name) == 0) return *r;
  return NULL;
}

int rgs_rotor_on_devices(const char *name) {
#define ON_DEVICES(own) [RGS_ROTOR_##own] = #own,
#define ON_HOST(own)
  static const char *const names[RGS_NO_ROTOR] = { RGS_BUILTIN_ROTORS(ON_DEVICES, ON_HOST) };
  int k = 0;
  while (k < RGS_NO_ROTOR && (names[k] == NULL || strcmp(names[k], name) != 0)) k++;
  return k;
}
