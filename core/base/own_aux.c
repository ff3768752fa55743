/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/own_aux.h"
#include <string.h>

static bool is_bound(const rgs_bodies *b) { return b->view.head.size > 0; }

static rgs_column column_of(const rgs_own_aux *c) {
  return (rgs_column){ .data = c->data, .body = (ptrdiff_t)c->each, .comp = 1 };
}

static rgs_status resize(rgs_bodies *b, int64_t capacity, uint32_t each, rgs_error *error) {
  rgs_own_aux *c = &b->aux;
  if (each == 0 || capacity == 0) return RGS_OK;
  if ((uint64_t)capacity > SIZE_MAX / sizeof(double) / each)
    return rgs_set_error(error, RGS_E_NOMEM, -1, "no memory for %lld bodies", (long long)capacity);
  const size_t room = (size_t)capacity * each;
  if (room <= c->room && each == c->each) return RGS_OK;
  double *data = b->memory->allocate(b, room * sizeof(double));
  if (data == NULL) return rgs_set_error_memory(error, room * sizeof(double));
  const bool in_use = c->data != NULL && b->view.aux.data == c->data;
  if (in_use)
    for (int64_t i = 0; i < b->view.n; i++)
      b->memory->copy(b, data + i * each, c->data + i * c->each, c->each * sizeof(double));
  b->memory->release(b, c->data, c->room * sizeof(double));
  c->data = data;
  c->room = room;
  c->each = each;
  if (in_use) b->view.aux = column_of(c);
  return RGS_OK;
}

/* Has the bound view a column of the host's own? */
static bool has_column(const rgs_bodies *b) {
  return b->view.aux.data != NULL && b->view.aux.data != b->aux.data;
}

rgs_status rgs_own_aux_need(rgs_bodies *b, uint32_t doubles, rgs_error *error) {
  rgs_own_aux *c = &b->aux;
  const uint32_t wanted = doubles > c->wanted ? doubles : c->wanted;
  if (!has_column(b)) {
    const rgs_status status = resize(b, b->capacity, wanted, error);
    if (status != RGS_OK) return status;
    if (is_bound(b) && c->data != NULL) b->view.aux = column_of(c);
  }
  c->wanted = wanted;
  return RGS_OK;
}

rgs_status rgs_own_aux_reserve(rgs_bodies *b, int64_t capacity, rgs_error *error) {
  if (has_column(b) || capacity <= b->capacity) return RGS_OK;
  return resize(b, capacity, b->aux.wanted, error);
}

void rgs_own_aux_bind(const rgs_bodies *b, rgs_view *view) {
  const rgs_own_aux *c = &b->aux;
  if (view->aux.data != NULL) return;
  /* It is too small if there was a column at a later swap or reserve, which then took no memory. */
  const bool is_enough = c->each >= c->wanted && c->room >= (size_t)b->capacity * c->each;
  if (c->data != NULL && is_enough) view->aux = column_of(c);
}

void rgs_own_aux_free(rgs_bodies *b) {
  b->memory->release(b, b->aux.data, b->aux.room * sizeof(double));
}

void rgs_own_aux_begin(rgs_bodies *b) {
  b->memory->copy(b, b->aux.data, NULL, b->aux.room * sizeof(double));
  b->aux.at = b->generation;
}
