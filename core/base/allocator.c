/* SPDX-License-Identifier: BSD-3-Clause
 *
 * allocator.c - all memory of a context comes from here.
 */
#include "base/allocator.h"
#include "base/layout.h"
#include <stdlib.h>
#include <string.h>

rgs_status rgs_allocator_read(rgs_allocator *dst, const rgs_allocator *src, rgs_error *error) {
  memset(dst, 0, sizeof *dst);
  if (src == NULL) return RGS_OK;
  rgs_status status = rgs_read_struct(dst, &rgs_allocator_layout, src, error);
  if (status != RGS_OK) return status;
  if ((dst->alloc == NULL) != (dst->release == NULL))
    return rgs_set_error(error, RGS_E_ARG, -1, "allocator.%s is null; give both functions or none",
                         dst->alloc == NULL ? "alloc" : "release");
  return RGS_OK;
}

void *rgs_alloc(const rgs_allocator *a, size_t size) {
  if (a->alloc == NULL) return calloc(1, size);
  void *memory = a->alloc(a->self, size);
  if (memory != NULL) memset(memory, 0, size);
  return memory;
}

void rgs_free(const rgs_allocator *a, void *memory, size_t size) {
  if (memory == NULL) return;
  if (a->release == NULL)
    free(memory);
  else
    a->release(a->self, memory, size);
}

rgs_status rgs_enlarge(const rgs_allocator *a, size_t need, void **memory, size_t *size,
                       rgs_error *error) {
  if (need <= *size) return RGS_OK;
  void *larger = rgs_alloc(a, need);
  if (larger == NULL) return rgs_set_error_memory(error, need);
  rgs_free(a, *memory, *size);
  *memory = larger;
  *size = need;
  return RGS_OK;
}

#undef rgs_set_error_memory
rgs_status rgs_set_error_memory(rgs_error *error, size_t size) {
  return rgs_set_error(error, RGS_E_NOMEM, -1, "no memory for %zu bytes", size);
}
