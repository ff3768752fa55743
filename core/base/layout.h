/* SPDX-License-Identifier: BSD-3-Clause
 *
 * layout.h - structs that come from the other side of the ABI, whose author may have compiled
 * another minor version: where their fields lie, how they are read and written.
 */
#pragma once
#include "base/error.h"

typedef struct rgs_field {
  const char *name;
  size_t begin, end; /* bytes from the start of the struct */
} rgs_field;

typedef struct rgs_layout {
  const char *what; /* what error texts call the struct */
  size_t size;
  size_t least; /* end of the last field for which zero is no value */
  const rgs_field *fields;
  size_t n_fields;
} rgs_layout;

extern const rgs_layout rgs_allocator_layout, rgs_executor_layout, rgs_context_spec_layout,
    rgs_host_layout, rgs_eval_layout, rgs_view_layout, rgs_method_spec_layout, rgs_cell_layout,
    rgs_method_info_layout, rgs_about_layout, rgs_rotor_layout, rgs_scheme_layout,
    rgs_integrator_layout, rgs_thermostat_layout, rgs_module_layout, rgs_sites_spec_layout,
    rgs_sites_info_layout;

/* Is the head of the same major version, and does its size end where a field ends, or behind all
 * fields that this version knows?  A size inside a field would make half a pointer of it. */
rgs_status rgs_check_other_struct(const rgs_head *head, const rgs_layout *layout, const char *what,
                                  rgs_error *error);
static inline rgs_status rgs_check_struct(const rgs_head *head, const rgs_layout *layout,
                                          const char *what, rgs_error *error) {
  /* Most authors have this version, and a step checks a struct several times. */
  if (head->abi >> 16 == RGS_ABI_MAJOR && head->size == layout->size) return RGS_OK;
  return rgs_check_other_struct(head, layout, what, error);
}

/* Copies src, which begins with an rgs_head, to dst.  Fields that src's author did not know become
 * zero. */
rgs_status rgs_read_struct(void *dst, const rgs_layout *layout, const void *src, rgs_error *error);

/* Copies as much of src as dst has room for by its head; dst's head stays as it is. */
rgs_status rgs_write_struct(void *dst, const rgs_layout *layout, const void *src, rgs_error *error);
