/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ensemble_save.h - what thermostat, barostat, noise and integrator keep, as a section of a saved block.
 * BLOCKS.md says what it holds.
 */
#ifndef RGS_SAVES_ENSEMBLE_SAVE_H
#define RGS_SAVES_ENSEMBLE_SAVE_H
#include "stepper/parts.h"

/* A section that was read and checked; rgs_section_take copies it to a stepper. */
typedef struct rgs_section {
  rgs_ensemble_state saved;
  uint32_t n_stages; /* of the writer's scheme with its thermostat */
  uint32_t thermostat_params, barostat_params, state; /* sizes, and where they lie in the block: */
  const char *at_thermostat_params, *at_barostat_params, *at_state;
} rgs_section;

/* `whole`: for rgs_stepper_save. */
size_t rgs_section_size(const rgs_stepper *s, bool whole);
void rgs_section_write(const rgs_stepper *s, bool whole, char *to);
/* Reads `size` bytes at `from`, in the saved block `block`.  Nothing of the stepper is changed. */
rgs_status rgs_section_read(const rgs_stepper *s, const void *block, const char *from, size_t size,
                            bool whole, rgs_section *out, rgs_error *error);
void rgs_section_take(rgs_stepper *s, const rgs_section *section);

#endif /* RGS_SAVES_ENSEMBLE_SAVE_H */
