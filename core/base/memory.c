/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.c - the memory of the host.
 */
#include "base/memory.h"
#include "base/bodies.h"
#include <string.h>

static void *allocate(const rgs_bodies *b, size_t size) {
  return rgs_alloc(&b->context->allocator, size);
}

static void release(const rgs_bodies *b, void *memory, size_t size) {
  rgs_free(&b->context->allocator, memory, size);
}

static void copy(const rgs_bodies *b, void *to, const void *from, size_t size) {
  (void)b;
  if (from != NULL)
    memcpy(to, from, size);
  else
    memset(to, 0, size);
}

static rgs_status grow(rgs_bodies *b, int64_t capacity, rgs_error *error) {
  (void)b, (void)capacity, (void)error;
  return RGS_OK;
}

static rgs_status holds(const rgs_bodies *b, const rgs_view *view, rgs_error *error) {
  (void)b, (void)view, (void)error;
  return RGS_OK;
}

static void leave(rgs_bodies *b) { (void)b; }

const rgs_memory rgs_host_memory = { allocate, release, copy, grow, holds, leave };
