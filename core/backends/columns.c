/* SPDX-License-Identifier: BSD-3-Clause
 *
 * columns.c - bodies whose columns lie on a device: its memory, and copies of columns for the host.
 */
#include "backends/backend.h"
#include "base/system.h"
#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

static void *allocate(const rgs_bodies *b, size_t size) {
  return b->on->functions->allocate(b->on->queue, size);
}

static void release(const rgs_bodies *b, void *memory, size_t size) {
  (void)size;
  if (memory != NULL) b->on->functions->release(b->on->queue, memory);
}

static void copy(const rgs_bodies *b, void *to, const void *from, size_t size) {
  b->on->functions->copy(b->on->queue, to, from, size);
}

/* ---- on and off ------------------------------------------------------------------------------ */

#define BLOCK_DOUBLES (1 + RGS_MOST_LISTS * RGS_MOST_SUMS_OF_JOBS)

static rgs_status grow(rgs_bodies *b, int64_t capacity, rgs_error *error) {
  rgs_on_device *on = b->on;
  const int64_t batches = capacity / 64 + 1;
  if (batches <= on->batches) return RGS_OK;
  const size_t each = RGS_MOST_SUMS_OF_JOBS * sizeof(double), size = (size_t)batches * each;
  if ((uint64_t)batches > SIZE_MAX / each) return rgs_set_error_memory(error, SIZE_MAX);
  double *sums = allocate(b, size);
  if (sums == NULL) return rgs_set_error_memory(error, size);
  release(b, on->batch_sums, 0);
  on->batch_sums = sums;
  on->batches = batches;
  return RGS_OK;
}

static void destroy(rgs_draft_device *d) {
  if (d->queue != NULL) d->functions->close(d->queue);
  if (d->code != NULL) rgs_code_close(d->code);
  rgs_free(&d->context->allocator, d, sizeof *d);
}

void rgs_draft_device_close(rgs_draft_device *d) {
  if (d != NULL && --d->users == 0) destroy(d);
}

static void leave(rgs_bodies *b) {
  rgs_on_device *on = b->on;
  const rgs_allocator *a = &b->context->allocator;
  release(b, on->batch_sums, 0);
  release(b, on->block, 0);
  for (int c = 0; c < RGS_MIRRORS; c++) rgs_free(a, on->mirror[c], on->mirror_size[c]);
  rgs_free(a, on->totals, BLOCK_DOUBLES * sizeof(double));
  rgs_free(a, on->log, on->log_size);
  rgs_draft_device *device = on->device;
  rgs_free(a, on, sizeof *on);
  b->on = NULL;
  b->memory = &rgs_host_memory;
  rgs_draft_device_close(device);
}

/* Memory for bodies on the device, which b->on has then. */
static rgs_status enter_device(rgs_bodies *b, rgs_draft_device *device, rgs_error *error) {
  const uint64_t none = RGS_NO_FAULT;
  const rgs_allocator *a = &b->context->allocator;
  rgs_on_device *on = rgs_alloc(a, sizeof *on);
  if (on == NULL) return rgs_set_error_memory(error, sizeof *on);
  b->on = on;
  on->device = device;
  on->functions = device->functions;
  on->queue = device->queue;
  device->users++;
  on->totals = rgs_alloc(a, BLOCK_DOUBLES * sizeof(double));
  on->block = allocate(b, BLOCK_DOUBLES * sizeof(double));
  rgs_status status = grow(b, b->capacity, error);
  if (status == RGS_OK && (on->totals == NULL || on->block == NULL))
    status = rgs_set_error_memory(error, BLOCK_DOUBLES * sizeof(double));
  if (status != RGS_OK) {
    leave(b);
    return status;
  }
  const rgs_column fault = { on->block, 1, 1 };
  on->functions->write(on->queue, &fault, 1, 1, &none);
  return RGS_OK;
}

rgs_status rgs_device_wait_for(const rgs_bodies *b, rgs_error *error) {
  rgs_on_device *on = b->on;
  if (on == NULL) return RGS_OK;
  const char *why = on->functions->wait(on->queue);
  if (why == NULL) why = on->broken;
  on->broken = NULL;
  if (why == NULL) return RGS_OK;
  return rgs_set_error(error, RGS_E_DEVICE, -1, "device '%s' failed: %s", on->device->name, why);
}

