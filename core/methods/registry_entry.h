/* SPDX-License-Identifier: BSD-3-Clause
 *
 * registry_entry.h - a method as the registry keeps it.  Its table is checked, copied and extended with
 * zeros, so that the rest of the core never meets a struct of another version.
 */
#pragma once
#include "base/allocator.h"
#include "barostats/builtin_barostats.h"
#include "thermostats/builtin_thermostats.h"
#include "methods/table_check.h"
#include "schemes/scheme_check.h"

typedef struct rgs_registry_entry {
  struct rgs_registry_entry *next;
  size_t size;        /* of this entry and of the arrays, which follow it in memory */
  uint32_t kind;      /* RGS_KIND_ROTOR .. */
  const char *module; /* its name, which lives as long as the context */
  bool built_in;      /* else it is of a module, which gets all bodies in one call */
  bool draft;         /* a built-in one that is hidden unless the host asks for drafts */
  rgs_about about;
  int rotor_on_devices; /* rgs_rotor_on_devices */
  rgs_rotor rotor;      /* of these, the one of this kind is filled */
  rgs_scheme scheme;
  rgs_integrator integrator;
  rgs_thermostat thermostat;
  rgs_status (*check)(const void *params, rgs_error *error); /* rgs_own_thermostat.check, or null */
  bool trials;                                               /* rgs_own_thermostat.trials */
  const rgs_barostat_table *barostat;
  rgs_scheme_facts facts; /* of a scheme */
} rgs_registry_entry;

/* Checks a table and makes an entry of it.  built_in: its name has no vendor. */
rgs_status rgs_registry_entry_create(const rgs_allocator *a, uint32_t kind, const void *table,
                                     bool built_in, rgs_registry_entry **out, rgs_error *error);
void rgs_registry_entry_destroy(const rgs_allocator *a, rgs_registry_entry *e);

/* Rounds a size up, so that what follows it in memory is aligned for any type. */
static inline size_t rgs_padded(size_t size) { return (size + 15u) / 16u * 16u; }
/* The bytes that the parameters of an entry take; e may be null. */
static inline size_t rgs_params_room(const rgs_registry_entry *e) {
  return e == NULL ? 0 : rgs_padded(e->about.params_size);
}

/* Is it a status by which a rotor or an integrator may report that it failed? */
bool rgs_is_methods_failure(rgs_status status);
/* Refuses any other answer of a method, which would mislead the host. */
rgs_status rgs_set_error_answer(const char *method, rgs_status answer, rgs_error *error);
