/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/on_device.h"
#include "base/system.h"
#include <string.h>

/* ---- memory ---------------------------------------------------------------------------------- */

void *rgs_beside_bodies(const rgs_bodies *b, size_t size) {
  if (b->on == NULL) return rgs_alloc(&b->context->allocator, size);
  return b->on->functions->allocate(b->on->queue, size);
}

void rgs_free_beside_bodies(const rgs_bodies *b, void *memory, size_t size) {
  if (b->on == NULL)
    rgs_free(&b->context->allocator, memory, size);
  else if (memory != NULL)
    b->on->functions->release(b->on->queue, memory);
}

void rgs_copy_beside_bodies(const rgs_bodies *b, void *to, const void *from, size_t size) {
  if (b->on != NULL)
    b->on->functions->copy(b->on->queue, to, from, size);
  else if (from != NULL)
    memcpy(to, from, size);
  else
    memset(to, 0, size);
}

/* ---- on and off ------------------------------------------------------------------------------ */

#define BLOCK_DOUBLES (1 + RGS_MOST_LISTS * RGS_MOST_SUMS_OF_JOBS)

rgs_status rgs_device_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error) {
  rgs_on_device *on = b->on;
  if (on == NULL) return RGS_OK;
  const int64_t batches = capacity / 64 + 1;
  if (batches <= on->batches) return RGS_OK;
  const size_t each = RGS_MOST_SUMS_OF_JOBS * sizeof(double), size = (size_t)batches * each;
  if ((uint64_t)batches > SIZE_MAX / each) return rgs_set_error_memory(error, SIZE_MAX);
  double *sums = rgs_beside_bodies(b, size);
  if (sums == NULL) return rgs_set_error_memory(error, size);
  rgs_free_beside_bodies(b, on->batch_sums, 0);
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

void rgs_leave_device(rgs_bodies *b) {
  rgs_on_device *on = b->on;
  if (on == NULL) return;
  const rgs_allocator *a = &b->context->allocator;
  rgs_free_beside_bodies(b, on->batch_sums, 0);
  rgs_free_beside_bodies(b, on->block, 0);
  for (int c = 0; c < RGS_MIRRORS; c++) rgs_free(a, on->mirror[c], on->mirror_size[c]);
  rgs_free(a, on->totals, BLOCK_DOUBLES * sizeof(double));
  rgs_free(a, on->log, on->log_size);
  rgs_draft_device *device = on->device;
  rgs_free(a, on, sizeof *on);
  b->on = NULL;
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
  on->block = rgs_beside_bodies(b, BLOCK_DOUBLES * sizeof(double));
  rgs_status status = rgs_device_reserve(b, b->capacity, error);
  if (status == RGS_OK && (on->totals == NULL || on->block == NULL))
    status = rgs_set_error_memory(error, BLOCK_DOUBLES * sizeof(double));
  if (status != RGS_OK) {
    rgs_leave_device(b);
    return status;
  }
  const rgs_column fault = { on->block, 1, 1 };
  on->functions->write(on->queue, &fault, 1, 1, &none);
  return RGS_OK;
}

rgs_status rgs_put_on_device(rgs_bodies *b, rgs_draft_device *device, rgs_error *error) {
  rgs_on_device *before = b->on, *now;
  const rgs_status status = device != NULL ? enter_device(b, device, error) : RGS_OK;
  now = device != NULL ? b->on : NULL;
  b->on = before;
  if (status != RGS_OK) return status;
  /* Of steppers that are gone: it lies where the bodies were. */
  rgs_free_beside_bodies(b, b->aux.data, b->aux.room * sizeof(double));
  memset(&b->aux, 0, sizeof b->aux);
  rgs_leave_device(b);
  b->on = now;
  memset(&b->view, 0, sizeof b->view);
  b->generation++;
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

rgs_status rgs_check_on_device(const rgs_bodies *b, const rgs_view *v, rgs_error *error) {
  if (b->on == NULL) return RGS_OK;
  const rgs_column tag = { (double *)(uintptr_t)v->tag, 1, 1 };
  rgs_status status = check_column(b, "thermostatted", &v->thermostatted, v->n, 1, error);
  for (int c = 0; c < RGS_COLUMNS && status == RGS_OK; c++)
    status = check_column(b, rgs_column_infos[c].name, rgs_column_of(v, c), v->n,
                          rgs_column_infos[c].components, error);
  return status == RGS_OK ? check_column(b, "tag", &tag, v->n, 1, error) : status;
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
