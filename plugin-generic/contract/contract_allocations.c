/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contract_allocations.c - counts the allocations of this process.
 */
#include "contract.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int64_t count;

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTS_ALLOCATIONS
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#undef COUNTS_ALLOCATIONS
#endif
#endif

#ifdef COUNTS_ALLOCATIONS
/* glibc's own entries; a program may put its malloc in front of them. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);
RGS_EXPORT void *malloc(size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_malloc(size);
}
RGS_EXPORT void *calloc(size_t n, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_calloc(n, size);
}
RGS_EXPORT void *realloc(void *memory, size_t size) {
  atomic_fetch_add(&count, 1);
  return __libc_realloc(memory, size);
}
#endif

int64_t allocations(void) { return atomic_load(&count); }

bool counts_allocations(void) {
  void *(*volatile allocate)(size_t) = malloc; /* volatile: not to be optimised away */
  const int64_t before = allocations();
  free(allocate(1));
  return allocations() > before;
}
