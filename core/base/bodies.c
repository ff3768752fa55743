/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/bodies.h"
#include "base/body_check.h"
#include "base/columns.h"
#include "base/layout.h"
#include "base/own_aux.h"
#include <math.h>
#include <string.h>

static rgs_status refuse_null(const char *what, rgs_error *error) {
  return rgs_set_error(error, RGS_E_ARG, -1, "%s is null", what);
}

rgs_status rgs_bodies_create(rgs_context *c, int64_t capacity, rgs_bodies **out, rgs_error *error) {
  if (c == NULL) return refuse_null("context", error);
  if (out == NULL) return refuse_null("out", error);
  if (capacity < 0)
    return rgs_set_error(error, RGS_E_ARG, -1, "capacity is %lld; must be >= 0",
                         (long long)capacity);
  rgs_bodies *b = rgs_alloc(&c->allocator, sizeof *b);
  if (b == NULL) return rgs_set_error_memory(error, sizeof *b);
  b->context = c;
  b->memory = &rgs_host_memory;
  b->capacity = capacity;
  b->generation = 1;
  *out = b;
  return RGS_OK;
}

void rgs_bodies_destroy(rgs_bodies *b) {
  if (b == NULL) return;
  const rgs_allocator *a = &b->context->allocator;
  rgs_free(a, b->watch, b->watch_size);
  rgs_own_aux_free(b);
  b->memory->leave(b);
  rgs_free(a, b, sizeof *b);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void release(const rgs_bodies *b, const rgs_room *room) {
  if (room->beside)
    b->memory->release(b, room->data, room->size);
  else
    rgs_free(&b->context->allocator, room->data, room->size);
}

static rgs_status resize(const rgs_bodies *b, rgs_room *room, int64_t capacity, size_t each,
                         rgs_error *error) {
  if (each <= room->each) each = room->each;
  if (each > 0 && (uint64_t)capacity > SIZE_MAX / sizeof(double) / each)
    return rgs_set_error(error, RGS_E_NOMEM, -1, "no memory for %lld bodies", (long long)capacity);
  const size_t need = (size_t)capacity * each * sizeof(double);
  if (need > room->size) {
    double *data =
        room->beside ? b->memory->allocate(b, need) : rgs_alloc(&b->context->allocator, need);
    if (data == NULL) return rgs_set_error_memory(error, need);
    release(b, room);
    room->data = data;
    room->size = need;
    room->holds = 0;
  }
  room->each = each;
  return RGS_OK;
}

rgs_status rgs_bodies_grow(rgs_bodies *b, int64_t capacity, rgs_error *error) {
  if (capacity < 0)
    return rgs_set_error(error, RGS_E_ARG, -1, "capacity is %lld; must be >= 0",
                         (long long)capacity);
  rgs_status status = rgs_own_aux_reserve(b, capacity, error);
  if (status != RGS_OK || capacity <= b->capacity) return status;
  for (rgs_room *room = b->rooms; room != NULL && status == RGS_OK; room = room->next)
    status = resize(b, room, capacity, 0, error);
  if (status == RGS_OK) status = b->memory->grow(b, capacity, error);
  if (status == RGS_OK) b->capacity = capacity;
  return status;
}

static rgs_room **place_of(rgs_bodies *b, const rgs_room *room) {
  rgs_room **at = &b->rooms;
  while (*at != NULL && *at != room) at = &(*at)->next;
  return at;
}

rgs_status rgs_bodies_need(rgs_bodies *b, rgs_room *room, size_t doubles, rgs_error *error) {
  *place_of(b, room) = room;
  return resize(b, room, b->capacity, doubles, error);
}

void rgs_bodies_leave(rgs_bodies *b, rgs_room *room) {
  rgs_room **at = place_of(b, room);
  if (*at == NULL) return;
  *at = room->next;
  release(b, room);
}

/* ---- bind ------------------------------------------------------------------------------------ */

static rgs_status check_columns(const rgs_view *v, rgs_error *error) {
  for (int c = 0; c < RGS_COLUMNS; c++) {
    const rgs_column_info *info = &rgs_column_infos[c];
    const rgs_column *column = rgs_column_of(v, c);
    rgs_status status = rgs_check_column("view.", info->name, column, v->n, info->components,
                                         info->required, error);
    if (status != RGS_OK) return status;
    for (int other = 0; other < c && v->n > 0; other++)
      if (column->data != NULL && column->data == rgs_column_of(v, other)->data)
        return rgs_set_error(error, RGS_E_ARG, -1, "view.%s and view.%s begin at the same place",
                             rgs_column_infos[other].name, info->name);
  }
  return RGS_OK;
}

rgs_status rgs_bodies_take(rgs_bodies *b, const rgs_view *view, rgs_error *error) {
  rgs_view v;
  rgs_status status = rgs_read_struct(&v, &rgs_view_layout, view, error);
  if (status != RGS_OK) return status;
  if (v.n < 0 || v.n > b->capacity)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "view.n is %lld; allowed 0 to %lld, the capacity (rgs_bodies_reserve)",
                         (long long)v.n, (long long)b->capacity);
  if (v.reserved0 != 0)
    return rgs_set_error(error, RGS_E_ARG, -1, "view.reserved0 is %u; must be 0", v.reserved0);
  const uint32_t known = RGS_VIEW_P_IS_VELOCITY | RGS_VIEW_ANY_MOMENTS | RGS_VIEW_PLANAR;
  if (v.flags & ~known)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "view.flags is 0x%x; this version knows the bits 0x%x", v.flags, known);
  if (v.n_ghosts < 0 || v.n_ghosts > v.n)
    return rgs_set_error(error, RGS_E_ARG, -1,
                         "view.n_ghosts is %lld; allowed 0 to n, which is %lld",
                         (long long)v.n_ghosts, (long long)v.n);
  status = check_columns(&v, error);
  if (status == RGS_OK)
    status = rgs_check_column("view.", "thermostatted", &v.thermostatted, v.n, 1, false, error);
  if (status == RGS_OK) status = b->memory->holds(b, &v, error);
  const bool same = v.revision != 0 && v.revision == b->view.revision && v.n == b->view.n &&
                    v.flags == b->view.flags;
  if (status == RGS_OK && (!same || b->context->watches)) status = rgs_check_overlap(&v, error);
  if (status == RGS_OK) rgs_own_aux_bind(b, &v);
  if (status != RGS_OK) return status;
  b->view = v;
  if (!same) b->generation++;
  b->binds++;
  return RGS_OK;
}

