/* SPDX-License-Identifier: BSD-3-Clause */
#include "stepper/state_columns.h"
#include "base/columns.h"
#include "backends/backend.h"
#include <string.h>

/* In the order of a saved block. */
static const int columns[] = { RGS_COLUMN_X,   RGS_COLUMN_P,  RGS_COLUMN_Q,
                               RGS_COLUMN_L,   RGS_COLUMN_F,  RGS_COLUMN_TAU,
                               RGS_COLUMN_AUX, RGS_COLUMN_GF, RGS_COLUMN_GTAU };
enum { COLUMNS = sizeof columns / sizeof *columns };

/* The gradient belongs to the state because one step may end with a gradient kick and the next may begin
 * with one. */
static uint32_t components_of(const rgs_method_info *info, int column) {
  const bool is_gradient = column == RGS_COLUMN_GF || column == RGS_COLUMN_GTAU;
  if (column == RGS_COLUMN_AUX) return info->aux;
  if (is_gradient && !(info->needs & RGS_EVAL_GRADIENT)) return 0;
  return (uint32_t)rgs_column_infos[column].components;
}

size_t rgs_state_doubles(const rgs_method_info *info) {
  size_t each = 0;
  for (int c = 0; c < COLUMNS; c++) each += components_of(info, columns[c]);
  return each;
}

/* Do the numbers lie one after the other, as they are copied? */
static bool is_packed(const rgs_column *c, uint32_t components) {
  return c->body == (ptrdiff_t)components && (c->comp == 1 || components == 1);
}

/* The bits of the columns that have numbers. */
static uint32_t mirrored(const rgs_stepper *s) {
  uint32_t bits = 0;
  for (int c = 0; c < COLUMNS; c++)
    if (components_of(&s->info, columns[c]) > 0) bits |= 1u << columns[c];
  return bits;
}

static rgs_status copy(const rgs_stepper *s, void *to) {
  const rgs_view *v = &s->motion.bodies->view;
  char *at = to;
  for (int c = 0; c < COLUMNS && v->n > 0; c++) {
    const rgs_column *column = rgs_column_of(v, columns[c]);
    const uint32_t components = components_of(&s->info, columns[c]);
    const size_t size = (size_t)v->n * components * sizeof(double);
    if (size > 0 && is_packed(column, components))
      memcpy(at, column->data, size);
    else
      for (int64_t i = 0; i < v->n; i++)
        for (uint32_t k = 0; k < components; k++)
          memcpy(at + ((size_t)i * components + k) * sizeof(double), &RGS_AT(*column, i, k),
                 sizeof(double));
    at += size;
  }
  return RGS_OK;
}

rgs_status rgs_state_copy(const rgs_stepper *s, void *to, rgs_error *error) {
  return RGS_WITH_COLUMNS(s->motion.bodies, mirrored(s), 0, error, copy(s, to));
}

static rgs_status put_back(const rgs_stepper *s, const void *from) {
  const rgs_view *v = &s->motion.bodies->view;
  const char *at = from;
  for (int c = 0; c < COLUMNS; c++) {
    const rgs_column *column = rgs_column_of(v, columns[c]);
    const uint32_t components = components_of(&s->info, columns[c]);
    for (int64_t i = 0; i < v->n; i++)
      for (uint32_t k = 0; k < components; k++, at += sizeof(double))
        memcpy(&RGS_AT(*column, i, k), at, sizeof(double));
  }
  return RGS_OK;
}

rgs_status rgs_state_put_back(const rgs_stepper *s, const void *from, rgs_error *error) {
  return RGS_WITH_NEW_COLUMNS(s->motion.bodies, mirrored(s), error, put_back(s, from));
}
