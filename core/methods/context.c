/* SPDX-License-Identifier: BSD-3-Clause
 *
 * context.c - the life of a context.
 */
#include "base/system.h"
#include "simd/instruction_set.h"
#include "methods/module.h"
#include "methods/registry.h"
#include <stdlib.h>
#include <string.h>

rgs_status rgs_context_create(const rgs_allocator *allocator, rgs_context **out, rgs_error *error) {
  if (out == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "out is null");
  rgs_allocator a;
  rgs_status status = rgs_allocator_read(&a, allocator, error);
  if (status != RGS_OK) return status;
  rgs_context *c = rgs_alloc(&a, sizeof *c);
  if (c == NULL) return rgs_set_error_memory(error, sizeof *c);
  c->allocator = a;
  const char *checks = rgs_environment("RIGIDSTEP_CHECKS");
  c->watches = checks != NULL && checks[0] != '\0' && strcmp(checks, "0") != 0;
  (void)rgs_isa_in_use(); /* reads the environment: not in a step */
  status = rgs_module_add(c, &rgs_builtin_module, error);
  if (status == RGS_OK) status = rgs_module_add(c, &rgs_draft_module, error);
  if (status != RGS_OK) {
    rgs_context_destroy(c);
    return status;
  }
  *out = c;
  return RGS_OK;
}

void rgs_context_destroy(rgs_context *c) {
  if (c == NULL) return;
  rgs_registry_destroy(c);
  rgs_modules_destroy(c);
  rgs_allocator a = c->allocator;
  rgs_free(&a, c, sizeof *c);
}
