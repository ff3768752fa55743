/* SPDX-License-Identifier: BSD-3-Clause
 *
 * block.h - what all saved blocks have: the head, a checksum of all other bytes, and a hash of the
 * method.
 */
#pragma once
#include "base/error.h"
#include "stepper/parts.h"
#include <string.h>

/* The same in all versions. */
typedef struct rgs_block_head {
  char magic[4]; /* "RGS1" or "RGSE"; of a batch "RGSB" or "RGSC" */
  uint32_t byte_order;
  uint32_t abi; /* of the writer */
  uint32_t reserved0;
  uint64_t length; /* of the whole block, in bytes */
} rgs_block_head;

/* What follows it in either kind of block. */
typedef struct rgs_block_sums {
  uint64_t checksum; /* of all other bytes */
  uint64_t method;   /* a hash of names and parameters */
} rgs_block_sums;

/* The head of rgs_stepper_save. */
typedef struct rgs_save_head {
  rgs_block_sums sums;
  int64_t n;
  uint32_t flags; /* of the view */
  uint32_t aux, cursor_size;
  uint32_t place_size, record_size; /* later versions may append to these: absent means zero */
  uint32_t ensemble_size;           /* of that section; 0: the method has none */
} rgs_save_head;

/* Where in a step it was taken.  (The number of steps is in the section too, where there is one.) */
typedef struct rgs_saved_step_cursor {
  rgs_step_cursor step_cursor;
  uint64_t steps;
} rgs_saved_step_cursor;

/* The head of the section for thermostat, barostat, noise and integrator (ensemble_save.h).  Sizes in
 * bytes. */
typedef struct rgs_section_head {
  uint32_t kept_size, rest_size;
  uint32_t thermostat_params, barostat_params, state;
  uint32_t n_stages, n_local_sums;
  uint32_t reserved0;
} rgs_section_head;

/* In a batch the sections of all systems follow one another, behind their number and one such row for each. */
typedef struct rgs_saved_system {
  int64_t name, first; /* of the system, and of its first body */
  uint64_t method;     /* rgs_block_system */
  uint64_t end;        /* of its section, in bytes behind the rows */
} rgs_saved_system;

/* Writes head and sums, once the other bytes are there. */
void rgs_block_seal(void *block, size_t size, const char *magic, uint64_t method);
/* Checks that it is a block of this kind, undamaged, and of this method: of its components from `first` on,
 * but that the thermostat may have another place in the step where the scheme may differ.  others: what the
 * method is called in the error. */
rgs_status rgs_block_check(const void *block, size_t size, const char *magic, const rgs_stepper *s,
                           size_t first, const char *others, rgs_error *error);
/* Refuses damaged data.  It is defined here so that analysers of a caller see that it never returns
 * RGS_OK. */
static inline rgs_status rgs_block_set_error(rgs_error *error, const char *why) {
  (void)rgs_set_error(error, RGS_E_DATA, -1, "saved data: %s", why);
  return RGS_E_DATA;
}
/* A later version has written more than this one knows. */
static inline rgs_status rgs_block_set_error_later(const void *block, rgs_error *error) {
  rgs_block_head head;
  memcpy(&head, block, sizeof head);
  (void)rgs_set_error(error, RGS_E_ABI, -1,
                      "saved data: it was written by a later version, with ABI %u.%u",
                      head.abi >> 16, head.abi & 0xffffu);
  return RGS_E_ABI;
}
/* Refuses a buffer with fewer than `need` bytes, its *size.  Sets *size to `need`. */
rgs_status rgs_block_room(const void *buffer, size_t *size, size_t need, rgs_error *error);

/* A hash of the names, and of the parameters that differ from their defaults: so a parameter that a
 * later version adds does not invalidate saved data of hosts that do not set it.  What may change
 * between steps is state, but for the seed, which counts as it is now.  `first`: the component to begin with,
 * by its index in rgs_method_components. */
uint64_t rgs_block_method(const rgs_stepper *s, size_t first);
/* The same of one system, with its seed. */
uint64_t rgs_block_system(const rgs_ensemble *e, size_t first);

static inline size_t rgs_block_padded(size_t size) { return (size + 7u) / 8u * 8u; }
