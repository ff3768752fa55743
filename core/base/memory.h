/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.h - the memory in which the columns of bodies lie, and what belongs beside them: the host's, or a
 * device's (backends/).
 */
#pragma once
#include "base/error.h"

typedef struct rgs_memory {
  void *(*allocate)(const rgs_bodies *b, size_t size); /* zeroed; null: there is none */
  void (*release)(const rgs_bodies *b, void *memory, size_t size);
  void (*copy)(const rgs_bodies *b, void *to, const void *from, size_t size); /* null: zeros */
  rgs_status (*grow)(rgs_bodies *b, int64_t capacity, rgs_error *error);
  /* Do all columns of the view lie in it? */
  rgs_status (*holds)(const rgs_bodies *b, const rgs_view *view, rgs_error *error);
  void (*leave)(rgs_bodies *b);
} rgs_memory;
extern const rgs_memory rgs_host_memory;
