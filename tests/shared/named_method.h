/* SPDX-License-Identifier: BSD-3-Clause
 *
 * named_method.h - a method by the names of its parts, and its parameters as one text.
 */
#ifndef TEST_NAMED_METHOD_H
#define TEST_NAMED_METHOD_H
#include "with_head.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* null: left out; without a rotor, `scheme` is the name of an integrator.  params: "kt=1 relaxation=0.5". */
typedef struct named_method {
  const char *rotor, *scheme, *thermostat, *barostat, *params;
} named_method;

/* Returns the status of rgs_method_create. */
static inline rgs_status method_from_names(rgs_context *c, const named_method *m, rgs_method **out,
                                           rgs_error *error) {
  char words[512];
  rgs_param params[24];
  uint32_t n = 0;
  snprintf(words, sizeof words, "%s", m->params != NULL ? m->params : "");
  for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
    char *value = strchr(word, '=');
    *value = '\0';
    params[n++] = (rgs_param){ .key = word, .text = value + 1 };
  }
  const bool pair = m->rotor != NULL;
  const rgs_method_spec spec = WITH_HEAD(
      rgs_method_spec, .rotor = m->rotor, .scheme = pair ? m->scheme : NULL,
      .integrator = pair ? NULL : m->scheme, .thermostat = m->thermostat, .barostat = m->barostat,
      .params = n > 0 ? params : NULL, .n_params = n, .param_size = sizeof *params);
  return rgs_method_create(c, &spec, out, error);
}

#endif
