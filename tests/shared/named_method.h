/* SPDX-License-Identifier: BSD-3-Clause
 *
 * named_method.h - a method by the names of its parts, and its parameters as one text.
 */
#pragma once
#include "with_head.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* null: left out; without a rotor, `scheme` is the name of an integrator.  params: "kt=1 relaxation=0.5"; "inertia=4"
 * is the factor of moments of inertia. */
typedef struct named_method {
  const char *rotor, *scheme, *thermostat, *barostat, *params;
} named_method;

/* Words of the text that are no parameters: "inertia=4 ends=1 conserved=1 refined=1 shadow=1". */
static inline bool is_wish(rgs_method_spec *spec, const char *key, const char *value) {
  static const char *const wants[] = { "conserved", "refined", "shadow" };
  const bool on = strcmp(value, "0") != 0;
  if (strcmp(key, "inertia") == 0) return spec->inertia = strtod(value, NULL), true;
  if (strcmp(key, "ends") == 0)
    return spec->placement = on ? RGS_PLACEMENT_OBABO : RGS_PLACEMENT_BAOAB, true;
  for (uint32_t k = 0; k < 3; k++)
    if (strcmp(key, wants[k]) == 0) return spec->wants |= (uint32_t)on << k, true;
  return false;
}

/* Returns the status of rgs_method_create. */
static inline rgs_status method_from_names(rgs_context *c, const named_method *m, rgs_method **out,
                                           rgs_error *error) {
  char words[512];
  rgs_param params[24];
  uint32_t n = 0;
  const bool pair = m->rotor != NULL;
  rgs_method_spec spec = WITH_HEAD(
      rgs_method_spec, .rotor = m->rotor, .scheme = pair ? m->scheme : NULL,
      .integrator = pair ? NULL : m->scheme, .thermostat = m->thermostat, .barostat = m->barostat);
  snprintf(words, sizeof words, "%s", m->params != NULL ? m->params : "");
  for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
    char *value = strchr(word, '=');
    *value = '\0';
    if (!is_wish(&spec, word, value + 1))
      params[n++] = (rgs_param){ .key = word, .text = value + 1 };
  }
  spec.params = n > 0 ? params : NULL;
  spec.n_params = n;
  spec.param_size = sizeof *params;
  return rgs_method_create(c, &spec, out, error);
}
