/* SPDX-License-Identifier: BSD-3-Clause
 *
 * list.h - what names.c, list.c, json.c and modules.c share: names of kinds and claims, and how a method is written.
 */
#pragma once
#include <rigidstep/rigidstep.h>
#include <stdbool.h>

typedef struct kind_name {
  uint32_t kind;
  const char *one, *many;
} kind_name;
typedef struct bit_name {
  uint32_t bit;
  const char *text;
} bit_name;
enum { N_KINDS = 5, N_CLAIMS = 10, N_NEEDS = 6 };
extern const kind_name KINDS[N_KINDS];
extern const bit_name CLAIMS[N_CLAIMS], NEEDS[N_NEEDS];

/* How `rigidstep describe` writes: first about(), then method() if the name makes a whole method. */
typedef struct describer {
  void (*about)(const rgs_about *about, size_t k); /* of KINDS[k] */
  void (*method)(rgs_context *context, rgs_method *method, const rgs_method_spec *spec,
                 const rgs_method_info *info, bool pair, bool has_thermostat);
} describer;
extern const describer JSON;
void json_end(void); /* after the last method; it writes an empty list if there was none */