/* ---- bind ------------------------------------------------------------------------------------ */

bool rgs_device_has(const rgs_draft_device *d, const rgs_column *c, int64_t n, int components) {
  const int last = components > 0 ? components - 1 : 0;
  if (c->data == NULL || n == 0) return true;
  /* Where a stride is negative, data is not the lowest address. */
  for (int corner = 0; corner < 4; corner++)
    if (!d->functions->has(d->queue, &RGS_AT(*c, corner & 1 ? n - 1 : 0, corner & 2 ? last : 0)))
      return false;
  return true;
}

static rgs_status check_column(const rgs_bodies *b, const char *name, const rgs_column *c,
                               int64_t n, int components, rgs_error *error) {
  const rgs_draft_device *d = b->on->device;
  if (rgs_device_has(d, c, n, components)) return RGS_OK;
  return rgs_set_error(error, RGS_E_ARG, -1,
                       "view.%s has addresses that are not on device '%s'; bodies on a device "
                       "(rgs_draft_bodies_on) have all columns in its memory",
                       name, d->name);
}

static rgs_status holds(const rgs_bodies *b, const rgs_view *v, rgs_error *error) {
  const rgs_column tag = { (double *)(uintptr_t)v->tag, 1, 1 };
  rgs_status status = check_column(b, "thermostatted", &v->thermostatted, v->n, 1, error);
  for (int c = 0; c < RGS_COLUMNS && status == RGS_OK; c++)
    status = check_column(b, rgs_column_infos[c].name, rgs_column_of(v, c), v->n,
                          rgs_column_infos[c].components, error);
  return status == RGS_OK ? check_column(b, "tag", &tag, v->n, 1, error) : status;
}

rgs_status rgs_put_on_device(rgs_bodies *b, rgs_draft_device *device, rgs_error *error) {
  static const rgs_memory device_memory = { allocate, release, copy, grow, holds, leave };
  rgs_on_device *before = b->on, *now;
  const rgs_status status = device != NULL ? enter_device(b, device, error) : RGS_OK;
  now = device != NULL ? b->on : NULL;
  b->on = before;
  if (status != RGS_OK) return status;
  /* Of steppers that are gone: it lies where the bodies were. */
  b->memory->release(b, b->aux.data, b->aux.room * sizeof(double));
  memset(&b->aux, 0, sizeof b->aux);
  b->memory->leave(b);
  b->on = now;
  b->memory = now != NULL ? &device_memory : &rgs_host_memory;
  memset(&b->view, 0, sizeof b->view);
  b->generation++;
  return RGS_OK;
}

/* ---- copies for the host --------------------------------------------------------------------- */

static int components_of(const rgs_bodies *b, int c) {
  if (c == RGS_COLUMN_AUX) return (int)b->aux.wanted;
  return c < RGS_COLUMNS ? rgs_column_infos[c].components : 1;
}

/* A column of the view, or its tags as one. */
static rgs_column column_at(const rgs_view *v, int c) {
  if (c < RGS_COLUMNS) return *rgs_column_of(v, c);
  if (c == RGS_MIRROR_THERMOSTATTED) return v->thermostatted;
  return (rgs_column){ (double *)(uintptr_t)v->tag, 1, 1 };
}

static void set_column(rgs_view *v, int c, const rgs_column *to) {
  if (c < RGS_COLUMNS)
    *(rgs_column *)((char *)v + rgs_column_infos[c].offset) = *to;
  else if (c == RGS_MIRROR_THERMOSTATTED)
    v->thermostatted = *to;
  else
    v->tag = (const int64_t *)(const void *)to->data;
}

static rgs_status mirror_one(rgs_bodies *b, int c, bool read, rgs_error *error) {
  rgs_on_device *on = b->on;
  const rgs_column there = column_at(&on->view, c);
  const int each = components_of(b, c);
  const size_t size = (size_t)b->view.n * (size_t)each * sizeof(double);
  if (size == 0 || there.data == NULL) return RGS_OK;
  const rgs_status status =
      rgs_enlarge(&b->context->allocator, size, &on->mirror[c], &on->mirror_size[c], error);
  if (status != RGS_OK) return status;
  const rgs_column here = { on->mirror[c], each, 1 };
  if (read) on->functions->read(on->queue, &there, each, b->view.n, here.data);
  set_column(&b->view, c, &here);
  on->have |= 1u << c;
  return RGS_OK;
}

