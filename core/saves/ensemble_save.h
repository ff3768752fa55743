/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_save.h - what thermostat, barostat, noise and integrator keep, as a section of a saved block.
 * BLOCKS.md says what it holds.
 */
#pragma once
#include "stepper/parts.h"

/* A section that was read and checked. */
typedef struct rgs_section {
  rgs_ensemble_state saved;
  uint32_t n_stages; /* of the writer's scheme with its thermostat */
  uint32_t thermostat_params, barostat_params, state; /* sizes, and where they lie in the block: */
  const char *at_thermostat_params, *at_barostat_params, *at_state;
} rgs_section;
typedef bool rgs_section_fits(const rgs_stepper *s, const rgs_section *section,
                              const rgs_step_cursor *at);

/* The sections of all systems.  `whole`: for rgs_stepper_save. */
size_t rgs_sections_size(const rgs_stepper *s, bool whole);
void rgs_sections_write(const rgs_stepper *s, bool whole, char *to);
/* Reads `size` bytes at `from`, in the saved block `block`.  With `fits` they are checked, and nothing of the
 * stepper is changed; without it the stepper takes them. */
rgs_status rgs_sections_read(rgs_stepper *s, const void *block, const char *from, size_t size,
                             bool whole, rgs_section_fits *fits, const rgs_step_cursor *at,
                             rgs_error *error);