/* ---- checks --------------------------------------------------------------------------------- */

rgs_status rgs_check_all_bodies(const rgs_view *v, bool dead_axes, rgs_error *error) {
  for (int64_t i = 0; i < v->n; i++) {
    double mass = RGS_AT(v->mass, i, 0), inertia[3], x[3], p[3], q[4], l[3];
    rgs_get(&v->inertia, i, 3, inertia);
    rgs_get(&v->x, i, 3, x);
    rgs_get(&v->p, i, 3, p);
    rgs_get(&v->q, i, 4, q);
    rgs_get(&v->l, i, 3, l);
    if (!(mass > 0) || !isfinite(mass))
      return rgs_set_error(error, RGS_E_BODY, i, "body %lld: mass is %g; must be finite and > 0",
                           (long long)i, mass);
    rgs_status status;
    if ((status = rgs_check_inertia(i, inertia, error)) != RGS_OK ||
        (!(v->flags & RGS_VIEW_ANY_MOMENTS) &&
         (status = rgs_check_triangle(i, inertia, error)) != RGS_OK) ||
        (status = rgs_check_orientation(i, q, error)) != RGS_OK ||
        (status = rgs_check_finite(i, "x", x, error)) != RGS_OK ||
        (status = rgs_check_finite(i, "p", p, error)) != RGS_OK ||
        (status = rgs_check_finite(i, "l", l, error)) != RGS_OK ||
        (dead_axes && (status = rgs_check_dead_axes(i, inertia, l, q, RGS_DEAD_AXIS_ROUNDING,
                                                    error)) != RGS_OK) ||
        ((v->flags & RGS_VIEW_PLANAR) && (status = rgs_check_plane(i, v, p, l, error)) != RGS_OK) ||
        (v->thermostatted.data != NULL &&
         (status = rgs_check_thermostatted(i, RGS_AT(v->thermostatted, i, 0), error)) != RGS_OK))
      return status;
  }
  return RGS_OK;
}

/* The product of column k of the rotation matrix of q and l. */
double rgs_along_axis(const double q[4], const double l[3], int k) {
  double e[3] = { q[1], q[2], q[3] };
  double el = e[0] * l[0] + e[1] * l[1] + e[2] * l[2];
  int a = (k + 1) % 3, b = (k + 2) % 3;
  double cross = l[a] * e[b] - l[b] * e[a];
  return (q[0] * q[0] - e[0] * e[0] - e[1] * e[1] - e[2] * e[2]) * l[k] + 2 * el * e[k] +
         2 * q[0] * cross;
}