void *rgs_mirror_room(const rgs_bodies *b, size_t size, rgs_error *error) {
  void **room = &b->on->mirror[RGS_MIRROR_ROOM];
  return rgs_enlarge(&b->context->allocator, size, room, &b->on->mirror_size[RGS_MIRROR_ROOM],
                     error) == RGS_OK
             ? *room
             : NULL;
}

rgs_status rgs_mirror_columns(rgs_bodies *b, uint32_t columns, bool read, rgs_error *error) {
  rgs_on_device *on = b->on;
  if (on->depth++ == 0) {
    on->view = b->view;
    on->have = on->changed = 0;
  }
  rgs_status status = RGS_OK;
  const uint32_t missing = columns & ~on->have;
  for (int c = 0; c < RGS_MIRROR_ROOM && status == RGS_OK; c++)
    if (missing >> c & 1) status = mirror_one(b, c, read, error);
  if (read && missing != 0) {
    const rgs_status waited = rgs_device_wait_for(b, status == RGS_OK ? error : NULL);
    if (status == RGS_OK) status = waited;
  }
  if (status == RGS_OK) return RGS_OK;
  if (error == NULL) /* it is reported later */
    on->broken = "numbers could not be copied to the host (is there memory?)";
  rgs_mirror_put_back(b, 0);
  on->fault = status;
  return status;
}

void rgs_mirror_put_back(rgs_bodies *b, uint32_t changed) {
  rgs_on_device *on = b->on;
  on->changed |= changed & on->have;
  if (--on->depth > 0) return;
  for (int c = 0; c < RGS_MIRROR_ROOM; c++) {
    if (!(on->changed >> c & 1)) continue;
    const rgs_column there = column_at(&on->view, c);
    on->functions->write(on->queue, &there, components_of(b, c), b->view.n, on->mirror[c]);
  }
  b->view = on->view;
  on->have = 0;
}

/* ---- systems of a batch ---------------------------------------------------------------------- */

static void send(const rgs_bodies *b, const void *to, const void *from, size_t bytes) {
  const rgs_column there = { (double *)(uintptr_t)to, 1, 1 };
  b->on->functions->write(b->on->queue, &there, 1, (int64_t)(bytes / sizeof(double)), from);
}

/* The next so many bytes of the memory on the device, with a copy of `from` where there is one. */
static void *part(const rgs_bodies *b, char **at, const void *from, size_t bytes) {
  void *here = *at;
  *at += bytes;
  if (from != NULL) send(b, here, from, bytes);
  return here;
}

rgs_status rgs_systems_send(rgs_systems *all, const rgs_bodies *b, rgs_error *error) {
  const size_t n = (size_t)all->n, pieces = (size_t)all->n_pieces, blocks = (size_t)all->n_blocks;
  const size_t jobs = n * RGS_MOST_JOBS * sizeof *all->jobs;
  const size_t sums = pieces * RGS_MOST_SUMS_OF_JOBS * sizeof *all->sums;
  const size_t piece = (pieces + 1) * sizeof *all->piece, block = (blocks + 1) * sizeof *all->block;
  const size_t first = (n + 1) * sizeof *all->first, size = jobs + sums + piece + block + first;
  if (b->on == NULL || n == 0) return RGS_OK;
  char *at = allocate(b, size);
  if (at == NULL) return rgs_set_error_memory(error, size);
  all->there.n = all->n;
  all->there.n_blocks = all->n_blocks;
  all->there.jobs = part(b, &at, NULL, jobs); /* the memory begins here */
  all->there.sums = part(b, &at, NULL, sums);
  all->there.piece = part(b, &at, all->piece, piece);
  all->there.block = part(b, &at, all->block, block);
  all->there.first = part(b, &at, all->first, first);
  return RGS_OK;
}

void rgs_systems_leave_device(rgs_systems *all, const rgs_bodies *b) {
  if (b->on != NULL) release(b, all->there.jobs, 0);
  memset(&all->there, 0, sizeof all->there);
}

void rgs_systems_send_job(const rgs_systems *all, const rgs_bodies *b, uint32_t k) {
  const int64_t first = k * all->n;
  send(b, all->there.jobs + first, all->jobs + first, (size_t)all->n * sizeof *all->jobs);
}
