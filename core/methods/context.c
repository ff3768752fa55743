/* SPDX-License-Identifier: BSD-3-Clause
 *
 * context.c - the life of a context.
 */
#include "base/executor.h"
#include "base/layout.h"
#include "base/system.h"
#include "simd/instruction_set.h"
#include "methods/module.h"
#include "methods/registry.h"
#include <string.h>

static void log_nothing(void *self, const char *text) { (void)self, (void)text; }

static rgs_status read_spec(rgs_context_spec *spec, rgs_allocator *allocator,
                            const rgs_context_spec *given, rgs_error *error) {
  rgs_status status =
      given == NULL ? RGS_OK : rgs_read_struct(spec, &rgs_context_spec_layout, given, error);
  const uint32_t known = RGS_CONTEXT_CHECKS | RGS_CONTEXT_NO_ENVIRONMENT;
  if (status == RGS_OK && (spec->flags & ~known || spec->reserved0 != 0))
    status = rgs_set_error(error, RGS_E_ARG, -1,
                           "spec.flags is 0x%x and spec.reserved0 %u; this version knows the bits "
                           "0x%x, and the other must be 0",
                           spec->flags, spec->reserved0, known);
  return status == RGS_OK ? rgs_allocator_read(allocator, spec->allocator, error) : status;
}

/* The first context chooses for the process: a step must not read the environment. */
static rgs_status choose_kernels(const rgs_context *c, const char *wanted, rgs_error *error) {
  const char *asked = wanted != NULL ? wanted : rgs_variable(c, "RIGIDSTEP_KERNELS");
  const char *used = rgs_isa_name(rgs_isa_choose(asked));
  char text[160] = "";
  if (asked == NULL || strcmp(asked, used) == 0) return RGS_OK;
  if (wanted != NULL)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "spec.kernels is '%.40s', and this process uses '%s': the machine does "
                         "not have others, or an earlier call has chosen",
                         wanted, used);
  rgs_append(text, sizeof text, "RIGIDSTEP_KERNELS is '%.40s'; this process uses '%s'", asked,
             used);
  c->log(c->log_self, text);
  return RGS_OK;
}

static rgs_status take_spec(rgs_context *c, const rgs_context_spec *spec, rgs_error *error) {
  rgs_threads threads;
  c->no_environment = spec->flags & RGS_CONTEXT_NO_ENVIRONMENT;
  c->log = spec->log != NULL ? spec->log : log_nothing;
  c->log_self = spec->self;
  const char *checks = rgs_variable(c, "RIGIDSTEP_CHECKS");
  c->watches = (spec->flags & RGS_CONTEXT_CHECKS) ||
               (checks != NULL && checks[0] != '\0' && strcmp(checks, "0") != 0);
  rgs_status status = rgs_threads_read(&threads, spec->executor, &c->executor, error);
  c->executor = threads.executor;
  if (status == RGS_OK) status = choose_kernels(c, spec->kernels, error);
  const char *path =
      spec->module_path != NULL ? spec->module_path : rgs_variable(c, "RIGIDSTEP_MODULE_PATH");
  if (status != RGS_OK || path == NULL) return status;
  c->module_path = rgs_alloc(&c->allocator, strlen(path) + 1);
  if (c->module_path == NULL) return rgs_set_error_memory(error, strlen(path) + 1);
  memcpy(c->module_path, path, strlen(path) + 1);
  return RGS_OK;
}

rgs_status rgs_context_create(const rgs_context_spec *given, rgs_context **out, rgs_error *error) {
  if (out == NULL) return rgs_set_error(error, RGS_E_ARG, -1, "out is null");
  rgs_context_spec spec = RGS_CONTEXT_SPEC_INIT;
  rgs_allocator a;
  rgs_status status = read_spec(&spec, &a, given, error);
  if (status != RGS_OK) return status;
  rgs_context *c = rgs_alloc(&a, sizeof *c);
  if (c == NULL) return rgs_set_error_memory(error, sizeof *c);
  c->allocator = a;
  status = take_spec(c, &spec, error);
  if (status == RGS_OK) status = rgs_module_add(c, &rgs_builtin_module, error);
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
  if (c->module_path != NULL) rgs_free(&c->allocator, c->module_path, strlen(c->module_path) + 1);
  rgs_allocator a = c->allocator;
  rgs_free(&a, c, sizeof *c);
}
