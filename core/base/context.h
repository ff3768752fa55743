/* SPDX-License-Identifier: BSD-3-Clause
 *
 * context.h - what a context consists of.  Bodies take their memory from its allocator; the methods
 * and modules that it lists are made and read in methods/.
 */
#pragma once
#include "base/allocator.h"
#include "base/system.h"

struct rgs_context {
  rgs_allocator allocator;
  rgs_executor executor; /* of hosts that give none; its parallel_for may be null */
  void (*log)(void *self, const char *text); /* never null */
  void *log_self;
  char *module_path;                  /* null: there are no folders but the library's */
  struct rgs_registry_entry *entries; /* methods, in the order in which they were added */
  struct rgs_loaded *modules;         /* the one added last comes first */
  bool drafts;                        /* the host asked for drafts: rgs_draft_allow */
  bool watches;                       /* it checks what hosts do: stepper/watch.h */
  bool no_environment;
  uint64_t methods_made; /* gives each method a number of its own */
};

/* The value of a variable of the environment; null also if the host wants none to count. */
static inline const char *rgs_variable(const rgs_context *c, const char *name) {
  return c->no_environment ? NULL : rgs_environment(name);
}
