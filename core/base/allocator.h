/* SPDX-License-Identifier: BSD-3-Clause
 *
 * allocator.h - all memory of a context comes from its allocator.
 */
#pragma once
#include "base/error.h"

/* src may be null: then dst is the C library's calloc and free. */
rgs_status rgs_allocator_read(rgs_allocator *dst, const rgs_allocator *src, rgs_error *error);

void *rgs_alloc(const rgs_allocator *a, size_t size); /* zeroed; null if there is no memory */
void rgs_free(const rgs_allocator *a, void *memory, size_t size);
/* Puts zeroed memory in place of *memory, whose size is *size, where that is less than `need`. */
rgs_status rgs_enlarge(const rgs_allocator *a, size_t need, void **memory, size_t *size,
                       rgs_error *error);
rgs_status rgs_set_error_memory(rgs_error *error, size_t size);

#if defined(__clang_analyzer__) /* as in error.h */
#define rgs_set_error_memory(error, size) ((void)(size), RGS_E_NOMEM)
#endif
